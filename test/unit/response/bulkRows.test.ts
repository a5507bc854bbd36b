import { describe, expect, test } from '@jest/globals';
import { assert, bigInt, integer, jsonValue, property, string, uniqueArray } from 'fast-check';

import { parseJson } from '../../../nodes/SmsVoiceGateway/lib/json.ts';
import type { Json } from '../../../nodes/SmsVoiceGateway/lib/json.ts';
import type { BulkMessage } from '../../../nodes/SmsVoiceGateway/lib/wire.ts';
import { describeRow, toRowItems } from '../../../nodes/SmsVoiceGateway/response/bulkRows.ts';
import { runsOf } from '../fuzz.ts';

const messages = (count: number): BulkMessage[] =>
	Array.from({ length: count }, (_, index) => ({
		source: '3000',
		destination: `0912${index}`,
		message: `no. ${index}`,
		send_to_blacklist: 0,
	}));

describe('toRowItems', () => {
	test('gives each message its own id where there is one for each', () => {
		const response: Json = { meta: { status: 200 }, data: ['11', '12'] };
		expect(toRowItems(messages(2), response, 7)).toEqual([
			{
				outcome: 'accepted',
				messageId: '11',
				source: '3000',
				destination: '09120',
				encoding: 'GSM-7',
				parts: 1,
				batch: 7,
			},
			{
				outcome: 'accepted',
				messageId: '12',
				source: '3000',
				destination: '09121',
				encoding: 'GSM-7',
				parts: 1,
				batch: 7,
			},
		]);
	});

	test('gives ids in the order of the answer, however large they are', () => {
		assert(
			property(uniqueArray(bigInt({ min: 1n, max: 10n ** 25n }), { minLength: 1 }), (ids) => {
				const response = parseJson(`{"data":[${ids.join(',')}]}`) as Json;
				const items = toRowItems(messages(ids.length), response, 1);
				expect(items.map(({ messageId }) => messageId)).toEqual(ids.map(String));
			}),
			runsOf(100),
		);
	});

	test('never guesses: with any other number of ids all are null and the answer is there', () => {
		assert(
			property(integer({ min: 1, max: 6 }), integer({ min: 0, max: 6 }), (count, given) => {
				const response: Json = { data: Array.from({ length: given }, (_, index) => index + 1) };
				const items = toRowItems(messages(count), response, 1);
				expect(items).toHaveLength(count);
				for (const [index, { messageId, response: shown }] of items.entries()) {
					expect(messageId).toBe(count === given ? String(index + 1) : null);
					expect(shown).toEqual(count === given ? undefined : response);
				}
			}),
			runsOf(100),
		);
	});

	test('gives one item for each message, whatever the answer is', () => {
		assert(
			property(jsonValue(), integer({ min: 1, max: 4 }), (answer, count) => {
				const items = toRowItems(messages(count), answer as Json, 2);
				expect(items.map(({ destination }) => destination)).toEqual(
					messages(count).map(({ destination }) => destination),
				);
				for (const { outcome, messageId, batch } of items) {
					expect(outcome).toBe('accepted');
					expect(batch).toBe(2);
					expect(messageId === null || typeof messageId === 'string').toBe(true);
				}
			}),
			runsOf(100),
		);
	});
});

describe('describeRow', () => {
	test('says of a row what it costs, and nothing of its text', () => {
		assert(
			property(string({ unit: 'grapheme' }), (message) => {
				const described = describeRow({ ...(messages(1)[0] as BulkMessage), message });
				const { because, ...rest } = described;
				const keys = ['destination', 'encoding', 'parts', 'source'];
				expect(
					Object.keys(rest)
						.filter((key) => key !== 'partsIfPlain')
						.sort(),
				).toEqual(keys);
				// Of the text only the few characters that make it UCS-2.
				expect([...String(because ?? '').matchAll(/\(U\+/g)].length).toBeLessThanOrEqual(3);
			}),
			runsOf(100),
		);
		const persian = { ...(messages(1)[0] as BulkMessage), message: 'س'.repeat(71) };
		expect(describeRow(persian)).toMatchObject({ encoding: 'UCS-2', parts: 2 });
	});
});
