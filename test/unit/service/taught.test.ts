import { describe, expect, test } from '@jest/globals';

import { readCredit } from '../../../nodes/SmsVoiceGateway/service/entries.ts';
import { lineFor, readAnswers } from '../../../nodes/SmsVoiceGateway/service/taught.ts';
import type { Json } from '../../../nodes/SmsVoiceGateway/values/json.ts';
import { orProblem } from '../../../nodes/SmsVoiceGateway/values/inputProblem.ts';
import { read } from './read.ts';

describe('the lines of the credential', () => {
	test('are read without blanks, and mean an acceptance unless they say otherwise', () => {
		for (const none of [undefined, null, '', {}, { answer: null }])
			expect(readAnswers(none)).toEqual([]);
		const answer = [
			{ field: ' a . b[0] ', value: 1, idField: 'c' },
			{ field: 'b', means: 'rejected' },
			null,
		];
		const none = { field: '', value: '', means: 'accepted', idField: '' };
		expect(readAnswers({ answer })).toEqual([
			{ field: 'a.b.0', value: '1', means: 'accepted', idField: 'c' },
			{ field: 'b', value: '', means: 'rejected', idField: '' },
			none,
		]);
	});

	test('are refused where one means nothing, or its field leads nowhere', () => {
		const given = [{ field: 'a' }, { field: 'b', means: 'maybe' }];
		expect(orProblem(() => readAnswers({ answer: given }))).toMatchObject({
			message: 'holds "maybe" as what line 2 means',
			advice: "Choose 'Accepted' or 'Rejected'.",
		});
		for (const field of ['.', ' . .'])
			expect(orProblem(() => readAnswers({ answer: [{}, { field, value: 'x' }] }))).toMatchObject({
				message: 'has no field that leads anywhere in line 2',
				advice: 'Write the name of the field, or leave it empty for the whole answer.',
			});
	});
});

test.each<[string, string, string, unknown, number?]>([
	['accepted', 'a', '1', { A: '۱' }],
	['accepted', 'ret_status', ' ok', { RetStatus: ' OK ' }],
	['accepted', ' a . b[0].c ', '5', { a: { b: [{ c: 5 }] } }],
	['accepted', '11', '', Array.from({ length: 12 }, () => 'x')],
	['accepted', 'a', '[1,2]', { a: [1, 2] }],
	['accepted', '', 'ok 5', ' OK 5\n'],
	['accepted', '', '', ' \n'],
	['accepted', 'a', '1', { a: 1, error: 'x', list: [0] }, 400],
	['accepted', 'a.b', 'x', { a: [{ b: 'x' }, { b: 'X' }] }],
	['unclear', 'a.b', 'x', { a: [{ b: 'x' }, { b: 'y' }] }],
	['unclear', 'a.b', 'x', { a: [] }],
	['unclear', 'a.2', 'x', { a: ['x'] }],
	['accepted', '', 'taken', '"taken"'],
	['accepted', '', 'a.b (c)', 'A.B (C)'],
	['unclear', '', 'a.b', 'axb'],
	['accepted', 'data.0.status', 'rejected', { data: [{ status: 'rejected' }] }],
	['unclear', 'a', '', { a: 0 }],
	['unclear', 'a.length', '4', { a: 'text' }],
	['unclear', 'constructor', '', {}],
	['unclear', '', '', '', 502],
	['unclear', 'a', '1', { a: 1, data: [{ status: 'rejected' }] }],
	['unclear', 'a', '1', { a: 1, data: { status: 1006 } }],
	['unclear', 'a', '1', { a: 1, success: false }],
	['accepted', 'success', 'false', { success: false }],
	['unclear', 'status', '1', { status: '1', data: [{ id: 'a1', status: 'failed' }] }],
])(
	'%s is what the line %j, %j makes of %j (HTTP %s)',
	(kind, field, value, body, httpStatus = 200) => {
		const answers = readAnswers({ answer: [{ field, value }] });
		expect(read(body, { answers, httpStatus }).kind).toBe(kind);
		if (kind === 'accepted') {
			const both = readAnswers({
				answer: [
					{ field, value },
					{ field, value, means: 'rejected' },
				],
			});
			expect(read(body, { answers: both, httpStatus })).toMatchObject({ why: 'contradictory' });
			expect(read(body, { answers: both.slice(1), httpStatus }).kind).toBe('refused');
		}
	},
);

test('each row that an answer speaks of is judged by its own, also beside a line', () => {
	const answers = readAnswers({ answer: [{ field: 'Ret', value: '1' }] });
	const kinds = (data: Json) =>
		read({ Ret: 1, data }, { answers, rows: [['1'], ['2'], ['3']] }).rows?.map(({ kind }) => kind);
	expect(kinds([0, 0, 0])).toEqual(['accepted', 'accepted', 'accepted']);
	expect(kinds([9001, -1, 9003])).toEqual(['accepted', 'unclear', 'accepted']);
	expect(kinds([9001, { error: 'x' }, 9003])).toEqual(['accepted', 'unclear', 'accepted']);
});

const answersOf = (field: string, value: string, idField = '') =>
	readAnswers({ answer: [{ field, value, idField }] });
const TWO = [['1'], ['2']];
const idsOf = (body: unknown, answers: ReturnType<typeof readAnswers>, rows: string[][]) =>
	read(body, { answers, rows }).rows?.map(({ ids }) => ids.join(' '));

test.each<[unknown, string, string, string, string[] | undefined, string[][]?]>([
	[{ RetStatus: 1, Value: '88123' }, 'RetStatus', '1', 'value', ['88123']],
	[{ a: 1, b: { c: [7, 8] } }, 'a', '1', 'b.c', ['7', '8'], TWO],
	[{ a: 1, b: [{ c: 7 }, { c: 8 }] }, 'a', '1', 'b.c', ['7', '8'], TWO],
	[{ a: 1, b: [{ c: 7 }, { c: 8 }] }, 'a', '1', 'b.c', ['7 8'], [['1', '2']]],
	[{ a: 1, b: 7 }, 'a', '1', 'b', ['', ''], TWO],
	[{ a: 1, b: 'none' }, 'a', '1', 'b', ['']],
	[{ a: 1, data: [9001] }, 'a', '1', '', ['9001']],
	['OK-123456', '', 'ok-*', '', ['123456']],
	['OK-Ab-17x9', '', 'OK-*', '', ['Ab-17x9']],
	['OK-failed', '', 'OK-*', '', undefined],
	['NOT OK-123456', '', 'OK-*', '', undefined],
	['OK-123456 no', '', 'OK-*', '', undefined],
	['7|8', '', '*|*', '', ['7', '8'], TWO],
	[{ d: '{"data":["9001"]}' }, 'd', '{"data":["*"]}', '', ['9001']],
	['<string>OK ۹۰۰۱</string>', '', '<string>OK *</string>', '', ['9001']],
])(
	'of %j the line %j, %j, %j gives the ids %j',
	(body, field, value, idField, ids, ...[rows = [['1']]]) => {
		expect(idsOf(body, answersOf(field, value, idField), rows)).toEqual(ids);
	},
);

test.each<[Json, [field: string, value: string, idField?: string] | undefined, isAgainst?: true]>([
	[{ x: 'a', RetStatus: 1 }, ['RetStatus', '1']],
	[{ Value: '0', RetStatus: 2, StrRetStatus: 'CreditNotEnough' }, ['RetStatus', '2'], true],
	[{ Value: '8812345', RetStatus: 1, StrRetStatus: 'Ok' }, ['RetStatus', '1', 'Value']],
	[{ status: 'x', data: { b: { state: 'y' } } }, ['data.b.state', 'y']],
	[{ state: 'x', status: 'y' }, ['state', 'x']],
	[
		{ meta: { status: 200, message: 'Account blocked' }, data: null },
		['meta.message', 'Account blocked'],
		true,
	],
	[{ success: true, info: 'اعتبار کافی نیست' }, ['info', 'اعتبار کافی نیست'], true],
	[
		[0, '8812345'],
		['0', '0', '1'],
	],
	['Message queued', ['', 'Message queued']],
	[' OK-123456 ', ['', 'OK-*']],
	['', ['', '']],
	...[
		{ data: [17] },
		{ data: { 989121234567: { status: 'x' } } },
		[17],
		17,
		{ id: 7 },
		{},
		'*',
		'a\nb',
	].map((none): [Json, undefined] => [none as Json, undefined]),
	[{ status: 'x'.repeat(61), a: 'x\ny', b: '***' }, undefined],
	[{ a: true, b: 200, c: 'ok' }, undefined],
])('the line to teach %j is %j', (response, line, ...[isAgainst]) => {
	const [field, value, idField = ''] = line ?? [];
	expect(lineFor(response)).toEqual({
		line: line && { field, value, idField },
		isAgainst: isAgainst === true,
	});
});

test.each<[Json, string | number | null]>([
	[{ credit: '1,234,567' }, 1_234_567],
	[{ Credit: "1'234'567.5" }, 1_234_567.5],
	[{ credit: '۱٬۲۳۴٬۵۶۷' }, 1_234_567],
	[{ credit: '1234.5' }, 1234.5],
	[{ credit: ['-5'] }, -5],
	[{ meta: { status: 200 }, data: ['1000.5'] }, 1000.5],
	[{ data: [{ credit: 0 }] }, 0],
	[{ response: { credit: 7 }, credit: null }, 7],
	...[
		'1.234',
		'0,500',
		'1,500',
		'12 345',
		'0,500,000',
		'1234,567,890',
		'1,234 567',
		'01,234,567',
		'1,234 IRR',
		'12,34',
		'1 2',
		'12345678901234567',
		'1e5',
		'$5',
		'1.234,50',
		'1,234,56',
		'1,234.50',
	].map((text): [Json, string] => [{ credit: text }, text]),
	...[{ credit: null }, { credit: ' ' }, { data: [1, 2] }, { data: 'none' }, 'OK', null, {}].map(
		(none): [Json, null] => [none as Json, null],
	),
])('the credit in %j is %j', (response, credit) => {
	expect(readCredit(response)).toBe(credit);
});
