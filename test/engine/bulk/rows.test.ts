import { describe, expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';

import { gateway, PATH } from '../stage/gateway.ts';
import { fronts, tooEarly } from '../stage/front.ts';
import {
	batchesAt,
	bulk,
	messageTo,
	numberOf,
	numbers,
	outcomesOf,
	pairOf,
	rowsFor,
	times,
	CONTINUE,
} from '../stage/rows.ts';

const { sandbox, credentials, run } = gateway();

const front = fronts(sandbox);

describe('the rows of a bulk', () => {
	test('leave in requests of the batch size, in order, each result with its row and its own id', async () => {
		const { items, error } = await run(bulk({ speed: { values: { batchSize: 100 } } }), {
			rows: rowsFor(250),
		});
		expect(error).toBeUndefined();
		const all = numbers(250);
		expect(batchesAt(sandbox())).toEqual([all.slice(0, 100), all.slice(100, 200), all.slice(200)]);
		expect(
			sandbox()
				.requests()
				.map(({ method, path, accepted }) => [method, path, accepted]),
		).toEqual(times(3, ['POST', PATH.sendBulk, true]));
		expect(items.map(pairOf)).toEqual(all.map((_, index) => index));
		expect(items.map(({ json }) => json)).toEqual(
			all.map((to, index) => ({
				outcome: 'accepted',
				messageId: messageTo(sandbox(), to)?.id,
				source: '3000',
				destination: to,
				encoding: 'GSM-7',
				parts: 1,
				batch: Math.floor(index / 100) + 1,
			})),
		);
		expect(
			sandbox()
				.messages()
				.map(({ destination, message }) => [destination, message]),
		).toEqual(all.map((to, index) => [to, `Hello no. ${index}`]));
	});

	test('leave a hundred at a time unless told otherwise', async () => {
		await run(bulk(), { rows: rowsFor(101) });
		expect(batchesAt(sandbox()).map(({ length }) => length)).toEqual([100, 1]);
	});

	test.each([
		[1, [1, 1, 1, 1, 1]],
		[2, [2, 2, 1]],
		[4, [4, 1]],
		[5, [5]],
		[10_000, [5]],
	])('leave %i at a time where the batch size is that', async (batchSize, sizes) => {
		const { json } = await run(bulk({ speed: { values: { batchSize } } }), { rows: rowsFor(5) });
		expect(batchesAt(sandbox()).map(({ length }) => length)).toEqual(sizes);
		expect(batchesAt(sandbox()).flat()).toEqual(numbers(5));
		expect(json.map(({ batch }) => batch)).toEqual(
			sizes.flatMap((size, index) => times(size, index + 1)),
		);
	});

	test.each(['={{ $json.size }}', '={{ String($json.size) }}', '={{ 1 + 1 }}'])(
		'leave as an expression for the batch size says of the first row: %s',
		async (batchSize) => {
			const rows = rowsFor(5).map((row, index) => ({ ...row, size: index === 0 ? 2 : 99 }));
			const { error } = await run(bulk({ speed: { values: { batchSize } } }), { rows });
			expect(error).toBeUndefined();
			expect(batchesAt(sandbox()).map(({ length }) => length)).toEqual([2, 2, 1]);
		},
	);

	test('may all have the same number: each gets its own message and id', async () => {
		const rows = times(5, { to: numberOf(7), text: 'Again' });
		const { json } = await run(bulk({ speed: { values: { batchSize: 2 } } }), { rows });
		expect(json.map(({ messageId }) => messageId)).toEqual(
			sandbox()
				.messages()
				.map(({ id }) => id),
		);
		expect(new Set(json.map(({ messageId }) => messageId)).size).toBe(5);
	});

	test('are the first one alone where the node is set to Execute Once', async () => {
		const { items, error } = await run(bulk({ speed: { values: { batchSize: 2 } } }), {
			rows: rowsFor(5),
			node: { executeOnce: true },
		});
		expect(error).toBeUndefined();
		expect(items.map(pairOf)).toEqual([0]);
		expect(batchesAt(sandbox())).toEqual([[numberOf(0)]]);
	});

	test('may have a source each, of which a request can carry several', async () => {
		const rows = rowsFor(4).map((row, index) => ({ ...row, from: `300${index % 2}` }));
		const { json } = await run(
			bulk({ speed: { values: { batchSize: 4 } } }, { source: '={{ $json.from }}' }),
			{ rows },
		);
		const sources = ['3000', '3001', '3000', '3001'];
		expect(
			sandbox()
				.messages()
				.map(({ source }) => source),
		).toEqual(sources);
		expect(json.map(({ source }) => source)).toEqual(sources);
	});
});

describe('a setting that holds for all rows', () => {
	const WRONG: Array<[parameter: string, shown: string, values: unknown[]]> = [
		['batchSize', 'Speed → Batch Size', [0, -1, 1.5, 10_001, '', 'many', null, true, [100], {}]],
		['batchInterval', 'Speed → Batch Interval (Ms)', [-1, 0.5, 3_600_001, '', 'slow', null, [5]]],
		['parallelRequests', 'Speed → Parallel Requests', [0, -1, 21, 1.5, '', 'x', null, true]],
		['invalidRows', 'Invalid Rows', ['', 'ignore', 0, null, true, ['skip']]],
	];
	const CASES = WRONG.flatMap(([parameter, shown, values]) =>
		values.map((value): [string, string, unknown] => [parameter, shown, value]),
	);

	test.each(CASES)('%s keeps everything back where it is wrong: %s is %j', async (...one) => {
		const [parameter, shown, value] = one;
		const { error } = await run(
			bulk(
				shown.startsWith('Speed')
					? { speed: { values: { [parameter]: '={{ $json.value }}' } } }
					: { [parameter]: '={{ $json.value }}' },
			),
			// The first row's value counts, so that it is the one that is wrong.
			{ rows: rowsFor(3).map((row) => ({ ...row, value: value as IDataObject })) },
		);
		expect(error?.message).toContain(`'${shown}' holds `);
		expect(error?.description).toEqual(expect.stringMatching(/\w/));
		expect(sandbox().requests()).toEqual([]);
	});

	test('that is wrong refuses every row where the node continues', async () => {
		const { items, error } = await run(bulk({ speed: { values: { batchSize: '={{ 0 }}' } } }), {
			rows: rowsFor(3),
			node: CONTINUE,
		});
		expect(error).toBeUndefined();
		expect(items.map(pairOf)).toEqual([0, 1, 2]);
		expect(outcomesOf(items)).toEqual(times(3, 'rejected'));
		for (const { json } of items) expect(json.error).toContain("'Speed → Batch Size' holds 0");
		expect(sandbox().requests()).toEqual([]);
	});

	test('whose expression fails is named too', async () => {
		const { error } = await run(
			bulk({ speed: { values: { batchInterval: "={{ $('No Such Node').first() }}" } } }),
			{
				rows: rowsFor(2),
			},
		);
		expect(error?.message).toContain("'Speed → Batch Interval (Ms)' can't be read");
		expect(sandbox().requests()).toEqual([]);
	});

	test('names all that are wrong at once', async () => {
		const { error } = await run(
			bulk({ speed: { values: { batchSize: 0, parallelRequests: 99 } } }),
			{
				rows: rowsFor(2),
			},
		);
		expect(error?.message).toContain("'Speed → Batch Size'");
		expect(error?.message).toContain("'Speed → Parallel Requests'");
	});
});

describe('Batch Interval', () => {
	test('keeps the requests apart', async () => {
		const early = await tooEarly(sandbox, { pause: 200 }, async () => {
			const { error } = await run(
				bulk({ speed: { values: { batchSize: 2, batchInterval: 200 } } }),
				{ rows: rowsFor(7) },
			);
			expect(error).toBeUndefined();
		});
		expect(batchesAt(sandbox()).map(({ length }) => length)).toEqual([2, 2, 2, 1]);
		expect(early).toEqual([]);
	});

	test('keeps them apart also where several may be on their way at once', async () => {
		const server = await front({ delay: 500, together: 2 });
		const early = await tooEarly(sandbox, { pause: 200, way: 498 }, () =>
			run(bulk({ speed: { values: { batchSize: 1, batchInterval: 200, parallelRequests: 4 } } }), {
				rows: rowsFor(4),
				credentials: credentials({ smsBaseUrl: server.url }),
			}),
		);
		expect(server.most()).toBeGreaterThan(1);
		expect(sandbox().requests()).toHaveLength(4);
		expect(early).toEqual([]);
	});
});

describe('Parallel Requests', () => {
	test.each([2, 3, 5])('lets %i requests overlap and never more', async (parallelRequests) => {
		const server = await front({ together: parallelRequests });
		const { items, error } = await run(
			bulk({ speed: { values: { batchSize: 2, parallelRequests } } }),
			{
				rows: rowsFor(24),
				credentials: credentials({ smsBaseUrl: server.url }),
			},
		);
		expect(error).toBeUndefined();
		expect(server.most()).toBe(parallelRequests);
		expect(items.map(pairOf)).toEqual(numbers(24).map((_, index) => index));
		expect(items.map(({ json }) => json.messageId)).toEqual(
			numbers(24).map((to) => messageTo(sandbox(), to)?.id),
		);
		// Twelve requests of two rows, each with a number of its own.
		const requests = items.map(({ json }) => [
			json.batch,
			messageTo(sandbox(), String(json.destination))?.requestId,
		]);
		expect(batchesAt(sandbox()).map(({ length }) => length)).toEqual(times(12, 2));
		expect([...new Set(requests.map(([batch]) => Number(batch)))].sort((a, b) => a - b)).toEqual(
			Array.from({ length: 12 }, (_, index) => index + 1),
		);
		expect(new Set(requests.map(String)).size).toBe(12);
	});
});
