import { describe, expect, test } from '@jest/globals';
import { anything, assert, double, integer, property } from 'fast-check';

import { readWholeNumber } from '../../../nodes/SmsVoiceGateway/numbers/digits.ts';
import { problemOf, staysOrderly } from '../values/problemOf.ts';
import { runsOf } from '../fuzz.ts';

const read = (value: unknown) => readWholeNumber(value, 1, 20, 'Use 1.');

describe('readWholeNumber', () => {
	test.each<[unknown, number]>([
		[1, 1],
		[20, 20],
		['7', 7],
		[' 7 ', 7],
		['7.0', 7],
		['1e1', 10],
	])('reads %j as %i', (value, number) => {
		expect(read(value)).toBe(number);
	});

	test.each<[unknown, string]>([
		[0, '0'],
		[21, '21'],
		[-1, '-1'],
		[1.5, '1.5'],
		[NaN, 'NaN'],
		[Infinity, 'Infinity'],
		['', '""'],
		['  ', '"  "'],
		['many', '"many"'],
		['1,5', '"1,5"'],
		[true, 'true'],
		[null, 'nothing'],
		[undefined, 'nothing'],
		[[5], '[5]'],
		[{}, '{}'],
	])('refuses %j, says what is allowed and what to do', (value, shown) => {
		expect(problemOf(() => read(value))).toBe(
			`holds ${shown}, which is not a whole number from 1 to 20 | Use 1.`,
		);
	});

	test.each(['', '  ', null, false, []])('does not take %j for zero', (value) => {
		expect(problemOf(() => readWholeNumber(value, 0, 5, 'Use 0.'))).toContain(
			'which is not a whole number from 0 to 5 | Use 0.',
		);
	});

	test('takes every whole number of its range, and as text too', () => {
		assert(
			property(integer({ min: 1, max: 20 }), (number) => {
				expect(read(number)).toBe(number);
				expect(read(String(number))).toBe(number);
			}),
			runsOf(100),
		);
	});

	test('gives nothing but a whole number of its range, whatever it is given', () => {
		assert(
			property(double(), (number) => {
				const ok = Number.isInteger(number) && number >= 1 && number <= 20;
				expect(problemOf(() => read(number)) === 'no problem').toBe(ok);
			}),
			runsOf(100),
		);
		assert(
			property(anything(), (value) => staysOrderly(() => read(value))),
			runsOf(100),
		);
	});
});
