import { CASES, inParallel, type Case } from '../../../bench/cases.ts';
import type { Measured } from '../../../bench/measured.ts';

const { limit, pass, fields, bulk, send, httpRequest, helper, group, groupLimit, status } = CASES;

const measured = (one: Case, rows: number, runs: number[], more: Partial<Measured> = {}) => ({
	...one,
	rows,
	delayMs: 0,
	runs,
	...more,
});

/** Results with numbers that are easily divided. */
export const KNOWN: Measured[] = [
	measured(limit, 1_000, [19, 1, 20, 400, 21], { requests: 10 }),
	measured(pass, 1_000, [1], { requests: 0, peakBytesAtNode: 500e6 }),
	measured(fields, 1_000, [20], { requests: 0, peakBytesAtNode: 505e6 }),
	measured(bulk, 1_000, [40, 30, 900], { requests: 10, peakBytesAtNode: 510e6 }),
	measured(send, 1_000, [1_600], { requests: 1_000, peakBytesAtNode: 520e6 }),
	measured(httpRequest, 1_000, [2_000], { requests: 1_000, peakBytesAtNode: 530e6 }),
	measured(helper, 1_000, [1_000], { requests: 1_000 }),
	measured(limit, 10_000, [200], { requests: 100 }),
	measured(pass, 10_000, [2], { requests: 0, peakBytesAtNode: 600e6 }),
	measured(fields, 10_000, [200], { requests: 0, peakBytesAtNode: 610e6 }),
	measured(bulk, 10_000, [290, 310], { requests: 100, peakBytesAtNode: 620e6 }),
	measured(send, 10_000, [17_000], { requests: 10_000, peakBytesAtNode: 640e6 }),
	measured(httpRequest, 10_000, [], { requests: 7_000, problem: 'n8n: error, <& "out">' }),
	measured(groupLimit, 10_000, [50], { requests: 100 }),
	measured(group, 10_000, [150], { requests: 100 }),
	measured(status, 10_000, [120], { requests: 100 }),
	measured(bulk, 100_000, [2_600], { requests: 1_000, peakBytesAtNode: 1_008e6 }),
	measured(limit, 100_000, [1_000], { requests: 1_000 }),
	measured(pass, 100_000, [20], { peakBytesAtNode: 800e6 }),
	measured(send, 100_000, [170_000], {
		requests: 100_000,
		peakBytesAtNode: 1_216e6,
		keptBytesPerRow: 450,
	}),
	measured(inParallel(send, 20), 1_000, [2_750], { delayMs: 50, requests: 1_000 }),
	measured(limit, 1_000, [600], { delayMs: 50, requests: 10 }),
	measured(inParallel(bulk, 5), 1_000, [150], { delayMs: 50, requests: 10 }),
];
