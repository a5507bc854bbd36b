import { array, assert, boolean, constantFrom, integer, property, record } from 'fast-check';

import { groupBy } from '../../../../nodes/SmsVoiceGateway/row/requests.ts';
import { draftOf, type Row } from '../../../../nodes/SmsVoiceGateway/row/row.ts';
import { runsOf } from '../../fuzz.ts';

interface Text {
	text: string;
	to: string[];
}

const rowOf = (item: number, fields: Text): Row<Text> => ({
	...draftOf(item),
	fields,
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
	const texts = (list: string[]) =>
		list.map((one, item) => {
			const [text = '', ...to] = one;
			return rowOf(item, { text, to });
		});

	test.each([
		['puts rows of one kind together, in their order', 'a1 b2 a3 b4 a5', 2, '02 13 4'],
		['keeps the values of a row together, also too many', 'a12 a34 a5678 a9', 3, '03 1 2'],
		['sends the second row of a value in a later request', 'a1 a2 a1 a3 a1', 10, '013 2 4'],
		['asks once where one answer serves all', 'a1 a2 a1 a12 a3', 2, '0123 4', true],
	])('%s: %s by %i', (_, list, size, requests, once = false) => {
		const said = items(share(texts(list.split(' ')), size, once));
		expect(said.map((rows) => rows.join('')).join(' ')).toBe(requests);
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
