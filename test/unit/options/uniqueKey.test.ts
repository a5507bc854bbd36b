import { describe, expect, test } from '@jest/globals';
import { anything, assert, maxSafeInteger, property, string } from 'fast-check';

import { readUniqueKey } from '../../../nodes/SmsVoiceGateway/options/uniqueKey.ts';
import { problemOf, staysOrderly } from '../values/problemOf.ts';
import { runsOf } from '../fuzz.ts';

describe('readUniqueKey', () => {
	test.each<[unknown, string]>([
		['A-1', 'A-1'],
		['  A-1\n', 'A-1'],
		['001', '001'],
		[1001, '1001'],
		[-7, '-7'],
		['۱۲۳', '۱۲۳'],
	])('reads %j as %j', (value, key) => {
		expect(readUniqueKey(value)).toBe(key);
	});

	test.each([undefined, null, '', '   ', '\n'])('refuses %j as empty', (value) => {
		expect(problemOf(() => readUniqueKey(value))).toContain('is empty');
	});

	test.each([1.5, NaN, 2 ** 53, true, [], ['A-1'], {}, 'a\ud83d'])(
		'refuses %j, of which no key can be made for certain',
		(value) => {
			expect(problemOf(() => readUniqueKey(value))).toContain('holds');
		},
	);

	test('gives a number and its text the same key', () => {
		assert(
			property(maxSafeInteger(), (number) => {
				expect(readUniqueKey(number)).toBe(readUniqueKey(String(number)));
			}),
			runsOf(100),
		);
	});

	test('gives a key that is its own key, or says what is wrong', () => {
		assert(
			property(string({ unit: 'binary' }), (text) => {
				if (problemOf(() => readUniqueKey(text)) !== 'no problem') return;
				const key = readUniqueKey(text);
				expect(key).not.toBe('');
				expect(readUniqueKey(key)).toBe(key);
			}),
			runsOf(100),
		);
		assert(
			property(anything(), (value) => staysOrderly(() => readUniqueKey(value))),
			runsOf(100),
		);
	});
});
