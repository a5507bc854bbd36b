import { detailsOf, type INodeExecutionData, type RunResult } from '../stage/index.ts';

import type { Ending } from './faults.ts';

/** What the node said of one item. */
export interface Report {
	outcome: Reported | 'nothing';
	ids: string[];
	words: string;
}

/** What the node said of each item, wherever it said it. */
export function reportsOf(result: RunResult, count: number, mode: Mode): Report[] {
	const reports = Array.from({ length: count }, () => nothing());
	if (result.error !== undefined) return fromError(result, reports);
	for (const item of result.items) {
		// A failed item on the regular output belongs there only in that mode.
		if (item.json.error !== undefined && mode !== 'continueRegularOutput') continue;
		note(reports, item);
	}
	for (const item of result.errorItems) note(reports, item);
	return reports;
}

const nothing = (): Report => ({ outcome: 'nothing', ids: [], words: '' });

function note(reports: Report[], item: INodeExecutionData): void {
	const { pairedItem } = item;
	if (typeof pairedItem !== 'object' || Array.isArray(pairedItem)) return;
	const report = reports[pairedItem.item];
	if (report === undefined) return;
	const details = detailsOf(item);
	report.outcome = (details.outcome ?? item.json.outcome ?? 'nothing') as Report['outcome'];
	report.words = [item.json.error, details.advice].filter((word) => word !== undefined).join(' ');
	const { messageIds, messageId, callId } = item.json;
	report.ids = [messageIds ?? messageId ?? callId ?? []].flat().map(String);
}

const ENDS: Array<[words: string, outcome: Reported]> = [
	['accepted', 'accepted'],
	['unknown, may have been sent', 'unknown'],
	['rejected', 'rejected'],
	['not sent', 'notSent'],
];

/** Reads the summary: `5 rows: 2 accepted (item 0, message id 12, 13; item 3, call id call-7), 3 not sent (items 1–2, 5).` */
function fromError({ error }: RunResult, reports: Report[]): Report[] {
	const words = `${error?.message} ${error?.description}`;
	const [only, ...others] = reports;
	if (only !== undefined && others.length === 0) {
		// Of a single item the message says all, and the error's data how it ended.
		const data = (error?.context?.data ?? {}) as Record<string, unknown[]>;
		const [outcome = 'nothing'] = Object.keys(data).filter((key) => data[key]?.length === 1);
		Object.assign(only, { outcome, words });
		return reports;
	}
	for (const [end, outcome] of ENDS) {
		const [found, count, list = ''] =
			new RegExp(`(?<=[:,] )([\\d,]+) ${end} \\(([^)]*)\\)`).exec(String(error?.description)) ?? [];
		if (found === undefined) continue;
		const named = outcome === 'accepted' ? acceptedIn(list) : spansIn(list);
		if (named.length !== Number(count?.replaceAll(',', '')))
			throw new Error(`The count is wrong: ${found}`);
		for (const { item, ids } of named) {
			const report = reports[item];
			if (report === undefined || report.outcome !== 'nothing')
				throw new Error(`Named twice, or no such item: ${found}`);
			Object.assign(report, { outcome, ids, words });
		}
	}
	return reports;
}

interface Named {
	item: number;
	ids: string[];
}

const acceptedIn = (list: string): Named[] =>
	list.split('; ').map((entry) => {
		const [, item = '', ids = ''] = /^item (\d+)(?:, (?:message|call) id (.*))?$/.exec(entry) ?? [];
		return { item: Number(item), ids: ids === '' ? [] : ids.split(', ') };
	});

const spansIn = (list: string): Named[] =>
	list
		.replace(/^items? /, '')
		.split(', ')
		.flatMap((span) => {
			const [from = NaN, to = from] = span.split('–').map(Number);
			return Array.from({ length: to - from + 1 }, (_, index) => ({ item: from + index, ids: [] }));
		});

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
