import fc from 'fast-check';

import { lastDigits, splitList } from '../../../nodes/SmsVoiceGateway/numbers/digits.ts';
import { cleanNumber } from '../../../nodes/SmsVoiceGateway/numbers/phoneNumber.ts';
import * as phoneNumbers from '../../../nodes/SmsVoiceGateway/numbers/phoneNumbers.ts';
import { problemOf } from '../values/problemOf.ts';
import { named, reads, row, type Reads } from '../values/reads.ts';
import { cells } from '../../lines.ts';

const { readDestinations, readOneDestination } = phoneNumbers;
const A = '09121234567';
const B = '09351234567';

type Takes = NonNullable<Reads['takes']>;
type Refuses = NonNullable<Reads['refuses']>;
const IR = '+989121234567';

/** Each is read as its digits. */
const inDigits = (written: string): Takes =>
	cells(written)
		.flat()
		.map((one) => [one.replace(/[^+\d]/g, ''), one]);

const ONE: Takes = [
	[A, '०९१२ ১২৩ ௪௫௬௭', '𝟎𝟗𝟏𝟐𝟏𝟐𝟑𝟒𝟓𝟔𝟕', '  0912\u00a0123\u202f45\u300067\u2009\r\n'],
	[
		A,
		...'-\u2010\u2011\u2012\u2013\u2014\u2015\u2212.'
			.split('')
			.map((dash) => `0912${dash}123${dash}4567`),
	],
	[A, '(0)[912]{123}（4）567', '0912\u00ad123\u2060\u061c4567', A.padEnd(200, '\u200e')],
	[IR, '\u202a\u200e+98912\u200f1234567\u202c', '\ufeff\u2066+98\u200c912\u200d1234567\u2069'],
	// As a CSV has it where a program took the column for numbers.
	['9121234567', 9121234567, ' 9121234567.0\n'],
	...[3000, 110].map((number): Takes[number] => [String(number), number]),
	...named(
		{},
		`
		${A} 0912-123-45-67 | “09121234567” | '09121234567 | ="09121234567"
		09123456789 ۰۹۱۲۳۴۵۶۷۸۹ | ٠٩١٢٣٤٥٦٧٨٩
		0912345 ۰٩1２345
		${IR} ＋９８９１２１２３４５６７ | (+98) 912 123 4567 | [+98] 9121234567 | +98 (912) 123 4567
		${IR} tel://+98 912 123 4567 | TEL:+98-912-123-4567
		9121234567 9121234567.0 | 9121234567.000 | ۹۱۲۱۲۳۴۵۶۷.۰
		3000 3000.0 | 3000.00 | ="3000.0"
		110 110 | 110.0 | ۱۱۰.۰
		02188776655 ۰۲۱/۸۸۷۷۶۶۵۵
		+989121234567890 ＋98912123 4567890
		`,
	),
	// Short ones, and as exports, formulas, phone books and people of other countries write it.
	...inDigits(`
		110 | 000 | 0098912 | 123456789012345 | +123456789012345
		00989 12 123 4567 | 912.345.00 | 98-9121234567 | 8 (912) 345-67-89
		06 12 34 56 78 | +55 11 91234-5678 | (11) 91234-5678 | +229 01 59 43 30 50
		0151 12 34 56 78 | 0171/1234567 | 030 / 12 34 56 78 | +49 (171)/1234567
		079.123.45.67 | 030.123456 | 030.1234567 | +49.1711234567 | 06.12.34.56.78
		0043.1.5880 | 912.345.678 | 1.212.555.0123 | 021.88.77.66.55 | 75.12.34
		11 91234-5678 | 11 9 2012-5678 | 2024-2026 | 01 12 20 12 34 | 22 33 44 55
		p:+12125550100 | +39 06 1234567 | 0039 02 1234 5678 | 39 02 12345678
		+225 07 12 34 56 78 | +(49) 151123 1234567
	`),
];

const NONE = 'which is not a phone number | Check its column; write the digits that are dialled';
const ROUNDED = 'which is a rounded number | The spreadsheet cell has turned it';
const WORDS = {
	NONE,
	ROUNDED,
	ONE: 'which has 1 digit; a phone number has 3 to 15 | Check the number for',
	TWO: 'which has 2 digits; a phone number has 3 to 15',
	BOTH: 'which may be two numbers',
	ZERO: 'which has a 0 behind a country code, or behind a place in a list',
	DATE: 'reads as a date',
	ADDRESS: 'reads as an IP address',
	AMOUNT: 'reads as an amount',
	RANGE: 'reads as a range or a version',
};
const behind = (what: string) => `which has "${what}" behind a whole number | Check its column`;
const WRONG: Refuses = [
	[NONE, ' − 9121234567', 912.5, -9121234567, NaN, Infinity, true, { number: 1 }, 0],
	[NONE, `${A}\t${B}`, '9'.repeat(201)],
	['which has 16 digits; a phone number has 3 to 15', '1234567890123456', 1234567890123456],
	['is empty', '', ' \u200e\u00a0', null, undefined],
	[ROUNDED, 2 ** 53, 1e21, ' 1e+21 '],
	...named(
		WORDS,
		`
		NONE x | 12a | 0912-x | ++98912 | 98+912 | 98912+ | + | -- | ０９１２ⅣⅤⅥ | ""
		NONE #N/A | -9121234567 | 00+989121234567 | 0912xxx4567 | 09121234567. | sara <09121234567>
		// Between two groups stands one mark.
		NONE 0912--123-4567 | 0912.-1234567 | 021/88/776655 | 0912_123_4567 | 0912…1234567
		// Neither an area code nor two numbers.
		NONE O9121234567 | 0912/0913 | 12/05/2026 | 1/2/3456789 | 2026/11/21
		NONE tel:+98-912-123-4567;ext=12 | tel:02188776655;ext=12 | +98 912 123 4567 (mobile)
		NONE 8877665/66 | 021-8877665/66 | +1 (201) 555-0123 x99 | ${A} یا ${B} | ${A} and ${B}
		NONE +1-201-555-0100 +1-201-555-0101 | 10:30 | 2001:db8::1
		ONE 1 | +1 | (1)
		TWO 12 | +12 | 1 2
		ROUNDED 9.89121E+11 | 9,89121E+11 | 9.89121e11 | ۹٫۸۹۱۲۱E+۱۱ | 9E+11 | ="9.1E+11"
		ROUNDED 9007199254740992.0
		BOTH 6912345 6612345 | 6912345-6612345 | 691 2345 661 2345 | 555-0100 - 555-0101
		BOTH 8877 6655 8877 665 | +1 5550100 5550101 | (555) 0100 (555) 0101
		ZERO +09121234567 | +00989121234567 | 000989121234567 | 12. 800 555 0199
		ZERO 1) 912 123 4567 | 1. 09121234567 | 3- 09121234567 | [4] 09121234567
		ZERO (5) 09121234567 | 01- 09121234567
		ZERO +98 0912 123 4567 | +98 0912 123 4567-9 | 0098 0912 123 4567 | +98 (0912) 123 4567 | +9809121234567
		ZERO +44 07911 123456 | +98 (0)912 123 4567 | 0044 ( 0 ) 20 7946 0000 | +44[0]2079460000
		ZERO 44 (0) 7700 900123 | 98（0）9121234567 | +98［0］912 123 4567 | 44 {0} 7700 900123
		ZERO 98-0912-123-4567 | 49.0151.12345678 | +39 (0)6 1234567 | +250 0788 123 456
		`,
	),
	[NONE, '|', '0912 | 1234567'],
	[behind('-60'), '021-88776655-60'],
	[behind('-9'), '02188776655-9', '+98 912 123 4567-9', '+45 34 41 23 45-9', '+298 21 12 34-9'],
	[behind('-01'), '0212 555 00 00-01', '0212-555-00-00-01'],
	[behind(' (12)'), '021-88776655 (12)', '88 77 66 55 (12)'],
	[behind(' - 12'), '02188776655 - 12', '+49-30-1234567 - 12'],
	[behind(' 2'), `${A} 2`, '+98 912 123 4567 2', '212-555-0100 2'],
	[behind('-999'), '201-555-0123-999', '+1-201-555-0123-999'],
	[behind('–123'), `${A}–123`, '+33 6 12 34 56 78–123'],
	// In Germany and Austria it is the exchange: nobody is told to leave it out.
	[behind(' -0'), '030/1234567 -0'],
	[behind('-0'), '030/1234567-0', '+49 30 1234567-0', '089 1234567-0', '(030) 1234567-0'],
];

/** What stands in another column of a sheet. */
const OTHERS: Refuses = named(
	WORDS,
	`
	DATE 2026-11-21 | 21.11.2026 | 21-11-2026 | 2026.11.21 | 2026-1-9 | 9.1.2026 | 24. 12. 2026
	DATE 2026 11 21 | 1405-08-30 | ۱۴۰۵-۰۸-۳۰ | 11-21-2026 | 2569-11-21 | 21.11.26 | 21-11-26
	DATE 11-21-26 | 2026-11 | 11.2026 | 2026‑11‑21 | ="2026-11-21" | 2026-11-21 10.30
	DATE 21.11.2026 10.30 | 2026-11-21 1030 | 21.11.2026 9
	ADDRESS 192.168.100.200 | 10.0.0.5 | 8.8.8.8 | 255.255.255.0 | 127.0.0.1
	AMOUNT 1250.75 | 912.5 | 0.75 | 12.50 | 9121234567.5 | 35.6892 | 1.250 | ۱۲۵۰.۷۵ | 1.250.000
	AMOUNT 300.000 | 9.121.234.567 | 555.0000 | 8877665.1234
	RANGE 5-10 | 20-30 | 2.41.1 | 1.2.3 | 00-950 | 9 - 17 | 10–20
	`,
);

const digit = fc.constantFrom(...'0123456789۰۱۲۳۹٠٩０９');
const mark = fc.constantFrom('', '', '', ...' -.()+\u200e/aE,\n');
const near = fc
	.array(fc.tuple(mark, digit), { maxLength: 18 })
	.map((pairs) => pairs.flat().join(''));

reads('a number', cleanNumber, {
	takes: ONE,
	refuses: [['which is not a phone number', '0912,0913', ['0912'], '1000\n2000']],
	near,
});
reads('the one number of a call', readOneDestination, {
	takes: ONE,
	refuses: [...WRONG, ...OTHERS],
	near,
});

/** A list of numbers, each of which is read as itself. */
function listOf(value: unknown): string[] {
	const { numbers: destinations, repeated } = readDestinations(value);
	expect(repeated.filter((one) => !destinations.includes(one))).toEqual([]);
	for (const number of destinations) {
		expect(number).toMatch(/^\+?\d{3,15}$/);
		expect(cleanNumber(number)).toBe(number);
	}
	return destinations;
}
const SHORT = 'among several, of which each has 7 digits or more | Check its column';
const SEVERAL: Takes = [
	[[A, B, '+989121234568'], `${A}, ${B};+989121234568`],
	[[A, B, '09121234568'], '۰۹۱۲۱۲۳۴۵۶۷،۰۹۳۵۱۲۳۴۵۶۷؛۰۹۱۲۱۲۳۴۵۶۸', `${A}，${B}；09121234568`],
	[[A, B, '09121234568'], `${A}\n${B}\r\n09121234568\r\n`, `${A}\v${B}\u202809121234568`],
	row([A, B, '09121234568'], [`${A},${B}`, '09121234568\n']),
	row([A, '9351234567', '+989121234568'], [A, 9351234567, '+989121234568']),
	[[A, B], `,${A}, ;\n \u200f\n\n${B},,`, '[09121234567, 09351234567]', `${A}\\${B}`],
	[[A, B], '["09121234567","09351234567"]', '[ “09121234567” , “09351234567” ]'],
	[
		[A, B],
		'="09121234567","09351234567"',
		'TEL:09121234567; sms:09351234567',
		`${A} ::: ${B}`,
		`${A}:::${B}`,
	],
	[[A, B], [`${A}|${B}`]],
	[[IR, '+989351234567'], "['+989121234567', '+989351234567']"],
	[[IR, '+989351234567'], '+98 912 123 4567 / +98 935 123 4567'],
	[['5555550100', '5555550101'], '555-555-0100,555-555-0101'],
	[['01711234567', '03012345678'], '0171/1234567, 030/12345678'],
	[['+12125550100', '6465550123'], '+1 212 555 0100,(646) 555-0123'],
	[['5550100', '5550101', '5550102'], '555-0100 | 555-0101, 5550102'],
];

reads('the numbers of a text', listOf, {
	takes: [
		...ONE.map(([number, ...values]): Takes[number] => [[number], ...values]),
		...SEVERAL,
		[[A], `${A} ::: `, `${A} | `],
		[['9121234567'], '9121234567,0', ' 9121234567,00 ', '۹۱۲۱۲۳۴۵۶۷٫۰'],
		[['+989121234567'], '+989121234567,0'],
	],
	refuses: [
		...WRONG,
		...OTHERS,
		[SHORT, '02188776655,1234', '02188776655;1234', '021,88776655', '989,121,234,567', '180,555'],
		[
			SHORT,
			'110, 112',
			`+110110,${A}`,
			'۹۸۹،۱۲۱،۲۳۴،۵۶۷',
			'9121234567,000',
			`${A}\n1234`,
			[A, '1234'],
			[A, 110],
		],
		['has nothing between two commas', '18005550199,,1234567', '+1 800 555 0199,,1234567'],
		['has nothing between two commas', [B, '5550100,,1234567'], `${A}،،1234567`, `${A}; ;12`],
		['is empty', '', ' ,;\n،', null, undefined, []],
		['holds nothing at position 1 of its list', [undefined, A], [null], [' \u200e'], [',\n']],
		['holds nothing at position 2 of its list', Object.assign([A], { 2: B }), [A, '', B]],
		['holds "12a", which is not a phone number', `${A},12a,${B}`],
		['holds true, which is not a phone number', [A, true]],
		['holds ["0912"], which is not a phone number', [['0912']]],
		['holds "9007199254740993,0", which is a rounded number', '9007199254740993,0'],
		['holds "9,89121E+11", which is a rounded number', '9,89121E+11', [A, '9,89121E+11']],
		['holds "9.89121E+11", which is a rounded number', `${A};9.89121E+11`],
	],
	near,
});

describe('several numbers', () => {
	test.each(SEVERAL)('%j are too many for a call', (numbers, ...values) => {
		const { length } = numbers as string[];
		const words = `^holds ${length} numbers, but a call goes to one \\| Write one`;
		for (const value of values)
			expect(problemOf(() => readOneDestination(value))).toMatch(new RegExp(words));
	});

	test('equal ones count once, are named once, and are still several', () => {
		const value = `${A}, ${B}, 0912-123-4567, ۰۹۱۲۱۲۳۴۵۶۷, 9121234567, ${IR}`;
		const { numbers, repeated } = readDestinations(value);
		expect([numbers, repeated]).toEqual([[A, B], [A]]);
		expect(readDestinations('5550100, +5550100')).toMatchObject({ repeated: ['5550100'] });
		expect(problemOf(() => readOneDestination([A, A]))).toContain('holds 2 numbers');
	});

	test('are the same by their last ten digits', () => {
		const digits = [IR, A, '9121234567', '09-11'].map(lastDigits);
		expect(digits).toEqual([9121234567, 9121234567, 9121234567, 911]);
	});

	test('10,000 are read, each once', () => {
		const numbers = Array.from({ length: 10_000 }, (_, index) => `0912${index + 1_000_000}`);
		expect(readDestinations(numbers.join(',')).numbers).toEqual(numbers);
		expect(readDestinations([...numbers, ...numbers]).repeated).toEqual(numbers);
	});

	reads('the values of a list', splitList, {
		takes: [
			[['a', ' b', 'c'], 'a, b;c\n'],
			[['a', 'b'], 'a,,b;', ['a,b']],
			[[0], 0],
			[[false], false],
			row(['a', 5], ['a', 5]),
		],
	});
});
