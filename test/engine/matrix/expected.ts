import type { Ending } from './faults.ts';

export type Mode = 'stopWorkflow' | 'continueRegularOutput' | 'continueErrorOutput';

export type Reported = Ending | 'notSent';

export interface Plan {
	items: number;
	/** Which items meet the fault, and how often it strikes at the most. */
	struck: ReadonlySet<number>;
	times: number;
	ending: Ending;
	/** Requests for an item that is struck each time. */
	requests: number;
	mode: Mode;
	tries: number;
	resendUnknown: boolean;
	/** After so many failures in a row nothing further leaves, in continue mode. */
	stopAfter?: number | undefined;
}

export interface Expectation {
	outcomes: Reported[];
	/** Requests per item, over all tries. */
	requests: number[];
}

/**
 * What the issue promises, written down a second time without the node's code: one item after the other,
 * in stop mode nothing after the first failure, in each try only what is provably unsent.
 */
export function expectationOf(plan: Plan): Expectation {
	const indexes = Array.from({ length: plan.items }, (_, index) => index);
	const requests = indexes.map(() => 0);
	const known = new Map<number, Ending>();
	let strikes = plan.times;

	const sendItem = (index: number): Ending => {
		const struck = plan.struck.has(index) && strikes > 0;
		const made = struck ? Math.min(plan.requests, strikes) : 1;
		if (struck) strikes -= made;
		// A fault that is used up while the node tries again lets the last request through.
		const through = struck && made < plan.requests;
		requests[index] = (requests[index] ?? 0) + made + (through ? 1 : 0);
		return struck && !through ? plan.ending : 'accepted';
	};

	const tryOnce = (): Reported[] => {
		let failed = false;
		let inRow = 0;
		return indexes.map((index) => {
			const before = known.get(index);
			const keep = before === 'accepted' || (before === 'unknown' && !plan.resendUnknown);
			// What may have been sent stays so, unless sending it again was accepted.
			const stays = (ending: Reported): Reported =>
				before === 'unknown' && ending !== 'accepted' ? before : ending;
			const over = plan.mode === 'stopWorkflow' ? failed : inRow >= (plan.stopAfter ?? Infinity);
			if (!keep && over) return stays('notSent');
			const ending = keep ? before : (stays(sendItem(index)) as Ending);
			known.set(index, ending);
			if (ending !== 'accepted') failed = true;
			inRow = ending === 'accepted' ? 0 : inRow + 1;
			return ending;
		});
	};

	let outcomes: Reported[] = [];
	for (let count = 0; count < plan.tries; count++) {
		outcomes = tryOnce();
		// n8n tries again after an error, or where the first item of the output is a failed one.
		const looked = plan.mode === 'stopWorkflow' ? outcomes : outcomes.slice(0, 1);
		if (looked.every((outcome) => outcome === 'accepted')) break;
	}
	return { outcomes, requests };
}
