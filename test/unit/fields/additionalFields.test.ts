import { describe, expect, test } from '@jest/globals';
import { anything, assert, property, string } from 'fast-check';

import {
	readFieldName,
	readFieldValue,
} from '../../../nodes/SmsVoiceGateway/options/extraRequestFields.ts';
import { problemOf, staysOrderly } from '../values/problemOf.ts';

const OWN = new Map([['file_id', 'Voice File ID']]);

describe('readFieldName', () => {
	test.each(['send_to_black_list', 'x', 'a.b', 'a[b]', 'a-b', '_1', 'send_to_blacklist'])(
		'takes %s',
		(name) => {
			expect(readFieldName(` ${name} `, OWN)).toBe(name);
		},
	);

	test.each([
		['', "has a field whose 'Name' is empty"],
		['  ', "has a field whose 'Name' is empty"],
		[undefined, "has a field whose 'Name' is empty"],
		[null, "has a field whose 'Name' is empty"],
		['username', 'has a field named "username", which the node fills from its credential'],
		['PassWord', 'has a field named "PassWord", which the node fills from its credential'],
		['file_id', `has a field named "file_id", which the node sends itself as 'Voice File ID'`],
		['File_ID', `has a field named "File_ID", which the node sends itself as 'Voice File ID'`],
		['two words', 'has a field named "two words", which is no name of a field'],
		['a"b', 'has a field named "a"b", which is no name of a field'],
		['__proto__', 'has a field named "__proto__", which is no name of a field'],
		['constructor', 'has a field named "constructor", which is no name of a field'],
		[5, 'has a field named 5, which is no name of a field'],
	])('refuses %j', (name, problem) => {
		expect(problemOf(() => readFieldName(name, OWN))?.split(' | ')[0]).toBe(problem);
	});

	test.each([
		['', 'Fill it in, or remove the field.'],
		['password', 'Remove the field, and enter the login in the credential only.'],
		['file_id', "Remove the field, and use 'Voice File ID' for it."],
		['two words', 'Write it as your provider does: letters, digits and _ . - [ ] only.'],
	])('says of %j what to do', (name, advice) => {
		expect(problemOf(() => readFieldName(name, OWN))?.split(' | ')[1]).toBe(advice);
	});

	test('gives a name or says what is wrong, whatever it is given', () => {
		assert(property(anything(), (value) => staysOrderly(() => readFieldName(value, OWN))));
	});
});

describe('readFieldValue', () => {
	test.each<[string, unknown, unknown]>([
		['given', '0', '0'],
		['given', 0, 0],
		['given', -1.5, -1.5],
		['given', false, false],
		['given', ' a ', ' a '],
		['given', 'نیم‌فاصله', 'نیم‌فاصله'],
		['text', 0, '0'],
		['text', true, 'true'],
		['number', ' 12 ', 12],
		['number', '-0.5', -0.5],
		['number', '10.25', 10.25],
		['number', 7, 7],
		['boolean', 'True', true],
		['boolean', ' false', false],
		['boolean', false, false],
		['boolean', true, true],
	])('as %s makes of %j', (type, value, read) => {
		expect(readFieldValue('tag', value, type)).toBe(read);
	});

	const empty = `has a field "tag" whose 'Value' is empty`;
	test.each<[string, unknown, string]>([
		['given', undefined, empty],
		['given', null, empty],
		['given', '', empty],
		['number', ' ', empty],
		['number', undefined, empty],
		['number', null, empty],
		['boolean', '', empty],
		['boolean', undefined, empty],
		['boolean', null, empty],
		['text', '', empty],
		['given', {}, `has a field "tag" whose 'Value' is neither text nor a number, true or false`],
		['given', ['a'], `has a field "tag" whose 'Value' is neither text nor a number, true or false`],
		['given', NaN, `has a field "tag" whose 'Value' is not a number`],
		[
			'given',
			'\ud83d',
			`has a field "tag" whose 'Value' holds half of a character (such as an emoji)`,
		],
		['number', 'secret', `has a field "tag" whose 'Value' is not a number`],
		['number', ['5'], `has a field "tag" whose 'Value' is not a number`],
		['number', '0x10', `has a field "tag" whose 'Value' is not a number`],
		['number', '1e3', `has a field "tag" whose 'Value' is not a number`],
		[
			'number',
			'9007199254740993',
			`has a field "tag" whose 'Value' is a number so long that its last digits would be lost`,
		],
		[
			'given',
			2 ** 53,
			`has a field "tag" whose 'Value' is a number so long that its last digits would be lost`,
		],
		['boolean', '1', `has a field "tag" whose 'Value' is neither true nor false`],
		['toString', 'a', `has a field "tag" whose 'Type' is none of its choices`],
		['list', 'a', `has a field "tag" whose 'Type' is none of its choices`],
	])('as %s refuses %j, and does not show it', (type, value, problem) => {
		expect(problemOf(() => readFieldValue('tag', value, type))?.split(' | ')[0]).toBe(problem);
	});

	test.each([
		['list', 'a', 'Choose one of the list.'],
		['given', {}, 'Use an expression that gives one of them.'],
		['given', '\ud83d', 'Enter the text again; if an expression cuts it, cut it elsewhere.'],
		['number', 'a', 'Write digits, with a point before decimals.'],
		['number', 2 ** 53, 'Hand it on as text instead of as a number.'],
		['boolean', 'a', 'Write true or false.'],
	])('as %s says of %j what to do', (type, value, advice) => {
		expect(problemOf(() => readFieldValue('tag', value, type))?.split(' | ')[1]).toBe(advice);
	});

	test('keeps every text as it is, and loses no digit of a number', () => {
		assert(
			property(string({ unit: 'grapheme', minLength: 1 }), (text) => {
				expect(readFieldValue('tag', text, 'given')).toBe(text);
			}),
		);
		assert(
			property(anything(), (value) => {
				for (const type of ['given', 'text', 'number', 'boolean'])
					staysOrderly(() => readFieldValue('tag', value, type));
			}),
		);
	});
});
