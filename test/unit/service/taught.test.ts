import { describe, expect, test } from '@jest/globals';

import { readCredit } from '../../../nodes/SmsVoiceGateway/service/credit.ts';
import { lineFor, readAnswers } from '../../../nodes/SmsVoiceGateway/service/taught.ts';
import type { Json } from '../../../nodes/SmsVoiceGateway/values/json.ts';
import { orProblem } from '../../../nodes/SmsVoiceGateway/values/inputProblem.ts';
import { read } from './read.ts';

describe('the lines of the credential', () => {
	test('are read without blanks, and mean an acceptance unless they say otherwise', () => {
		for (const none of [undefined, null, '', {}, { answer: null }])
			expect(readAnswers(none)).toEqual([]);
		const answer = [{ field: ' a ', value: 1 }, { field: 'b', means: 'rejected' }, null];
		expect(readAnswers({ answer })).toEqual([
			{ field: 'a', value: '1', means: 'accepted' },
			{ field: 'b', value: '', means: 'rejected' },
			{ field: '', value: '', means: 'accepted' },
		]);
	});

	test('are refused where one means nothing, or its field leads nowhere', () => {
		const given = [{ field: 'a' }, { field: 'b', means: 'maybe' }];
		expect(orProblem(() => readAnswers({ answer: given }))).toMatchObject({
			message: 'holds "maybe" as what line 2 means',
		});
		for (const field of ['.', ' . .'])
			expect(orProblem(() => readAnswers({ answer: [{ field }] }))).toMatchObject({
				message: 'has no field that leads anywhere in line 1',
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
	['accepted', 'a', '1', { a: 1, success: false, error: 'x' }, 400],
	['accepted', 'messages.0.status', '0', { messages: [{ status: '0', 'message-id': '0A00' }] }],
	['accepted', 'data.0.status', 'rejected', { data: [{ status: 'rejected' }] }],
	['unclear', 'a', '', { a: 0 }],
	['unclear', 'a.length', '4', { a: 'text' }],
	['unclear', 'constructor', '', {}],
	['unclear', '', '', 'x'],
	['unclear', '', '', '', 502],
	['unclear', 'a', '1', { a: 1, data: [{ status: 'rejected' }] }],
	['unclear', 'a', '1', { a: 1, data: { status: 1006 } }],
	['unclear', 'a', '1', { a: 1, more: { b: [{ id: 7, status: 'rejected' }] } }],
	['unclear', 'status', '1', { status: '1', data: [{ id: 'a1', status: 'failed' }] }],
])(
	'%s is what the line %j, %j makes of %j (HTTP %s)',
	(kind, field, value, body, httpStatus = 200) => {
		const answers = readAnswers({ answer: [{ field, value }] });
		expect(read(body, { answers, httpStatus }).kind).toBe(kind);
		if (kind === 'accepted') {
			const both = [...answers, { field, value, means: 'rejected' as const }];
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

/** A line of the credential in words. */
const shown = (field: string, value: string, means: string) =>
	`Field ${field === '' ? 'empty' : `'${field}'`}, Value ${value === '' ? 'empty' : `'${value}'`}, Means '${means}'`;
const YES = 'Accepted';

test.each<[Json, string | undefined, string?]>([
	[{ x: 'a', RetStatus: 1 }, shown('RetStatus', '1', YES)],
	[{ status: 'x', data: { b: { state: 'y' } } }, shown('data.b.state', 'y', YES)],
	[{ a: [{ status: { name: 'PENDING' } }] }, shown('a.0.status.name', 'PENDING', YES)],
	[{ id: 7, requestId: 'x', to: '0912', y: 'a' }, shown('y', 'a', YES)],
	[{ status: 'sent to 09121234567', code: 'b0ff-1', y: 'b' }, shown('y', 'b', YES)],
	[{ status: 'REJECTD', code: 7 }, shown('status', 'REJECTD', 'Rejected')],
	[{ RetStatus: 35, StrRetStatus: 'InvalidData' }, shown('RetStatus', '35', 'Rejected')],
	[{ code: 3 }, shown('code', '3', 'Rejected'), 'credit is not enough'],
	[[0, '88'], shown('0', '0', YES)],
	['Message queued', shown('', 'Message queued', YES)],
	['', shown('', '', YES)],
	...[{ data: [17] }, { data: { 989121234567: { status: 'x' } } }, [17], 17, { id: 7 }, {}].map(
		(none): [Json, undefined] => [none as Json, undefined],
	),
	[{ status: 'x'.repeat(61), a: 'x\ny', b: '***' }, undefined],
])('the line to teach %j is %s', (response, line, words = '') => {
	expect(lineFor(response, words).line).toBe(line);
});

test.each<[Json, string | number | null]>([
	[{ credit: '1,234,567' }, 1_234_567],
	[{ credit: '۱۲۳۴' }, 1234],
	[{ Credit: '12 345' }, 12_345],
	[{ credit: '۱٬۲۳۴٬۵۶۷' }, 1_234_567],
	[{ credit: '1,234.50' }, 1234.5],
	[{ credit: ['-5'] }, -5],
	[{ success: true, data: 1000 }, 1000],
	[{ meta: { status: 200 }, data: ['1000.5'] }, 1000.5],
	[{ data: [{ credit: 0 }] }, 0],
	[[42], 42],
	[{ credit: 1.234 }, 1.234],
	...['1.234', '1,234 IRR', '12,34', '1 2', '12345678901234567', '1e5', '$5', '1.234,50'].map(
		(text): [Json, string] => [{ credit: text }, text],
	),
	...[{ credit: null }, { credit: ' ' }, { data: [1, 2] }, { data: 'none' }, 'OK', null, {}].map(
		(none): [Json, null] => [none as Json, null],
	),
])('the credit in %j is %j', (response, credit) => {
	expect(readCredit(response)).toBe(credit);
});
