import {
	come,
	executionsOf,
	type Node,
	ownN8n,
	ownNode,
	SANDBOX_CREDENTIAL,
	testCredential,
} from '../../e2e/n8n.ts';
import { accepted, callHook, hookedChain } from '../triggers/stage.ts';
import { expressionsWith, readsAsTheEngine } from './expressions.ts';
import { credentialOf, OPERATIONS, ROW, sendersWith, sendOne, withCredential } from './sending.ts';

/**
 * Protection against requests into n8n's own network, but for one name; no runner of n8n's is there to be had. Executions
 * that succeed are not saved, and of those that a workflow saves all but the last one are pruned.
 */
const SETTINGS = {
	N8N_SSRF_PROTECTION_ENABLED: 'true',
	N8N_SSRF_ALLOWED_HOSTNAMES: 'localhost',
	N8N_SSRF_BLOCKED_HOSTNAMES: 'blocked.example.com',
	N8N_RUNNERS_MODE: 'external',
	N8N_RUNNERS_AUTH_TOKEN: 'test-token',
	N8N_EXPRESSION_ENGINE: 'legacy',
	EXECUTIONS_DATA_SAVE_ON_SUCCESS: 'none',
	EXECUTIONS_DATA_PRUNE_MAX_COUNT: '1',
	EXECUTIONS_DATA_HARD_DELETE_BUFFER: '0',
	// Minutes.
	EXECUTIONS_DATA_PRUNE_SOFT_DELETE_INTERVAL: '0.05',
	EXECUTIONS_DATA_PRUNE_HARD_DELETE_INTERVAL: '0.05',
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
const KEYED = { options: { sendOnce: { values: { by: 'key', key: '={{ $json.text }}' } } } };
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
	...sendersWith('keyed', 'allowed', KEYED, { saveDataSuccessExecution: 'all' }),
	expressionsWith(withCredential('allowed')),
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

test('unique keys outlive the executions that used them, once n8n has pruned those', async () => {
	const send = async (text: string) =>
		(await callHook(n8n, 'keyed-sendBulk', { rows: [{ ...ROW, text }] })).items[0]?.outcome;
	const runs = async () => await executionsOf(n8n.server, 'keyed-sendBulk');
	expect(await send('order 1')).toBe('accepted');
	const first = (await runs())[0]?.id ?? '';
	for (const text of ['order 2', 'order 3']) expect(await send(text)).toBe('accepted');
	await come(async () => (await runs()).every((run) => run.id !== first));
	expect(await send('order 1')).toBe('duplicate');
	const texts = n8n.sandbox.messages().map(({ message }) => message);
	expect(texts).toEqual(['order 1', 'order 2', 'order 3']);
});

test('where n8n does not save successful executions, the message ids are in what the workflow hands on, and in no execution', async () => {
	const ending = await sendOne(n8n, 'allowed', 'send');
	const [message] = n8n.sandbox.messages();
	expect(ending.messageIds).toEqual([message?.id]);
	await come(async () => (await executionsOf(n8n.server, 'allowed-send')).length === 0);
	expect(n8n.server.output()).not.toContain(String(message?.id));
});
