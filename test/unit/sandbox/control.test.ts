import { request as httpRequest } from 'node:http';
import { describe, expect, test } from '@jest/globals';
import { InvalidSetting, startSandbox } from '../../../sandbox/index.ts';
import { ITEM, LOGIN, PATHS, SMS, call, postJson, useSandbox } from './client.ts';

const sandbox = useSandbox();
const control = (path: string, method = 'GET', body?: string) =>
	call(`${sandbox().url}/_sandbox${path}`, { method, ...(body !== undefined && { body }) });
const read = async (path: string): Promise<unknown> => JSON.parse((await control(path)).text);

describe('the overview', () => {
	test('counts, and names the addresses, the endpoints and itself', async () => {
		await postJson(sandbox().url + PATHS.send, { ...SMS, destination: '0912,0913' });
		const overview = await read('');
		expect(overview).toMatchObject({
			smsBaseUrl: sandbox().url,
			callBaseUrl: sandbox().url,
			account: { username: 'demo', credit: 998 },
			requests: 1,
			messages: 2,
			faults: 0,
		});
		for (const path of Object.values(PATHS))
			expect(JSON.stringify(overview)).toContain(`POST ${path} `);
	});

	test('is no request to the service', async () => {
		await read('');
		expect(sandbox().requests()).toEqual([]);
	});
});

describe('the lists', () => {
	test('are what the in-process API gives', async () => {
		await postJson(sandbox().url + PATHS.send, { ...SMS, message: 'سلام‌😀' });
		expect(await read('/requests')).toEqual(sandbox().requests());
		expect(await read('/messages')).toEqual(sandbox().messages());
	});

	test('come in parts, with the length of the whole in a header', async () => {
		await postJson(sandbox().url + PATHS.send, { ...SMS, destination: '1,2,3,4,5' });
		const { text, headers } = await control('/messages?limit=2&offset=3');
		expect(
			(JSON.parse(text) as Array<{ destination: string }>).map(({ destination }) => destination),
		).toEqual(['4', '5']);
		expect(headers.get('x-total-count')).toBe('5');
		expect(await read('/messages?offset=9')).toEqual([]);
		expect(await read('/requests?limit=0')).toEqual([]);
	});

	test.each(['limit=-1', 'limit=x', 'offset=1.5', 'limit=', 'limit=1&limit=2', 'page=1'])(
		'refuse the query %s',
		async (query) => {
			for (const list of ['requests', 'messages']) {
				const { status, text } = await control(`/${list}?${query}`);
				expect([status, JSON.parse(text)]).toEqual([400, { error: expect.any(String) }]);
			}
		},
	);
});

test('a reset over HTTP is a reset, with or without a body', async () => {
	await postJson(sandbox().url + PATHS.send, SMS);
	expect((await control('/reset', 'POST')).status).toBe(200);
	expect(sandbox().requests()).toEqual([]);
	expect((await control('/reset', 'POST', '{}')).status).toBe(200);
});

describe('faults over HTTP', () => {
	test('are set, strike, and are shown with what is left of them', async () => {
		const faults = [{ match: { path: PATHS.send }, times: 2, fault: { kind: 'unauthorized' } }];
		const { status, text } = await control('/faults', 'PUT', JSON.stringify(faults));
		expect([status, JSON.parse(text)]).toEqual([200, faults]);
		expect((await postJson(sandbox().url + PATHS.send, SMS)).status).toBe(401);
		expect(await read('/faults')).toEqual([{ ...faults[0], times: 1 }]);
	});

	test.each(['', '{', '{}', '[{"fault":{"kind":"x"}}]'])(
		'are refused as %j, and the old ones stay',
		async (body) => {
			sandbox().setFaults([{ fault: { kind: 'truncate' } }]);
			const { status, text } = await control('/faults', 'PUT', body);
			expect([status, JSON.parse(text)]).toEqual([400, { error: expect.any(String) }]);
			expect(sandbox().faults()).toEqual([{ fault: { kind: 'truncate' } }]);
		},
	);
});

const AT_FIRST = {
	username: 'demo',
	credit: 1000,
	additionalFields: [],
	refusedPrefixes: ['+98'],
};

describe('the account over HTTP', () => {
	test('refuses numbers that begin as it is told, in texts, messages of a bulk and calls', async () => {
		const statuses = async (destination: string) => {
			const bulk = { ...LOGIN, data: [{ ...ITEM, destination }] };
			const replies = [
				await postJson(sandbox().url + PATHS.send, { ...SMS, destination: `0912,${destination}` }),
				await postJson(sandbox().url + PATHS.bulk, bulk),
				await postJson(sandbox().url + PATHS.code, { ...LOGIN, code: '1', destination }),
			];
			return replies.map(({ status }) => status);
		};
		const set = (...refusedPrefixes: string[]) =>
			control('/account', 'PUT', JSON.stringify({ refusedPrefixes }));
		expect(await statuses('+98912')).toEqual([406, 406, 406]);
		expect(await statuses('+44791')).toEqual([200, 200, 200]);
		expect(JSON.parse((await set('+')).text)).toEqual({
			...AT_FIRST,
			credit: 996,
			refusedPrefixes: ['+'],
		});
		expect(await statuses('+44791')).toEqual([406, 406, 406]);
		expect(await statuses('0044791')).toEqual([200, 200, 200]);
		await set();
		expect(await statuses('+98912')).toEqual([200, 200, 200]);
	});

	test('takes further fields once they are named, in requests and in messages of a bulk', async () => {
		const further = { send_to_black_list: 0 };
		const send = () => postJson(sandbox().url + PATHS.send, { ...SMS, ...further });
		const bulk = (fields: object) =>
			postJson(sandbox().url + PATHS.bulk, { ...LOGIN, data: [{ ...ITEM, ...fields }] });
		expect([(await send()).status, (await bulk(further)).status]).toEqual([400, 400]);
		const names = { additionalFields: ['send_to_black_list'] };
		expect(JSON.parse((await control('/account', 'PUT', JSON.stringify(names))).text)).toEqual({
			...AT_FIRST,
			...names,
		});
		expect([(await send()).status, (await bulk(further)).status]).toEqual([200, 200]);
		expect((await bulk({ ...further, other: 1 })).status).toBe(400);
	});

	test('has its credit shown and changed, and its password changed but never shown', async () => {
		expect(await read('/account')).toEqual(AT_FIRST);
		const { text } = await control(
			'/account',
			'PUT',
			JSON.stringify({ credit: 12.5, password: 'another-secret' }),
		);
		expect(JSON.parse(text)).toEqual({ ...AT_FIRST, credit: 12.5 });
		expect((await postJson(sandbox().url + PATHS.credit, LOGIN)).status).toBe(401);
		expect(
			(await postJson(sandbox().url + PATHS.credit, { ...LOGIN, password: 'another-secret' })).text,
		).toContain('12.5');
	});

	test.each([
		'[]',
		'{"credit":-1}',
		'{"credit":"5"}',
		'{"password":""}',
		'{"username":5}',
		'{"balance":5}',
		'{"additionalFields":"tag"}',
		'{"additionalFields":[""]}',
		'{"additionalFields":[5]}',
		'{"refusedPrefixes":"+"}',
		'{"refusedPrefixes":[""]}',
		'{"refusedPrefixes":["+98x"]}',
		JSON.stringify({ refusedPrefixes: Array.from({ length: 21 }, (_, index) => String(index)) }),
		JSON.stringify({ additionalFields: Array.from({ length: 21 }, (_, index) => `f${index}`) }),
	])('is not changed by %s', async (body) => {
		const { status, text } = await control('/account', 'PUT', body);
		expect([status, JSON.parse(text)]).toEqual([400, { error: expect.stringMatching(/^account/) }]);
		expect(await read('/account')).toEqual(AT_FIRST);
	});
});

test.each([
	['GET', '/nowhere'],
	['DELETE', '/requests'],
	['GET', '/reset'],
	['POST', '/faults'],
])('%s %s is unknown, and no request to the service', async (method, path) => {
	const { status, text } = await control(path, method);
	expect([status, JSON.parse(text)]).toEqual([
		404,
		{ error: expect.stringContaining('/_sandbox/faults') },
	]);
	expect(sandbox().requests()).toEqual([]);
});

test('wrong options and settings are refused in process too', async () => {
	await expect(startSandbox({ credit: -1 })).rejects.toThrow(InvalidSetting);
	expect(() => sandbox().setAccount({ credit: NaN })).toThrow(InvalidSetting);
	expect(() => sandbox().setFaults([{ fault: { kind: 'delay', ms: 1e9 } }])).toThrow(
		InvalidSetting,
	);
});

test('it takes the port it is given, on the loopback address only', async () => {
	const { port } = new URL(sandbox().url);
	expect(sandbox().url).toBe(`http://127.0.0.1:${port}`);
	await expect(startSandbox({ port: Number(port) })).rejects.toThrow('EADDRINUSE');
});

test('a body above 64 MiB is refused and recorded', async () => {
	const status = await new Promise((resolve, reject) => {
		// node:http shows the early answer, where fetch would only see the connection end.
		const headers = { 'content-type': 'application/json', 'content-length': 64 * 1024 * 1024 + 1 };
		const request = httpRequest(
			sandbox().url + PATHS.bulk,
			{ method: 'POST', headers },
			(response) => {
				resolve(response.statusCode);
				request.destroy();
			},
		);
		request.on('error', reject).flushHeaders();
	});
	expect(status).toBe(400);
	expect(sandbox().requests()).toEqual([
		expect.objectContaining({ path: PATHS.bulk, body: '', accepted: false }),
	]);
});

test('100,000 messages in 1,000 requests are taken, the last as fast as the first, each with an id of its own', async () => {
	sandbox().setAccount({ credit: 100_000 });
	const item = {
		source: '3000',
		destination: '09120000000',
		message: 'سلام',
		send_to_blacklist: 0,
	};
	const body = { ...LOGIN, data: Array.from({ length: 100 }, () => item) };
	/** The processor's time of five hundred requests: what looked at all that is there already would take three times as long. */
	const half = async () => {
		const start = process.threadCpuUsage();
		for (let i = 0; i < 500; i += 1) await postJson(sandbox().url + PATHS.bulk, body);
		const { user, system } = process.threadCpuUsage(start);
		return user + system;
	};
	const first = await half();
	expect((await half()) / first).toBeLessThan(2);
	expect(
		new Set(
			sandbox()
				.messages()
				.map(({ id }) => id),
		).size,
	).toBe(100_000);
	expect(sandbox().requests()).toHaveLength(1000);
});
