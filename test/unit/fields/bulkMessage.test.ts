import { expect, test } from '@jest/globals';

import {
	BULK_READERS,
	readBulkList,
	readBulkMessage,
} from '../../../nodes/SmsVoiceGateway/fields/bulk.ts';
import { reads } from '../values/reads.ts';

const EXAMPLE =
	'Give an array such as [{"source": "3000", "destination": "09120000000", "message": "Hello", "send_to_blacklist": 0}].';
const MESSAGE = {
	...{ source: '3000', destination: '09120000000', message: 'Hello', send_to_blacklist: 0 },
};
const unknown = (name: string, advice: string): [string, object] => [
	`holds the field "${name}", which the service does not know | ${advice}`,
	{ ...MESSAGE, [name]: 'x' },
];
const OTHERS = { source: 3000, destination: ' 0912 000 0000 ', send_to_blacklist: 'true' };

reads('a bulk message', readBulkMessage, {
	takes: [
		[MESSAGE, MESSAGE, { ...MESSAGE, send_to_blacklist: undefined }],
		[
			{ ...MESSAGE, message: 'Hi', send_to_blacklist: 1 },
			{ ...OTHERS, message: 'Hi' },
		],
	],
	refuses: [
		[`holds "a", which is not an object | ${EXAMPLE}`, 'a'],
		[`holds nothing, which is not an object | ${EXAMPLE}`, null],
		[`holds 5, which is not an object | ${EXAMPLE}`, 5],
		['which is not an object', [MESSAGE]],
		unknown('scheduled', EXAMPLE),
		unknown('toString', EXAMPLE),
		unknown('send_to_black_list', 'Write it as "send_to_blacklist".'),
		unknown('sendToBlacklist', 'Write it as "send_to_blacklist".'),
		unknown('Message', 'Write it as "message".'),
		['holds a "source" that is empty', { ...MESSAGE, source: '' }],
		['holds a "destination" that ', { ...MESSAGE, destination: 'x' }],
		['a message of a bulk', { ...MESSAGE, destination: '09120000000,09120000001' }],
		['holds a "message" that is empty', { ...MESSAGE, message: '' }],
		['holds a "send_to_blacklist" that holds "maybe"', { ...MESSAGE, send_to_blacklist: 'maybe' }],
	],
});

test('a bulk message has the fields of the wire, in their order', () => {
	expect(Object.keys(BULK_READERS)).toEqual(Object.keys(MESSAGE));
});

const JSON_TEXT = JSON.stringify([MESSAGE]);
const MARKED = [{ ...MESSAGE, message: 'a\ufeffb' }];
const NO_ARRAY = `which is not a JSON array | ${EXAMPLE}`;
const NO_JSON = `which is not valid JSON | ${EXAMPLE}`;

reads('a list of bulk messages, whose elements are not read yet', readBulkList, {
	takes: [
		[[MESSAGE, 5], [MESSAGE, 5], JSON.stringify([MESSAGE, 5])],
		// With the mark of a byte order, in the fence of a model, as an object has it, as the service's own body has it.
		[[MESSAGE], `\ufeff${JSON_TEXT}`, { messages: [MESSAGE] }, { data: [MESSAGE] }],
		[[MESSAGE], `\`\`\`json\n${JSON_TEXT}\n\`\`\`\n`, `\n\`\`\`\n${JSON_TEXT}\n\`\`\``],
		[[MESSAGE], JSON.stringify({ messages: [MESSAGE] })],
		[MARKED, JSON.stringify(MARKED)],
	],
	refuses: [
		[NO_ARRAY, { messages: [], from: 3000 }, { messages: {} }, '{"a":1}', undefined, {}],
		[`holds 5, ${NO_ARRAY}`, 5],
		[`holds nothing, ${NO_ARRAY}`, null],
		[`holds "[", ${NO_JSON}`, '['],
		[NO_JSON, '```json\n[\n```', ''],
		[`holds an empty array | ${EXAMPLE}`, [], '[]'],
	],
});
