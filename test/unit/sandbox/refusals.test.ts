import { describe, expect, test } from '@jest/globals';
import type { Reply } from './client.ts';
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

const WRONG = [400, 1008] as const;

/** The refusal is in the envelope of its host, by HTTP 400 and code 1008 unless said; and nothing may have been taken. */
async function refused(
	name: Name,
	asked: Promise<Reply>,
	words: string,
	[status, code]: readonly [number, number] = WRONG,
) {
	const reply = await asked;
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
	return reply;
}
const json = (name: Name, changes: object) => postJson(at(name), { ...GOOD[name], ...changes });
const raw = (name: Name, body: string | Uint8Array, type = 'application/json') =>
	postRaw(at(name), type, body);
const LOGIN_REFUSED = [401, 1008] as const;
const NUMBER_REFUSED = [406, 1010] as const;

describe.each(NAMES)('%s', (name) => {
	test.each(['GET', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'])(
		'refuses the method %s',
		async (method) => {
			const { headers } = await refused(name, call(at(name), { method }), 'only POST', [405, 405]);
			expect(headers.get('allow')).toBe('POST');
		},
	);

	test.each([{ password: 'wrong' }, { username: 'Demo' }])(
		'refuses the login %j',
		async (login) => {
			await refused(name, json(name, login), 'wrong', LOGIN_REFUSED);
			expect(sandbox().requests()[0]?.loginCorrect).toBe(false);
		},
	);

	test('refuses a field that the interface does not know', async () => {
		await refused(name, json(name, { extra: 'x' }), '"extra" is not known');
	});

	test.each(Object.keys(GOOD[name]))(
		'refuses %s where it is missing, empty or of another type',
		async (field) => {
			const { [field]: value } = GOOD[name];
			const isText = typeof value === 'string';
			const cases: Array<[unknown, string]> = [
				[null, 'must be'],
				[5, 'must be'],
				[isText ? [value] : { 0: value }, 'must be'],
				[isText ? '' : [], 'is empty'],
				...(isText ? [[undefined, 'is missing'] as [unknown, string]] : []),
			];
			for (const [given, words] of cases) {
				sandbox().reset();
				await refused(name, json(name, { [field]: given }), words);
			}
		},
	);

	test.each([
		['text/plain', 'is not taken'],
		['application/x-www-form-urlencoded', 'is not taken'],
		['application/vnd.api+json', 'is not taken'],
		['application/json; charset=windows-1256', 'UTF-8'],
		['nonsense', ''],
	])('refuses the content type %s', async (type, words) => {
		await refused(name, raw(name, JSON.stringify(GOOD[name]), type), words);
	});

	test.each([
		['', 'not valid JSON'],
		['{', 'not valid JSON'],
		['[]', 'not an object'],
		['null', 'not an object'],
		[`\ufeff${JSON.stringify(GOOD[name])}`, 'not valid JSON'],
	])('refuses the body %j', async (body, words) => {
		await refused(name, raw(name, body), words);
	});

	test('refuses a body that is not valid UTF-8', async () => {
		const body = Buffer.from(JSON.stringify({ ...GOOD[name], extra: '~' }));
		body[body.lastIndexOf('~')] = 0xd8;
		await refused(name, raw(name, new Uint8Array(body)), 'not valid UTF-8');
		expect(sandbox().requests()[0]?.body).toBe('');
	});

	test('refuses a query string', async () => {
		await refused(name, postJson(`${at(name)}?x=1`, GOOD[name]), 'no query');
	});

	test('takes a content type with a character set of UTF-8', async () => {
		const body = JSON.stringify(GOOD[name]);
		expect((await raw(name, body, 'Application/JSON; charset=UTF-8')).status).toBe(200);
	});
});

test.each(['/', '/webservice/v2rest/sendsms/', '/webservice/v2rest/SendSms', '/v1/report', '/%zz'])(
	'the path %s is refused as unknown and recorded',
	async (path) => {
		const { status, text } = await postJson(sandbox().url + path, SMS);
		expect([status, text]).toEqual([404, expect.stringContaining('no such path')]);
		expect(sandbox().requests()).toMatchObject([{ path, accepted: false, status: 404 }]);
	},
);

describe('a multipart form', () => {
	const MULTIPART = 'multipart/form-data';

	test.each(['bulk', 'voice', 'code', 'credit'] as const)('is refused by %s', async (name) => {
		await refused(name, postForm(at(name), LOGIN), 'does not take multipart');
	});

	test.each<[string, Record<string, string | undefined>, string, readonly [number, number]]>([
		['a missing field', { message: undefined }, '"message" is missing', WRONG],
		['an empty field', { message: '' }, '"message" is empty', WRONG],
		['an unknown field', { extra: 'x' }, '"extra" is not known', WRONG],
		['a wrong login', { password: 'wrong' }, 'wrong', LOGIN_REFUSED],
		['a refused number', { destination: '+98912' }, 'is refused', NUMBER_REFUSED],
		['an unreadable schedule', { scheduled: 'tomorrow' }, 'scheduled', WRONG],
	])('with %s is refused as its JSON twin is', async (_case, changes, words, by) => {
		const fields = JSON.parse(JSON.stringify({ ...SMS, ...changes })) as Record<string, string>;
		await refused('send', postForm(at('send'), fields), words, by);
		sandbox().reset();
		await refused('send', postJson(at('send'), fields), words, by);
	});

	test.each<[string, Array<[string, string | Blob]>, string]>([
		['a file instead of a text', [['message', new Blob(['hello'])]], 'sent as a file'],
		[
			'a field that comes twice',
			[
				['message', 'a'],
				['message', 'b'],
			],
			'came twice',
		],
	])('with %s is refused', async (_, entries, words) => {
		const body = new FormData();
		for (const [name, value] of entries) body.append(name, value);
		await refused('send', call(at('send'), { method: 'POST', body }), words);
	});

	test('without a boundary, or that breaks off, is refused', async () => {
		await refused('send', raw('send', 'x', MULTIPART), 'boundary');
		sandbox().reset();
		const body = '--b\r\nContent-Disposition: form-data; name="message"\r\n\r\nhello';
		await refused('send', raw('send', body, `${MULTIPART}; boundary=b`), 'closing boundary');
	});
});

describe('a destination', () => {
	const bad = ['0912a', '۰۹۱۲', ' 0912', '0912 ', '0912,', ',0912', '0912,,0913', '0912;0913', '+'];
	const all = [...bad, '00 98', '0912\n', '0912,+98913', '+98912'];

	test.each(all)('%j is refused with 1010', async (destination) => {
		await refused('send', json('send', { destination }), 'destination', NUMBER_REFUSED);
	});

	test.each([...all, '0912,0913'])(
		'%j is refused by both calls, and inside a bulk, and the whole bulk with it',
		async (destination) => {
			for (const [name, changes] of [
				['bulk', { data: [ITEM, { ...ITEM, destination }] }],
				['voice', { destination }],
				['code', { destination }],
			] as const) {
				sandbox().reset();
				await refused(name, json(name, changes), 'destination', NUMBER_REFUSED);
			}
		},
	);
});

test.each([
	...['2026-1-02 03:04', '2026-01-02T03:04', '2026-01-02 03:04:05', '2026-02-29 10:00'],
	...['2026-04-31 10:00', '2026-13-01 10:00', '2026-00-10 10:00', '2026-01-01 24:00'],
	...['2026-01-01 23:60', '2026-01-01', '۲۰۲۶-۰۱-۰۲ ۰۳:۰۴', ' 2026-01-02 03:04'],
	...['2026-01-02 03:04\n', ''],
])('the schedule %j is refused', async (scheduled) => {
	await refused('send', json('send', { scheduled }), '"scheduled"');
});

test.each<[string, unknown, string]>([
	['without a source', { ...ITEM, source: undefined }, '"source" is missing'],
	['without a destination', { ...ITEM, destination: undefined }, '"destination" is missing'],
	['without a message', { ...ITEM, message: undefined }, '"message" is missing'],
	...[true, '1', 0.5, null].map((flag): [string, unknown, string] => [
		`with send_to_blacklist ${JSON.stringify(flag)}`,
		{ ...ITEM, send_to_blacklist: flag },
		'must be an integer',
	]),
	...[null, 'x', [], 5].map((item): [string, unknown, string] => [
		`of the form ${JSON.stringify(item)}`,
		item,
		'data[1]',
	]),
	['with an unknown field', { ...ITEM, scheduled: '2026-01-02 03:04' }, 'is not known'],
])('a bulk item %s is refused', async (_, item, words) => {
	await refused('bulk', json('bulk', { data: [ITEM, item] }), words);
});

test('an emoji cut in two by a JSON escape is refused', async () => {
	const body = JSON.stringify({ ...SMS, message: '~' }).replace('~', '\\ud83d');
	await refused('send', raw('send', body), 'half a character');
});

test.each(['5,', ',5', '5, 6', ' '])('the msgid %j is refused', async (msgid) => {
	await refused('status', json('status', { msgid }), 'msgid');
});

test.each<[Name, object, number]>([
	['send', { destination: '0912,0913' }, 1],
	['bulk', { data: [ITEM, ITEM] }, 1],
	['voice', {}, 0],
	['code', {}, 0.5],
])(
	'where the credit does not cover every destination, nothing is taken by %s',
	async (name, changes, credit) => {
		sandbox().setAccount({ credit });
		await refused(name, json(name, changes), 'credit', [402, 1006]);
		expect((await postJson(at('credit'), LOGIN)).text).toContain(`"credit":${credit}}`);
	},
);
