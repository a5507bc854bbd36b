import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import {
	come,
	executionsOf,
	type FaultAction,
	found,
	type Node,
	ownNode,
	publish,
	type Served,
	type Server,
	wired,
} from '../../e2e/n8n.ts';
import { saying } from './asking.ts';
import { BULK, OFFERED_TOOLS, tool, TOOLS, withTools } from './workflow.ts';

const NUMBER = '09121234567';
const CODE = '048213';
const OFFERED = 'mcp';
const OLD = 'mcpOld';
const ASKING = 'mcpAsking';
const CONTINUING = 'mcpContinuing';

const ASK = tool('Ask', {
	resource: 'sms',
	operation: 'sendAndWait',
	source: '3000',
	destination: NUMBER,
	message: 'Who takes it?',
});

const GOOD = { To: NUMBER, Message: 'Hello' };
const WRONG = saying("'To'", 'has 2 digits', "'Message'", 'is empty', 'rejected');
const LOGIN = saying('Check username and password');
const LOST = saying('was lost', 'unknown', 'It may have been sent', "Don't repeat this call");
const WORDS = saying('upstream ECONNRESET', '"outcome":"rejected"');
const BULK_REFUSED = saying("'Send Bulk' can't be used as a tool", "Choose the operation 'Send'");
const CANT_WAIT = saying("can't wait", 'Nothing was sent', 'AI Agent of version 3 or later');

/** A published workflow that offers tools at `/mcp/<path>`. */
const mcpWorkflow = (id: string, tools: Node[]) => {
	const trigger = {
		...ownNode('Trigger', 'x', 2.1, { path: id, authentication: 'none' }, { webhookId: id }),
		type: '@n8n/n8n-nodes-langchain.mcpTrigger',
	};
	return withTools(wired(id, [trigger], []), 'Trigger', tools);
};

/** The tools as an MCP server offers them. */
export function mcp(served: () => Served): void {
	let opened: Served;
	let server: Server;
	const clients: Client[] = [];

	/** A client with a session of its own. n8n registers a webhook some time after it has called it published. */
	async function connect(path: string): Promise<Client> {
		return await found(async () => {
			const client = new Client({ name: 'test', version: '1' });
			try {
				const url = new URL(`${server.url}/mcp/${path}`);
				// Its types take no `undefined` where the SDK's own transport may give one.
				await client.connect(
					new StreamableHTTPClientTransport(url) as Parameters<Client['connect']>[0],
				);
				clients.push(client);
				return client;
			} catch (error) {
				if (!String(error).includes('not registered')) throw error;
				return undefined;
			}
		});
	}

	/** What a call gives: its text, and whether the client is told that it is an error. */
	async function call(client: Client, name: string, args: Record<string, unknown> = {}) {
		const answer = (await client.callTool({ name, arguments: args })) as CallToolResult;
		const text = answer.content.map((part) => (part.type === 'text' ? part.text : '')).join('');
		return { text, isError: answer.isError ?? false };
	}

	const send = async (client: Client) => await call(client, 'Send', GOOD);

	beforeAll(async () => {
		opened = served();
		({ server } = opened);
		const GOING_ON = TOOLS.map((one) => ({ ...one, onError: 'continueRegularOutput' }));
		await opened.host.importWorkflows([
			mcpWorkflow(OFFERED, TOOLS),
			mcpWorkflow(OLD, [BULK]),
			mcpWorkflow(ASKING, [ASK]),
			mcpWorkflow(CONTINUING, GOING_ON),
		]);
		await publish(server, OFFERED, OLD, ASKING, CONTINUING);
	});

	afterAll(async () => {
		await Promise.all(clients.map(async (client) => await client.close()));
	});

	beforeEach(() => opened.sandbox.reset());

	const texts = () => opened.sandbox.messages().length;

	test('the MCP Server Trigger offers each operation as a tool, but not bulk, and each answers with its output', async () => {
		const client = await connect(OFFERED);
		const { tools } = await client.listTools();
		const offered = tools.map(({ name, description, inputSchema }) => [
			name,
			description,
			inputSchema.required ?? [],
		]);
		expect(offered.sort()).toEqual(OFFERED_TOOLS);
		const sent = await send(client);
		expect(sent.isError).toBe(false);
		expect(sent.text).toMatch(/"outcome":"accepted","messageIds":\["9007199254741993"\]/);
		const { text: status } = await call(client, 'Get_Status', { Message_IDs: '9007199254741993' });
		expect(status).toContain('"messageId":"9007199254741993","status":');
		const file = await call(client, 'Play_Voice_File', { File_ID: '77', To: NUMBER });
		expect(file.text).toMatch(/"outcome":"accepted".*"callId":/);
		const code = await call(client, 'Send_Code', { Code: CODE, To: NUMBER });
		expect(code.text).toMatch(/"outcome":"accepted".*"callId":/);
		expect(code.text).not.toContain(CODE);
		expect((await call(client, 'Get_Credit')).text).toMatch(/"credit":\d+/);
		expect(texts()).toBe(3);
	});

	const SHORT = { ...GOOD, To: '12' };
	const drop = { kind: 'drop', when: 'after' } as const;
	const refusal = { kind: 'refuse', code: 1002, message: 'upstream ECONNRESET' } as const;
	/** Where a call goes wrong: the fault, the tool and its workflow, its arguments, whether the client is told of an error, and what it reads. */
	test.each<[string, FaultAction[], [path: string, tool: string], object, boolean, RegExp, number]>(
		[
			['wrong arguments', [], [OFFERED, 'Send'], { To: '12', Message: '' }, true, WRONG, 0],
			['a refused login', [{ kind: 'unauthorized' }], [OFFERED, 'Send'], GOOD, true, LOGIN, 0],
			['a part of the arguments', [], [OFFERED, 'Send'], { To: NUMBER }, true, /./, 0],
			['on errors it continues', [], [CONTINUING, 'Send'], SHORT, false, /rejected/, 0],
			['it may have been sent', [drop], [OFFERED, 'Send'], GOOD, true, LOST, 1],
			// n8n would replace these words by its advice to try again.
			['words of a network', [refusal], [OFFERED, 'Send'], GOOD, false, WORDS, 0],
			['Send Bulk of an old workflow', [], [OLD, 'Send_Bulk'], {}, true, BULK_REFUSED, 0],
			['Send and Wait: no client waits for a person', [], [ASKING, 'Ask'], {}, true, CANT_WAIT, 0],
		],
	)('%s', async (_, faults, [path, name], args, isError, words, sent) => {
		opened.sandbox.setFaults(faults.map((fault) => ({ times: 1, fault })));
		const told = await call(await connect(path), name, args as Record<string, unknown>);
		expect(told).toEqual({ text: expect.stringMatching(words), isError });
		expect(told.text).not.toContain('retry');
		expect(texts()).toBe(sent);
	});

	test('a repeated call is a message of its own, because n8n runs each one by itself; none goes without arguments', async () => {
		const before = (await executionsOf(server, OFFERED)).length;
		const client = await connect(OFFERED);
		for (let calls = 1; calls <= 2; calls++) {
			expect((await send(client)).text).toContain('"outcome":"accepted"');
			expect(texts()).toBe(calls);
		}
		await come(async () => (await executionsOf(server, OFFERED)).length >= before + 2);
		await expect(client.callTool({ name: 'Get_Credit' })).rejects.toThrow('name and arguments');
	});
}
