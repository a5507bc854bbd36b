import { expect, test } from '@jest/globals';
import { assert, property, string } from 'fast-check';

import {
	readFieldName,
	readFieldValue,
} from '../../../nodes/SmsVoiceGateway/options/extraRequestFields.ts';
import { reads, row } from '../values/reads.ts';

const OWN = new Map([['file_id', 'Voice File ID']]);
const NAMES = ['send_to_black_list', 'x', 'a.b', 'a[b]', 'a-b', '_1', 'send_to_blacklist'];
const named = (name: string) => `has a field named "${name}", which`;
const LOGIN = 'the node fills from its credential | Remove the field, and enter the login';
const ITSELF =
	"the node sends itself as 'Voice File ID' | Remove the field, and use 'Voice File ID'";
const NO_NAME =
	'is no name of a field | Write it as your provider does: letters, digits and _ . - [ ] only.';

reads('the name of a field', (name) => readFieldName(name, OWN), {
	takes: NAMES.map((name) => [name, name, ` ${name} `]),
	refuses: [
		["has a field whose 'Name' is empty | Fill it in, or remove", '', '  ', undefined, null],
		...['username', 'PassWord'].map((name): [string, string] => [`${named(name)} ${LOGIN}`, name]),
		...['file_id', 'File_ID'].map((name): [string, string] => [`${named(name)} ${ITSELF}`, name]),
		...['two words', 'a"b', '__proto__', 'constructor'].map((name): [string, string] => [
			`${named(name)} ${NO_NAME}`,
			name,
		]),
		[`has a field named 5, which ${NO_NAME}`, 5],
	],
});

const NEITHER =
	'is neither text nor a number, true or false | Use an expression that gives one of them.';
const LONG =
	'is a number so long that its last digits would be lost | Hand it on as text instead of as a number.';
const HALF = 'holds half of a character (such as an emoji) | Enter the text again';
const NO_NUMBER = 'is not a number | Write digits, with a point before decimals.';
const NO_TYPE = `has a field "tag" whose 'Type' is none of its choices | Choose one of the list.`;
const value = (words: string) => `has a field "tag" whose 'Value' ${words}`;
const KEPT = ['0', 0, -1.5, false, ' a ', 'نیم‌فاصله'];

reads('a value as it is given', (given) => readFieldValue('tag', given, 'given'), {
	takes: KEPT.map((one) => [one, one]),
	refuses: [
		[value('is empty'), undefined, null, ''],
		[value(NEITHER), {}, ['a']],
		[value('is not a number'), NaN],
		[value(HALF), '\ud83d'],
		[value(LONG), 2 ** 53],
	],
});

reads('a value as text', (given) => readFieldValue('tag', given, 'text'), {
	takes: [row('0', 0), row('true', true)],
	refuses: [[value('is empty'), '']],
});

reads('a value as number', (given) => readFieldValue('tag', given, 'number'), {
	takes: [row(12, ' 12 '), row(-0.5, '-0.5'), row(10.25, '10.25'), row(7, 7)],
	refuses: [
		[value('is empty'), ' ', undefined, null],
		[value(NO_NUMBER), 'secret', ['5'], '0x10', '1e3'],
		[value(LONG), '9007199254740993', 2 ** 53],
	],
});

reads('a value as truth value', (given) => readFieldValue('tag', given, 'boolean'), {
	takes: [row(true, 'True', true), row(false, ' false', false)],
	refuses: [
		[value('is empty'), '', undefined, null],
		[value('is neither true nor false | Write true or false.'), '1', 'a'],
	],
});

reads('a value of another type', (type) => readFieldValue('tag', 'a', type as string), {
	refuses: [[NO_TYPE, 'toString', 'list']],
});

test('every text is kept as it is', () => {
	assert(
		property(string({ unit: 'grapheme', minLength: 1 }), (text) => {
			expect(readFieldValue('tag', text, 'given')).toBe(text);
		}),
	);
});
