import { expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';

import { ID, PATH } from '../stage/gateway.ts';
import { bulk, sendBulk, sendJson } from '../stage/operations.ts';
import { pairOf } from '../stage/rows.ts';
import { type Line, staged, type Table } from '../stage/table.ts';

const { sandbox, run, body, check, table } = staged('vm');

test('a bulk from input items sends all rows as one request, in order', async () => {
	const other = {
		source: '={{ $json.from }}',
		options: { sendToBlacklist: '={{ $json.all }}' },
	};
	const rows = [
		{ from: '3000', to: '۰۹۱۲ ۰۰۰ ۰۰۰۱', text: 'سلام‌علی 😀\nخط\u200f', all: true },
		{ from: 3001, to: 9120000002, text: 'b', all: false },
	];
	const { items } = await check({ other, rows }, bulk);
	expect(sandbox().requests()).toMatchObject([
		{ method: 'POST', path: PATH.sendBulk, encoding: 'json', accepted: true },
	]);
	const sent = [
		['3000', '09120000001', 'سلام‌علی 😀\nخط\u200f', 1],
		['3001', '9120000002', 'b', 0],
	].map(([source, destination, message, flag]) => ({
		...{ source, destination, message, send_to_blacklist: flag },
	}));
	expect(body()).toEqual({ data: sent });
	expect(items).toEqual(
		sent.map(({ source, destination }, item) => ({
			json: {
				...{ outcome: 'accepted', messageId: ID[item], source, destination },
				...{ encoding: item === 0 ? 'UCS-2' : 'GSM-7', parts: 1, batch: 1 },
			},
			pairedItem: { item },
		})),
	);
});

const flag = (all: unknown, sent: number): Line => ({
	options: { sendToBlacklist: '={{ $json.all }}' },
	rows: [{ to: '0912', text: 'x', ...(all === undefined ? {} : { all: all as boolean }) }],
	wire: [{ data: [{ send_to_blacklist: sent }] }],
});

table('Include Opted-Out Recipients', bulk, {
	'is always said': { wire: [{ data: [{ send_to_blacklist: 0 }] }] },
	'is read from an expression': [flag(true, 1), flag(1, 1), flag(false, 0), flag(0, 0)],
	'is off where that gives nothing': [flag(null, 0), flag(undefined, 0)],
	'keeps the row back where it is neither': {
		options: { sendToBlacklist: '={{ "maybe" }}' },
		error: `'Include Opted-Out Recipients' of item 0 holds "maybe", which is neither true nor false`,
	},
});

const ONE = {
	...{ source: '3000', destination: '09120000001', message: 'سلام‌علی\n😀', send_to_blacklist: 1 },
};
const TWO = { source: 'Shop', destination: '+442079460000', message: 'b', send_to_blacklist: 0 };

test.each<[string, string, IDataObject]>([
	['text in the parameter', JSON.stringify([ONE, TWO]), {}],
	['an array from an expression', '={{ $json.list }}', { list: [ONE, TWO] }],
	['text from an expression', '={{ $json.list }}', { list: JSON.stringify([ONE, TWO]) }],
])('a bulk from JSON sends all messages in one request: %s', async (_, messages, row) => {
	const { items } = await run(sendJson(messages), { rows: [row] });
	expect(body()).toEqual({ data: [ONE, TWO] });
	expect(items).toMatchObject([
		{ json: { messageId: ID[0], destination: '09120000001', source: '3000', encoding: 'UCS-2' } },
		{ json: { messageId: ID[1], destination: '+442079460000', source: 'Shop', parts: 1 } },
	]);
	expect(items.map(pairOf)).toEqual([0, 0]);
});

// What a message may be is said in test/unit/fields/bulkMessage.test.ts.
const refused = (messages: string, says: string): Line => ({
	other: { messages },
	error: `'Messages' of item 0 ${says}`,
});
const wrong: Table = Object.fromEntries(
	[
		[{ ...TWO, destination: '12' }, 'holds a "destination" that holds "12", which has 2 digits; …'],
		[{ ...TWO, message: ' ' }, 'holds a "message" that is empty'],
		[{ ...TWO, mesage: 'x' }, 'holds the field "mesage", which the service does not know'],
	].map(([one, says]) => [
		`names the element that ${String(says)}`,
		refused(JSON.stringify([ONE, one]), `has a message no. 2 which ${String(says)}`),
	]),
);

table('a bulk from JSON', (options) => sendBulk({ messagesFrom: 'json', options }), {
	'cleans its numbers, and always says whether to send to the blacklist': {
		other: {
			messages: JSON.stringify([
				{ source: 3000, destination: '۰۹۱۲ ۰۰۰ ۰۰۰۱', message: 7 },
				{ ...TWO, destination: 9120000002, send_to_blacklist: true },
			]),
		},
		wire: [
			{
				data: [
					{ source: '3000', destination: '09120000001', message: '7', send_to_blacklist: 0 },
					{ destination: '9120000002', send_to_blacklist: 1 },
				],
			},
		],
	},
	'sends the arrays of all items in common batches': {
		...{ other: { messages: '={{ $json.list }}' }, rows: [{ list: [ONE] }, { list: [TWO, ONE] }] },
		wire: [{ data: [ONE, TWO, ONE] }],
	},
	'is an error where it is not JSON': refused('={{ "[{" }}', 'holds "[{", which is not valid JSON'),
	'where it is missing': refused('={{ $json.x }}', 'holds nothing, which is not a JSON array'),
	...wrong,
	'says how many elements are wrong': {
		...{ other: { messages: JSON.stringify([{}, ONE, {}]) } },
		error: '2 of 3 rows are wrong, so nothing was sent',
		advice: `'Messages' of item 0 has a message no. 1 which holds a "source" that is empty…. 'Messages' of item 0 has a message no. 3 which …`,
	},
});

test('a bulk from JSON sends nothing as the parameter begins, where nothing is filled in', async () => {
	const { resource, operation, messagesFrom } = sendJson('');
	const { error } = await run({ resource, operation, messagesFrom });
	expect(error?.message).toContain('has a message no. 1 which holds a "source" that is empty');
	expect(sandbox().requests()).toEqual([]);
});
