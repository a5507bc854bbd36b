import { describe, expect, test } from '@jest/globals';
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { everythingIn } from '../stage/everything.ts';
import { gateway, ID, PATH, send, sendAndWait } from '../stage/gateway.ts';
import { leaving } from '../stage/rows.ts';

const { sandbox, run, body, bodies } = gateway('vm');

describe('the request of a text', () => {
	test('is a POST of exactly its fields and the login as JSON', async () => {
		await run(send());
		const [request] = sandbox().requests();
		expect(request).toMatchObject({
			method: 'POST',
			path: PATH.send,
			encoding: 'json',
			accepted: true,
		});
		expect(request?.contentType).toMatch(/^application\/json\b/);
		expect(request?.headers.accept).toBe('application/json');
		expect(request?.fields).toEqual({
			source: '3000',
			destination: '09120000000',
			message: 'Hello',
			username: sandbox().username,
			password: '***',
		});
	});

	test('is a multipart form of the same fields where Body Format says so', async () => {
		const { error } = await run(
			send({
				destination: '09120000000,09120000001',
				options: { bodyFormat: 'multipart', time: { values: { scheduled: '2090-01-02 03:04' } } },
			}),
		);
		expect(error).toBeUndefined();
		const [request] = sandbox().requests();
		expect(request).toMatchObject({
			method: 'POST',
			path: PATH.send,
			encoding: 'multipart',
			accepted: true,
		});
		expect(request?.contentType).toMatch(/^multipart\/form-data; ?boundary=/);
		expect(body()).toEqual({
			source: '3000',
			destination: '09120000000,09120000001',
			message: 'Hello',
			scheduled: '2090-01-02 03:04',
		});
	});

	test('is JSON where Body Format says so', async () => {
		await run(send({ options: { bodyFormat: 'json' } }));
		expect(sandbox().requests()[0]?.encoding).toBe('json');
	});

	test('is refused before it leaves where an expression gives another Body Format', async () => {
		const { error } = await run(send({ options: { bodyFormat: '={{ "xml" }}' } }));
		expect(error?.message).toBe(
			`'Body Format' holds "xml", which is neither "json" nor "multipart"`,
		);
		expect(sandbox().requests()).toEqual([]);
	});

	test('goes out once for each item, in the order of the items', async () => {
		const { json } = await run(send({ message: '={{ $json.text }}' }), {
			rows: [{ text: 'first' }, { text: 'second' }, { text: 'third' }],
		});
		expect(bodies().map(({ message }) => message)).toEqual(['first', 'second', 'third']);
		expect(json.map(({ messageIds }) => messageIds)).toEqual(ID.map((id) => [id]));
	});
});

const TEXTS: Array<[string, string]> = [
	['Persian with zero-width non-joiners', 'می‌خواهم به خانه‌ی علی‌رضا بروم'],
	['Persian digits, which stay what they are', 'کد شما: ۱۲۳۴ و ٥٦'],
	['emoji, skin tones and a family', '😀 👍🏽 👨‍👩‍👧‍👦 🇮🇷'],
	['line feeds', 'first\nsecond\n\nfourth'],
	['carriage returns', 'first\r\nsecond\rthird'],
	['direction marks', '\u200fسلام\u200e (abc) \u202bRTL\u202c \u2067iso\u2069'],
	['spaces and line breaks around it', '  \n text \t\n'],
	['quotes, backslashes and braces', `"a" 'b' \\n \\u200c {c} [d] { { e } } %20 & + = # ?`],
	['combining marks that are not composed', 'e\u0301 \u064b\u0651'],
	['control characters', 'a\u0001b\u0000c\u2028d'],
	['what looks like a boundary', '--------------------------boundary\r\n--x--'],
];

/** What leaves, by whether people are sent to who have opted out: nothing where the option was not added. */
const OPTED_OUT: Array<[INodeParameters, object]> = [
	[{}, {}],
	[{ sendToBlacklist: true }, { send_to_blacklist: 1 }],
	[{ sendToBlacklist: false }, { send_to_blacklist: 0 }],
	[{ sendToBlacklist: '={{ "true" }}' }, { send_to_blacklist: 1 }],
];
describe.each([
	['send', send],
	['sendAndWait', sendAndWait],
])('Include Opted-Out Recipients of %s', (_name, parameters) => {
	test.each(OPTED_OUT)(
		'leaves, and is shown by a dry run, as %j says: %j',
		async (option, sent) => {
			const usual = { source: '3000', destination: '09120000000', message: expect.any(String) };
			await run(parameters({ options: option }));
			expect(body()).toEqual({ ...usual, ...sent });
			const { json } = await run(parameters({ options: { ...option, dryRun: true } }));
			expect(json[0]).toMatchObject({ request: { body: { ...usual, ...sent } } });
			expect((json[0]?.request as IDataObject).body).toEqual({ ...usual, ...sent });
			const form = { ...option, bodyFormat: 'multipart' };
			const { error } = await run(parameters({ options: form }));
			const texts = Object.entries(sent).map(([name, flag]) => [name, String(flag)]);
			expect([error, bodies().at(-1)]).toEqual([
				undefined,
				{ ...usual, ...Object.fromEntries(texts) },
			]);
		},
	);
});

test('items share a request only where they agree in whom they leave out', async () => {
	const options = {
		speed: { values: { batchSize: 10 } },
		sendToBlacklist: '={{ $json.all }}',
	};
	const rows = [true, false, true].map((all, at) => ({ all, to: `091200000${at}0` }));
	await run(send({ destination: '={{ $json.to }}', options }), { rows });
	expect(bodies()).toMatchObject([
		{ destination: '09120000000,09120000020', send_to_blacklist: 1 },
		{ destination: '09120000010', send_to_blacklist: 0 },
	]);
});

describe('the text of a message', () => {
	test.each(TEXTS)('leaves as it was written in JSON: %s', async (_, text) => {
		await run(send({ message: '={{ $json.text }}' }), { rows: [{ text }] });
		expect(body().message).toBe(text);
		expect(sandbox().messages()[0]?.message).toBe(text);
		expect((JSON.parse(sandbox().requests()[0]?.body ?? '') as { message: string }).message).toBe(
			text,
		);
	});

	test.each(TEXTS)('leaves as it was written in multipart: %s', async (_, text) => {
		await run(send({ message: '={{ $json.text }}', options: { bodyFormat: 'multipart' } }), {
			rows: [{ text }],
		});
		expect(sandbox().requests()[0]?.encoding).toBe('multipart');
		expect(body().message).toBe(text);
		expect(sandbox().requests()[0]?.body).toContain(`\r\n\r\n${text}\r\n--`);
	});

	test('leaves as it was written where it stands in the parameter itself', async () => {
		await run(send({ message: 'سلام\nعلی‌رضا 😀\u200f' }));
		expect(body().message).toBe('سلام\nعلی‌رضا 😀\u200f');
	});

	test('is the text of a number that an expression gives', async () => {
		await run(send({ message: '={{ 12345 }}' }));
		expect(body().message).toBe('12345');
	});

	test.each([
		['is empty', '={{ "" }}'],
		['holds only white space', ' \n\t '],
		['is missing in the item', '={{ $json.nothing }}'],
		['is null in the item', '={{ null }}'],
	])('is an error that names the parameter where it %s', async (_, message) => {
		const { error } = await run(send({ message }));
		expect(error?.message).toBe("'Message' of item 0 is empty");
		expect(error?.description).toMatch(/^Fill it in/);
		expect(sandbox().requests()).toEqual([]);
	});

	test.each<[string, string, 'GSM-7' | 'UCS-2', number]>([
		['161 Latin characters', 'a'.repeat(161), 'GSM-7', 2],
		['81 euro signs', '€'.repeat(81), 'GSM-7', 2],
		['135 Persian characters', 'س'.repeat(135), 'UCS-2', 3],
		['36 emoji', '😀'.repeat(36), 'UCS-2', 2],
	])('costs what the output says: %s', async (_, text, encoding, parts) => {
		const { json } = await run(send({ message: '={{ $json.text }}' }), { rows: [{ text }] });
		expect(json[0]).toMatchObject({ encoding, parts });
	});
});

describe('the source', () => {
	test.each<[string, string, string]>([
		['a number', '30001234', '30001234'],
		['a number as a JSON number', '={{ 30001234 }}', '30001234'],
		['Persian digits with spaces and dashes', ' ۳۰۰۰-۱۲ ۳۴ ', '30001234'],
		['a leading plus', '+98 30 001 234', '+9830001234'],
		['a name', ' MyShop ', 'MyShop'],
	])('leaves as a string: %s', async (_, source, sent) => {
		await run(send({ source }));
		expect(body().source).toBe(sent);
	});

	test.each([
		['empty', '={{ "" }}', 'is empty'],
		['missing in the item', '={{ $json.nothing }}', 'is empty'],
		['too short', '12', 'holds "12", which has 2 digits; a phone number has 3 to 15'],
		['a list', '={{ ["3000"] }}', 'holds ["3000"], which is not a phone number'],
	])('is an error that names the parameter where it is %s', async (_, source, says) => {
		const { error } = await run(send({ source }));
		expect(error?.message).toBe(`'From' of item 0 ${says}`);
		expect(sandbox().requests()).toEqual([]);
	});

	test('is named beside every other wrong parameter of the same item', async () => {
		const { error } = await run(send({ source: ' ', destination: 'abc', message: ' ' }));
		expect(error?.message).toBe(
			`'From' of item 0 is empty; 'To' of item 0 holds "abc", which is not a phone number; 'Message' of item 0 is empty`,
		);
	});
});

test.each(['destination', 'message'])(
	'n8n itself refuses to run the node where %s was left empty',
	async (parameter) => {
		await expect(run(send({ [parameter]: '' }))).rejects.toThrow(/" is required/);
		expect(sandbox().requests()).toEqual([]);
	},
);

describe('the output of a text', () => {
	test('holds exactly what the design names', async () => {
		const { items } = await run(send({ destination: '09120000000,09120000001' }));
		expect(items).toEqual([
			{
				json: {
					outcome: 'accepted',
					messageIds: [ID[0], ID[1]],
					destinations: ['09120000000', '09120000001'],
					encoding: 'GSM-7',
					parts: 1,
					response: { meta: { status: 200, message: 'success' }, data: [ID[0], ID[1]] },
				},
				pairedItem: { item: 0 },
			},
		]);
	});

	test('names the schedule that was sent', async () => {
		const { json } = await run(
			send({ options: { time: { values: { scheduled: '2090-05-06T07:08:09' } } } }),
		);
		expect(json[0]?.scheduled).toBe('2090-05-06 07:08');
	});
});

describe('a dry run', () => {
	test('sends nothing and shows the request without the login', async () => {
		const { json, run: whole } = await run(
			send({
				destination: '۰۹۱۲ ۰۰۰ ۰۰۰۰',
				message: 'سلام',
				options: { dryRun: true, time: { values: { scheduled: '2090-01-02 03:04' } } },
			}),
		);
		expect(leaving(sandbox())).toEqual([]);
		expect(json).toEqual([
			{
				outcome: 'dryRun',
				destinations: ['09120000000'],
				encoding: 'UCS-2',
				parts: 1,
				scheduled: '2090-01-02 03:04',
				request: {
					method: 'POST',
					url: sandbox().url + PATH.send,
					format: 'json',
					body: {
						source: '3000',
						destination: '09120000000',
						message: 'سلام',
						scheduled: '2090-01-02 03:04',
					},
				},
			},
		]);
		expect(everythingIn(whole)).not.toContain(sandbox().password);
	});

	test('shows which format the body would have', async () => {
		const { json } = await run(send({ options: { dryRun: true, bodyFormat: 'multipart' } }));
		expect(json[0]?.request).toMatchObject({ format: 'multipart' });
		expect(leaving(sandbox())).toEqual([]);
	});
});
