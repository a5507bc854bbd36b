import { expect, test } from '@jest/globals';

import { readSource } from '../../../nodes/SmsVoiceGateway/fields/identifiers.ts';
import {
	cleanNumber,
	readDestinations,
	readOneDestination,
} from '../../../nodes/SmsVoiceGateway/numbers/phoneNumbers.ts';
import { readUniqueKey } from '../../../nodes/SmsVoiceGateway/options/uniqueKey.ts';
import { problemOf } from '../values/problemOf.ts';

test.each([
	'989,121,234,567',
	'9121234567,000',
	'۹۸۹،۱۲۱،۲۳۴،۵۶۷',
	'110,112',
	'09120000000,110',
	'110,112,09120000000',
	'0912,123,4567',
	'989,121\n234',
	'110,112;113',
	'"989,121,234"',
	'1,800,555',
])('%j, which may be one number in groups of three, goes to nobody', (value) => {
	const problem =
		/looks like one number in groups of three digits \| Format the column as text; if/;
	expect(problemOf(() => readDestinations(value))).toMatch(problem);
	expect(problemOf(() => readDestinations(['09120000000', value]))).toMatch(problem);
	expect(problemOf(() => readOneDestination(value))).toMatch(problem);
});

test.each([
	'18005550199,,1234567',
	'+1 800 555 0199,,1234567#',
	'09121234567،،1001',
	'555-0100,,,,12',
])('%j, which is dialled on after a pause, is not two numbers', (value) => {
	const problem = /looks like one number that is dialled on after a pause \| Leave out what is/;
	expect(problemOf(() => readDestinations(value))).toMatch(problem);
	expect(problemOf(() => readOneDestination(value))).toMatch(problem);
});

test.each(['021,88776655', '0912،1234567'])('%j may be one number with its area code', (value) => {
	expect(problemOf(() => readDestinations(value))).toMatch(
		/looks like one number in groups of digits \| .* write a space behind each comma/,
	);
});

test.each([
	'6912345 6612345',
	'6912345-6612345',
	'691 2345 661 2345',
	'555-0100 - 555-0101',
	'555 0100 5550101',
	'8877 6655 8877 665',
	'+1 5550100 5550101',
	'(555) 0100 (555) 0101',
])('%j, which may be two numbers, is not one of so many digits', (value) => {
	expect(problemOf(() => readDestinations(value))).toMatch(
		/which may be two numbers \| Separate several numbers with a comma/,
	);
	expect(problemOf(() => readOneDestination(value))).toMatch(/which may be two numbers/);
});

test.each(['6912345\t6612345', '0912\t1234567', '09121234567\t1001'])(
	'%j, two cells of a sheet, is not one number',
	(value) => {
		expect(problemOf(() => readDestinations(value))).toMatch(/in which a tab stands, as between/);
	},
);

test.each([
	['09', 0],
	['N/A', 0],
	['44 (0) 7700 900123', 0],
	['021/8877665', 1],
	['6912345 6612345', 1],
	['09121234567\t09351234567', 1],
	['09121234567 09351234567', 1],
	['09121234567 or 09351234567', 1],
])('the error of %j says %i times how to separate several', (value, times) => {
	const said = problemOf(() => readDestinations(value)).match(/with a comma/g) ?? [];
	expect(said).toHaveLength(times);
});

test.each(['021/8877665', '0912 | 1234567', '8877665/66', '098:::9121234567', '09121234567/2'])(
	'%j may be one number, or two',
	(value) => {
		expect(problemOf(() => readDestinations(value))).toMatch(
			/in which "(?:\/|\||:::)" may stand within a number, or between two \| .*with a comma/,
		);
	},
);

test.each(['+09121234567', '+00989121234567', '000989121234567', '＋0912 123 4567', '+0098'])(
	'%j has no country code',
	(value) => {
		expect(problemOf(() => cleanNumber(value))).toMatch(/and no country code begins with 0/);
	},
);

test.each([
	'1. 09121234567',
	'2) +98 912 123 4567',
	'12. 800 555 0199',
	'3- 09121234567',
	'[4] 09121234567',
	'(5) 09121234567',
	'98-0912-123-4567',
	'49.0151.12345678',
])('%j does not begin with the number itself', (value) => {
	expect(problemOf(() => readDestinations(value))).toMatch(/not a phone number|begin with the num/);
});

test.each<[unknown, string[]]>([
	['555-555-0100,555-555-0101', ['5555550100', '5555550101']],
	['416.555.0100,647.555.0101', ['4165550100', '6475550101']],
	['0912-123-4567,021-8877-6655', ['09121234567', '02188776655']],
	['+1 212 555 0100,646 555 0123', ['+12125550100', '6465550123']],
	['(212) 555-0100,(646) 555-0123', ['2125550100', '6465550123']],
	['["09121234567","09351234567"]', ['09121234567', '09351234567']],
	["['+989121234567', '+989351234567']", ['+989121234567', '+989351234567']],
	['[ “09121234567” , “09351234567” ]', ['09121234567', '09351234567']],
	['["0912 123 4567"]', ['09121234567']],
	['09121234567 ::: 09351234567', ['09121234567', '09351234567']],
	['+98 912 123 4567 / +98 935 123 4567', ['+989121234567', '+989351234567']],
	['555-0100 | 555-0101, 5550102', ['5550100', '5550101', '5550102']],
	[['09121234567|09351234567'], ['09121234567', '09351234567']],
	['09121234567 ::: ', ['09121234567']],
	['tel:+98-912-123-4567', ['+989121234567']],
	['TEL:09121234567; sms:09351234567', ['09121234567', '09351234567']],
	['tel://+98 912 123 4567', ['+989121234567']],
	['＋98912123 4567890', ['+989121234567890']],
	['p:+12125550100', ['+12125550100']],
	["'09121234567", ['09121234567']],
	['="09121234567"', ['09121234567']],
	['="09121234567","09351234567"', ['09121234567', '09351234567']],
	['00989 12 123 4567', ['00989121234567']],
	['0098912 1234567', ['0098912'.concat('1234567')]],
	['09121234567\t\n09351234567', ['09121234567', '09351234567']],
])('%j is understood as %j', (value, destinations) => {
	expect(readDestinations(value)).toEqual({ destinations, repeated: [] });
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
	'44 (0) 7700 900123',
	'98（0）9121234567',
	'+98［0］912 123 4567',
	'44 {0} 7700 900123',
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

/** As spreadsheets, lead forms, phone books and messengers write it: refused with its reason, and never another number. */
test.each([
	...['N/A', 'n/a', '#N/A', '#REF!', '########', 'NULL', 'none', '-', '—', '|'],
	...['TEL;TYPE=CELL:+98 912 123 4567', 'Mobile: +98 912 123 4567', 'whatsapp:+989121234567'],
	...['+98 912 123 4567 (mobile)', '+98 (Iran) 912 123 4567', 'sara <09121234567>'],
	...['+1 (201) 555-0123 x99', '+1 201 555 0123 ext. 99', '(201) 555-0123 #99'],
	...['989121234567@s.whatsapp.net', '++989121234567', '00+989121234567', '0912xxx4567'],
	...[
		'09121234567 and 09351112233',
		'09121234567 یا 09351112233',
		'+1-201-555-0100 +1-201-555-0101',
	],
	...['O9121234567', '1-800-555-CALL', '{"phone":"09121234567"}', 'home:0912 work:0935'],
])('%j is no number', (value) => {
	expect(problemOf(() => readDestinations(value))).toMatch(/ which is not a phone number \| /);
});

test.each<[string, string]>([
	['(+98) 912 123 4567', '+989121234567'],
	['[+98] 9121234567', '+989121234567'],
	['+98(912)1234567', '+989121234567'],
	['98-9121234567', '989121234567'],
	['8 (912) 345-67-89', '89123456789'],
	['06 12 34 56 78', '0612345678'],
	['+55 11 91234-5678', '+5511912345678'],
	['\u202a+98 912 123 4567\u202c', '+989121234567'],
	['\u200e0912\u2011123\u20114567', '09121234567'],
	['“09121234567”', '09121234567'],
	['09121234567.', '09121234567'],
	['+98 912 123 4567;', '+989121234567'],
])('%j is understood', (value, number) => {
	expect(readDestinations(value).destinations).toEqual([number]);
});
