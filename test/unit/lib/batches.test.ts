import { describe, expect, test } from '@jest/globals';
import { array, assert, integer, property } from 'fast-check';

import { batchesOf } from '../../../nodes/SmsVoiceGateway/lib/batches.ts';

describe('batchesOf', () => {
	test.each<[number, number, number[]]>([
		[0, 100, []],
		[1, 100, [1]],
		[100, 100, [100]],
		[101, 100, [100, 1]],
		[250, 100, [100, 100, 50]],
		[3, 1, [1, 1, 1]],
	])('cuts a list of %i into batches of %i', (count, size, sizes) => {
		const list = Array.from({ length: count }, (_, index) => index);
		expect(batchesOf(list, size).map(({ length }) => length)).toEqual(sizes);
	});

	test('keeps every element once and in order, and fills all batches but the last', () => {
		assert(
			property(array(integer()), integer({ min: 1, max: 30 }), (list, size) => {
				const batches = batchesOf(list, size);
				expect(batches.flat()).toEqual(list);
				for (const { length } of batches.slice(0, -1)) expect(length).toBe(size);
				const last = batches.at(-1);
				if (last !== undefined) {
					expect(last.length).toBeGreaterThan(0);
					expect(last.length).toBeLessThanOrEqual(size);
				}
			}),
		);
	});

	test('leaves the list as it was', () => {
		const list = Object.freeze([1, 2, 3]);
		batchesOf(list, 2).at(0)?.push(9);
		expect(list).toEqual([1, 2, 3]);
	});
});
