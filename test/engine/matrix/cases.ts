import { sample, shuffledSubarray } from 'fast-check';

import { type Fault, numberOf, PATH, type Sandbox } from '../stage/index.ts';
import { type Expectation, type Mode, expectationOf } from './observed.ts';
import type { MatrixFault } from './faults.ts';
import { QUESTION, SENDINGS, SHARING, type Sending } from './sending.ts';

const MODES: Mode[] = ['stopWorkflow', 'continueRegularOutput', 'continueErrorOutput'];

/** One run: a fault in some of its requests. */
export interface Case {
	fault: MatrixFault;
	sending: Sending;
	mode: Mode;
	retry: boolean;
	/** Which requests meet it, from 0, and how often it strikes at the most, over all of them. */
	struck: number[];
	times: number;
	resendUnknown: boolean;
	/** Options against accidents. */
	limits: { stopAfterFailures?: number; minCredit?: number };
	/** The fault meets the question for the credit, and nothing else. */
	atCredit?: true;
}

/** What else may be struck, with Retry On Fail on; half of them for each fault and mode. */
const VARIANTS = [
	{ struck: [0], times: Infinity },
	{ struck: [0], times: 1 },
	{ struck: [1], times: 1 },
	{ struck: [0, 1, 2, 3], times: 1 },
	{ struck: [0, 1, 2, 3], times: Infinity },
	{ struck: [3], times: Infinity },
];

/** All runs of a fault; `number` is its place in the list, by which variants are shared out. */
export function casesOf(fault: MatrixFault, number: number): Case[] {
	return [
		...aloneOf(fault, number),
		...sharingOf(fault, number),
		...limitedOf(fault, number),
		...questionsOf(fault),
	];
}

/** Every operation × mode × retry with the second request struck; the other variants in turn over the operations. */
function aloneOf(fault: MatrixFault, number: number): Case[] {
	const inTurnOnly = SENDINGS.filter((_, index) => index === number % SENDINGS.length);
	const everywhere = (fault.alike ? inTurnOnly : SENDINGS).flatMap((sending) =>
		everyMode(fault, sending, isWhole(fault) ? allOf(sending) : [1]),
	);
	if (isWhole(fault) || fault.slow) return everywhere;
	const inTurn = MODES.flatMap((mode, turn) =>
		VARIANTS.flatMap(({ struck, times }, variant) => {
			if ((number + turn + variant) % 2 === 0) return [];
			const sending = SENDINGS[(number + turn + variant) % SENDINGS.length] as Sending;
			const one = {
				fault,
				sending,
				mode,
				retry: true,
				struck,
				times: atMost(fault, times),
				limits: {},
			};
			const again = fault.ending === 'unknown' && variant < 2;
			return [false, ...(again ? [true] : [])].map((resendUnknown) => ({ ...one, resendUnknown }));
		}),
	);
	return [...everywhere, ...inTurn];
}

/** A question × mode × retry; one that is tried again after a fault that strikes once, too. */
function questionsOf(fault: MatrixFault): Case[] {
	const every = everyMode(fault, QUESTION, [0]);
	if (isWhole(fault) || fault.slow) return every;
	return [...every, ...every.filter(({ retry }) => retry).map((one) => ({ ...one, times: 1 }))];
}

/** Every shared request × mode × retry; besides, for each mode, a fault that strikes once and is retried. */
function sharingOf(fault: MatrixFault, number: number): Case[] {
	const bulks = sharingBy(SHARING.sendBulk, fault, number);
	// The other one for a third of them: it differs by its answers' ids and by how rows are gathered.
	const sends = sharingBy(SHARING.send, fault, number);
	return [...bulks, ...sends.filter((_, index) => (index + number) % 3 === 0)];
}

function sharingBy(sending: Sending, fault: MatrixFault, number: number): Case[] {
	const places = isWhole(fault) ? [allOf(sending)] : allOf(sending).map((place) => [place]);
	const every = places.flatMap((struck) => everyMode(fault, sending, struck));
	if (isWhole(fault) || fault.slow) return every;
	const inTurn = MODES.flatMap((mode, turn) => {
		// In continue mode n8n tries again only where the first row has failed.
		const struck = [mode === 'stopWorkflow' ? (number + turn) % sending.requests : 0];
		const once = { fault, sending, struck, times: 1, mode, retry: true, limits: {} };
		return [
			{ ...once, resendUnknown: false },
			...(fault.ending === 'unknown' ? [{ ...once, resendUnknown: true }] : []),
		];
	});
	return [...every, ...inTurn];
}

/** Stop After Failures where every request is struck: in turn over all operations, alone and sharing requests. */
function limitedOf(fault: MatrixFault, number: number): Case[] {
	if (fault.isCounted !== true || fault.slow || fault.once) return [];
	return inTurnOver(number, (sending, mode) => ({
		fault,
		sending,
		mode,
		struck: allOf(sending),
		times: Infinity,
		retry: false,
		resendUnknown: false,
		limits: { stopAfterFailures: 2 },
	}));
}

/** Min Credit where its question meets the fault: in turn over all operations, alone and sharing requests. */
export function askingCasesOf(fault: MatrixFault, number: number): Case[] {
	return inTurnOver(number, (sending, mode) => ({
		fault,
		sending,
		mode,
		struck: [],
		times: atMost(fault, Infinity),
		atCredit: true,
		retry: false,
		resendUnknown: false,
		limits: { minCredit: 1 },
	}));
}

/** A case for each mode, of one operation each; by its routing each item is a run of its own. */
function inTurnOver(number: number, caseOf: (sending: Sending, mode: Mode) => Case): Case[] {
	const all = [...SENDINGS, ...Object.values(SHARING)].filter(({ routingOnly }) => !routingOnly);
	return MODES.map((mode, turn) => caseOf(all[(number + turn) % all.length] as Sending, mode));
}

const everyMode = (fault: MatrixFault, sending: Sending, struck: number[]): Case[] =>
	MODES.flatMap((mode) =>
		[false, true].map((retry) => ({
			fault,
			sending,
			struck,
			times: atMost(fault, Infinity),
			mode,
			retry,
			resendUnknown: false,
			limits: {},
		})),
	);

const allOf = ({ requests }: Sending): number[] =>
	Array.from({ length: requests }, (_, index) => index);

/** Such a fault is met by all requests. */
const isWhole = ({ strike }: MatrixFault): boolean => strike.at === 'address';

const atMost = ({ once }: MatrixFault, times: number): number => (once ? 1 : times);

/** The case in words. */
export function nameOf({ sending, mode, retry, resendUnknown, limits, ...one }: Case): string {
	const struck = `request ${one.struck.join()}${one.times === 1 ? ' once' : ''}`;
	const options = [
		...(resendUnknown ? ['resendUnknown'] : []),
		...Object.entries(limits).map(([name, value]) => `${name} ${value}`),
	];
	return [sending.name, mode, retry ? 'retry' : 'no retry', struck, ...options].join(', ');
}

/** What the sandbox is told: a request meets a fault by one of its rows. */
export function sandboxFaultsOf(
	{ fault, sending, struck, times, atCredit }: Case,
	elsewhere: Sandbox,
): Fault[] {
	const { strike } = fault;
	if (strike.at === 'address') return [];
	const { requests, size, path } = sending;
	const action = strike.action(`${elsewhere.url}${path}`);
	const often = times === Infinity ? {} : { times };
	if (atCredit) return [{ match: { path: PATH.getCredit }, fault: action, ...often }];
	// One entry for all requests, so that `times` counts over all of them.
	if (struck.length === requests) return [{ fault: action, ...often }];
	return struck.map((request) => ({
		match: { destination: numberOf(size * request + (request % size)) },
		fault: action,
		...often,
	}));
}

/** What the issues promise for the requests of a run. */
export function expectedOf({
	fault,
	sending,
	struck,
	times,
	mode,
	retry,
	...one
}: Case): Expectation {
	return expectationOf({
		items: sending.requests,
		struck: new Set(struck),
		times,
		ending: fault.once ? 'rejected' : fault.ending,
		requests: fault.requests ?? (fault.once ? 4 : 1),
		mode,
		tries: retry ? 3 : 1,
		resendUnknown: one.resendUnknown,
		stopAfter: one.limits.stopAfterFailures,
	});
}

/** What runs differ in: fault, operation, mode, retry, and what is struck how often under which options. */
const valuesOf = ({ fault, sending, mode, retry, ...rest }: Case): unknown[] => [
	fault.name,
	sending.name,
	mode,
	retry,
	JSON.stringify([rest.struck, rest.times === 1, rest.resendUnknown, rest.limits]),
];

/** Each two of these values: how a run's parts meet. */
export function pairsOf(one: Case): string[] {
	const values = valuesOf(one).map((value, place) => `${place}: ${String(value)}`);
	return values.flatMap((value, place) =>
		values.slice(place + 1).map((other) => `${value} × ${other}`),
	);
}

/** Some of the runs, always the same, in which any two values meet that meet in all of them. */
export function pairwise(all: Case[]): Case[] {
	const [shuffled = []] = sample(shuffledSubarray(all, { minLength: all.length }), {
		seed: 27,
		numRuns: 1,
	});
	const met = new Set<string>();
	const chosen: Case[] = [];
	const most = pairsOf(all[0] as Case).length;
	// First those in which most meet for the first time.
	for (let fresh = most; fresh > 0; fresh--) {
		for (const one of shuffled) {
			const pairs = pairsOf(one).filter((pair) => !met.has(pair));
			if (pairs.length < fresh) continue;
			chosen.push(one);
			for (const pair of pairs) met.add(pair);
		}
	}
	return chosen;
}
