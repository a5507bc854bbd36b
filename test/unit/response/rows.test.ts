import { describe, expect, test } from '@jest/globals';

import type { Json } from '../../../nodes/SmsVoiceGateway/lib/json.ts';
import type { BulkMessage } from '../../../nodes/SmsVoiceGateway/lib/wire.ts';
import { toRowItems } from '../../../nodes/SmsVoiceGateway/response/bulkRows.ts';
import { judgeRows } from '../../../nodes/SmsVoiceGateway/response/rows.ts';

const to = (...destinations: string[]): BulkMessage[] =>
	destinations.map((destination) => ({
		source: '3000',
		destination,
		message: 'x',
		send_to_blacklist: 0,
	}));

const THREE = to('09120000000', '09120000001', '09120000002');
const ok = (data: Json): Json => ({ meta: { status: 200 }, data });

const idsOf = (messages: BulkMessage[], response: Json) =>
	toRowItems(messages, response, 1).map(({ messageId }) => messageId);

describe('The ids of a bulk', () => {
	test.each<[string, Json]>([
		['fewer', ok([1, 2])],
		['more', ok([1, 2, 3, 4])],
		['one twice', ok([1, 2, 2])],
		['one negative', ok([1, -2, 3])],
		['one as a negative text', ok([1, '-2', 3])],
		['one 0', ok([1, 0, 3])],
		['one null', ok([1, null, 3])],
		['one that is a word', ok([1, 'error', 3])],
		['one that names an error', ok([1, 'ERR-17', 3])],
		['one decimal', ok([1, 2.5, 3])],
		['one decimal as a text', ok([1, '2.5', 3])],
		['one that has lost digits', ok([1, 2 ** 53, 3])],
		['one list', ok([1, [2], 3])],
		['one object for all', ok({ id: 1 })],
		['a list that stands alone', [1, 2, 3]],
		[
			'numbers of others',
			ok([
				{ to: '1', id: 1 },
				{ to: '2', id: 2 },
				{ to: '3', id: 3 },
			]),
		],
	])('are given to no row where there are %s', (_name, response) => {
		expect(idsOf(THREE, response)).toEqual([null, null, null]);
		for (const item of toRowItems(THREE, response, 1)) expect(item.response).toBe(response);
	});

	test('are given by place where there is one for each', () => {
		expect(idsOf(THREE, ok([7, 'a-8', { MsgID: '9' }]))).toEqual(['7', 'a-8', '9']);
	});

	test('are given by number where the answer has another order, however it writes the numbers', () => {
		const data = [
			{ destination: '+989120000002', id: 3 },
			{ destination: 989120000000, id: 1 },
			{ destination: '09120000001', id: 2 },
		];
		expect(idsOf(THREE, ok(data))).toEqual(['1', '2', '3']);
	});

	test.each(['destination', 'recipient', 'receptor', 'to', 'mobile', 'phone'])(
		'are given by the number that stands in "%s"',
		(name) => {
			const data = [2, 0, 1].map((at) => ({ [name]: `0912000000${at}`, id: at + 1 }));
			expect(idsOf(THREE, ok(data))).toEqual(['1', '2', '3']);
		},
	);

	test('are given by numbers of a few digits too, and by those that some entries name', () => {
		const short = to('30-00', '003001', '3002');
		const data = [
			{ to: '3001', id: 2 },
			{ to: '0003002', id: 3 },
			{ to: 3000, id: 1 },
		];
		expect(idsOf(short, ok(data))).toEqual(['1', '2', '3']);
		expect(idsOf(short, ok([1, { to: '3001', id: 2 }, 3]))).toEqual(['1', '2', '3']);
		expect(idsOf(short, ok([1, { to: '3002', id: 2 }, 3]))).toEqual([null, null, null]);
	});

	test('are given by place where two rows go to one number, and the order is the same', () => {
		const twice = to('09120000000', '09120000000');
		const data = [1, 2].map((id) => ({ to: '09120000000', id }));
		expect(idsOf(twice, ok(data))).toEqual(['1', '2']);
	});

	test('are given to no row where two rows go to one number and the order is another', () => {
		const twice = to('09120000000', '09120000000', '09120000001');
		const data = ['09120000001', '09120000000', '09120000000'].map((destination, at) => ({
			destination,
			id: at + 1,
		}));
		expect(idsOf(twice, ok(data))).toEqual([null, null, null]);
	});

	test.each<[string, Json, string]>([
		['before an id of another kind', { id: 1, msgid: 9001 }, '9001'],
		['behind it', { msg_id: 9001, ID: 1 }, '9001'],
		['in any letter case', { Id: 1, MessageID: '9001' }, '9001'],
		['without a better one', { id: 1 }, '1'],
	])('have the better name %s', (_name, record, id) => {
		expect(idsOf(to('09120000000'), ok([record]))).toEqual([id]);
	});
});

describe('Rows that an answer judges one by one', () => {
	const judged = (response: Json, messages = THREE) =>
		judgeRows(messages, response)?.map(({ kind, messageId, ...more }) => [
			kind,
			messageId,
			...('code' in more ? [more.code] : []),
			...('words' in more ? [more.words] : []),
		]);

	test('end each as the answer says of it', () => {
		const data: Json = [{ id: 1, status: 200 }, { status: 1010, message: 'refused' }, 3];
		expect(judged(ok(data))).toEqual([
			['accepted', '1'],
			['refused', null, '1010', 'refused'],
			['accepted', '3'],
		]);
	});

	test('end so in a list that stands alone, and by their numbers', () => {
		const rows: Json = [
			{ receptor: '09120000001', success: false, error: 'blocked' },
			{ receptor: '09120000000', id: 5 },
			{ receptor: '09120000002', id: 6 },
		];
		expect(judged(rows)).toEqual([
			['accepted', '5'],
			['refused', null, 'blocked'],
			['accepted', '6'],
		]);
	});

	test('are unclear where nothing or both is said of one, and another is refused', () => {
		const data: Json = [{}, { id: 2, error: 'x' }, { error: 'y' }];
		expect(judged(ok(data))).toEqual([
			['unclear', null],
			['unclear', '2', 'x'],
			['refused', null, 'y'],
		]);
		expect(judged(ok([null, 5, { error: 'y' }]))?.[0]).toEqual(['unclear', null]);
	});

	test('say why they are unclear, by the state of the message too', () => {
		const data: Json = [{}, 'login failed', { msgid: 7, status: 5 }];
		expect(judgeRows(THREE, ok(data))).toMatchObject([
			{ kind: 'unclear', why: 'mixed', response: {}, messageId: null },
			{ kind: 'unclear', why: 'suspicious', response: 'login failed', messageId: null },
			{ kind: 'unclear', why: 'contradictory', code: '5', messageId: '7' },
		]);
	});

	test('are accepted where a success is said, also without an id', () => {
		expect(judged(ok([{ status: 200 }, { a: 1 }, { error: 'y' }]))).toEqual([
			['accepted', null],
			['accepted', null],
			['refused', null, 'y'],
		]);
	});

	test('have no ids where one stands twice', () => {
		expect(judged(ok([5, 5, { error: 'y' }]))?.map(([, id]) => id)).toEqual([null, null, null]);
	});

	test('are none where two rows go to one number, and the order is another', () => {
		const twice = to('09120000000', '09120000000', '09120000001');
		const data: Json = [
			{ to: '09120000001', id: 3 },
			{ to: '09120000000', id: 1 },
			{ to: '09120000000', error: 'x' },
		];
		expect(judgeRows(twice, ok(data))).toBeUndefined();
	});

	test.each<[string, Json]>([
		['refuses none', ok([1, 2, 3])],
		['has fewer rows', ok([1, { error: 'x' }])],
		['has more rows', ok([1, 2, 3, { error: 'x' }])],
		['has no rows', { meta: { status: 1006 }, data: null }],
		['has rows of other numbers', ok([{ to: '1' }, { to: '2' }, { to: '3', error: 'x' }])],
		['is a text', 'credit is not enough'],
		[
			'names a number twice that two of the rows have',
			ok([
				{ to: '09120000002', error: 'x' },
				{ to: '09120000000', id: 1 },
				{ to: '09120000000', id: 2 },
			]),
		],
		[
			'names one number that no row has',
			ok([
				{ to: '09120000001', error: 'x' },
				{ to: '09120000000', id: 1 },
				{ to: '09120000009', id: 2 },
			]),
		],
	])('are none where the answer %s', (_name, response) => {
		expect(judgeRows(THREE, response)).toBeUndefined();
	});
});
