import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, test } from '@jest/globals';
import { startSandbox, type Fault, type FaultAction } from '../../../sandbox/index.ts';
import { GOOD, ITEM, LOGIN, PATHS, SMS, call, postJson, useSandbox } from './client.ts';

const sandbox = useSandbox();
const post = (name: keyof typeof PATHS, fields: object = GOOD[name]) =>
	postJson(sandbox().url + PATHS[name], fields);
const strike = (fault: FaultAction, more: Omit<Fault, 'fault'> = {}) =>
	sandbox().setFaults([{ ...more, fault }]);

/** Every byte that comes back on a bare connection, until it ends. */
function bytesOf(body: string): Promise<string> {
	const { port } = new URL(sandbox().url);
	const head = `POST ${PATHS.send} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n`;
	return new Promise((resolve, reject) => {
		const chunks: Buffer[] = [];
		const socket = connect(Number(port), '127.0.0.1', () => socket.write(head + body));
		socket.on('data', (chunk) => chunks.push(chunk)).on('error', reject);
		socket.on('close', () => resolve(Buffer.concat(chunks).toString()));
	});
}

const TAKEN = '{"meta":{"status":200,"message":"success"},"data":[9007199254741993]}';
const HALF = TAKEN.slice(0, Math.floor(TAKEN.length / 2));

/** Each fault: what the client gets after the head, and how many messages are taken. */
test.each<[FaultAction, string, number]>([
	[{ kind: 'status', status: 500, body: 'oops', accept: true }, 'oops', 1],
	[
		{ kind: 'refuse', code: 77, message: 'no' },
		'{"meta":{"status":77,"message":"no"},"data":null}',
		0,
	],
	[{ kind: 'drop', when: 'after' }, '', 1],
	[{ kind: 'truncate' }, HALF, 1],
	[{ kind: 'html' }, 'Access denied', 0],
	[{ kind: 'redirect', status: 307, location: 'http://127.0.0.1:9/x' }, '', 0],
	[{ kind: 'unauthorized' }, '"status":1008', 0],
	[{ kind: 'tooManyRequests', retryAfter: 3 }, '"status":429', 0],
	[{ kind: 'raw', body: '{"half"', accept: true }, '{"half"', 1],
	[{ kind: 'family', family: 'retStatus' }, '"RetStatus":1', 1],
	[{ kind: 'family', family: 'codeFirst', refuse: true }, '[5,', 0],
])('%j', async (fault, words, taken) => {
	strike(fault);
	const body = JSON.stringify(SMS);
	const answer = await bytesOf(body);
	const [head = '', ...rest] = answer.split('\r\n\r\n');
	expect(rest.join()).toContain(words);
	if (fault.kind === 'drop') expect(head).toBe('');
	if (fault.kind === 'truncate')
		expect([head.includes(`${TAKEN.length}`), rest]).toEqual([true, [HALF]]);
	if ('retryAfter' in fault) expect(head.toLowerCase()).toContain('retry-after: 3');
	if ('location' in fault) expect(head.toLowerCase()).toContain(`location: ${fault.location}`);
	if ('status' in fault) expect(head).toContain(` ${fault.status} `);
	expect(sandbox().messages()).toHaveLength(taken);
	expect(sandbox().requests()).toMatchObject([{ fault: fault.kind, accepted: taken === 1 }]);
});

test.each<FaultAction>([
	{ kind: 'drop', when: 'after' },
	{ kind: 'html', accept: true },
])('%j takes nothing that the service would refuse', async (fault) => {
	strike(fault);
	await bytesOf(JSON.stringify({ ...SMS, password: 'wrong' }));
	expect(sandbox().messages()).toEqual([]);
	expect(sandbox().requests()).toMatchObject([{ accepted: false }]);
});

describe('a fault strikes', () => {
	const statuses = async () => [
		(await post('send', { ...SMS, destination: '0912,0913' })).status,
		(await post('bulk', { ...LOGIN, data: [ITEM, { ...ITEM, destination: '0913' }] })).status,
		(await post('voice')).status,
		(await post('credit')).status,
	];
	test.each<[Fault['match'], number[]]>([
		[{ host: 'sms' }, [401, 401, 200, 200]],
		[{ host: 'call' }, [200, 200, 401, 401]],
		[{ path: PATHS.credit }, [200, 200, 200, 401]],
		[{ destination: '0913' }, [401, 401, 200, 200]],
		[{ probability: 0 }, [200, 200, 200, 200]],
		[{ probability: 1 }, [401, 401, 401, 401]],
	])('what it is about: %j', async (match = {}, expected) => {
		strike({ kind: 'unauthorized' }, { match });
		expect(await statuses()).toEqual(expected);
	});

	test('as often as it says, also under parallel requests, and the next one then', async () => {
		sandbox().setFaults([
			{ times: 5, fault: { kind: 'unauthorized' } },
			{ times: 1, fault: { kind: 'html', status: 403 } },
			{ fault: { kind: 'delay', ms: 5 } },
		]);
		const replies = await Promise.all(Array.from({ length: 20 }, () => post('send')));
		const count = (wanted: number) => replies.filter(({ status }) => status === wanted).length;
		expect([count(401), count(403), count(200)]).toEqual([5, 1, 14]);
		expect(sandbox().requests()[0]?.fault).toBe('delay+unauthorized');
		expect(sandbox().faults()[0]).toMatchObject({ times: 0 });
	});
});

describe('a delayed message', () => {
	test('is taken even where the client gave up meanwhile', async () => {
		strike({ kind: 'delay', ms: 300 });
		const leave = new AbortController();
		const headers = { 'content-type': 'application/json' };
		const body = JSON.stringify(SMS);
		const url = sandbox().url + PATHS.send;
		const lost = expect(call(url, { method: 'POST', headers, body, signal: leave.signal }));
		const gone = lost.rejects.toThrow();
		while (sandbox().requests().length === 0) await wait(5);
		leave.abort();
		await gone;
		while (sandbox().messages().length === 0) await wait(5);
		expect(sandbox().requests()).toMatchObject([{ accepted: true }]);
	});
});

test('a fault of some probability strikes the same requests with the same seed', async () => {
	const pattern = async (seed: number) => {
		const fresh = await startSandbox({ seed });
		fresh.setFaults([{ match: { probability: 0.5 }, fault: { kind: 'unauthorized' } }]);
		let struck = '';
		for (let one = 0; one < 40; one++)
			struck += (await postJson(fresh.url + PATHS.credit, LOGIN)).status;
		await fresh.close();
		return struck;
	};
	const first = await pattern(7);
	expect([await pattern(7), await pattern(8)]).toEqual([first, expect.not.stringMatching(first)]);
});
