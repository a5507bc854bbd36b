import { describe, expect, test } from '@jest/globals';
import { assert, bigInt, property, uniqueArray } from 'fast-check';

import type { Json } from '../../../nodes/SmsVoiceGateway/values/json.ts';
import type { Verdict } from '../../../nodes/SmsVoiceGateway/response/answer.ts';
import { runsOf } from '../fuzz.ts';
import { read } from './read.ts';

const to = (...numbers: string[]) => numbers.map((number) => [number]);

const THREE = to('09120000000', '09120000001', '09120000002');
const ok = (data: Json): Json => ({ meta: { status: 200 }, data });

/** What is said of each row: its kind, its ids, and for what reason or in what words. */
const judged = (response: unknown, rows = THREE) => {
	const { kind, rows: each } = read(response, { rows });
	return (
		each?.map(({ ids, ...one }) => [
			one.kind,
			...ids,
			...('why' in one && one.why !== 'unproven' ? [one.why] : []),
			...('code' in one ? [one.code] : []),
			...('words' in one ? [one.words] : []),
		]) ?? kind
	);
};

const idsOf = (rows: string[][], response: unknown) =>
	read(response, { rows }).rows?.map(({ ids }) => ids[0] ?? null);

const warningsOf = (response: unknown, rows: string[][]) =>
	read(response, { rows }).rows?.map(({ warning }) => warning?.slice(0, warning.indexOf('. ')));

describe('The ids of a bulk', () => {
	test.each<[string, Json]>([
		['fewer', ok([9001, 9002])],
		['more', ok([9001, 9002, 9003, 9004])],
		['one twice', ok([9001, 9002, 9002])],
		['one object for all', ok({ id: 1 })],
		['none', ok([])],
		['numbers of others', ok([1, 2, 3].map((id) => ({ to: String(id), id })))],
	])(
		'are given to no row where there are %s, and the envelope says that all were taken',
		(_, response) => {
			expect(judged(response)).toEqual([['accepted'], ['accepted'], ['accepted']]);
		},
	);

	test.each<[string, unknown]>([
		['fewer ids', { data: [9001, 9002] }],
		['more ids', { data: [9001, 9002, 9003, 9004] }],
		['fewer records', { messages: [{ id: 1 }, { id: 2 }] }],
		['fewer, alone', [900001, 900002]],
		['what are codes', ok([1, 2, 3])],
		['nothing for each', ok([null, null, null])],
		['what names no message', ok([{ to: '09120000000' }, {}, {}])],
	])('prove nothing where there are %s than rows', (_, response) => {
		expect(read(response, { rows: THREE }).kind).toBe('unclear');
	});

	test('are given by place where there is one for each', () => {
		expect(idsOf(THREE, ok([7001, 'a-88', { MsgID: '9' }]))).toEqual(['7001', 'a-88', '9']);
		expect(idsOf(THREE, { data: [7001, 7002, 7003] })).toEqual(['7001', '7002', '7003']);
		expect(idsOf(THREE, [700001, 700002, 700003])).toEqual(['700001', '700002', '700003']);
		expect(idsOf(THREE, { ids: [1, 2, 3] })).toEqual(['1', '2', '3']);
		expect(idsOf(THREE, 'OK 7001, 7002, 7003')).toEqual(['7001', '7002', '7003']);
	});

	test('are none of the numbers that a text gives back before them', () => {
		expect(idsOf(to('09120000000'), 'success | 989120000000 | 7280147-12')).toEqual(['7280147-12']);
		expect(idsOf(to('09120000000'), 'OK 09120000000')).toEqual([null]);
		expect(idsOf(to('7001'), ok([7001]))).toEqual(['7001']);
		expect(warningsOf('OK 09120000000,7001', to('09120000000'))).toEqual([undefined]);
	});

	test('are given in the order of the answer, however large they are', () => {
		assert(
			property(uniqueArray(bigInt({ min: 1100n, max: 10n ** 25n }), { minLength: 1 }), (ids) => {
				const rows = ids.map((_, at) => [`0912${at}`]);
				expect(idsOf(rows, `{"data":[${ids.join(',')}]}`)).toEqual(ids.map(String));
			}),
			runsOf(100),
		);
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
		expect(idsOf(short, ok([7001, { to: '3001', id: 2 }, 7003]))).toEqual(['7001', '2', '7003']);
		expect(idsOf(short, ok([7001, { to: '3002', id: 2 }, 7003]))).toEqual([null, null, null]);
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
	test('end each as the answer says of it', () => {
		const data: Json = [{ id: 1, status: 200 }, { status: 1010, message: 'refused' }, 9003];
		const each = [
			['accepted', '1'],
			['refused', '1010', 'refused'],
			['accepted', '9003'],
		];
		expect(judged(ok(data))).toEqual(each);
		expect(judged({ data })).toEqual(each);
		expect(judged(data)).toEqual([['accepted', '1'], ['refused', '1010', 'refused'], ['unclear']]);
	});

	test.each<[string, Json]>([
		['a code', -1],
		['words', 'invalid number'],
		['nothing', null],
		['a small number', 14],
		['an empty record', {}],
		['a record that proves nothing', { a: 1 }],
		['a code that is known', 1006],
		['a list', [9001]],
	])('are unclear where %s stands in the place of an id', (_, odd) => {
		const each = [['accepted', '900001'], ['unclear'], ['accepted', '900003']];
		for (const response of [
			ok([900001, odd, 900003]),
			{ data: [900001, odd, 900003] },
			[900001, odd, 900003],
		])
			expect(judged(response)).toEqual(each);
	});

	test('end so by their numbers', () => {
		const rows: Json = [
			{ receptor: '09120000001', success: false, error: 'blocked' },
			{ receptor: '09120000000', id: 5 },
			{ receptor: '09120000002', id: 6 },
		];
		expect(judged(rows)).toEqual([
			['accepted', '5'],
			['refused', 'blocked'],
			['accepted', '6'],
		]);
	});

	test('are unclear where both is said of one, by the state of the message too', () => {
		const data: Json = [{ id: 2, error: 'x' }, { error: 'y' }, { msgid: 7, status: 5 }];
		expect(judged(ok(data))).toEqual([
			['unclear', 'contradictory', 'x'],
			['refused', 'y'],
			['unclear', 'contradictory', '5'],
		]);
	});

	test('are unclear where the envelope has a status of an unknown word', () => {
		const response = { status: 'odd', data: [9001, { error: 'y' }, 9003] };
		expect(judged(response)).toEqual([
			['unclear', '9001'],
			['refused', 'y'],
			['unclear', '9003'],
		]);
	});

	test('say what came of them', () => {
		const { rows } = read(ok([9001, 'login failed', -3]), { rows: THREE });
		expect(rows?.map(({ response }) => response)).toEqual([undefined, 'login failed', -3]);
	});

	test('have no ids where one stands twice', () => {
		const data: Json = [9005, 9005, { error: 'y' }];
		expect(judged(ok(data))).toEqual([['accepted'], ['accepted'], ['refused', 'y']]);
	});

	test('have their own words where all are refused', () => {
		const data: Json = [{ error: 'a' }, { error: 'b' }, null];
		const each = [
			['refused', '1010', 'a'],
			['refused', '1010', 'b'],
			['refused', '1010', 'x'],
		];
		const own = each.map(([kind, , words]) => [kind, ...(words === 'x' ? ['1010'] : []), words]);
		expect(judged({ meta: { status: 1010, message: 'x' }, data })).toEqual(own);
		expect(read({ data }, { rows: THREE, httpStatus: 400 }).kind).toBe('refused');
	});

	test.each<[unknown[]]>([
		[[0, '8812345']],
		[[962, '8812345']],
		[[null, 900001]],
		[[1006, 900001]],
	])('are none in %j, a whole answer that begins with a code', (response) => {
		expect(read(response, { rows: THREE.slice(0, 2) })).toEqual({
			kind: 'unclear',
			why: 'unproven',
			response,
		});
	});

	test('are told together by one of them where some differ', () => {
		const of = (data: Json) => {
			const said: Partial<Verdict> = read({ data }, { rows: THREE.slice(0, 2) });
			delete said.response;
			delete said.rows;
			return said;
		};
		expect(of([9001, { error: 'x' }])).toEqual({ kind: 'accepted' });
		expect(of([{ error: 'x' }, { error: 'y' }])).toEqual({ kind: 'refused', words: 'x' });
		expect(of([{ error: 'x' }, -1])).toEqual({ kind: 'unclear', why: 'unproven', words: 'x' });
		expect(of([null, null])).toEqual({ kind: 'unclear', why: 'unproven' });
		expect(read(ok([null, null]), { rows: THREE.slice(0, 2) }).rows).toBeUndefined();
	});

	test('have none of their own where a refusal is one of all, and one goes to several numbers', () => {
		const data: Json = [{ error: 'a' }, { error: 'b' }, { error: 'c' }];
		const response = { success: false, data };
		expect(read(response, { rows: [['1'], ['2', '3']] })).toEqual({
			kind: 'refused',
			words: 'a',
			response,
		});
		expect(read({ success: false, data: [data[0]] }, { rows: [['1']] }).rows).toBeUndefined();
	});

	test('are none where two rows go to one number, and the order is another', () => {
		const twice = to('09120000000', '09120000000', '09120000001');
		const data: Json = [
			{ to: '09120000001', id: 3 },
			{ to: '09120000000', id: 1 },
			{ to: '09120000000', error: 'x' },
		];
		expect(judged(ok(data), twice)).toBe('unclear');
	});

	test.each<[string, Json, string]>([
		['refuses one of fewer', ok([9001, { error: 'x' }]), 'unclear'],
		['refuses one of more', ok([9001, 9002, 9003, { error: 'x' }]), 'unclear'],
		['refuses all', { meta: { status: 1006 }, data: null }, 'refused'],
		[
			'has rows of other numbers',
			ok([{ to: '1' }, { to: '2' }, { to: '3', error: 'x' }]),
			'unclear',
		],
		['is a text', 'credit is not enough', 'unclear'],
	])('are none where the answer %s', (_name, response, kind) => {
		expect(judged(response)).toBe(kind);
	});

	test.each<[string, object, string[]]>([
		['one of them', { rejected: ['9120000001'] }, ['accepted', 'unclear', 'accepted']],
		[
			'a record of one',
			{ failed: [{ to: '+989120000001', why: 'x' }] },
			['accepted', 'unclear', 'accepted'],
		],
		['all of them', { invalid_numbers: THREE.flat() }, ['unclear', 'unclear', 'unclear']],
		[
			'one of them and another',
			{ rejected: ['09120000001', '122'] },
			['unclear', 'unclear', 'unclear'],
		],
		['another', { rejected: ['122'] }, ['unclear', 'unclear', 'unclear']],
		['nobody knows what', { rejected: ['one of them'] }, ['unclear', 'unclear', 'unclear']],
		['nothing', { rejected: [] }, ['accepted', 'accepted', 'accepted']],
	])('are not accepted where the answer names %s as not taken', (_, named, kinds) => {
		for (const more of [{ success: true }, { success: true, data: [9001, 9002, 9003] }]) {
			const { rows } = read({ ...more, ...named }, { rows: THREE });
			expect(rows?.map(({ kind }) => kind)).toEqual(kinds);
			for (const row of rows ?? []) if (row.kind === 'unclear') expect(row.why).toBe('mixed');
		}
	});

	test.each<[string, Json, string, string?]>([
		['a count of both', { total: 3, sent: 2, failed: 1 }, 'unproven'],
		['a count of both in words of its own', { success: 2, failed: 1 }, 'unproven'],
		['a refusal, and some that were sent', { success: false, accepted: 2 }, 'mixed'],
		['an error, and a list of what was sent', { error: 'x', sent: ['1'] }, 'mixed'],
		['an error, and a refusal of its status', { error: 'x', queued: 2 }, 'unclear', '402'],
		['errors of some', { errors: [{ to: '09120000001', error: 'x' }] }, 'unproven'],
		['an error that is partial', { error: 'Partial failure' }, 'contradictory'],
		['the status of several', { status: 207 }, 'unproven'],
		['a success of fewer', { success: true, sent: 2 }, 'unproven'],
		['one that was sent', { sent: 1 }, 'unproven'],
		['a success of fewer, with an id of all', { success: true, sent: 2, id: 77 }, 'unproven'],
		['a failure of one, with an id of all', { success: true, failed: 1, id: 77 }, 'unproven'],
		[
			'fewer ids, and as many that were sent',
			{ success: true, sent: 2, data: [9001, 9002] },
			'unproven',
		],
		['fewer that were taken or not', { status: 200, accepted: 1, rejected: ['1'] }, 'unproven'],
	])('are neither accepted nor refused where the answer has %s', (_, answer, why, http = '200') => {
		const verdict = read(answer, { rows: THREE, httpStatus: Number(http) });
		expect(verdict).toMatchObject({ kind: 'unclear', why: why === 'unclear' ? 'mixed' : why });
	});

	test.each<[string, Json]>([
		['a count of all', { success: true, queued: 3 }],
		['a yes that is 1', { success: 1 }],
		['a count of another kind', { success: true, sent: 1_700_000_000 }],
		['an id for each, whatever is counted', { ...(ok([9001, 9002, 9003]) as object), sent: 1 }],
	])('are accepted where the answer has %s', (_, answer) => {
		expect(read(answer, { rows: THREE }).rows?.map(({ kind }) => kind)).toEqual([
			...['accepted', 'accepted', 'accepted'],
		]);
	});

	test('are accepted but for those that were not, where both are counted', () => {
		const answer = { success: true, accepted: 2, rejected: ['09120000001'] };
		expect(judged(answer)).toMatchObject([['accepted'], ['unclear', 'mixed'], ['accepted']]);
	});

	test('are mixed where one is refused, and a list has what was taken', () => {
		const answer = { queued: ['x'], data: [{ error: 'y' }] };
		expect(judged(answer, to('09120000000'))).toBe('unclear');
		expect(read(answer)).toMatchObject({ why: 'mixed' });
		expect(read({ data: [{ error: 'x', sent: ['1'] }] })).toMatchObject({ why: 'mixed' });
		expect(read({ data: [{ error: 'x', success_count: 1 }] })).toMatchObject({ why: 'mixed' });
		const both = [
			{ error: 'x', sent: ['1'] },
			{ error: 'y', success_count: 1 },
		];
		expect(judged({ data: both }, THREE.slice(0, 2))).toEqual([
			['unclear', 'mixed', 'x'],
			['refused', 'y'],
		]);
	});

	test('are refused where as many failed as there are', () => {
		expect(judged({ sent: 0, failed: 3 })).toBe('refused');
		expect(judged({ sent: 2, failed: 1 }, THREE.slice(0, 1))).toBe('refused');
	});

	test('are all accepted where the credential teaches it, unless the answer speaks of them', () => {
		const answers = [{ field: 'Ret', value: '1', means: 'accepted' as const }];
		const said = (more: object) =>
			read({ Ret: 1, ...more }, { rows: THREE, answers }).rows?.map(({ kind }) => kind);
		const all = ['accepted', 'accepted', 'accepted'];
		expect(said({})).toEqual(all);
		expect(said({ data: [0, 0, 0] })).toEqual(all);
		expect(said({ data: [9001, 9002, 9003] })).toEqual(all);
		expect(said({ data: [9001, -1, 9003] })).toEqual(['accepted', 'unclear', 'accepted']);
	});
});

describe('A text to several numbers', () => {
	const group = [['09120000000', '09120000001', '09120000002']];

	test.each<[string, unknown, string[], string]>([
		['fewer ids', ok([9001, 9003]), ['9001', '9003'], '2 message IDs for 3 numbers'],
		['one id', ok([9001]), ['9001'], '1 message ID for 3 numbers'],
		[
			'more ids',
			ok([9001, 9002, 9003, 9004]),
			['9001', '9002', '9003', '9004'],
			'4 message IDs for 3 numbers',
		],
		['a code among ids', ok([9001, -1, 9003]), ['9001', '9003'], '2 message IDs for 3 numbers'],
		[
			'a refusal among ids',
			{ data: [9001, { error: 'x' }, 9003] },
			['9001', '9003'],
			'2 message IDs for 3 numbers',
		],
		[
			'ids under their name',
			{ message_uuid: ['u-1', 'u-2'] },
			['u-1', 'u-2'],
			'2 message IDs for 3 numbers',
		],
		[
			'numbers that were not taken',
			{ message: 'queued', message_uuid: ['u-1', 'u-2'], invalid_number: ['122'] },
			['u-1', 'u-2'],
			'2 message IDs for 3 numbers, and names 1 that it did not take',
		],
	])('is accepted with a warning where the answer has %s', (_, response, ids, words) => {
		expect(read(response, { rows: group }).rows).toMatchObject([{ kind: 'accepted', ids }]);
		expect(warningsOf(response, group)).toEqual([`The service's answer has ${words}`]);
		expect(read(response, { rows: group }).rows?.[0]).not.toHaveProperty('response');
	});

	test.each<[string, unknown]>([
		['fewer ids, and nothing else', { data: [9001, 9003] }],
		['all numbers as not taken', { success: true, rejected: ['1', '2', '3'] }],
		['nothing but numbers that were not taken', { invalid_numbers: ['122'] }],
		['nothing but codes', ok([-1, -1, -1])],
	])('is unclear where the answer has %s', (_, response) => {
		expect(read(response, { rows: group }).kind).toBe('unclear');
	});

	test('is accepted where fewer were sent only with the ids of those', () => {
		const sent = { success: true, sent: 2 };
		expect(read({ ...sent, data: [9001, 9002] }, { rows: group }).rows).toMatchObject([
			{ kind: 'accepted', ids: ['9001', '9002'] },
		]);
		for (const answer of [sent, { ...sent, id: 77 }])
			expect(read(answer, { rows: group }).kind).toBe('unclear');
	});

	test('is refused where it is refused for each', () => {
		expect(read({ data: [1, 2, 3].map(() => ({ error: 'x' })) }, { rows: group }).kind).toBe(
			'refused',
		);
	});

	test('is not accepted in a row that the answer names, of whose numbers one was not taken', () => {
		const rows = [['1', '2'], ['3']];
		expect(read({ success: true, rejected: ['2'] }, { rows }).rows).toMatchObject([
			{ kind: 'unclear', why: 'mixed' },
			{ kind: 'accepted' },
		]);
		const data: Json = [{ error: 'x' }, 9002];
		expect(judged({ data, rejected: ['0912'] }, to('0912', '0913'))).toEqual([
			['refused', 'x'],
			['accepted', '9002'],
		]);
	});

	test('leaves a row of several numbers unclear by what all of them say', () => {
		const rows = [['1', '2'], ['3']];
		const { rows: each } = read({ data: [-1, -1, 9003] }, { rows });
		expect(each).toEqual([
			{ kind: 'unclear', why: 'unproven', ids: [] },
			{ kind: 'accepted', ids: ['9003'] },
		]);
		const part = read({ data: [{ error: 'x' }, null, 9003] }, { rows }).rows;
		expect(part?.[0]).toEqual({ kind: 'unclear', why: 'mixed', words: 'x', ids: [] });
	});

	test('counts a text to one number in the singular', () => {
		expect(warningsOf(ok([9001, 9002]), [['0912']])).toEqual([
			"The service's answer has 2 message IDs for 1 number",
		]);
	});

	test('has a warning by what is counted, and none where there is an id for each, or none', () => {
		expect(warningsOf({ msgid: 5 }, group)).toEqual([
			"The service's answer has 1 message ID for 3 numbers",
		]);
		const few = { status: 'ok', messages: [{ id: 1 }, { id: 2 }] };
		expect(warningsOf(few, THREE)?.[0]).toContain('2 message IDs for 3 numbers');
		expect(warningsOf({ data: [9001, 9002, 9003], rejected: ['122'] }, group)).toEqual([
			"The service's answer has 3 message IDs for 3 numbers, and names 1 that it did not take",
		]);
		expect(warningsOf(ok({ id: 5 }), THREE)).toEqual([undefined, undefined, undefined]);
		expect(warningsOf(ok([9005, 9005, 9005]), THREE)).toEqual([undefined, undefined, undefined]);
		expect(warningsOf({ success: true, rejected: ['09120000000'] }, THREE)?.slice(1)).toEqual([
			undefined,
			undefined,
		]);
		expect(warningsOf(ok([9001, 9002, 9003]), group)).toEqual([undefined]);
		expect(warningsOf(ok(null), group)).toEqual([undefined]);
	});

	test('shares a request with others, and each has its own ids', () => {
		const rows = [['1'], ['2', '3']];
		expect(read({ data: [9001, 9002, -1] }, { rows }).rows).toMatchObject([
			{ kind: 'accepted', ids: ['9001'] },
			{ kind: 'accepted', ids: ['9002'], warning: expect.stringContaining('1 message ID for 2') },
		]);
	});
});

test.each<[unknown, string[]]>([
	[{ data: [9001] }, ['9001']],
	[{ data: 9001 }, ['9001']],
	[{ data: { id: 9001 } }, ['9001']],
	[{ msgid: 9001 }, ['9001']],
	[{ message_id: 'a-1' }, ['a-1']],
	[{ SmsId: 5 }, ['5']],
	[{ data: null, msgid: 9001 }, ['9001']],
	[{ id: 9001 }, ['9001']],
	[{ msgid: 'none', id: 9001 }, ['9001']],
	[{ success: true, data: {} }, []],
	[{ success: true, result: [900001] }, ['900001']],
	[{ messages: [{ id: 900001 }] }, ['900001']],
	[{ d: '{"data":[900001]}' }, ['900001']],
	[{ response: { data: [{ smsid: 3 }] } }, ['3']],
	[{ success: true, result: 900001 }, ['900001']],
	[ok([17]), []],
	[[900001], ['900001']],
	['OK 900001', ['900001']],
	// Of a call.
	[{ call_id: 'call-1' }, ['call-1']],
	[{ id: 1, CallId: 77 }, ['77']],
	[{ data: { callId: 77 } }, ['77']],
	[{ data: [{ id: 77 }] }, ['77']],
])('of %j the ids are %j', (response, ids) => {
	expect(read(response).rows?.[0]?.ids).toEqual(ids);
});
