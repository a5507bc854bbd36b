import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, test } from '@jest/globals';
import { startSandbox } from '../../../sandbox/index.ts';
import type { FamilyName, FaultAction } from '../../../sandbox/index.ts';
import { GOOD, ITEM, LOGIN, PATHS, SMS, postJson, useSandbox, call } from './client.ts';

const sandbox = useSandbox();
const url = () => sandbox().url + PATHS.send;
const strike = (fault: FaultAction) => sandbox().setFaults([{ fault }]);
const send = (fields: unknown = SMS) => postJson(url(), fields);
const taken = () => sandbox().messages().length;
const record = () => sandbox().requests().at(-1);

/** Every byte that comes back on a bare connection, until it ends. */
function bytesOf(body: string): Promise<string> {
	const { port } = new URL(sandbox().url);
	const head = `POST ${PATHS.send} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n`;
	return new Promise((resolve, reject) => {
		const chunks: Buffer[] = [];
		const socket = connect(Number(port), '127.0.0.1', () => socket.write(head + body));
		socket.on('data', (chunk) => chunks.push(chunk)).on('error', reject);
		socket.on('close', () => resolve(Buffer.concat(chunks).toString()));
	});
}

describe('a status fault', () => {
	test('answers with its status in the envelope of the host and takes nothing', async () => {
		strike({ kind: 'status', status: 503, retryAfter: 7 });
		const { status, text, headers } = await send();
		expect([status, text]).toEqual([503, '{"meta":{"status":503,"message":"fault"},"data":null}']);
		expect(headers.get('retry-after')).toBe('7');
		expect(taken()).toBe(0);
		expect(record()).toMatchObject({ fault: 'status', accepted: false, status: 503, answer: text });
		expect((await postJson(sandbox().url + PATHS.credit, LOGIN)).text).toBe(
			'{"success":false,"error":"fault"}',
		);
	});

	test('takes the message first where it says so', async () => {
		strike({ kind: 'status', status: 500, body: 'oops', contentType: 'text/plain', accept: true });
		const { status, text, headers } = await send();
		expect([status, text, headers.get('content-type')]).toEqual([500, 'oops', 'text/plain']);
		expect(taken()).toBe(1);
		expect(record()).toMatchObject({ accepted: true, status: 500 });
	});

	test('does not take what the service would refuse', async () => {
		strike({ kind: 'status', status: 500, accept: true });
		await send({ ...SMS, password: 'wrong' });
		expect(taken()).toBe(0);
		expect(record()).toMatchObject({ accepted: false, loginCorrect: false });
	});

	test('may have no body, by its own wish or by its status', async () => {
		strike({ kind: 'status', status: 500, body: '' });
		expect(await send()).toMatchObject({ status: 500, text: '' });
		strike({ kind: 'status', status: 204 });
		expect(await send()).toMatchObject({ status: 204, text: '' });
	});
});

describe('a refuse fault', () => {
	test('is a refusal inside a 200, in the envelope of the host', async () => {
		strike({ kind: 'refuse', code: 1013, message: 'not now' });
		expect(await send()).toMatchObject({
			status: 200,
			text: '{"meta":{"status":1013,"message":"not now"},"data":null}',
		});
		expect(await postJson(sandbox().url + PATHS.voice, GOOD.voice)).toMatchObject({
			status: 200,
			text: '{"success":false,"error":"not now"}',
		});
		expect(taken()).toBe(0);
	});

	test('may have another status', async () => {
		strike({ kind: 'refuse', code: 1009, message: 'cap', status: 406 });
		expect((await send()).status).toBe(406);
	});
});

describe('a delay', () => {
	test('holds the answer back and then handles the request as usual', async () => {
		strike({ kind: 'delay', ms: 60 });
		const started = performance.now();
		const { status } = await send();
		expect(performance.now() - started).toBeGreaterThanOrEqual(55);
		expect([status, taken()]).toEqual([200, 1]);
		expect(record()?.fault).toBe('delay');
	});

	test('combines with the first other fault', async () => {
		sandbox().setFaults([
			{ fault: { kind: 'unauthorized' } },
			{ fault: { kind: 'delay', ms: 60 } },
			{ fault: { kind: 'delay', ms: 5000 } },
			{ fault: { kind: 'truncate' } },
		]);
		const started = performance.now();
		expect((await send()).status).toBe(401);
		expect(performance.now() - started).toBeGreaterThanOrEqual(55);
		expect(record()?.fault).toBe('delay+unauthorized');
	});

	test('takes the message even where the client gave up meanwhile', async () => {
		strike({ kind: 'delay', ms: 1000 });
		const body = JSON.stringify(SMS);
		const headers = { 'content-type': 'application/json' };
		const leave = new AbortController();
		const request = call(url(), { method: 'POST', headers, body, signal: leave.signal });
		const lost = expect(request).rejects.toThrow();
		while (record() === undefined) await wait(5);
		leave.abort();
		await lost;
		expect(record()).toMatchObject({ fault: 'delay', accepted: false });
		expect(record()).not.toHaveProperty('status');
		while (taken() === 0) await wait(5);
		expect(taken()).toBe(1);
		expect(record()).toMatchObject({ accepted: true });
	});

	test('ends at once where the sandbox is closed, and nothing is taken', async () => {
		const fresh = await startSandbox();
		fresh.setFaults([{ fault: { kind: 'delay', ms: 60_000 } }]);
		const lost = expect(postJson(fresh.url + PATHS.send, SMS)).rejects.toThrow();
		while (fresh.requests().length === 0) await wait(5);
		await fresh.close();
		await lost;
		expect(fresh.messages()).toEqual([]);
	});

	test('under way at a reset writes nothing into the fresh records', async () => {
		strike({ kind: 'delay', ms: 60 });
		const answer = send();
		while (sandbox().requests().length === 0) await wait(5);
		sandbox().reset();
		expect((await answer).status).toBe(200);
		expect([sandbox().requests(), sandbox().messages()]).toEqual([[], []]);
	});
});

describe('a dropped connection', () => {
	test.each([
		['before', 0],
		['after', 1],
	] as const)(
		'%s the message was taken leaves %i in the records and sends not one byte',
		async (when, count) => {
			strike({ kind: 'drop', when });
			expect(await bytesOf(JSON.stringify(SMS))).toBe('');
			expect(taken()).toBe(count);
			expect(record()).toMatchObject({ fault: 'drop', accepted: count === 1 });
			expect(record()).not.toHaveProperty('status');
			await expect(send()).rejects.toThrow();
		},
	);

	test('after a refusal takes nothing', async () => {
		strike({ kind: 'drop', when: 'after' });
		await bytesOf(JSON.stringify({ ...SMS, password: 'wrong' }));
		expect(record()).toMatchObject({ accepted: false });
	});
});

test('a truncated answer announces its full length and breaks off at half of it, the message taken', async () => {
	strike({ kind: 'truncate' });
	const full = '{"meta":{"status":200,"message":"success"},"data":[9007199254741993]}';
	const [head = '', body] = (await bytesOf(JSON.stringify(SMS))).split('\r\n\r\n');
	expect(head).toMatch(/^HTTP\/1\.1 200 /);
	expect(head.toLowerCase()).toContain(`content-length: ${full.length}`);
	expect(body).toBe(full.slice(0, full.length / 2));
	expect(taken()).toBe(1);
	expect(record()).toMatchObject({ fault: 'truncate', accepted: true, status: 200, answer: full });
	await expect(send()).rejects.toThrow();
});

test('an html fault answers with a page, and takes the message only where it says so', async () => {
	strike({ kind: 'html' });
	const page = await send();
	expect(page).toMatchObject({ status: 200, text: expect.stringContaining('<!DOCTYPE html>') });
	expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
	expect(taken()).toBe(0);
	strike({ kind: 'html', status: 403, accept: true });
	expect((await send()).status).toBe(403);
	expect(taken()).toBe(1);
});

test.each([301, 302, 303, 307, 308] as const)(
	'a redirect with %i names its place and takes nothing',
	async (status) => {
		strike({ kind: 'redirect', status, location: 'http://127.0.0.1:9/elsewhere' });
		const reply = await send();
		expect(reply.status).toBe(status);
		expect(reply.headers.get('location')).toBe('http://127.0.0.1:9/elsewhere');
		expect(taken()).toBe(0);
	},
);

test('an unauthorized fault refuses a right login', async () => {
	strike({ kind: 'unauthorized' });
	const { status, text } = await send();
	expect(status).toBe(401);
	expect(JSON.parse(text)).toMatchObject({ meta: { status: 1008 }, data: null });
	expect(record()).toMatchObject({ loginCorrect: true, accepted: false });
});

test('too many requests is a 429 with the time to wait, and takes nothing', async () => {
	strike({ kind: 'tooManyRequests', retryAfter: 3 });
	const { status, text, headers } = await send();
	expect([status, headers.get('retry-after')]).toEqual([429, '3']);
	expect(JSON.parse(text)).toMatchObject({ meta: { status: 429 }, data: null });
	expect(taken()).toBe(0);
	strike({ kind: 'tooManyRequests' });
	expect((await send()).headers.has('retry-after')).toBe(false);
});

test('a raw fault answers 200 with exactly its body', async () => {
	strike({ kind: 'raw', body: '{"status":"سلام"', accept: true });
	expect(await send()).toMatchObject({ status: 200, text: '{"status":"سلام"' });
	expect(taken()).toBe(1);
	strike({ kind: 'raw', body: 'x', contentType: 'text/csv' });
	expect((await send()).headers.get('content-type')).toBe('text/csv');
	expect(taken()).toBe(1);
});

test.each<[FamilyName, string, string]>([
	[
		'retStatus',
		'{"Value":"9007199254741993","RetStatus":1,"StrRetStatus":"Ok"}',
		'CreditNotEnough',
	],
	['codeFirst', '[0,"9007199254741993"]', '[5,'],
	['returnEntries', '"entries":[{"messageid":"9007199254741993","status":1}]', '"status":418'],
	['aspNet', '{"d":"{\\"data\\":[\\"9007199254741993\\"]}"}', '"error'],
	['asmx', '<string>OK 9007199254741993</string>', '<string>credit is'],
	['words', 'Message queued', 'could not be queued'],
])(
	'the family %s answers in its own form what is taken, and what is not',
	async (family, taken_, refused) => {
		strike({ kind: 'family', family });
		expect(await send()).toMatchObject({ status: 200, text: expect.stringContaining(taken_) });
		expect(taken()).toBe(1);
		const credit = await postJson(sandbox().url + PATHS.credit, LOGIN);
		expect(JSON.parse(credit.text)).toHaveProperty('credit');
		strike({ kind: 'family', family, refuse: true });
		const { status, text } = await send();
		expect([status, text.includes(refused.replace('"error', 'error'))]).toEqual([200, true]);
		expect(taken()).toBe(1);
	},
);

describe('a fault strikes', () => {
	test('only the path it names', async () => {
		sandbox().setFaults([{ match: { path: PATHS.credit }, fault: { kind: 'unauthorized' } }]);
		expect((await send()).status).toBe(200);
		expect((await postJson(sandbox().url + PATHS.credit, LOGIN)).status).toBe(401);
	});

	test('only the host it names', async () => {
		const fault = { kind: 'unauthorized' } as const;
		const statuses = async () => [
			(await send()).status,
			(await postJson(sandbox().url + PATHS.voice, GOOD.voice)).status,
			(await postJson(sandbox().url + PATHS.credit, LOGIN)).status,
		];
		sandbox().setFaults([{ match: { host: 'sms' }, fault }]);
		expect(await statuses()).toEqual([401, 200, 200]);
		sandbox().setFaults([{ match: { host: 'call' }, fault }]);
		expect(await statuses()).toEqual([200, 401, 401]);
	});

	test('a request any of whose destinations it names, single, group, bulk or call', async () => {
		sandbox().setFaults([{ match: { destination: '0913' }, fault: { kind: 'unauthorized' } }]);
		const statuses = [
			await send({ ...SMS, destination: '0912,0914' }),
			await send({ ...SMS, destination: '0912,0913' }),
			await send({ ...SMS, destination: '09131' }),
			await postJson(sandbox().url + PATHS.bulk, {
				...LOGIN,
				data: [ITEM, { ...ITEM, destination: '0913' }],
			}),
			await postJson(sandbox().url + PATHS.voice, { ...GOOD.voice, destination: '0913' }),
		].map(({ status }) => status);
		expect(statuses).toEqual([200, 401, 200, 401, 401]);
	});

	test('as often as its times say, which count down', async () => {
		sandbox().setFaults([{ times: 2, fault: { kind: 'unauthorized' } }]);
		const statuses = [];
		for (let i = 0; i < 4; i += 1) statuses.push((await send()).status);
		expect(statuses).toEqual([401, 401, 200, 200]);
		expect(sandbox().faults()).toEqual([{ times: 0, fault: { kind: 'unauthorized' } }]);
	});

	test('exactly as often under parallel requests', async () => {
		sandbox().setFaults([
			{ times: 5, fault: { kind: 'unauthorized' } },
			{ fault: { kind: 'delay', ms: 5 } },
		]);
		const statuses = (await Promise.all(Array.from({ length: 20 }, () => send()))).map(
			({ status }) => status,
		);
		expect(statuses.filter((status) => status === 401)).toHaveLength(5);
		expect(taken()).toBe(15);
	});

	test('first in the list first, the next once it is used up', async () => {
		sandbox().setFaults([
			{ times: 1, fault: { kind: 'tooManyRequests' } },
			{ times: 1, fault: { kind: 'html', status: 403 } },
		]);
		expect([(await send()).status, (await send()).status, (await send()).status]).toEqual([
			429, 403, 200,
		]);
	});

	test('unknown paths too', async () => {
		strike({ kind: 'html', status: 502 });
		expect((await postJson(`${sandbox().url}/nowhere`, {})).status).toBe(502);
	});

	test('never the control paths', async () => {
		strike({ kind: 'drop', when: 'before' });
		expect((await call(`${sandbox().url}/_sandbox`, {})).status).toBe(200);
	});
});

describe('probability', () => {
	const pattern = async (seed: number, probability: number) => {
		const fresh = await startSandbox({ seed });
		fresh.setFaults([{ match: { probability }, fault: { kind: 'unauthorized' } }]);
		let struck = '';
		for (let i = 0; i < 60; i += 1)
			struck += (await postJson(fresh.url + PATHS.credit, LOGIN)).status === 401 ? 'x' : '.';
		await fresh.close();
		return struck;
	};

	test('repeats with the same seed and differs with another', async () => {
		const [one, again, other] = [
			await pattern(7, 0.5),
			await pattern(7, 0.5),
			await pattern(8, 0.5),
		];
		expect(again).toBe(one);
		expect(other).not.toBe(one);
		expect(one.split('x').length - 1).toBeGreaterThan(15);
		expect(one.split('x').length - 1).toBeLessThan(45);
	});

	test('of 0 never strikes and of 1 always', async () => {
		expect(await pattern(1, 0)).toBe('.'.repeat(60));
		expect(await pattern(1, 1)).toBe('x'.repeat(60));
	});

	test('starts over at a reset', async () => {
		const run = async () => {
			sandbox().reset();
			sandbox().setFaults([{ match: { probability: 0.5 }, fault: { kind: 'unauthorized' } }]);
			const statuses = [];
			for (let i = 0; i < 20; i += 1)
				statuses.push((await postJson(sandbox().url + PATHS.credit, LOGIN)).status);
			return statuses.join();
		};
		expect(await run()).toBe(await run());
	});
});
