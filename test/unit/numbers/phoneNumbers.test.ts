import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { getCountries, getExampleNumber } from 'libphonenumber-js';
import examples from 'libphonenumber-js/mobile/examples';
import {
	cleanNumber,
	readDestinations,
	readOneDestination,
} from '../../../nodes/SmsVoiceGateway/numbers/phoneNumbers.ts';
import { problemOf, staysOrderly } from '../values/problemOf.ts';
import { runsOf } from '../fuzz.ts';

const TEXT_ADVICE = /format the column as text/;

describe('cleanNumber', () => {
	test.each<[string, unknown, string]>([
		['ASCII digits', '09121234567', '09121234567'],
		['Persian digits', '۰۹۱۲۳۴۵۶۷۸۹', '09123456789'],
		['Arabic-Indic digits', '٠٩١٢٣٤٥٦٧٨٩', '09123456789'],
		['full-width digits and plus', '＋９８９１２１２３４５６７', '+989121234567'],
		['digits of three scripts', '۰٩1２345', '0912345'],
		['a leading plus', '+989121234567', '+989121234567'],
		['a plus in brackets', '(+98) 912 123 4567', '+989121234567'],
		['spaces around and between', '  0912 123 4567 ', '09121234567'],
		['a line break at the end', '09121234567\r\n', '09121234567'],
		['no-break, thin and ideographic spaces', '0912\u00a0123\u202f45\u300067\u2009', '09121234567'],
		['tabs around it', '\t09121234567\t', '09121234567'],
		['Devanagari, Bengali and Tamil digits', '०९१२ ১২৩ ௪௫௬௭', '09121234567'],
		['digits of mathematics', '𝟎𝟗𝟏𝟐𝟏𝟐𝟑𝟒𝟓𝟔𝟕', '09121234567'],
		[
			'hyphens, dashes and the minus sign',
			'0912-123\u2010\u2011\u2012\u2013\u2014\u2015\u221245-67',
			'09121234567',
		],
		['dots', '0912.123.4567', '09121234567'],
		['brackets', '(0)[912]{123}（4）567', '09121234567'],
		['direction marks', '\u202a\u200e+98912\u200f1234567\u202c', '+989121234567'],
		[
			'isolates, joiners and the byte order mark',
			'\ufeff\u2066+98\u200c912\u200d1234567\u2069',
			'+989121234567',
		],
		[
			'soft hyphen, word joiner, Arabic letter mark',
			'0912\u00ad123\u2060\u061c4567',
			'09121234567',
		],
		['the shortest', '110', '110'],
		['the longest', '123456789012345', '123456789012345'],
		['the longest with a plus', '+123456789012345', '+123456789012345'],
		['a JSON number', 9121234567, '9121234567'],
		['leading zeros', '0098912', '0098912'],
		['a number that ends in zeros after dots', '912.345.00', '91234500'],
	])('takes %s', (_, value, number) => {
		expect(cleanNumber(value)).toBe(number);
	});

	test.each<[string, unknown, string]>([
		['letters', '12a', 'holds "12a", which is not a phone number'],
		['a slash', '0912/0913', 'holds "0912/0913", which is not a phone number'],
		['a line break between two', '1000\n2000', 'holds "1000\\n2000", which is not a phone number'],
		['two pluses', '++98912', 'holds "++98912", which is not a phone number'],
		['a plus in the middle', '98+912', 'holds "98+912", which is not a phone number'],
		['a plus at the end', '98912+', 'holds "98912+", which is not a phone number'],
		['a plus alone', '+', 'holds "+", which is not a phone number'],
		['dashes alone', '--', 'holds "--", which is not a phone number'],
		['a number that is no digit', '０９１２ⅣⅤⅥ', 'which is not a phone number'],
		['a list', '0912,0913', 'holds "0912,0913", which is not a phone number'],
		['one digit', '1', 'holds "1", which has 1 digit; a phone number has 3 to 15'],
		['two digits', '12', 'holds "12", which has 2 digits; a phone number has 3 to 15'],
		[
			'16 digits',
			'1234567890123456',
			'holds "1234567890123456", which has 16 digits; a phone number has 3 to 15',
		],
		['a JSON number of 16 digits', 1234567890123456, 'holds 1234567890123456, which has 16 digits'],
		['zero', 0, 'holds 0, which has 1 digit'],
		['a fraction', 912.5, 'holds 912.5, which is not a phone number'],
		['a negative number', -9121234567, 'holds -9121234567, which is not a phone number'],
		['NaN', NaN, 'holds NaN, which is not a phone number'],
		['infinity', Infinity, 'holds Infinity, which is not a phone number'],
		['a boolean', true, 'holds true, which is not a phone number'],
		['an object', { number: 1 }, 'holds {"number":1}, which is not a phone number'],
		['an array', ['0912'], 'holds ["0912"], which is not a phone number'],
		['null', null, 'is empty'],
		['undefined', undefined, 'is empty'],
		['an empty text', '', 'is empty'],
		['blanks and marks alone', ' \u200e\u00a0', 'is empty'],
	])('refuses %s and shows it as given', (_, value, message) => {
		expect(problemOf(() => cleanNumber(value))).toContain(message);
	});

	test.each<[unknown]>([
		[2 ** 53],
		[1e21],
		['9.89121E+11'],
		['9,89121E+11'],
		['9.89121e11'],
		['۹٫۸۹۱۲۱E+۱۱'],
		['9E+11'],
		[' 1e+21 '],
		['9121234567.0'],
		['9121234567.00'],
		['9121234567.000'],
		['3000.0'],
		['110.0'],
		['+110.0'],
		['۱۱۰.۰'],
	])('refuses %p, which a spreadsheet has rounded, and says how to keep the digits', (value) => {
		const problem = problemOf(() => cleanNumber(value));
		expect(problem).toContain('which is a rounded number');
		expect(problem).toMatch(TEXT_ADVICE);
	});

	test('gives 3 to 15 digits or an InputProblem for any text', () => {
		const digit = fc.constantFrom(...'0123456789۰۱۲۳۹٠٩０９');
		const between = fc.constantFrom(
			'',
			'',
			'',
			' ',
			'-',
			'.',
			'(',
			')',
			'+',
			'\u200e',
			'\u00a0',
			'/',
			'a',
			'E',
			',',
			'\n',
		);
		const numberLike = fc
			.array(fc.tuple(between, digit), { maxLength: 18 })
			.map((pairs) => pairs.flat().join(''));
		fc.assert(
			fc.property(fc.oneof(numberLike, fc.string(), fc.string({ unit: 'binary' })), (text) => {
				let number: string | undefined;
				staysOrderly(() => {
					number = cleanNumber(text);
				});
				if (number === undefined) return;
				expect(number).toMatch(/^\+?\d{3,15}$/);
				expect(cleanNumber(number)).toBe(number);
			}),
			runsOf(2000),
		);
	});

	test('gives the digits that were written, whatever stands between them', () => {
		const noise = fc.constantFrom(
			'',
			' ',
			'-',
			'\u2011',
			'(',
			')',
			'[',
			']',
			'\u200f',
			'\u202a',
			'\ufeff',
			'\u00a0',
			'\u3000',
		);
		const scripts = fc.constantFrom(0x30, 0x660, 0x6f0, 0xff10);
		fc.assert(
			fc.property(
				fc.boolean(),
				fc.array(fc.tuple(noise, fc.integer({ min: 0, max: 9 }), scripts), {
					minLength: 3,
					maxLength: 15,
				}),
				noise,
				(plus, digits, end) => {
					const written = digits
						.map(([before, digit, zero]) => before + String.fromCharCode(zero + digit))
						.join('');
					// A minus before it, or a digit in brackets: that may be another number.
					fc.pre(!/^[\s\p{Cf}]*\p{Pd}/u.test(written));
					fc.pre(!/[([]\P{Nd}*\p{Nd}\P{Nd}*[)\]]/u.test(written + end));
					// What may count the numbers of a list, or of a country, with marks in it that nobody sees.
					const seen = written.replace(/\p{Cf}/gu, '');
					fc.pre(!/^\P{Nd}*\p{Nd}{1,3}\P{Nd}+[0٠۰０]/u.test(seen));
					const expected = digits.map(([, digit]) => digit).join('');
					// No country code begins with 0; and so many may be two numbers.
					fc.pre(!/^00?0/.test(plus ? `0${expected}` : expected) && expected.length < 14);
					expect(cleanNumber((plus ? '+' : '') + written + end)).toBe((plus ? '+' : '') + expected);
				},
			),
			runsOf(100),
		);
	});

	test.each(getCountries())('reads the ways libphonenumber writes a number of %s', (country) => {
		const number = getExampleNumber(country, examples);
		// There are no mobile phones on a few islands.
		if (number === undefined) return expect(['AC', 'TA']).toContain(country);
		const international = number.formatInternational();
		const ways = [
			number.number,
			international,
			international.replace('+', '00'),
			international.replace('+', ''),
			number.format('RFC3966'),
			number.formatNational(),
		];
		for (const way of ways) {
			const digits = way.replace(/[^+\d]/g, '');
			for (const between of [' ', '-', '.', ' - ', '\u00a0'])
				expect(cleanNumber(way.replaceAll(' ', between))).toBe(digits);
			for (const other of [` ${way} `, `'${way}`, `="${way}"`, `["${way}"]`, `“${way}”`])
				expect(cleanNumber(other)).toBe(digits);
		}
		expect(cleanNumber(`p:${number.number}`)).toBe(number.number);
	});

	test('throws nothing but InputProblem for any value', () => {
		fc.assert(
			fc.property(
				fc.anything({ withBigInt: true, withDate: true, withNullPrototype: true }),
				(value) => staysOrderly(() => cleanNumber(value)),
			),
			runsOf(100),
		);
	});
});

describe('readDestinations', () => {
	test.each<[string, unknown, string[]]>([
		['one', '09121234567', ['09121234567']],
		['one JSON number', 9121234567, ['9121234567']],
		['commas', '0912, 0913,0914', ['0912', '0913', '0914']],
		['Arabic commas and semicolons', '۰۹۱۲،۰۹۱۳؛۰۹۱۴', ['0912', '0913', '0914']],
		['full-width commas and semicolons', '0912，0913；0914', ['0912', '0913', '0914']],
		['semicolons', '0912;0913', ['0912', '0913']],
		['lines', '0912\n0913\r\n0914\r\n', ['0912', '0913', '0914']],
		['line breaks of word processors', '0912\v0913\u20280914', ['0912', '0913', '0914']],
		['blank pieces', ',0912,, ;\n \u200f,0913,', ['0912', '0913']],
		['an array', ['0912', 913, '+98914'], ['0912', '913', '+98914']],
		['an array with lists', ['0912,0913', '0914\n'], ['0912', '0913', '0914']],
		['an array written as text', '[09121, 0913]', ['09121', '0913']],
	])('reads %s', (_, value, destinations) => {
		expect(readDestinations(value)).toEqual({ destinations, repeated: [] });
	});

	test('keeps the first of equal numbers and names each repeated one once', () => {
		expect(readDestinations('0912, ۰۹۱۳, 09-12, 0914, 0913, 0912')).toEqual({
			destinations: ['0912', '0913', '0914'],
			repeated: ['0912', '0913'],
		});
	});

	test('does not take a number with and without country code for the same', () => {
		expect(readDestinations('+98912,98912,0912').repeated).toEqual([]);
	});

	test.each<[string, unknown]>([
		['an empty text', ''],
		['separators alone', ' ,;\n،'],
		['null', null],
		['undefined', undefined],
		['an empty array', []],
	])('calls %s empty', (_, value) => {
		expect(problemOf(() => readDestinations(value))).toMatch(/^is empty \| /);
	});

	test.each<[string, unknown, number]>([
		['null', ['0912', null], 2],
		['undefined', [undefined, '0912'], 1],
		['an empty text', ['0912', '0913', ''], 3],
		['a blank text', ['0912', ' \u200e', '0913'], 2],
		['separators alone', ['0912', ',\n'], 2],
		['a hole', Object.assign(['0912'], { 2: '0914' }), 2],
	])('names the position of %s in an array instead of dropping it', (_, value, position) => {
		expect(problemOf(() => readDestinations(value))).toContain(
			`holds nothing at position ${position} of its list`,
		);
	});

	test.each<[string, unknown, string]>([
		['in a text', '0912,12a,0913', 'holds "12a", which is not a phone number'],
		['in an array', ['0912', true], 'holds true, which is not a phone number'],
		['an array in an array', [['0912']], 'holds ["0912"], which is not a phone number'],
		[
			'rounded with a decimal comma',
			'9,89121E+11',
			'holds "9,89121E+11", which is a rounded number',
		],
		[
			'rounded with a decimal comma in an array',
			['0912', '9,89121E+11'],
			'holds "9,89121E+11", which is a rounded number',
		],
		['rounded in a list', '0912;9.89121E+11', 'holds "9.89121E+11", which is a rounded number'],
		['an unsafe integer in an array', ['0912', 2 ** 60], 'which is a rounded number'],
	])('shows the offending number %s', (_, value, message) => {
		expect(problemOf(() => readDestinations(value))).toContain(message);
	});

	test('agrees with a plain count of what was given', () => {
		const number = fc.integer({ min: 100, max: 120 }).map(String);
		fc.assert(
			fc.property(
				fc.array(number, { minLength: 1, maxLength: 40 }),
				fc.constantFrom(', ', '، ', ' ; ', '\r\n'),
				(numbers, separator) => {
					const { destinations, repeated } = readDestinations(numbers.join(separator));
					expect(destinations).toEqual([...new Set(numbers)]);
					expect([...repeated].sort()).toEqual(
						destinations
							.filter((each) => numbers.filter((other) => other === each).length > 1)
							.sort(),
					);
					expect(readDestinations(numbers)).toEqual({ destinations, repeated });
				},
			),
			runsOf(100),
		);
	});

	test('throws nothing but InputProblem for any value', () => {
		fc.assert(
			fc.property(
				fc.anything({
					withBigInt: true,
					withDate: true,
					withSparseArray: true,
					withNullPrototype: true,
				}),
				(value) => staysOrderly(() => readDestinations(value)),
			),
			runsOf(100),
		);
	});

	test('reads 10,000 numbers, each once', () => {
		const numbers = Array.from({ length: 10_000 }, (_, index) => `0912${index + 1_000_000}`);
		expect(readDestinations(numbers.join(',')).destinations).toEqual(numbers);
		expect(readDestinations([...numbers, ...numbers]).repeated).toEqual(numbers);
	});
});

describe('readOneDestination', () => {
	test.each<[unknown, string]>([
		['0912 123 4567', '09121234567'],
		['09121234567,\n', '09121234567'],
		[9121234567, '9121234567'],
		[['09121234567'], '09121234567'],
	])('reads %p', (value, number) => {
		expect(readOneDestination(value)).toBe(number);
	});

	test.each<[unknown, number]>([
		['0912,0913,0914', 3],
		[['0912', '0913'], 2],
		['0912,0912', 2],
	])('refuses %p: a call goes to one number', (value, count) => {
		expect(problemOf(() => readOneDestination(value))).toMatch(
			new RegExp(
				`^holds ${count} numbers, but a call goes to one \\| .*one item per number.*Split Out`,
			),
		);
	});

	test('calls nothing empty', () => {
		expect(problemOf(() => readOneDestination(' , '))).toMatch(/^is empty/);
	});

	test('throws nothing but InputProblem for any value', () => {
		fc.assert(
			fc.property(fc.anything(), (value) => staysOrderly(() => readOneDestination(value))),
			runsOf(100),
		);
	});
});
