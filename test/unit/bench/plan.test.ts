import { expect, test } from '@jest/globals';
import { figures } from '../../../bench/asked.ts';
import { withDelay, withoutDelay } from '../../../bench/plan.ts';
import { Ratios } from '../../../bench/ratios.ts';

const COUNTS = [1_000, 10_000, 100_000];
const steps = [...withoutDelay(COUNTS), ...withDelay(COUNTS)];

test('a whole run measures all that a figure which may only be so much needs', () => {
	const results = steps.map(({ one, rows, delayMs }) => ({
		...one,
		rows,
		delayMs,
		runs: [rows],
		peakBytesAtNode: rows,
		keptBytesPerRow: 1,
	}));
	const missing = figures(new Ratios(results), COUNTS[0]).flatMap(({ title, at, atMost }) =>
		(atMost?.rows ?? [])
			.filter((rows) => at(rows) === undefined)
			.map((rows) => `${title}, ${rows} rows`),
	);
	expect(missing).toEqual([]);
});

test('with 100,000 rows each case runs once, in a process that was just started', () => {
	const most = steps.filter(({ rows }) => rows === 100_000);
	expect(most.map(({ one }) => one.id)).toEqual(expect.arrayContaining(['limit', 'bulk', 'send']));
	expect(most.every(({ runs }) => runs === 1)).toBe(true);
});
