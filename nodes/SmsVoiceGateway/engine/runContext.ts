import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import { readSource } from '../fields/field';
import { readDestinations } from '../numbers/phoneNumbers';
import { readNumberFormat } from '../options/numberFormat';
import { redactorFor } from '../service/mask';
import { readAnswers } from '../service/taught';
import { type Context, type Host, scopeOf } from '../host/host';
import { InputProblem, orProblem, within } from '../values/inputProblem';
import type { Target } from '../wire/target';
import type { RateLimiter } from './rateLimiter';
import type { Claims } from '../keys/claims';
import type { Operation } from '../row/operation';
import type { Inputs } from '../reading/inputs';
import type { readSettings } from '../reading/settings';
import type { Result } from '../row/result';
import type { Row } from '../row/row';

/** One try of a run: what its rows have in common. */
export interface RunContext {
	context: Context;
	host: Host;
	inputs: Inputs;
	operation: Operation;
	memory: RunMemory;
	login: ReturnType<typeof loginOf>;
	/** What holds for all rows. */
	settings: ReturnType<typeof readSettings>;
	/** When the next request may leave. */
	rateLimiter: RateLimiter;
	/** Or what is wrong for all rows: with the credential, or with an option that holds for all. */
	target: Target | InputProblem;
	/** Whether a failure lets the others leave all the same. */
	continueOnFail: boolean;
	/** What is found out on the way, for the hint. */
	forHint: {
		/** The credit there was before anything left, where it was asked for and told. */
		credit?: string | number | undefined;
		/** How many empty rows of the input were left out. */
		emptyRows?: number;
	};
	/** Where the operation asks: the link to the page that its text ends with, and the number of its question in the node, from 1. */
	link: { address: string; number: number } | undefined;
}

/** The login of a run's decrypted credential, what keeps its password out of sight, and what holds for all nodes that have it: all read once. */
export function loginOf(credentials: ICredentialDataDecryptedObject) {
	const { answers, testNumbers, defaultSource, numberFormat } = credentials;
	let problem: InputProblem | undefined;
	const read = <T>(shown: string, value: unknown, reader: (value: unknown) => T): T | undefined => {
		if (value === undefined || value === '') return undefined;
		const known = orProblem(() => within(`'${shown}' of the credential`, () => reader(value)));
		if (!(known instanceof InputProblem)) return known;
		problem ??= known;
		return undefined;
	};
	const own = {
		/** What the credential teaches of the service's answers. */
		answers: read('Answers', answers, readAnswers) ?? [],
		/** The only numbers that get anything; undefined where all do. */
		testNumbers: read('Test Numbers', testNumbers, readDestinations)?.numbers,
		/** The sender where a node has none. */
		defaultSource: read('Default From', defaultSource, readSource),
		/** How numbers are written where a node does not say it. */
		numberFormat: read('Number Format', numberFormat, readNumberFormat),
	};
	return {
		...own,
		credentials,
		redactor: redactorFor(String(credentials.password ?? '')),
		problem,
	};
}

/** A try in which nothing is wrong for all rows. */
export type ReadyContext = RunContext & { target: Target };

/** How many requests have failed one after the other; and whether there were once as many as the user allows. */
type Failures = { inRow: number; isBroken: boolean };

/**
 * A message of an earlier execution: the hash of its content, its number among those with the same, how often it was left in
 * doubt (0 where it was accepted), and its ids.
 */
export type Known = [hash: string, number: number, doubts: number, ...ids: string[]];

/** A row of a retry, as a message of the execution that is retried. */
export interface Copy {
	message: Known;
	/** Whether that had sent it, or may have. */
	wasSent: boolean;
	/** What other retries know it by, so that none sends what another has: the last name, and those under which it is in doubt. */
	names: readonly string[];
}

/** One node run, or for a tool one run of its agent: what was accepted, or may have been, in any of its tries. */
interface RunMemory {
	results: Map<string | number, Result>;
	/** How many requests have left. */
	batches: number;
	/** What is kept over executions: where rows have keys, or their numbers a limit. */
	claims?: Claims;
	/** Where n8n retries a failed execution: what is known of that one. */
	retried?: {
		/** What it had sent, or may have; also what no row of this run is. */
		known: readonly Known[];
		/** Which message each row of this run is, by the row's id. */
		copies: ReadonlyMap<Row['id'], Copy>;
	};
	/**
	 * Where n8n hands items over one by one: what this try has done so far, whether a failure has ended it, since when (ms)
	 * its items share the time of 'Wait Until Final', and for *Stop After Failures* how many requests have failed in a row.
	 */
	ofTry?: { rows: Row[]; isOver: boolean; began: number; failures: Failures } | undefined;
}

/**
 * By the scope, then by the node's key there. In this module, as n8n keeps nothing for a node over the tries of its run
 * (n8n-core 2.41); a weak map, so that it ends with the run.
 */
const runs = new WeakMap<object, Map<string, RunMemory>>();

/** The run that a call of n8n belongs to. */
export function runMemoryOf(context: Context): RunMemory {
	const { scope, key } = scopeOf(context);
	let byPlace = runs.get(scope);
	if (byPlace === undefined) runs.set(scope, (byPlace = new Map<string, RunMemory>()));
	let run = byPlace.get(key);
	if (run === undefined) byPlace.set(key, (run = { results: new Map(), batches: 0 }));
	return run;
}
