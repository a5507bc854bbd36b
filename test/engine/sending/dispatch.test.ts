import { createServer } from 'node:http';
import { connect } from 'node:net';
import type { AddressInfo } from 'node:net';

import { describe, expect, test } from '@jest/globals';

import { http } from '../../../host/http.ts';
import { everythingIn } from '../stage/everything.ts';
import { PATH } from '../stage/gateway.ts';
import { answering, CONTINUE, REFUSED } from '../stage/modes.ts';
import {
	ALL_THAT_SEND,
	getCredit,
	SEND,
	send,
	sendBulk,
	sendCode,
	to,
} from '../stage/operations.ts';
import { detailsOf, numbers } from '../stage/rows.ts';
import { staged } from '../stage/table.ts';
import { fronts, afterwards } from '../stage/front.ts';

const { sandbox, credentials, run, givenIds, answerWith, check } = staged();
const later = afterwards();
const openFront = fronts(sandbox);

test.each(ALL_THAT_SEND)('requests of %s leave in item order, one at a time', async (_, one) => {
	const { url, most } = await openFront();
	const login = { smsBaseUrl: url, callBaseUrl: url };
	await check({ rows: 5, login, sent: numbers(5), asks: '0 1 2 3 4' }, one);
	expect(most()).toBe(1);
});

test('by its routing requests leave in item order too, though one takes longer to be read', async () => {
	const rows = numbers(3).map((number) => ({ to: number }));
	// Longer than n8n is kept from other work: the next item is begun meanwhile.
	Object.defineProperty(rows[0], 'to', {
		enumerable: true,
		get: () => {
			for (const end = Date.now() + 120; Date.now() < end;);
			return numbers(1)[0];
		},
	});
	await check({ rows, node: CONTINUE, more: { routingOnly: true }, asks: '0 1 2' }, SEND);
});

test.each([
	[numbers(15), 14, (ids: string[]) => `; item 9, message id ${ids[9]} and 4 more),`],
	[[numbers(15).join(), '0935'], 1, (ids: string[]) => `, ${ids[9]} and 5 more),`],
])('in stop mode the error names every id of what was accepted: %#', async (rows, last, said) => {
	const fault = [{ match: { destination: rows[last] ?? '' }, fault: REFUSED }];
	sandbox().setFaults(fault);
	const stopped = await run(send(to), { rows: rows.map((number) => ({ to: number })) });
	const ids = givenIds();
	expect(ids.length).toBeGreaterThan(13);
	const words = everythingIn(stopped.error);
	expect(ids.filter((id) => !words.includes(id))).toEqual([]);
	expect(stopped.error?.description).toContain(said(ids));
});

const [,] = numbers(3);

test.each([
	['send', PATH.send, send()],
	['sendBulk', PATH.sendBulk, sendBulk()],
	['sendCode', PATH.sendCode, sendCode()],
	['getCredit', PATH.getCredit, getCredit],
])('Request Options, Proxy carries the request of %s', async (_name, path, parameters) => {
	const seen: string[] = [];
	const proxy = createServer((request, response) => {
		seen.push(String(request.url));
		const chunks: Buffer[] = [];
		request.on('data', (chunk: Buffer) => chunks.push(chunk));
		request.on('end', () => {
			const headers = { 'content-type': request.headers['content-type'] };
			void http
				.post<string>(`${sandbox().url}${path}`, Buffer.concat(chunks), { headers })
				.then(({ status, data }) => {
					response.writeHead(status, { 'content-type': 'application/json' }).end(data);
				});
		});
	});
	proxy.on('connect', (request, socket) => {
		seen.push(String(request.url));
		const { hostname, port } = new URL(sandbox().url);
		const through = connect(Number(port), hostname, () => {
			socket.write('HTTP/1.1 200 OK\r\n\r\n');
			through.pipe(socket);
			socket.pipe(through);
		});
		through.on('error', () => socket.destroy());
		socket.on('error', () => through.destroy());
	});
	await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
	later(async () => {
		proxy.closeAllConnections();
		await new Promise((resolve) => proxy.close(resolve));
	});
	const { port } = proxy.address() as AddressInfo;
	const requestOptions = { proxy: `http://127.0.0.1:${port}` };
	const { error } = await run({ ...parameters, requestOptions });
	expect(error).toBeUndefined();
	expect([seen.length, sandbox().requests().length]).toEqual([1, 1]);
});

describe('keys such as __proto__ and constructor have no effect', () => {
	const POLLUTING = '"__proto__":{"polluted":""},"constructor":{"prototype":{"polluted":""}}';
	const clean = () => {
		const plain: Record<string, unknown> = {};
		return !('polluted' in plain) && Object.keys(Object.prototype).length === 0;
	};

	test('in answers', async () => {
		answerWith(`{"meta":{"status":200,${POLLUTING}},"data":[9001],${POLLUTING}}`);
		const { json } = await run(send());
		expect([json[0]?.messageIds, clean()]).toEqual([['9001'], true]);
	});

	test.each(['toString', 'hasOwnProperty', '__proto__'])('as a code: %s', async (code) => {
		answerWith({ meta: { status: code, message: 'no' }, data: null }, 400);
		const { items } = await run(send(), { node: CONTINUE });
		expect(items[0]?.json.error).toBe('The service refused the request: "no" (HTTP 400)');
		expect(detailsOf(items[0])).toMatchObject({ outcome: 'rejected' });
	});
});

// Where and how it may stand in an answer is said in answers/secrets.test.ts.
test.each(['200', 'a'])(
	'the password %j, echoed, is masked with the whole answer, which stays accepted',
	async (password) => {
		sandbox().setAccount({ password });
		const ids = '12345678901234567';
		const echo = `"username":"demo","password":"${password}"`;
		const body = `{"meta":{"status":200,"message":"success"},"data":[${ids}],${echo}}`;
		sandbox().setFaults([{ fault: answering(body) }]);
		const { json } = await run(send(), { credentials: credentials({ password }) });
		expect(json[0]).toMatchObject({ outcome: 'accepted', messageIds: [], response: '***' });
	},
);
