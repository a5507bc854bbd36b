import { describe, expect, test } from '@jest/globals';
import { heapsIn, keptPerRow } from '../../../bench/kept.ts';

const OUTPUT = `n8n ready
heap after gc 900 5000000
something else
heap after gc 2000 1000000
heap after gc 4000 9000000
heap after gc 7000 2000000
heap after gc 11001 7000000
`;

describe('What n8n kept of each row', () => {
	test('is by how much its heap grew between the collections of the run', () => {
		// 1 MB in 5 of 10 seconds, in which half of the rows were sent.
		const run = { startTime: 1000, executionTime: 10_000 };
		expect(keptPerRow(heapsIn(OUTPUT), run, 4_000)).toBe(500);
	});

	test.each([
		['no collection', { startTime: 4_001, executionTime: 2_000 }],
		['one', { startTime: 3_000, executionTime: 3_000 }],
	])('is not known where there was %s', (_, run) => {
		expect(keptPerRow(heapsIn(OUTPUT), run, 4_000)).toBeUndefined();
	});
});
