import { describe, expect, test } from '@jest/globals';
import type { INodeParameters } from 'n8n-workflow';

import {
	detailsOf,
	gateway,
	getCredit,
	getStatus,
	ID,
	playVoiceFile,
	send,
	sendBulk,
	sendCode,
} from '../stage/gateway.ts';

const { sandbox, run, bodies } = gateway();

const BAD = '09129999999';
const GOOD = ['09120000000', '09120000001', '09120000002'];
/** What n8n says of an expression that throws: it swallows a TypeError, but not a node that isn't there. */
const NO_SUCH_NODE = /referenced node/i;
const refuseBad = () =>
	sandbox().setFaults([
		{
			match: { destination: BAD },
			fault: { kind: 'refuse', code: 1010, message: 'refused', status: 200 },
		},
	]);
const rowsTo = (...to: string[]) =>
	to.map((number, index) => ({ to: number, name: `row ${index}` }));

/** Every operation that sends, told where to by the item. */
const SENDING: Array<[string, INodeParameters]> = [
	['send', send({ destination: '={{ $json.to }}' })],
	['sendBulk', sendBulk({ destination: '={{ $json.to }}' })],
	['playVoiceFile', playVoiceFile({ destination: '={{ $json.to }}' })],
	['sendCode', sendCode({ destination: '={{ $json.to }}' })],
];

/** A bulk goes on over wrong rows only where it is told to, and fails by the batch. */
const GOING_ON = SENDING.map(([operation, parameters]): [string, INodeParameters] => [
	operation,
	operation === 'sendBulk'
		? { ...parameters, options: { invalidRows: 'skip', speed: { values: { batchSize: 1 } } } }
		: parameters,
]);

const sentTo = () =>
	sandbox()
		.messages()
		.map(({ destination }) => destination);

describe.each(SENDING)('%s, where the node stops on an error,', (_operation, parameters) => {
	test('pairs each output item with its own row', async () => {
		const { items } = await run(parameters, { rows: rowsTo(...GOOD) });
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual([
			{ item: 0 },
			{ item: 1 },
			{ item: 2 },
		]);
		expect(sentTo()).toEqual(GOOD);
	});

	test('ends with an error and without a hang where an expression throws for one item', async () => {
		for (const culprit of [0, 1, 2]) {
			const { error, items } = await run(
				{
					...parameters,
					destination: `={{ $itemIndex === ${culprit} ? $("Nowhere").item.json.to : $json.to }}`,
				},
				{ rows: rowsTo(...GOOD) },
			);
			expect(error?.message).toMatch(NO_SUCH_NODE);
			expect(items).toEqual([]);
		}
		expect(sandbox().requests()).toEqual([]);
	});

	test('sends only the first item where the node executes once', async () => {
		const { items } = await run(parameters, { rows: rowsTo(...GOOD), node: { executeOnce: true } });
		expect(sentTo()).toEqual([GOOD[0]]);
		expect(items).toHaveLength(1);
		expect(items[0]?.pairedItem).toEqual({ item: 0 });
	});

	test('sends nothing and ends where there are no items', async () => {
		const { error, items } = await run(parameters, { rows: [] });
		expect(error).toBeUndefined();
		expect(items).toEqual([]);
		expect(sandbox().requests()).toEqual([]);
	});
});

describe.each(GOING_ON)(
	'%s, where the node continues with its regular output,',
	(operation, parameters) => {
		// Its row holds the code.
		const hasColumns = operation !== 'sendCode';
		const node = { onError: 'continueRegularOutput' } as const;

		test('fails the wrong item alone and sends the others', async () => {
			const { items, error } = await run(parameters, {
				rows: rowsTo(GOOD[0] ?? '', 'x', GOOD[1] ?? ''),
				node,
			});
			expect(error).toBeUndefined();
			expect(sentTo()).toEqual([GOOD[0], GOOD[1]]);
			expect(items.map(({ json, pairedItem }) => [json.outcome, pairedItem])).toEqual([
				['accepted', { item: 0 }],
				['rejected', { item: 1 }],
				['accepted', { item: 2 }],
			]);
			expect(Object.entries(items[1]?.json ?? {})).toEqual([
				['outcome', 'rejected'],
				['error', `'To' of item 1 holds "x", which is not a phone number`],
				['destination', 'x'],
				['advice', expect.stringMatching(/^Write digits only/)],
				...(hasColumns
					? [
							['to', 'x'],
							['name', 'row 1'],
						]
					: []),
			]);
		});

		test('fails the refused item alone and sends the others', async () => {
			refuseBad();
			const { items } = await run(parameters, {
				rows: rowsTo(GOOD[0] ?? '', BAD, GOOD[1] ?? ''),
				node,
			});
			expect(sentTo()).toEqual([GOOD[0], GOOD[1]]);
			expect(items.map(({ pairedItem }) => pairedItem)).toEqual([
				{ item: 0 },
				{ item: 1 },
				{ item: 2 },
			]);
			const names = Object.keys(items[1]?.json ?? {});
			expect(names.slice(0, 4)).toEqual(['outcome', 'error', 'destination', 'advice']);
			// Else the column would stand where it comes up first: behind all of the others.
			expect(Object.entries(items[0]?.json ?? {})[1]).toEqual(['error', null]);
			expect(names.includes('name')).toBe(hasColumns);
			expect(items[1]?.json.error).toContain('The service refused the request: "refused"');
			expect(detailsOf(items[1])).toMatchObject({ outcome: 'rejected', httpStatus: 200 });
		});

		test('sends the others where an expression throws for one item', async () => {
			const { items } = await run(
				{
					...parameters,
					destination: '={{ $itemIndex === 1 ? $("Nowhere").item.json.to : $json.to }}',
				},
				{ rows: rowsTo(...GOOD), node },
			);
			expect(sentTo()).toEqual([GOOD[0], GOOD[2]]);
			expect(items).toHaveLength(3);
			expect(items[1]?.json.error ?? items[1]?.error?.message).toMatch(NO_SUCH_NODE);
			expect([items[0], items[2]].map((item) => [item?.json.outcome, item?.pairedItem])).toEqual([
				['accepted', { item: 0 }],
				['accepted', { item: 2 }],
			]);
		});
	},
);

describe.each(GOING_ON)(
	'%s, where the node continues with an error output,',
	(_operation, parameters) => {
		const node = { onError: 'continueErrorOutput' } as const;

		test('parts the items, and the failed ones keep their row’s own columns', async () => {
			refuseBad();
			const { items, errorItems } = await run(parameters, {
				rows: rowsTo(GOOD[0] ?? '', BAD, 'x', GOOD[1] ?? ''),
				node,
			});
			expect(items.map(({ json, pairedItem }) => [json.outcome, pairedItem])).toEqual([
				['accepted', { item: 0 }],
				['accepted', { item: 3 }],
			]);
			expect(errorItems).toEqual([
				{
					json: {
						to: BAD,
						name: 'row 1',
						error: expect.stringContaining('The service refused the request: "refused"'),
						details: expect.objectContaining({ outcome: 'rejected', httpStatus: 200 }),
					},
					pairedItem: { item: 1 },
				},
				{
					json: {
						to: 'x',
						name: 'row 2',
						error: `'To' of item 2 holds "x", which is not a phone number`,
						details: { outcome: 'rejected', destination: 'x', advice: expect.any(String) },
					},
					pairedItem: { item: 2 },
				},
			]);
		});

		test('sends the others where an expression throws for one item', async () => {
			const { items, errorItems } = await run(
				{
					...parameters,
					destination: '={{ $itemIndex === 0 ? $("Nowhere").item.json.to : $json.to }}',
				},
				{ rows: rowsTo(...GOOD), node },
			);
			expect(sentTo()).toEqual([GOOD[1], GOOD[2]]);
			expect(items).toHaveLength(2);
			expect(errorItems).toHaveLength(1);
			expect(errorItems[0]?.json.error ?? errorItems[0]?.error?.message).toMatch(NO_SUCH_NODE);
		});
	},
);

describe('the queries', () => {
	const QUERIES: Array<[string, INodeParameters]> = [
		['getStatus', getStatus({ messageIds: '={{ $json.ids ?? "1" }}' })],
		['getCredit', getCredit],
	];

	test.each(QUERIES)('fail with the service’s words and code: %s', async (_, parameters) => {
		sandbox().setFaults([{ fault: { kind: 'unauthorized' } }]);
		const { items, errorItems } = await run(parameters, {
			rows: [{ name: 'row 0' }],
			node: { onError: 'continueErrorOutput' },
		});
		expect(items).toEqual([]);
		expect(errorItems).toMatchObject([
			{
				json: {
					name: 'row 0',
					error: expect.stringMatching(/^The service refused the request: "/),
					details: { outcome: 'rejected', httpStatus: 401 },
				},
				pairedItem: { item: 0 },
			},
		]);
		expect(sandbox().requests()).toHaveLength(1);
	});

	test('of status fail a wrong item alone where the node continues', async () => {
		const { items } = await run(getStatus({ messageIds: '={{ $json.ids }}' }), {
			rows: [{ ids: '1,2' }, { ids: '' }, { ids: ID[0] }],
			node: { onError: 'continueRegularOutput' },
		});
		expect(items.map(({ json, pairedItem }) => [json.messageId ?? json.error, pairedItem])).toEqual(
			[
				['1', { item: 0 }],
				['2', { item: 0 }],
				["'Message IDs' of item 1 is empty", { item: 1 }],
				[ID[0], { item: 2 }],
			],
		);
		expect(bodies()).toEqual([expect.objectContaining({ msgid: `1,2,${ID[0]}` })]);
	});
});

describe('an option that no item may hold', () => {
	test('keeps every message once and in pairs with many at a time', async () => {
		const to = Array.from({ length: 12 }, (_, index) => `0912000${1000 + index}`);
		for (const [, parameters] of SENDING) {
			sandbox().reset();
			const { items } = await run(
				{ ...parameters, options: { speed: { values: { parallelRequests: 5 } } } },
				{ rows: rowsTo(...to) },
			);
			expect(sentTo().sort()).toEqual(to);
			expect(
				items.map(({ json, pairedItem }) => [
					[json.destinations ?? json.destination].flat(),
					pairedItem,
				]),
			).toEqual(to.map((number, item) => [[number], { item }]));
		}
	});
});
