import { describe, expect, test } from '@jest/globals';

import type { Json } from '../../../nodes/SmsVoiceGateway/values/json.ts';
import { InputProblem, orProblem } from '../../../nodes/SmsVoiceGateway/values/inputProblem.ts';
import { lineFor, readAnswers, taughtBy } from '../../../nodes/SmsVoiceGateway/response/taught.ts';

describe('The lines of the credential', () => {
	test.each<[unknown]>([[undefined], [null], [''], [{}], [{ answer: null }], [{ answer: [] }]])(
		'are none in %j',
		(given) => {
			expect(readAnswers(given)).toEqual([]);
		},
	);

	test('are read without blanks, and mean an acceptance unless they say otherwise', () => {
		const answer = [
			{ field: ' a ', value: 1, means: 'accepted' },
			{ field: 'b', means: 'rejected' },
			{ value: ' x ' },
		];
		expect(readAnswers({ answer })).toEqual([
			{ field: 'a', value: '1', means: 'accepted' },
			{ field: 'b', value: '', means: 'rejected' },
			{ field: '', value: 'x', means: 'accepted' },
		]);
	});

	test('are refused where one has neither field nor value', () => {
		const problem = orProblem(() => readAnswers({ answer: [{ field: 'a' }, { value: ' ' }] }));
		expect(problem).toBeInstanceOf(InputProblem);
		expect(problem).toMatchObject({
			message: 'has neither a field nor a value in line 2',
			advice: 'Fill in one of the two, or remove the line: as it is, every answer would match it.',
		});
	});

	test.each([['.'], ['..'], [' . '], ['. .']])(
		'of a field %j that leads nowhere, every answer would match it',
		(field) => {
			const problem = orProblem(() => readAnswers({ answer: [{ field, value: '' }] }));
			expect(problem).toMatchObject({ message: 'has neither a field nor a value in line 1' });
			expect(readAnswers({ answer: [{ field, value: '1' }] })).toHaveLength(1);
		},
	);

	test('of another meaning than the two are refused, and one of none is an acceptance', () => {
		const problem = orProblem(() =>
			readAnswers({
				answer: [
					{ field: 'a', means: 'rejected' },
					{ field: 'b', means: 'maybe' },
				],
			}),
		);
		expect(problem).toMatchObject({
			message: 'holds "maybe" as what line 2 means',
			advice: "Choose 'Accepted' or 'Rejected'.",
		});
		expect(readAnswers({ answer: [{ field: 'a' }] })).toMatchObject([{ means: 'accepted' }]);
		expect(orProblem(() => readAnswers({ answer: [null] }))).toMatchObject({
			message: 'has neither a field nor a value in line 1',
		});
	});
});

const matches = (response: Json, field: string, value: string, body = JSON.stringify(response)) =>
	taughtBy([{ field, value, means: 'rejected' }], response, body) === 'rejected';

test.each<[Json, string, string]>([
	[{ a: 1 }, 'a', '1'],
	[{ a: '۱' }, 'a', '1'],
	[{ a: ' OK ' }, 'a', 'ok'],
	[{ a: true }, 'a', 'TRUE'],
	[{ a: null }, 'a', 'null'],
	[{ a: [1, 2] }, 'a', '[1,2]'],
	[{ a: 'x' }, 'a', ''],
	[{ Ret_Status: 1 }, 'retStatus', '1'],
	[{ A: 2, a: 1 }, 'a', '1'],
	[{ a: { b: [{ c: 5 }] } }, 'a.b.0.c', '5'],
	[{ a: { b: [{ c: 5 }] } }, ' a . b[0].c ', '5'],
	[Array.from({ length: 12 }, (_, at) => at), '11', '11'],
	[Array.from({ length: 12 }, (_, at) => at), '[11]', '11'],
	[{ 0: 'x' }, '0', 'x'],
	[[5], ' 0 ', '5'],
])('of %j, %j has the value %j', (response, field, value) => {
	expect(matches(response, field, value)).toBe(true);
});

test.each<[Json, string, string]>([
	[{ a: 1 }, 'b', ''],
	[{ a: 1 }, 'b', 'undefined'],
	[{ a: 1 }, 'a', '2'],
	[{ a: 'x1' }, 'a', '1'],
	[{ a: 0 }, 'a', ''],
	[{ a: 'none' }, 'a', ''],
	[{ a: 'text' }, 'a.length', '4'],
	[[5], 'length', '1'],
	[[5], '0x', '5'],
	[[5], 'x0', '5'],
	['text', '0', 't'],
	[null, 'a', ''],
	[{}, 'constructor', ''],
])('of %j, %j does not have the value %j', (response, field, value) => {
	expect(matches(response, field, value)).toBe(false);
});

test('without a field the whole answer is meant, as it came or as a text in JSON', () => {
	expect(matches('OK 5', '', 'ok 5', ' OK 5\n')).toBe(true);
	expect(matches('OK', '', 'OK', '"OK"')).toBe(true);
	expect(matches('OK', '', '"OK"', '"OK"')).toBe(true);
	expect(matches({ a: 1 }, '', '{"a":1}', '{"a":1}')).toBe(true);
	expect(matches({ a: 1 }, '', '{"a":1}', '{ "a": 1 }')).toBe(false);
	expect(matches('OK 5', '', 'OK', 'OK 5')).toBe(false);
});

test.each<[Json, string | undefined]>([
	[{ x: 'a', RetStatus: 1 }, "Field 'RetStatus', Value '1'"],
	[{ x: { code: 5 }, y: 'a' }, "Field 'x.code', Value '5'"],
	[{ id: 7, y: 'a' }, "Field 'y', Value 'a'"],
	[{ id: 7 }, undefined],
	[{ requestId: 'a-1', x: { order_ID: 5, Ids: 6 }, valid: true }, "Field 'valid', Value 'true'"],
	[
		{ to: '0912', msg: 'a', x: [{ status: { groupId: 1, name: 'PENDING' } }] },
		"Field 'x.0.status.name', Value 'PENDING'",
	],
	[{ State: { x: 'a' }, y: 'b', restate: { z: 'c' } }, "Field 'State.x', Value 'a'"],
	[{ restate: { z: 'c' }, y: 'b' }, "Field 'y', Value 'b'"],
	[{ y: 'b', code: 'a', status: { x: 'c' } }, "Field 'code', Value 'a'"],
	[{ destination: '0912' }, undefined],
	[{ 'a.status': 1, y: 2 }, "Field 'y', Value '2'"],
	[{ status: ' ', y: 2 }, "Field 'y', Value '2'"],
	[{ status: 'a\nb', y: 2 }, "Field 'y', Value '2'"],
	[{ status: 'x***', y: 2 }, "Field 'y', Value '2'"],
	[{ status: 'x'.repeat(61), y: 2 }, "Field 'y', Value '2'"],
	[{ status: 'x'.repeat(60), y: 2 }, `Field 'status', Value '${'x'.repeat(60)}'`],
	[{ status: null }, "Field 'status', Value 'null'"],
	[[3, 'x'], "Field '0', Value '3'"],
	[{}, undefined],
])('the line to teach %j is %s', (response, line) => {
	expect(lineFor(response)).toBe(line && `${line}, Means 'Accepted'`);
});

test('a line is looked for in a large answer no longer than in a small one', () => {
	const large = { a: Array.from({ length: 500 }, (_, at) => ({ at: 'x'.repeat(61), at2: at })) };
	expect(lineFor({ ...large, b: { c: { status: 5 } } })).toBeUndefined();
	expect(lineFor(Array.from({ length: 250 }, (_, at) => ({ [at < 205 ? 'x' : 'y']: {} })))).toBe(
		undefined,
	);
});
