import { expect, test } from '@jest/globals';

import { readSource } from '../../../nodes/SmsVoiceGateway/lib/identifiers.ts';
import {
	cleanNumber,
	readDestinations,
	readOneDestination,
} from '../../../nodes/SmsVoiceGateway/lib/phoneNumbers.ts';
import { readUniqueKey } from '../../../nodes/SmsVoiceGateway/lib/uniqueKey.ts';
import { problemOf } from './problemOf.ts';

test.each([
	'989,121,234,567',
	'9121234567,000',
	'۹۸۹،۱۲۱،۲۳۴،۵۶۷',
	'110,112',
	'09120000000,110',
	'110,112,09120000000',
])('%j, which may be one number in groups of three, goes to nobody', (value) => {
	const problem =
		/looks like one number in groups of three digits \| Format the column as text; if/;
	expect(problemOf(() => readDestinations(value))).toMatch(problem);
	expect(problemOf(() => readDestinations(['09120000000', value]))).toMatch(problem);
	expect(problemOf(() => readOneDestination(value))).toMatch(problem);
});

test.each<[unknown, string[]]>([
	['110', ['110']],
	['110, 112', ['110', '112']],
	['110\n112', ['110', '112']],
	[
		['110', '112'],
		['110', '112'],
	],
	['09120000000,09120000001', ['09120000000', '09120000001']],
	['09120000000,1234', ['09120000000', '1234']],
	['09120000000,', ['09120000000']],
])('%j are the numbers %j', (value, destinations) => {
	expect(readDestinations(value).destinations).toEqual(destinations);
});

test.each([
	'+98 (0)912 123 4567',
	'0044 ( 0 ) 20 7946 0000',
	'+44[0]2079460000',
	'＋98(0)9121234567',
])('%j is not read with its zero', (value) => {
	expect(problemOf(() => cleanNumber(value))).toMatch(
		/in which a zero stands in brackets behind the country code \| Leave the \(0\) out: from abroad/,
	);
});

test.each(['-9121234567', '−9121234567', ' – 9121234567', '-۹۱۲۱۲۳۴۵۶۷'])(
	'%j is no number, as -9121234567 is none',
	(value) => {
		expect(problemOf(() => cleanNumber(value))).toContain('which is not a phone number');
	},
);

test.each([
	['(0)912 123 4567', '09121234567'],
	['(021) 123-4567', '0211234567'],
	['+98 (912) 123 4567', '+989121234567'],
	['091.212.345.67', '09121234567'],
])('%j is read as %j', (value, number) => {
	expect(cleanNumber(value)).toBe(number);
});

test('a sender that was read as a decimal is not made another', () => {
	expect(problemOf(() => readSource('3000.0'))).toContain('which is a rounded number');
});

test.each(['1.23457E+15', '1,23457E+15', '1E+15', '1001.0'])(
	'the unique key %j is refused: different orders have it',
	(value) => {
		expect(problemOf(() => readUniqueKey(value))).toContain('which is a rounded number');
	},
);

test.each(['A-1.0', '1.5', 'E+5', 'order 1E+15'])('the unique key %j stays as it is', (value) => {
	expect(readUniqueKey(value)).toBe(value);
});
