import { describe, expect, test } from '@jest/globals';
import type { IDataObject, INode, INodeParameters } from 'n8n-workflow';

import {
	merged,
	leaving,
	numberOf,
	numbers,
	outcomesOf,
	pairOf,
	times,
	CONTINUE,
	RETRY,
} from '../stage/rows.ts';
import { deduplicator } from '../stage/deduplicator.ts';
import { detailsOf, gateway, getCredit, getStatus, send, sendBulk } from '../stage/gateway.ts';

const { sandbox, run, bodies, answerWith } = gateway();

deduplicator();

/** One text to each of some numbers. */
const announce = (batchSize: number, options: INodeParameters = {}, more: INodeParameters = {}) =>
	send({
		destination: '={{ $json.to }}',
		options: merged({ speed: { values: { batchSize } } }, options),
		...more,
	});
const rowsTo = (...to: unknown[]): IDataObject[] =>
	to.map((number) => ({ to: number }) as IDataObject);
/** The destinations of each request. */
const asked = () => bodies().map(({ destination }) => String(destination).split(','));
const idOf = (to: string) =>
	sandbox()
		.messages()
		.find(({ destination }) => destination === to)?.id;

describe('Send with a Batch Size', () => {
	test('puts rows with one text into requests of so many numbers, and each row has its own id', async () => {
		const to = numbers(5);
		const { items, error, hints } = await run(announce(2), { rows: rowsTo(...to) });
		expect(error).toBeUndefined();
		expect(asked()).toEqual([to.slice(0, 2), to.slice(2, 4), to.slice(4)]);
		expect(items.map(({ json }) => json)).toEqual(
			to.map((number, index) => ({
				outcome: 'accepted',
				messageIds: [idOf(number)],
				destinations: [number],
				encoding: 'GSM-7',
				parts: 1,
				// Once for each request.
				...(index % 2 === 0 ? { response: expect.anything() } : {}),
			})),
		);
		expect(items.map(pairOf)).toEqual([0, 1, 2, 3, 4]);
		expect(hints.map(({ message }) => message)).toEqual([
			'5 rows: 5 accepted. 5 message parts in 3 requests.',
		]);
	});

	test.each(['json', 'multipart'])('leaves as %s, scheduled too', async (bodyFormat) => {
		const options = {
			bodyFormat,
			time: { values: { scheduled: '2090-01-02 03:04', timeZone: 'UTC' } },
		};
		const { error } = await run(announce(10, options), { rows: rowsTo(...numbers(3)) });
		expect(error).toBeUndefined();
		expect(bodies()).toEqual([
			{
				source: '3000',
				destination: numbers(3).join(','),
				message: 'Hello',
				scheduled: '2090-01-02 03:04',
			},
		]);
		expect(sandbox().requests()[0]?.encoding).toBe(bodyFormat);
	});

	test('shares no request between rows of which any of text, source and schedule differs', async () => {
		const { error } = await run(
			announce(
				10,
				{ time: { values: { scheduled: '={{ $json.at }}' } } },
				{ message: '={{ $json.text }}', source: '={{ $json.from }}' },
			),
			{
				rows: [{}, { text: 'Other' }, { from: '4000' }, { at: '2090-01-02 03:05' }, {}].map(
					(more, index) => ({
						text: 'Hello',
						from: '3000',
						at: '2090-01-02 03:04',
						...more,
						to: numberOf(index),
					}),
				),
			},
		);
		expect(error).toBeUndefined();
		expect(asked()).toEqual([[numberOf(0), numberOf(4)], ...[1, 2, 3].map((n) => [numberOf(n)])]);
	});

	test('keeps the numbers of a row together, and gives the row all their ids', async () => {
		const to = numbers(4);
		const { items } = await run(announce(3), {
			rows: rowsTo(to.slice(0, 2).join(','), to[2], to[3]),
		});
		expect(asked()).toEqual([to.slice(0, 3), to.slice(3)]);
		expect(items.map(({ json }) => json.messageIds)).toEqual([
			to.slice(0, 2).map(idOf),
			[idOf(to[2] ?? '')],
			[idOf(to[3] ?? '')],
		]);
	});

	test('sends the second row of one number in a later request: each row stays a message', async () => {
		const [a, b] = numbers(2);
		const { items } = await run(announce(10), { rows: rowsTo(a, a, b) });
		expect(asked()).toEqual([[a, b], [a]]);
		expect(outcomesOf(items)).toEqual(times(3, 'accepted'));
		expect(sandbox().messages()).toHaveLength(3);
		expect(new Set(items.map(({ json }) => String(json.messageIds))).size).toBe(3);
	});

	test.each([
		['fewer ids', { meta: { status: 200 }, data: [1, 2] }],
		['more ids', { meta: { status: 200 }, data: [1, 2, 3, 4] }],
		['one id', { meta: { status: 200 }, data: 1 }],
		['no ids', { meta: { status: 200 }, data: null }],
	])('guesses no id where the answer holds %s: the answer is in response', async (_, answer) => {
		answerWith(answer);
		const { items } = await run(announce(10), { rows: rowsTo(...numbers(3)) });
		expect(items.map(({ json }) => [json.outcome, json.messageIds, json.response])).toEqual(
			[answer, undefined, undefined].map((own) => ['accepted', [], own]),
		);
	});

	test('marks only the rows of a request that fails, and a retry sends only these', async () => {
		const to = numbers(6);
		sandbox().setFaults([
			{ match: { destination: to[0] ?? '' }, fault: { kind: 'status', status: 400 }, times: 1 },
		]);
		const { items } = await run(announce(2), {
			rows: rowsTo(...to),
			node: { ...CONTINUE, ...RETRY },
		});
		expect(outcomesOf(items)).toEqual(times(6, 'accepted'));
		expect(asked()).toEqual([to.slice(0, 2), to.slice(2, 4), to.slice(4), to.slice(0, 2)]);
	});

	test('says of each row of a lost request where it went', async () => {
		sandbox().setFaults([{ fault: { kind: 'drop', when: 'after' } }]);
		const to = numbers(2);
		const { items } = await run(announce(2), { rows: rowsTo(...to), node: CONTINUE });
		expect(items.map((item) => detailsOf(item))).toEqual(
			to.map((destination) => expect.objectContaining({ outcome: 'unknown', destination })),
		);
	});

	test('shows in a dry run the request that a row would go in', async () => {
		const to = numbers(3);
		const { json, hints } = await run(announce(2, { dryRun: true }), { rows: rowsTo(...to) });
		expect(json.map(({ request }) => (request as IDataObject).body)).toEqual(
			[to.slice(0, 2), to.slice(0, 2), to.slice(2)].map((own) => ({
				source: '3000',
				destination: own.join(','),
				message: 'Hello',
			})),
		);
		expect(hints[0]?.message).toBe(
			'Dry run, nothing was sent; 3 rows: 3 would be sent. 3 message parts in 2 requests; the credit is 1,000.',
		);
		expect(leaving(sandbox())).toEqual([]);
	});

	test.each([0, 1001, 1.5, 'x'])('of %p is refused before anything is sent', async (batchSize) => {
		const { error } = await run(announce(0, { speed: { values: { batchSize } } }), {
			rows: rowsTo(...numbers(2)),
		});
		expect(error?.message).toMatch(
			/^'Speed → Batch Size' holds .*, which is not a whole number from 1 to 1000$/,
		);
		expect(sandbox().requests()).toEqual([]);
	});

	test('leaves out of a shared request what was sent in an earlier execution', async () => {
		const to = numbers(4);
		const keyed = announce(10, { sendOnce: { values: { by: 'key', key: '={{ $json.to }}' } } });
		await run(keyed, { rows: rowsTo(to[1], to[2]) });
		sandbox().reset();
		const { items } = await run(keyed, { rows: rowsTo(...to) });
		expect(asked()).toEqual([[to[0], to[3]]]);
		expect(items.map(({ json }) => [json.outcome, json.messageIds])).toEqual([
			['accepted', [idOf(to[0] ?? '')]],
			['duplicate', []],
			['duplicate', []],
			['accepted', [idOf(to[3] ?? '')]],
		]);
	});
});

describe('Get Status', () => {
	const ids = (count: number) => Array.from({ length: count }, (_, index) => String(7000 + index));
	const statusOf = (
		rows: IDataObject[],
		options: INodeParameters = {},
		node: Partial<INode> = {},
	) => run(getStatus({ messageIds: '={{ $json.id }}', options }), { rows, node });

	test('asks for the ids of many items in requests of a hundred', async () => {
		const all = ids(250);
		const { items, error } = await statusOf(all.map((id) => ({ id })));
		expect(error).toBeUndefined();
		expect(bodies().map(({ msgid }) => String(msgid).split(',').length)).toEqual([100, 100, 50]);
		expect(items.map(({ json }) => json.messageId)).toEqual(all);
		expect(items.map(pairOf)).toEqual(all.map((_, item) => item));
	});

	test('gives each id its own record, wherever it stands in the answer', async () => {
		answerWith({
			meta: { code: 200 },
			data: [
				{ MsgID: '3', Status: 5 },
				{ MsgID: '1', Status: 6 },
			],
		});
		const { json } = await statusOf([{ id: '1' }, { id: '2' }, { id: '3' }]);
		expect(json.map(({ messageId, status }) => [messageId, status])).toEqual([
			['1', 6],
			['2', null],
			['3', 5],
		]);
	});

	test('asks once for an id that two items ask for, and answers both', async () => {
		const { items } = await statusOf([{ id: '1' }, { id: '2,1' }, { id: '1' }]);
		expect(bodies()).toEqual([{ msgid: '1,2' }]);
		expect(items.map((item) => [item.json.messageId, pairOf(item)])).toEqual([
			['1', 0],
			['2', 1],
			['1', 1],
			['1', 2],
		]);
	});

	test('leaves an answer that can not be matched in the first item', async () => {
		answerWith({ meta: { code: 200 }, data: 'queued' });
		const { json } = await statusOf([{ id: '1' }, { id: '2' }]);
		expect(json).toMatchObject([
			{ messageId: '1', status: null, response: { meta: { code: 200 }, data: 'queued' } },
			{ messageId: '2', status: null },
		]);
		expect(json[1]).not.toHaveProperty('response');
	});

	test('fails all items of a request that failed, and only these', async () => {
		sandbox().setFaults([{ fault: { kind: 'status', status: 503 }, times: 1 }]);
		const { items } = await statusOf(
			ids(5).map((id) => ({ id })),
			{ speed: { values: { batchSize: 2 } } },
			CONTINUE,
		);
		expect(items.map((item) => detailsOf(item).outcome ?? 'answered')).toEqual([
			'unknown',
			'unknown',
			'answered',
			'answered',
			'answered',
		]);
	});

	test('asks for several at once with Parallel Requests', async () => {
		const options = { speed: { values: { batchSize: 1, parallelRequests: 4 } } };
		const { items } = await statusOf(
			ids(9).map((id) => ({ id })),
			options,
		);
		expect(items.map(({ json }) => json.messageId)).toEqual(ids(9));
		expect(bodies()).toHaveLength(9);
	});
});

test('Get Credit fails for every item where its one request does', async () => {
	sandbox().setFaults([{ fault: { kind: 'status', status: 503 } }]);
	const { items } = await run(getCredit, { rows: [{}, {}], node: CONTINUE });
	expect(items.map((item) => [detailsOf(item).outcome, pairOf(item)])).toEqual([
		['unknown', 0],
		['unknown', 1],
	]);
	expect(sandbox().requests()).toHaveLength(1);
});

test('Send Bulk goes on as it did: a row each, with its batch', async () => {
	const { json } = await run(sendBulk({ destination: '={{ $json.to }}' }), {
		rows: rowsTo(...numbers(2)),
	});
	expect(json).toEqual(
		numbers(2).map((destination) => ({
			outcome: 'accepted',
			messageId: idOf(destination),
			source: '3000',
			destination,
			encoding: 'GSM-7',
			parts: 1,
			batch: 1,
		})),
	);
});
