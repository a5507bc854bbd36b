import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';

import {
	InputProblem,
	orProblem,
	quote,
	readSwitch,
} from '../../../nodes/SmsVoiceGateway/values/inputProblem.ts';
import { runsOf } from '../fuzz.ts';
import { problemOf } from './problemOf.ts';

describe('InputProblem', () => {
	test('is an Error that carries a predicate and an advice', () => {
		const problem = new InputProblem('is empty', 'Fill it in.');
		expect(problem).toBeInstanceOf(Error);
		expect(problem).toMatchObject({
			name: 'InputProblem',
			message: 'is empty',
			advice: 'Fill it in.',
		});
	});
});

describe('orProblem', () => {
	test('gives what is read, or the problem; other errors go on', () => {
		const problem = new InputProblem('is empty', 'Fill it in.');
		const fault = new TypeError('a fault of ours');
		const failing = (error: Error) => () => {
			throw error;
		};
		expect(orProblem(() => 5)).toBe(5);
		expect(orProblem(failing(problem))).toBe(problem);
		expect(() => orProblem(failing(fault))).toThrow(fault);
	});
});

describe('quote', () => {
	// No JSON can be made of it.
	const ring: { around?: unknown } = {};
	ring.around = ring;
	test.each<[unknown, string]>([
		['12a', '"12a"'],
		['', '""'],
		['سلام', '"سلام"'],
		['a\nb\r\tc', '"a\\nb\\r\\tc"'],
		['\u200e09\u0000', '"[U+200E]09[U+0000]"'],
		['\ud83d', '"[U+D83D]"'],
		['\u2028', '"[U+2028]"'],
		[12.5, '12.5'],
		[1e21, '1e+21'],
		[NaN, 'NaN'],
		[true, 'true'],
		[10n, '10'],
		[Symbol('s'), 'Symbol(s)'],
		[null, 'nothing'],
		[undefined, 'nothing'],
		[{ a: 1 }, '{"a":1}'],
		[['0912', 3], '["0912",3]'],
		[[ring], 'a list'],
		[ring, 'an object'],
		[{ toJSON: () => undefined }, 'an object'],
		[() => 1, 'a function'],
	])('shows %p as %s', (value, shown) => {
		expect(quote(value)).toBe(shown);
	});

	test('shows a value of 40 characters whole and cuts a longer one', () => {
		expect(quote('x'.repeat(40))).toBe(`"${'x'.repeat(40)}"`);
		expect(quote('x'.repeat(41))).toBe(`"${'x'.repeat(40)}…"`);
	});

	test('never cuts an emoji in half', () => {
		expect(quote(`${'x'.repeat(39)}😀`)).toBe(`"${'x'.repeat(39)}…"`);
	});

	test('shows an object that refers to itself', () => {
		const loop: Record<string, unknown> = {};
		loop['self'] = loop;
		expect(quote(loop)).toBe('an object');
	});

	test('gives a short text without control characters for any value', () => {
		fc.assert(
			fc.property(
				fc.anything({ withBigInt: true, withDate: true, withMap: true, withNullPrototype: true }),
				(value) => {
					expect(quote(value).length).toBeLessThanOrEqual(43);
					expect(quote(value)).not.toMatch(/\p{C}/u);
				},
			),
			runsOf(100),
		);
		fc.assert(
			fc.property(fc.string({ unit: 'binary', maxLength: 100 }), (text) => {
				expect(quote(text)).not.toMatch(/\p{C}/u);
			}),
			runsOf(100),
		);
	});
});

describe('readSwitch', () => {
	test.each([true, 1, 'true', 'TRUE', ' true ', '1'])('takes %j for on', (value) => {
		expect(readSwitch(value)).toBe(true);
	});

	test.each([false, 0, 'false', 'False', '0', '', null, undefined])('takes %j for off', (value) => {
		expect(readSwitch(value)).toBe(false);
	});

	test.each(['yes', 2, -1, NaN, {}, [true]])('refuses %j', (value) => {
		expect(problemOf(() => readSwitch(value))).toMatch(
			/^holds .+, which is neither true nor false \| Use true or false\.$/,
		);
	});
});
