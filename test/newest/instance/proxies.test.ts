import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { createServer, type Server as TlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../../host/ports.ts';
import type { Server } from '../../../host/server.ts';
import { open, type Opened } from '../../e2e/opened.ts';
import { publish } from '../../e2e/rest-run.ts';
import { accepted, say } from '../triggers/stage.ts';
import { CERTIFICATE, KEY, openProxy, type Proxy } from './proxy.ts';
import {
	expressionsWith,
	readsAsTheEngine,
	credentialOf,
	OPERATIONS,
	ROW,
	sendersWith,
	sendOne,
} from './sending.ts';

const SECURE = { smsBaseUrl: 'https://sms.example.com', callBaseUrl: 'https://call.example.com' };

let opened: Opened;
let server: Server;
/** The proxy of n8n's environment, and the one of a node's Request Options. */
let proxy: Proxy;
let ownProxy: Proxy;
/** The sandbox behind TLS; both proxies' tunnels end there. */
let secure: TlsServer;
let folder: string;

beforeAll(async () => {
	secure = createServer({ cert: CERTIFICATE, key: KEY }, (incoming, outgoing) => {
		const { method, headers, url = '' } = incoming;
		const onward = request(opened.sandbox.url + url, { method, headers }, (answer) => {
			outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
			answer.pipe(outgoing);
		});
		incoming.pipe(onward);
	});
	await new Promise<void>((listening) => secure.listen(0, '127.0.0.1', listening));
	const { port } = secure.address() as AddressInfo;
	[proxy, ownProxy] = [await openProxy(port), await openProxy(port)];
	folder = await mkdtemp(join(tmpdir(), 'sms-voice-gateway-proxy-'));
	await writeFile(join(folder, 'ca.pem'), CERTIFICATE);

	opened = await open({
		HTTP_PROXY: proxy.url,
		HTTPS_PROXY: proxy.url,
		NO_PROXY: 'localhost',
		NODE_EXTRA_CA_CERTS: join(folder, 'ca.pem'),
		N8N_EXPRESSION_ENGINE: 'quickjs',
	});
	const { sandbox } = opened;
	const local = sandbox.url.replace('127.0.0.1', 'localhost');
	await opened.host.importCredentials([
		credentialOf(sandbox, 'plain', {}),
		credentialOf(sandbox, 'direct', { smsBaseUrl: local, callBaseUrl: local }),
		credentialOf(sandbox, 'secure', SECURE),
	]);
	const own = { requestOptions: { proxy: ownProxy.url } };
	const down = { requestOptions: { proxy: `http://127.0.0.1:${await freePort()}` } };
	const workflows = [
		...sendersWith('plain', 'plain'),
		...sendersWith('direct', 'direct'),
		...sendersWith('secure', 'secure'),
		...sendersWith('plain-own', 'plain', own),
		...sendersWith('direct-own', 'direct', own),
		...sendersWith('secure-own', 'secure', own),
		...sendersWith('plain-down', 'plain', down),
		...sendersWith('secure-down', 'secure', down),
		expressionsWith('plain'),
	];
	await opened.host.importWorkflows(workflows);
	server = await opened.host.serve();
	await publish(server, ...workflows.map(({ id }) => id));
});

afterAll(async () => {
	// Undefined where the beginning failed.
	await (opened as Opened | undefined)?.close();
	await (proxy as Proxy | undefined)?.close();
	await (ownProxy as Proxy | undefined)?.close();
	(secure as TlsServer | undefined)?.closeAllConnections();
	(secure as TlsServer | undefined)?.close();
	if (folder) await rm(folder, { recursive: true, force: true });
});

beforeEach(() => {
	opened.sandbox.reset();
	proxy.reset();
	ownProxy.reset();
});

describe.each(OPERATIONS)('%s', (operation) => {
	const path =
		operation === 'send' ? '/webservice/v2rest/sendsms' : '/webservice/v2rest/p2psendsms';
	const plainLine = () => `POST ${opened.sandbox.url}${path}`;

	test.each([
		["n8n's HTTP_PROXY", 'plain'],
		['Request Options → Proxy, instead of it', 'plain-own'],
	])('plain HTTP goes through %s once; the proxy can read the password', async (_way, name) => {
		expect((await sendOne({ server }, name, operation)).outcome).toBe('accepted');
		const [used, other] = name === 'plain' ? [proxy, ownProxy] : [ownProxy, proxy];
		expect(used.lines).toEqual([plainLine()]);
		expect(other.lines).toEqual([]);
		expect(accepted({ opened })).toEqual([ROW]);
		expect(used.seen()).toContain(opened.sandbox.password);
	});

	test.each([
		["n8n's HTTPS_PROXY", 'secure'],
		['Request Options → Proxy, instead of it', 'secure-own'],
	])('HTTPS goes through %s once; the proxy sees the host and nothing else', async (_way, name) => {
		expect((await sendOne({ server }, name, operation)).outcome).toBe('accepted');
		const [used, other] = name === 'secure' ? [proxy, ownProxy] : [ownProxy, proxy];
		expect(used.lines).toEqual(['CONNECT sms.example.com:443']);
		expect(other.lines).toEqual([]);
		expect(accepted({ opened })).toEqual([ROW]);
		const seen = used.seen();
		expect(seen.length).toBeGreaterThan(0);
		for (const secret of [opened.sandbox.password, ROW.to, ROW.text])
			expect(seen).not.toContain(secret);
	});

	test('what NO_PROXY names goes straight there, unless Request Options name a proxy', async () => {
		expect((await sendOne({ server }, 'direct', operation)).outcome).toBe('accepted');
		expect(proxy.lines).toEqual([]);
		expect((await sendOne({ server }, 'direct-own', operation)).outcome).toBe('accepted');
		expect(ownProxy.lines).toEqual([plainLine().replace('127.0.0.1', 'localhost')]);
		expect(accepted({ opened })).toEqual([ROW, ROW]);
	});

	test.each(['plain-down', 'secure-down'])(
		'a proxy that is down: nothing is sent, and the item says so: %s',
		async (name) => {
			const ending = await sendOne({ server }, name, operation);
			say(`${name}, ${operation}: ${ending.error} | ${ending.advice}`);
			expect(ending.outcome).toBe('rejected');
			expect(opened.sandbox.requests()).toEqual([]);
		},
	);

	// A proxy's own answer looks like the service's; only what every server means by a status can be told.
	test.each([
		['plain', 407, 'rejected'],
		['secure', 407, 'rejected'],
		['plain', 403, 'rejected'],
		['secure', 403, 'rejected'],
		['plain', 502, 'unknown'],
		['secure', 502, 'unknown'],
	])('%s: a proxy that refuses with %i: the item is %s', async (name, status, outcome) => {
		proxy.refuse(status);
		const ending = await sendOne({ server }, name, operation);
		say(`${name}, proxy says ${status}: ${ending.error} | ${ending.advice}`);
		expect(ending.outcome).toBe(outcome);
		expect(proxy.lines).toHaveLength(1);
		expect(opened.sandbox.requests()).toEqual([]);
	});
});

test("Send Bulk reads expressions as n8n's QuickJS engine does", async () => {
	await readsAsTheEngine({ opened, server });
});
