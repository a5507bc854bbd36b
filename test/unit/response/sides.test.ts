import { describe, expect, test } from '@jest/globals';

import type { Json } from '../../../nodes/SmsVoiceGateway/lib/json.ts';
import {
	isSuspicious,
	mayBeId,
	sideOfCode,
	sideOfData,
	sideOfError,
	sideOfFailureCode,
	sideOfId,
	sideOfStatus,
	sideOfSuccess,
} from '../../../nodes/SmsVoiceGateway/response/sides.ts';
import type { Side } from '../../../nodes/SmsVoiceGateway/response/sides.ts';

function inLists(value: Json, count: number): Json {
	return count === 0 ? value : [inLists(value, count - 1)];
}

test.each<[Json, boolean]>([
	...[-1, 400, 599, 1001, 1006, 1099, '1006 x', 'login failed'].map((value): [Json, boolean] => [
		value,
		true,
	]),
	...[0, 1, 200, 399, 600, 1000, 1100, 'hello', 'ok', true, null, ['login failed']].map(
		(value): [Json, boolean] => [value, false],
	),
])('%j, alone, is suspicious: %j', (value, suspicious) => {
	expect(isSuspicious(value)).toBe(suspicious);
});

test.each<[Json, Side]>([
	[true, 'for'],
	[1, 'for'],
	['yes', 'for'],
	['success', 'for'],
	[false, 'against'],
	[0, 'against'],
	['False', 'against'],
	['failed', 'against'],
	['maybe', undefined],
	[null, undefined],
	[{}, undefined],
])('"success": %j points to %j', (value, side) => {
	expect(sideOfSuccess(value)).toBe(side);
});

const CODES: Array<[Json, Side]> = [
	[200, 'for'],
	[299, 'for'],
	[300, 'against'],
	[1006, 'against'],
	[2, 'against'],
	[99, 'against'],
	[-1, 'against'],
	[100, 'doubt'],
	[199, 'doubt'],
	['OK', 'for'],
	['ERR_NO_CREDIT', 'against'],
];

describe('A code', () => {
	test.each<[Json, Side]>([
		...CODES,
		[1, 'doubt'],
		[0, undefined],
		['hm', undefined],
		[null, undefined],
		[true, undefined],
		[100_000, undefined],
	])('of %j points to %j', (value, side) => {
		expect(sideOfCode(value)).toBe(side);
	});

	test.each<[Json, Side]>([
		...CODES,
		[1, 'against'],
		['1', 'against'],
		['hm', 'against'],
		[true, 'against'],
		[0, undefined],
		['0', undefined],
		['', undefined],
		[null, undefined],
	])('of an error, %j, points to %j', (value, side) => {
		expect(sideOfFailureCode(value)).toBe(side);
	});
});

describe('A status', () => {
	const place = { sends: true, depth: 0, inMeta: false };

	test.each<[Json, Side]>([
		[true, 'for'],
		[false, 'against'],
		['queued', 'for'],
		['failed', 'against'],
		['odd', undefined],
		[200, 'for'],
		[1006, 'against'],
		[1, 'for'],
		[0, undefined],
		[3, 'against'],
		[5, 'against'],
		[2, 'doubt'],
		[6, 'doubt'],
	])('of %j points to %j where no id stands beside it', (value, side) => {
		expect(sideOfStatus(value, place, false)).toBe(side);
	});

	test.each<[Json, Side]>([
		[1, 'for'],
		[2, 'against'],
		[6, 'against'],
		[200, 'for'],
	])('of %j in "meta" is a code, and points to %j', (value, side) => {
		expect(sideOfStatus(value, { ...place, inMeta: true }, false)).toBe(side);
	});

	test.each<[Json, Side]>([
		[1, undefined],
		[6, undefined],
		[5, 'against'],
		[13, 'against'],
		[200, 'for'],
		[1006, 'against'],
		['failed', 'against'],
		[false, 'against'],
	])('of %j beside an id is that of the message, and points to %j', (value, side) => {
		expect(sideOfStatus(value, place, true)).toBe(side);
	});

	test.each<[Json, Side]>([
		[5, undefined],
		['failed', undefined],
		[false, 'against'],
	])('of %j beside an id in the answer to a query points to %j', (value, side) => {
		expect(sideOfStatus(value, { ...place, sends: false }, true)).toBe(side);
	});

	test('of 1006 without an id refuses a query too', () => {
		expect(sideOfStatus(1006, { ...place, sends: false }, false)).toBe('against');
	});
});

test.each<[Json, Side]>([
	[null, undefined],
	[[], undefined],
	['no error', undefined],
	[200, undefined],
	[{ code: 200, message: 'OK' }, undefined],
	[[200, { code: '200 OK' }], undefined],
	[inLists(200, 8), undefined],
	[inLists(200, 9), 'against'],
	['x', 'against'],
	[true, 'against'],
	[1, 'against'],
	[1006, 'against'],
	[{ code: 1006 }, 'against'],
	[{ code: 200, message: 'credit' }, 'against'],
	[['credit'], 'against'],
])('"error": %j points to %j', (value, side) => {
	expect(sideOfError(value)).toBe(side);
});

test.each<[string, Json, boolean]>([
	['result', 9001, true],
	['result', '9001', true],
	['result', 100, true],
	['result', 99, false],
	['result', 200, false],
	['result', 404, false],
	['result', 1006, false],
	['result', 'ok', false],
	['status', 9001, false],
])('%s %j may be an id: %j', (name, value, may) => {
	expect(mayBeId(name, value)).toBe(may);
});

test.each<[Json, Side]>([
	['a-17', 'for'],
	[9001, 'for'],
	[[9001, null], 'for'],
	[[-1, 9001], 'for'],
	[-1, 'doubt'],
	['-1', 'doubt'],
	[[-1, 'x'], 'doubt'],
	[0, undefined],
	[[0, 'x'], undefined],
	[[], undefined],
	[null, undefined],
	[{}, undefined],
])('"id": %j points to %j', (value, side) => {
	expect(sideOfId(value)).toBe(side);
});

test.each<[Json, Side]>([
	['a-17', 'for'],
	[-1, 'doubt'],
	['login failed', 'doubt'],
	['hello', undefined],
	[null, undefined],
])('"data": %j points to %j', (value, side) => {
	expect(sideOfData(value)).toBe(side);
});
