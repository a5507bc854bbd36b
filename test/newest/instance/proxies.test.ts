import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { createServer, type Server as TlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, ownN8n } from '../../e2e/n8n.ts';
import { accepted } from '../triggers/stage.ts';
import { expressionsWith, readsAsTheEngine } from './expressions.ts';
import { CERTIFICATE, KEY, openProxy, type Proxy } from './proxy.ts';
import { credentialOf, OPERATIONS, ROW, sendersWith, sendOne, withCredential } from './sending.ts';

const SECURE = { smsBaseUrl: 'https://sms.example.com', callBaseUrl: 'https://call.example.com' };

/** The proxy of n8n's environment, and the one of a node's Request Options. */
let proxy: Proxy;
let ownProxy: Proxy;
/** The sandbox behind TLS; both proxies' tunnels end there. */
let secure: TlsServer;
let folder: string;
/** Where no proxy is. */
let down: Record<string, unknown>;

beforeAll(async () => {
	secure = createServer({ cert: CERTIFICATE, key: KEY }, (incoming, outgoing) => {
		const { method, headers, url = '' } = incoming;
		const onward = request(n8n.sandbox.url + url, { method, headers }, (answer) => {
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
	down = { requestOptions: { proxy: `http://127.0.0.1:${await freePort()}` } };
});

const n8n = ownN8n({
	settings: () => ({
		HTTP_PROXY: proxy.url,
		HTTPS_PROXY: proxy.url,
		NO_PROXY: 'localhost',
		NODE_EXTRA_CA_CERTS: join(folder, 'ca.pem'),
		N8N_EXPRESSION_ENGINE: 'quickjs',
	}),
	async prepare({ host, sandbox }) {
		const local = sandbox.url.replace('127.0.0.1', 'localhost');
		await host.importCredentials([
			credentialOf(sandbox, 'plain', {}),
			credentialOf(sandbox, 'direct', { smsBaseUrl: local, callBaseUrl: local }),
			credentialOf(sandbox, 'secure', SECURE),
		]);
	},
	workflows: () => [
		...['plain', 'direct', 'secure'].flatMap((name) => [
			...sendersWith(name, name),
			...sendersWith(`${name}-own`, name, { requestOptions: { proxy: ownProxy.url } }),
		]),
		...['plain', 'secure'].flatMap((name) => sendersWith(`${name}-down`, name, down)),
		expressionsWith(withCredential('plain')),
	],
	published: true,
});

afterAll(async () => {
	// Undefined where the beginning failed.
	await (proxy as Proxy | undefined)?.close();
	await (ownProxy as Proxy | undefined)?.close();
	(secure as TlsServer | undefined)?.closeAllConnections();
	(secure as TlsServer | undefined)?.close();
	if (folder) await rm(folder, { recursive: true, force: true });
});

beforeEach(() => {
	n8n.sandbox.reset();
	proxy.reset();
	ownProxy.reset();
});

describe.each(OPERATIONS)('%s', (operation) => {
	const path =
		operation === 'send' ? '/webservice/v2rest/sendsms' : '/webservice/v2rest/p2psendsms';
	const plainLine = () => `POST ${n8n.sandbox.url}${path}`;

	test.each([
		["n8n's HTTP_PROXY", 'plain'],
		['Request Options → Proxy, instead of it', 'plain-own'],
	])('plain HTTP goes through %s once; the proxy can read the password', async (_way, name) => {
		expect((await sendOne(n8n, name, operation)).outcome).toBe('accepted');
		const [used, other] = name === 'plain' ? [proxy, ownProxy] : [ownProxy, proxy];
		expect(used.lines).toEqual([plainLine()]);
		expect(other.lines).toEqual([]);
		expect(accepted(n8n)).toEqual([ROW]);
		expect(used.seen()).toContain(n8n.sandbox.password);
	});

	test.each([
		["n8n's HTTPS_PROXY", 'secure'],
		['Request Options → Proxy, instead of it', 'secure-own'],
	])('HTTPS goes through %s once; the proxy sees the host and nothing else', async (_way, name) => {
		expect((await sendOne(n8n, name, operation)).outcome).toBe('accepted');
		const [used, other] = name === 'secure' ? [proxy, ownProxy] : [ownProxy, proxy];
		expect(used.lines).toEqual(['CONNECT sms.example.com:443']);
		expect(other.lines).toEqual([]);
		expect(accepted(n8n)).toEqual([ROW]);
		const seen = used.seen();
		expect(seen.length).toBeGreaterThan(0);
		for (const secret of [n8n.sandbox.password, ROW.to, ROW.text])
			expect(seen).not.toContain(secret);
	});

	test('what NO_PROXY names goes straight there, unless Request Options name a proxy', async () => {
		expect((await sendOne(n8n, 'direct', operation)).outcome).toBe('accepted');
		expect(proxy.lines).toEqual([]);
		expect((await sendOne(n8n, 'direct-own', operation)).outcome).toBe('accepted');
		expect(ownProxy.lines).toEqual([plainLine().replace('127.0.0.1', 'localhost')]);
		expect(accepted(n8n)).toEqual([ROW, ROW]);
	});

	test('a proxy that is down: nothing is sent, and the item says so', async () => {
		for (const name of ['plain-down', 'secure-down']) {
			const ending = await sendOne(n8n, name, operation);
			expect([name, ending.outcome]).toEqual([name, 'rejected']);
			expect(n8n.sandbox.requests()).toEqual([]);
		}
	});
});

// A proxy's own answer looks like the service's; only what every server means by a status can be told.
test.each([
	[407, 'rejected'],
	[403, 'rejected'],
	[502, 'unknown'],
])('a proxy that refuses with %i, itself or a tunnel: the item is %s', async (status, outcome) => {
	for (const name of ['plain', 'secure']) {
		proxy.reset();
		proxy.refuse(status);
		const ending = await sendOne(n8n, name, 'send');
		expect([name, ending.outcome, proxy.lines.length]).toEqual([name, outcome, 1]);
		expect(n8n.sandbox.requests()).toEqual([]);
	}
});

test("Send Bulk reads expressions as n8n's QuickJS engine does", async () => {
	await readsAsTheEngine(n8n);
});
