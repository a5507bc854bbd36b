import { describe, expect, test } from '@jest/globals';
import { array, assert, boolean, constantFrom, integer, property, record } from 'fast-check';

import { groupBy, inBatches } from '../../../../nodes/SmsVoiceGateway/engine/delivery/requests.ts';
import type { Row } from '../../../../nodes/SmsVoiceGateway/engine/row/row.ts';
import { runsOf } from '../../fuzz.ts';

describe('inBatches', () => {
	test.each<[number, number, number[]]>([
		[0, 100, []],
		[1, 100, [1]],
		[100, 100, [100]],
		[101, 100, [100, 1]],
		[250, 100, [100, 100, 50]],
		[3, 1, [1, 1, 1]],
	])('cuts a list of %i into batches of %i', (count, size, sizes) => {
		const list = Array.from({ length: count }, (_, index) => index);
		expect(inBatches(list, size).map(({ length }) => length)).toEqual(sizes);
	});

	test('keeps every element once and in order, and fills all batches but the last', () => {
		assert(
			property(array(integer()), integer({ min: 1, max: 30 }), (list, size) => {
				const batches = inBatches(list, size);
				expect(batches.flat()).toEqual(list);
				for (const { length } of batches.slice(0, -1)) expect(length).toBe(size);
				const last = batches.at(-1);
				if (last !== undefined) {
					expect(last.length).toBeGreaterThan(0);
					expect(last.length).toBeLessThanOrEqual(size);
				}
			}),
			runsOf(100),
		);
	});

	test('leaves the list as it was', () => {
		const list = [1, 2, 3];
		inBatches(list, 2).at(0)?.push(9);
		expect(list).toEqual([1, 2, 3]);
	});
});

interface Text {
	text: string;
	to: string[];
}

const rowOf = (item: number, fields: Text): Row<Text> => ({
	item,
	id: item,
	fields,
	dryRun: false,
});
const share = (rows: Array<Row<Text>>, size: number, once: boolean) =>
	groupBy<Text>(
		({ text }) => [text],
		({ to }) => to,
		once,
	)(rows, size);
const items = (requests: Array<Array<Row<Text>>>) =>
	requests.map((rows) => rows.map(({ item }) => item));

describe('groupBy', () => {
	const texts = (...list: Array<[text: string, ...to: string[]]>) =>
		list.map(([text, ...to], item) => rowOf(item, { text, to }));

	test('puts rows of one kind together, in the order of their first row', () => {
		const rows = texts(['a', '1'], ['b', '2'], ['a', '3'], ['b', '4'], ['a', '5']);
		expect(items(share(rows, 2, false))).toEqual([[0, 2], [1, 3], [4]]);
	});

	test('keeps the values of a row together, and lets a row have more than a request should', () => {
		const rows = texts(['a', '1', '2'], ['a', '3', '4'], ['a', '5', '6', '7', '8'], ['a', '9']);
		expect(items(share(rows, 3, false))).toEqual([[0, 3], [1], [2]]);
	});

	test('sends the second row of a value in a later request', () => {
		const rows = texts(['a', '1'], ['a', '2'], ['a', '1'], ['a', '3'], ['a', '1']);
		expect(items(share(rows, 10, false))).toEqual([[0, 1, 3], [2], [4]]);
	});

	test('asks for a value once where one answer serves all', () => {
		const rows = texts(['a', '1'], ['a', '2'], ['a', '1'], ['a', '1', '2'], ['a', '3']);
		expect(items(share(rows, 2, true))).toEqual([[0, 1, 2, 3], [4]]);
	});

	test('does not mix rows with different further fields', () => {
		const rows = texts(['a', '1'], ['a', '2'], ['a', '3'], ['a', '4']).map((row, index) =>
			index === 1 ? { ...row, additional: { line: 5 } } : row,
		);
		expect(items(share(rows, 10, false))).toEqual([[0, 2, 3], [1]]);
	});

	test('has every row once, in its kind, within the size, and never a value twice before its turn', () => {
		const field = record({
			text: constantFrom('a', 'b'),
			to: array(constantFrom(...'123456'), { minLength: 1, maxLength: 4 }),
		});
		assert(
			property(
				array(field, { maxLength: 40 }),
				integer({ min: 1, max: 8 }),
				boolean(),
				(list, size, once) => {
					const rows = list.map(({ text, to }, item) =>
						rowOf(item, { text, to: [...new Set(to)] }),
					);
					const requests = share(rows, size, once);
					expect(
						items(requests)
							.flat()
							.sort((a, b) => a - b),
					).toEqual(rows.map(({ item }) => item));
					const last = new Map<string, number>();
					requests.forEach((own) => {
						expect(new Set(own.map(({ fields }) => fields.text)).size).toBe(1);
						const values = own.flatMap(({ fields }) => fields.to);
						const count = once ? new Set(values).size : values.length;
						const largest = Math.max(...own.map(({ fields }) => fields.to.length));
						expect(count).toBeLessThanOrEqual(Math.max(size, largest));
						if (once) return;
						expect(new Set(values).size).toBe(values.length);
						for (const { item, fields } of own) {
							for (const value of fields.to) {
								const place = `${fields.text} ${value}`;
								expect(last.get(place) ?? -1).toBeLessThan(item);
								last.set(place, item);
							}
						}
					});
				},
			),
			runsOf(100),
		);
	});
});
