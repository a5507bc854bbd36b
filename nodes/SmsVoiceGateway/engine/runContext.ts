import type { IExecuteFunctions } from 'n8n-workflow';

import type { Context, Host } from '../host/host';
import { InputProblem } from '../values/inputProblem';
import type { Target } from '../wire/target';
import type { loginOf } from './delivery/login';
import type { RateLimiter } from './delivery/rateLimiter';
import type { Operation } from './operation';
import type { Inputs } from './reading/inputs';
import type { readSettings } from './reading/settings';
import type { RunMemory } from './runMemory';

/** One try of a run: what its rows have in common. */
export interface RunContext {
	context: Context;
	host: Host;
	/** What n8n gives over all items; undefined where its routing hands them over one by one. */
	overItems?: IExecuteFunctions;
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
	notes: {
		/** The credit there was before anything left, where it was asked for and told. */
		credit?: string | number | undefined;
		/** How many empty rows of the input were left out. */
		emptyRows?: number;
		/** Whether a dry run has more keys than are looked up. */
		tooManyKeys?: boolean;
	};
	/** Where the operation asks: the link to the page that its text ends with, and the how-manieth question of the node it is. */
	link?: { address: string; number: number };
}

/** A try in which nothing is wrong for all rows. */
export type ReadyContext = RunContext & { target: Target };
