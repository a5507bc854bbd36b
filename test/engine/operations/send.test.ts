import {
	everythingIn,
	ID,
	type IDataObject,
	type INodeParameters,
	type Line,
	type Parameters,
	PATH,
	send,
	sendAndWait,
	staged,
	type Table,
} from '../stage/index.ts';

const { sandbox, run, bodies, body, texts, leaving, check, table } = staged('vm');

const TWO = '09120000000,09120000001';
const ALONE: Parameters = (options, more) => send({ options, ...more });
const saying = (text: string): Line => ({
	other: { message: '={{ $json.text }}' },
	rows: [{ text }],
});

test('the request of a text is a POST of exactly its fields and the login as JSON', async () => {
	await run(send());
	const [request] = sandbox().requests();
	const [method, path] = ['POST', PATH.send];
	expect(request).toMatchObject({ method, path, encoding: 'json', accepted: true });
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

test('it is a multipart form of the same fields where Body Format says so', async () => {
	const options = { bodyFormat: 'multipart', time: { scheduled: '2090-01-02 03:04' } };
	await check({ options, other: { destination: TWO } }, ALONE);
	const [request] = sandbox().requests();
	const [method, path] = ['POST', PATH.send];
	expect(request).toMatchObject({ method, path, encoding: 'multipart', accepted: true });
	expect(request?.contentType).toMatch(/^multipart\/form-data; ?boundary=/);
	const fields = { source: '3000', destination: TWO, message: 'Hello' };
	expect(body()).toEqual({ ...fields, scheduled: '2090-01-02 03:04' });
});

table('a text', ALONE, {
	'is refused before it leaves where an expression gives another Body Format': {
		options: { bodyFormat: '={{ "xml" }}' },
		error: `'Body Format' holds "xml", which is neither "json" nor "multipart"`,
	},
});

const TEXTS: Array<[string, string]> = [
	['Persian with zero-width non-joiners', 'می‌خواهم به خانه‌ی علی‌رضا بروم'],
	['emoji, skin tones and a family', '😀 👍🏽 👨‍👩‍👧‍👦 🇮🇷'],
	['line ends of all kinds', 'first\nsecond\n\nfourth\rfifth\r\nsixth'],
	['spaces and line breaks around it', '  \n text \t\n'],
	['quotes, backslashes and braces', `"a" 'b' \\n \\u200c {c} [d] { { e } } %20 & + = # ?`],
	['control characters', 'a\u0001b\u0000c\u2028d'],
	['what looks like a boundary', '--------------------------boundary\r\n--x--'],
];

test.each(TEXTS)('the text of a message leaves as it was written: %s', async (_, text) => {
	await check({ ...saying(text), wire: [{ message: text }] }, ALONE);
	await check({ ...saying(text), options: { bodyFormat: 'multipart' } }, ALONE);
	const [asJson, asForm] = sandbox().requests();
	expect((JSON.parse(asJson?.body ?? '') as { message: string }).message).toBe(text);
	expect(asForm?.encoding).toBe('multipart');
	expect(asForm?.body).toContain(`\r\n\r\n${text}\r\n--`);
	expect(texts()).toEqual([text, text]);
});

const given = (name: string, ...all: Array<[given: string, sent: string]>): Table =>
	Object.fromEntries(
		all.map(([value, sent]) => [
			`leaves as text: ${value}`,
			{ other: { [name]: value }, wire: [{ [name]: sent }] },
		]),
	);
const wrong = (name: string, shown: string, ...all: Array<[given: string, says: string]>): Table =>
	Object.fromEntries(
		all.map(([value, says]) => [
			`is an error that names the parameter: ${value}`,
			{
				other: { [name]: value },
				error: `'${shown}' of item 0 ${says}`,
				advice: says === 'is empty' ? 'Fill it in…' : '…',
			},
		]),
	);
const EMPTY: Array<[string, string]> = [['={{ $json.nothing }}', 'is empty']];

table('the message', ALONE, {
	...given(
		'message',
		['={{ 12345 }}', '12345'],
		['سلام\nعلی‌رضا 😀\u200f', 'سلام\nعلی‌رضا 😀\u200f'],
	),
	...wrong('message', 'Message', ...EMPTY),
});

table('the source', ALONE, {
	...given(
		'source',
		['={{ 30001234 }}', '30001234'],
		[' ۳۰۰۰-۱۲ ۳۴ ', '30001234'],
		[' MyShop ', 'MyShop'],
	),
	...wrong(
		'source',
		'From',
		['={{ $json.nothing }}', 'is empty'],
		['12', 'holds "12", which has 2 digits; a phone number has 3 to 20'],
	),
	'is named beside every other wrong parameter of the same item': {
		other: { source: ' ', destination: 'abc', message: ' ' },
		error: `'From' of item 0 is empty; 'To' of item 0 holds "abc", which is not a phone number; 'Message' of item 0 is empty`,
	},
});

describe.each([
	['send', send],
	['sendAndWait', sendAndWait],
])('Include Opted-Out Recipients of %s', (_name, of) => {
	/** Nothing where the option was not added. */
	test.each<[INodeParameters, object]>([
		[{}, {}],
		[{ sendToBlacklist: true }, { send_to_blacklist: 1 }],
		[{ sendToBlacklist: false }, { send_to_blacklist: 0 }],
		[{ sendToBlacklist: '={{ "true" }}' }, { send_to_blacklist: 1 }],
	])('leaves, and is shown by a dry run, as %j says: %j', async (option, sent) => {
		const usual = { source: '3000', destination: '09120000000', message: expect.any(String) };
		await run(of({ options: option }));
		expect(body()).toEqual({ ...usual, ...sent });
		const { json } = await run(of({ options: { ...option, dryRun: true } }));
		expect((json[0]?.request as IDataObject).body).toEqual({ ...usual, ...sent });
		await run(of({ options: { ...option, bodyFormat: 'multipart' } }));
		const texts = Object.entries(sent).map(([name, flag]) => [name, String(flag)]);
		expect(bodies().at(-1)).toEqual({ ...usual, ...Object.fromEntries(texts) });
	});
});

test('the output of a text holds exactly what the design names', async () => {
	const { items } = await run(send({ destination: TWO }));
	const messageIds = [ID[0], ID[1]];
	const json = {
		outcome: 'accepted',
		messageIds,
		destinations: TWO.split(','),
		encoding: 'GSM-7',
		parts: 1,
		response: { meta: { status: 200, message: 'success' }, data: messageIds },
	};
	expect(items).toEqual([{ json, pairedItem: { item: 0 } }]);
});

test.each(['json', 'multipart'])(
	'a dry run sends nothing and shows the request as %s, without the login',
	async (format) => {
		const options = { dryRun: true, bodyFormat: format, time: { scheduled: '2090-01-02 03:04' } };
		const other = { destination: '۰۹۱۲ ۰۰۰ ۰۰۰۰', message: 'سلام' };
		const { json, run: whole } = await check({ options, other }, ALONE);
		expect(leaving()).toEqual([]);
		const scheduled = '2090-01-02 03:04';
		const sent = { source: '3000', destination: '09120000000', message: 'سلام', scheduled };
		const request = { method: 'POST', url: sandbox().url + PATH.send, format, body: sent };
		const cost = { encoding: 'UCS-2', parts: 1 };
		expect(json).toEqual([
			{ outcome: 'dryRun', destinations: ['09120000000'], ...cost, scheduled, request },
		]);
		expect(everythingIn(whole)).not.toContain(sandbox().password);
	},
);
