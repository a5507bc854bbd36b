import { describe, expect, test } from '@jest/globals';

import {
	BULK_READERS,
	readBulkList,
	readBulkMessage,
} from '../../../nodes/SmsVoiceGateway/fields/bulk.ts';
import { problemOf } from '../values/problemOf.ts';

const EXAMPLE =
	'Give an array such as [{"source": "3000", "destination": "09120000000", "message": "Hello", "send_to_blacklist": 0}].';
const MESSAGE = {
	source: '3000',
	destination: '09120000000',
	message: 'Hello',
	send_to_blacklist: 0,
};

describe('a bulk message', () => {
	test('has the fields of the wire, each as its reader gives it', () => {
		expect(readBulkMessage(MESSAGE)).toEqual(MESSAGE);
		expect(
			readBulkMessage({
				message: 'Hi',
				source: 3000,
				destination: ' 0912 000 0000 ',
				send_to_blacklist: 'true',
			}),
		).toEqual({
			source: '3000',
			destination: '09120000000',
			message: 'Hi',
			send_to_blacklist: 1,
		});
		expect(readBulkMessage({ ...MESSAGE, send_to_blacklist: undefined })).toEqual(MESSAGE);
		expect(Object.keys(BULK_READERS)).toEqual(Object.keys(MESSAGE));
	});

	test.each<[unknown, string]>([
		['a', 'holds "a", which is not an object'],
		[null, 'holds nothing, which is not an object'],
		[5, 'holds 5, which is not an object'],
		[[MESSAGE], 'which is not an object'],
		[
			{ ...MESSAGE, scheduled: 'x' },
			'holds the field "scheduled", which the service does not know',
		],
		[{ ...MESSAGE, toString: 'x' }, 'holds the field "toString", which the service does not know'],
	])('is not %j', (value, problem) => {
		const [said, advice] = problemOf(() => readBulkMessage(value)).split(' | ');
		expect(said).toContain(problem);
		expect(advice).toBe(EXAMPLE);
	});

	test.each<[object, string]>([
		[{ source: '' }, 'holds a "source" that is empty'],
		[{ destination: 'x' }, 'holds a "destination" that '],
		[{ destination: '09120000000,09120000001' }, 'holds a "destination" that '],
		[{ message: '' }, 'holds a "message" that is empty'],
		[{ send_to_blacklist: 'maybe' }, 'holds a "send_to_blacklist" that holds "maybe"'],
	])('names its wrong field: %j', (wrong, problem) => {
		expect(problemOf(() => readBulkMessage({ ...MESSAGE, ...wrong }))).toContain(problem);
	});

	test.each([
		['send_to_black_list', 'send_to_blacklist'],
		['sendToBlacklist', 'send_to_blacklist'],
		['Message', 'message'],
	])('is told the right word for %s', (name, meant) => {
		expect(problemOf(() => readBulkMessage({ ...MESSAGE, [name]: 0 }))).toBe(
			`holds the field "${name}", which the service does not know | Write it as "${meant}".`,
		);
	});

	test('goes to one number, and says so', () => {
		const two = { ...MESSAGE, destination: '09120000000,09120000001' };
		expect(problemOf(() => readBulkMessage(two))).toContain('a message of a bulk');
	});
});

describe('a list of bulk messages', () => {
	test('is an array, or one as text, whose elements are not read yet', () => {
		const list = [MESSAGE, 5];
		expect(readBulkList(list)).toBe(list);
		expect(readBulkList(JSON.stringify(list))).toEqual(list);
	});

	test.each<[string, unknown]>([
		['with the mark of a byte order', `\ufeff${JSON.stringify([MESSAGE])}`],
		['in the fence of a model', '```json\n' + JSON.stringify([MESSAGE], undefined, 1) + '\n```\n'],
		['in a fence without a name', '\n```\n' + JSON.stringify([MESSAGE]) + '\n```'],
		['as the messages of an object', { messages: [MESSAGE] }],
		['as the messages of an object in a text', JSON.stringify({ messages: [MESSAGE] })],
		["as the service's own body has it", { data: [MESSAGE] }],
	])('may come %s', (_, value) => {
		expect(readBulkList(value)).toEqual([MESSAGE]);
	});

	test('keeps what a mark of a byte order is within a text', () => {
		const message = { ...MESSAGE, message: 'a\ufeffb' };
		expect(readBulkList(JSON.stringify([message]))).toEqual([message]);
	});

	test.each<[unknown, string]>([
		[{ messages: [], from: 3000 }, 'which is not a JSON array'],
		[{ messages: {} }, 'which is not a JSON array'],
		['```json\n[\n```', 'which is not valid JSON'],
		['[', 'holds "[", which is not valid JSON'],
		['', 'which is not valid JSON'],
		['{"a":1}', 'which is not a JSON array'],
		[5, 'holds 5, which is not a JSON array'],
		[undefined, 'which is not a JSON array'],
		[null, 'holds nothing, which is not a JSON array'],
		[{}, 'which is not a JSON array'],
		[[], 'holds an empty array'],
		['[]', 'holds an empty array'],
	])('is not %j', (value, problem) => {
		const [said, advice] = problemOf(() => readBulkList(value)).split(' | ');
		expect(said).toContain(problem);
		expect(advice).toBe(EXAMPLE);
	});
});
