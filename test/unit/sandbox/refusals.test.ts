import { describe, expect, test } from '@jest/globals';
import {
	GOOD,
	ITEM,
	LOGIN,
	PATHS,
	SMS,
	call,
	postForm,
	postJson,
	postRaw,
	useSandbox,
} from './client.ts';

const sandbox = useSandbox();
type Name = keyof typeof PATHS;
const NAMES = Object.keys(PATHS) as Name[];
const at = (name: Name) => sandbox().url + PATHS[name];
const isSms = (name: Name) => PATHS[name].startsWith('/webservice');

/** The refusal in the envelope of its host; and nothing may have been taken. */
function expectRefusal(
	name: Name,
	reply: { status: number; text: string },
	status: number,
	code: number,
	words: string,
) {
	const message = expect.stringContaining(words);
	expect({ status: reply.status, answer: JSON.parse(reply.text) }).toEqual({
		status,
		answer: isSms(name)
			? { meta: { status: code, message }, data: null }
			: { success: false, error: message },
	});
	expect(sandbox().messages()).toEqual([]);
	expect(sandbox().requests()).toHaveLength(1);
	expect(sandbox().requests()[0]).toMatchObject({ accepted: false, status, answer: reply.text });
}

describe.each(NAMES)('%s', (name) => {
	test.each(['GET', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'])(
		'refuses the method %s',
		async (method) => {
			const reply = await call(at(name), { method });
			expectRefusal(name, reply, 405, 405, 'only POST');
			expect(reply.headers.get('allow')).toBe('POST');
		},
	);

	test('refuses a wrong password', async () => {
		expectRefusal(
			name,
			await postJson(at(name), { ...GOOD[name], password: 'wrong' }),
			401,
			1008,
			'wrong',
		);
		expect(sandbox().requests()[0]?.loginCorrect).toBe(false);
	});

	test('refuses a wrong user name', async () => {
		expectRefusal(
			name,
			await postJson(at(name), { ...GOOD[name], username: 'Demo' }),
			401,
			1008,
			'wrong',
		);
	});

	test('refuses a field that the interface does not know', async () => {
		expectRefusal(
			name,
			await postJson(at(name), { ...GOOD[name], extra: 'x' }),
			400,
			1008,
			'"extra" is not known',
		);
	});

	test.each(Object.keys(GOOD[name]))(
		'refuses %s where it is missing, empty or of another type',
		async (field) => {
			const { [field]: value, ...rest } = GOOD[name];
			const isText = typeof value === 'string';
			const cases: Array<[unknown, string]> = [
				[rest, 'is missing'],
				[{ ...rest, [field]: null }, 'must be'],
				[{ ...rest, [field]: 5 }, 'must be'],
				[{ ...rest, [field]: isText ? [value] : { 0: value } }, 'must be'],
				[{ ...rest, [field]: isText ? '' : [] }, 'is empty'],
			];
			for (const [fields, words] of isText ? cases : cases.slice(1)) {
				sandbox().reset();
				expectRefusal(name, await postJson(at(name), fields), 400, 1008, words);
			}
		},
	);

	test.each([
		['text/plain', 'is not taken'],
		['application/x-www-form-urlencoded', 'is not taken'],
		['application/vnd.api+json', 'is not taken'],
		['application/json; charset=windows-1256', 'UTF-8'],
		['nonsense', ''],
	])('refuses the content type %s', async (contentType, words) => {
		expectRefusal(
			name,
			await postRaw(at(name), contentType, JSON.stringify(GOOD[name])),
			400,
			1008,
			words,
		);
	});

	test.each([
		['', 'not valid JSON'],
		['{', 'not valid JSON'],
		['[]', 'not an object'],
		['null', 'not an object'],
		[`\ufeff${JSON.stringify(GOOD[name])}`, 'not valid JSON'],
	])('refuses the body %j', async (body, words) => {
		expectRefusal(name, await postRaw(at(name), 'application/json', body), 400, 1008, words);
	});

	test('refuses a body that is not valid UTF-8', async () => {
		const json = Buffer.from(JSON.stringify({ ...GOOD[name], extra: '~' }));
		json[json.lastIndexOf('~')] = 0xd8;
		expectRefusal(
			name,
			await postRaw(at(name), 'application/json', new Uint8Array(json)),
			400,
			1008,
			'not valid UTF-8',
		);
		expect(sandbox().requests()[0]?.body).toBe('');
	});

	test('refuses a query string', async () => {
		expectRefusal(name, await postJson(`${at(name)}?x=1`, GOOD[name]), 400, 1008, 'no query');
	});

	test('takes a content type with a character set of UTF-8', async () => {
		const reply = await postRaw(
			at(name),
			'Application/JSON; charset=UTF-8',
			JSON.stringify(GOOD[name]),
		);
		expect(reply.status).toBe(200);
	});
});

test.each(['/', '/webservice/v2rest/sendsms/', '/webservice/v2rest/SendSms', '/v1/report', '/%zz'])(
	'the path %s is refused as unknown and recorded',
	async (path) => {
		const { status, text } = await postJson(sandbox().url + path, SMS);
		expect(status).toBe(404);
		expect(text).toContain('no such path');
		expect(sandbox().requests()).toEqual([
			expect.objectContaining({ path, accepted: false, status: 404 }),
		]);
	},
);

describe('a multipart form', () => {
	test.each(['bulk', 'voice', 'code', 'credit'] as const)('is refused by %s', async (name) => {
		expectRefusal(name, await postForm(at(name), LOGIN), 400, 1008, 'does not take multipart');
	});

	test.each([
		[
			'a missing field',
			{ ...LOGIN, source: '3000', destination: '0912' },
			400,
			1008,
			'"message" is missing',
		],
		['an empty field', { ...SMS, message: '' }, 400, 1008, '"message" is empty'],
		['an unknown field', { ...SMS, extra: 'x' }, 400, 1008, '"extra" is not known'],
		['a wrong login', { ...SMS, password: 'wrong' }, 401, 1008, 'wrong'],
		['a refused number', { ...SMS, destination: '+98912' }, 406, 1010, 'is refused'],
		['an unreadable schedule', { ...SMS, scheduled: 'tomorrow' }, 400, 1008, 'scheduled'],
	])('with %s is refused as its JSON twin is', async (_case, fields, status, code, words) => {
		expectRefusal('send', await postForm(at('send'), fields), status, code, words);
		sandbox().reset();
		expectRefusal('send', await postJson(at('send'), fields), status, code, words);
	});

	test('with a file instead of a text is refused', async () => {
		const body = new FormData();
		for (const [name, value] of Object.entries(LOGIN)) body.append(name, value);
		body.append('message', new Blob(['hello']), 'message.txt');
		expectRefusal(
			'send',
			await call(at('send'), { method: 'POST', body }),
			400,
			1008,
			'sent as a file',
		);
	});

	test('with a field that comes twice is refused', async () => {
		const body = new FormData();
		body.append('message', 'a');
		body.append('message', 'b');
		expectRefusal(
			'send',
			await call(at('send'), { method: 'POST', body }),
			400,
			1008,
			'came twice',
		);
	});

	test('without a boundary is refused', async () => {
		expectRefusal(
			'send',
			await postRaw(at('send'), 'multipart/form-data', 'x'),
			400,
			1008,
			'boundary',
		);
	});

	test('that breaks off is refused', async () => {
		const body = '--b\r\nContent-Disposition: form-data; name="message"\r\n\r\nhello';
		expectRefusal(
			'send',
			await postRaw(at('send'), 'multipart/form-data; boundary=b', body),
			400,
			1008,
			'closing boundary',
		);
	});
});

describe('a destination', () => {
	const bad = [
		'0912a',
		'۰۹۱۲',
		' 0912',
		'0912 ',
		'0912,',
		',0912',
		'0912,,0913',
		'0912;0913',
		'+',
		'00 98',
		'0912\n',
		'0912,+98913',
		'+98912',
	];

	test.each(bad)('%j is refused with 1010', async (destination) => {
		expectRefusal(
			'send',
			await postJson(at('send'), { ...SMS, destination }),
			406,
			1010,
			'destination',
		);
	});

	test.each([...bad, '0912,0913'])(
		'%j is refused inside a bulk, and the whole bulk with it',
		async (destination) => {
			const data = [ITEM, { ...ITEM, destination }];
			expectRefusal(
				'bulk',
				await postJson(at('bulk'), { ...LOGIN, data }),
				406,
				1010,
				'destination',
			);
		},
	);

	test.each([...bad, '0912,0913'])('%j is refused by both calls', async (destination) => {
		for (const name of ['voice', 'code'] as const) {
			sandbox().reset();
			expectRefusal(
				name,
				await postJson(at(name), { ...GOOD[name], destination }),
				406,
				1010,
				'destination',
			);
		}
	});
});

test.each([
	'2026-1-02 03:04',
	'2026-01-02T03:04',
	'2026-01-02 03:04:05',
	'2026-02-29 10:00',
	'2026-04-31 10:00',
	'2026-13-01 10:00',
	'2026-00-10 10:00',
	'2026-01-01 24:00',
	'2026-01-01 23:60',
	'2026-01-01',
	'۲۰۲۶-۰۱-۰۲ ۰۳:۰۴',
	' 2026-01-02 03:04',
	'2026-01-02 03:04\n',
	'',
])('the schedule %j is refused', async (scheduled) => {
	expectRefusal(
		'send',
		await postJson(at('send'), { ...SMS, scheduled }),
		400,
		1008,
		'"scheduled"',
	);
});

describe('a bulk item', () => {
	test.each(['source', 'destination', 'message'])('is refused without %s', async (field) => {
		const data = [ITEM, { ...ITEM, [field]: undefined }];
		expectRefusal(
			'bulk',
			await postJson(at('bulk'), { ...LOGIN, data }),
			400,
			1008,
			`"${field}" is missing`,
		);
	});

	test.each([true, '1', 0.5, null])('is refused with send_to_blacklist %j', async (flag) => {
		const data = [{ ...ITEM, send_to_blacklist: flag }];
		expectRefusal(
			'bulk',
			await postJson(at('bulk'), { ...LOGIN, data }),
			400,
			1008,
			'must be an integer',
		);
	});

	test.each([null, 'x', [], 5])('of the form %j is refused', async (item) => {
		expectRefusal(
			'bulk',
			await postJson(at('bulk'), { ...LOGIN, data: [ITEM, item] }),
			400,
			1008,
			'data[1]',
		);
	});

	test('with a field that the interface does not know is refused', async () => {
		const data = [{ ...ITEM, scheduled: '2026-01-02 03:04' }];
		expectRefusal(
			'bulk',
			await postJson(at('bulk'), { ...LOGIN, data }),
			400,
			1008,
			'"scheduled" is not known',
		);
	});
});

test('an emoji cut in two by a JSON escape is refused', async () => {
	const body = JSON.stringify({ ...SMS, message: '~' }).replace('~', '\\ud83d');
	expectRefusal(
		'send',
		await postRaw(at('send'), 'application/json', body),
		400,
		1008,
		'half a character',
	);
});

test.each(['5,', ',5', '5, 6', ' '])('the msgid %j is refused', async (msgid) => {
	expectRefusal('status', await postJson(at('status'), { ...LOGIN, msgid }), 400, 1008, 'msgid');
});

describe('where the credit does not cover every destination, nothing is taken by', () => {
	test.each([
		['send', { ...SMS, destination: '0912,0913' }, 1],
		['bulk', { ...LOGIN, data: [ITEM, ITEM] }, 1],
		['voice', GOOD.voice, 0],
		['code', GOOD.code, 0.5],
	] as const)('%s', async (name, fields, credit) => {
		sandbox().setAccount({ credit });
		expectRefusal(name, await postJson(at(name), fields), 402, 1006, 'credit');
		expect((await postJson(at('credit'), LOGIN)).text).toContain(`"credit":${credit}}`);
	});
});
