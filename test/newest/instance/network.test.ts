import { type Node, ownN8n, ownNode, SANDBOX_CREDENTIAL, testCredential } from '../../e2e/n8n.ts';
import { accepted, callHook, hookedChain } from '../triggers/stage.ts';
import {
	expressionsWith,
	readsAsTheEngine,
	credentialOf,
	OPERATIONS,
	ROW,
	sendersWith,
	sendOne,
	withCredential,
} from './sending.ts';

/** Protection against requests into n8n's own network, but for one name; no runner of n8n's is there to be had. */
const SETTINGS = {
	N8N_SSRF_PROTECTION_ENABLED: 'true',
	N8N_SSRF_ALLOWED_HOSTNAMES: 'localhost',
	N8N_SSRF_BLOCKED_HOSTNAMES: 'blocked.example.com',
	N8N_RUNNERS_MODE: 'external',
	N8N_RUNNERS_AUTH_TOKEN: 'test-token',
	N8N_EXPRESSION_ENGINE: 'legacy',
};

/** The sandbox under the name that is allowed. */
let allowed: string;

/** n8n's own HTTP Request node with this package's credential. */
const httpRequest = (credential: string, url: string): Node =>
	ownNode(
		'HTTP Request',
		'httpRequest',
		4.2,
		{
			method: 'POST',
			url,
			authentication: 'predefinedCredentialType',
			nodeCredentialType: SANDBOX_CREDENTIAL.type,
			sendBody: true,
			specifyBody: 'json',
			jsonBody: '{}',
			options: {},
		},
		{ ...withCredential(credential), onError: 'continueRegularOutput' },
	);

const NAMES = ['blockedAddress', 'blockedName', 'allowed', 'domains', 'none'];
const REPORT = '/v1/report/credit';
const workflows = () => [
	...NAMES.flatMap((id) => sendersWith(id, id)),
	...sendersWith('blockedProxy', 'allowed', {
		requestOptions: { proxy: allowed.replace('localhost', '127.0.0.1') },
	}),
	...['allowed', 'domains', 'none'].map((id) =>
		hookedChain(`http-${id}`, [httpRequest(id, allowed + REPORT)]),
	),
	hookedChain('http-elsewhere', [
		httpRequest('allowed', allowed.replace('localhost', '127.0.0.1') + REPORT),
	]),
	expressionsWith('allowed'),
];

const n8n = ownN8n({
	settings: () => SETTINGS,
	async prepare({ host, sandbox }) {
		allowed = sandbox.url.replace('127.0.0.1', 'localhost');
		const credential = (id: string, url: string, more = {}) =>
			credentialOf(sandbox, id, { smsBaseUrl: url, callBaseUrl: url, ...more });
		const domains = { allowedHttpRequestDomains: 'domains', allowedDomains: 'other.example.com' };
		await host.importCredentials([
			credential('blockedAddress', sandbox.url),
			credential('blockedName', 'https://blocked.example.com'),
			credential('allowed', allowed),
			credential('domains', allowed, domains),
			credential('none', allowed, { allowedHttpRequestDomains: 'none' }),
		]);
	},
	workflows,
	published: true,
});

beforeEach(() => n8n.sandbox.reset());

describe("n8n's SSRF protection", () => {
	describe.each(OPERATIONS)('%s', (operation) => {
		test.each(['blockedAddress', 'blockedName', 'blockedProxy'])(
			'is obeyed: nothing is sent, and the item says so: %s',
			async (name) => {
				const ending = await sendOne(n8n, name, operation);
				expect(ending.outcome).toBe('rejected');
				expect(ending.error).toMatch(/^The request was not sent: The request was blocked/);
				expect(n8n.sandbox.requests()).toEqual([]);
			},
		);

		test('lets through what is on its list', async () => {
			expect((await sendOne(n8n, 'allowed', operation)).outcome).toBe('accepted');
			expect(accepted(n8n)).toEqual([ROW]);
		});
	});

	test("is obeyed by the credential's test", async () => {
		const credentials = credentialOf(n8n.sandbox, 'blockedAddress', {});
		const data = await testCredential(n8n, credentials);
		expect(data).toMatchObject({ status: 'Error' });
		expect(n8n.sandbox.requests()).toEqual([]);
	});
});

describe("the credential's Allowed HTTP Request Domains", () => {
	describe.each(['domains', 'none'])('set to %s', (name) => {
		test.each(OPERATIONS)(
			'do not keep this node from the two hosts of the credential: %s',
			async (operation) => {
				expect((await sendOne(n8n, name, operation)).outcome).toBe('accepted');
				expect(accepted(n8n)).toEqual([ROW]);
			},
		);
	});
});

// n8n hands the HTTP Request node's address to a credential under another name than a node's own: it is unknown then.
test.each([
	['its two hosts', 'http-allowed', 'The login was not sent'],
	['another host', 'http-elsewhere', 'The login was not sent'],
	['its two hosts, restricted to others', 'http-domains', 'The login was not sent'],
	['its two hosts, restricted to none', 'http-none', 'prevent use within'],
])(
	"n8n's HTTP Request node does not get the login of the credential, for %s",
	async (_where, workflow, words) => {
		const { text } = await callHook(n8n, workflow, { rows: [ROW] });
		expect(text).toContain(words);
		expect(text).not.toContain(n8n.sandbox.password);
		expect(n8n.sandbox.requests()).toEqual([]);
	},
);

test("Send Bulk reads expressions as n8n's legacy engine does, and needs no task runner", async () => {
	await readsAsTheEngine(n8n);
});
