import { expect, test } from '@jest/globals';

import type { Json } from '../../../nodes/SmsVoiceGateway/lib/json.ts';
import { readDocument } from '../../../nodes/SmsVoiceGateway/response/document.ts';

/** A value in a JSON string in a JSON string, so many times. */
function inStrings(value: Json, count: number): string {
	return count === 0 ? JSON.stringify(value) : JSON.stringify(inStrings(value, count - 1));
}

test.each<[body: string, value: Json, around?: string]>([
	['{"a":1}', { a: 1 }],
	['\ufeff\ufeff5', 5],
	['{"a":"\ufeff"}', { a: '\ufeff' }],
	[inStrings({ a: 1 }, 3), { a: 1 }],
	[inStrings({ a: 1 }, 4), '{"a":1}'],
	[JSON.stringify(' {"a":1}'), { a: 1 }],
	[JSON.stringify('\ufeff\ufeff{"a":1}'), { a: 1 }],
	[JSON.stringify('{"a":"\ufeff"}'), { a: '\ufeff' }],
	[JSON.stringify('{broken'), '{broken'],
	[JSON.stringify('5'), '5'],
	['OK {"id":5} bye', { id: 5 }, 'OK   bye'],
	[' OK {"id":5}', { id: 5 }, 'OK'],
	['x {"a":"}"} y', { a: '}' }, 'x   y'],
	['x {"a":"\\"}"} y', { a: '"}' }, 'x   y'],
	['x {"a":"\\\\"} y', { a: '\\' }, 'x   y'],
	['x [[1],{"a":[2]}] y', [[1], { a: [2] }], 'x   y'],
	['x {a} {"b":1}', { b: 1 }, 'x {a}'],
	[`x ${'{a}'.repeat(7)}{"b":1}`, { b: 1 }, `x ${'{a}'.repeat(7)}`],
	['{"a":1} "x"', { a: 1 }, '"x"'],
	['{"a":1} [x"', { a: 1 }, '[x"'],
	['{"a":1} [x]', { a: 1 }, '[x]'],
])('%j is read as %j, and around it stands %j', (body, value, around = '') => {
	expect(readDocument(body)).toEqual({ value, around });
});

test.each([
	'"a {} b',
	' "a {} b',
	'  "a {} b',
	'"{\\"a\\":1',
	'[abc',
	' {abc',
	'{"a":[1,2],"b',
	'x {"a":{"b":1}',
	'x {"a":1',
	'x [1, 2',
	'x {',
	'{"a":1}{"b":2}',
	'{"a":1} { "b":2}',
	'{"a":1} [[2]]',
])('%j has broken off, or can not be read', (body) => {
	expect(readDocument(body)).toBe('brokenOff');
});

test.each([
	'',
	'OK',
	'say "x"',
	'say"x',
	'a [remark] in brackets',
	'a {remark',
	'a [remark',
	`x ${'{a}'.repeat(8)}{"b":1}`,
])('%j is a text without JSON', (body) => {
	expect(readDocument(body)).toBeUndefined();
});
