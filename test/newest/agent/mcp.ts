import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { come, found } from '../../../host/found.ts';
import type { Server } from '../../../host/server.ts';
import { ownNode, wired, type Node } from '../../e2e/built.ts';
import { storedBytes, type Served } from '../../e2e/opened.ts';
import { endedRun, executionsOf, publish } from '../../e2e/rest-run.ts';
import { OFFERED_TOOLS, tool, TOOLS, withTools } from './workflow.ts';

const NUMBER = '09121234567';
const CODE = '048213';
const OFFERED = 'mcp';
const OLD = 'mcpOld';
const ASKING = 'mcpAsking';
const CONTINUING = 'mcpContinuing';

const BULK = tool('Send_Bulk', {
	resource: 'sms',
	operation: 'sendBulk',
	source: '3000',
	destination: NUMBER,
	message: 'Hello',
});

const ASK = tool('Ask', {
	resource: 'sms',
	operation: 'sendAndWait',
	source: '3000',
	destination: NUMBER,
	message: 'Who takes it?',
});

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
	/** All that the clients got. */
	const got: string[] = [];
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
		got.push(text);
		process.stderr.write(`MCP ${name} ${JSON.stringify(args)}: ${text}\n`);
		return { text, isError: answer.isError ?? false };
	}

	const send = async (client: Client, Message = 'Hello', To = NUMBER) =>
		await call(client, 'Send', { To, Message });

	beforeAll(async () => {
		opened = served();
		({ server } = opened);
		await opened.host.importWorkflows([
			mcpWorkflow(OFFERED, TOOLS),
			mcpWorkflow(OLD, [BULK]),
			mcpWorkflow(ASKING, [ASK]),
			mcpWorkflow(
				CONTINUING,
				TOOLS.map((one) => ({ ...one, onError: 'continueRegularOutput' })),
			),
		]);
		await publish(server, OFFERED, OLD, ASKING, CONTINUING);
	});

	afterAll(async () => {
		await Promise.all(clients.map(async (client) => await client.close()));
	});

	beforeEach(() => opened.sandbox.reset());

	const texts = () => opened.sandbox.messages().length;

	test('the MCP Server Trigger offers each operation as a tool, but not bulk', async () => {
		const { tools } = await (await connect(OFFERED)).listTools();
		const offered = tools.map(({ name, description, inputSchema }) => [
			name,
			description,
			inputSchema.required ?? [],
		]);
		expect(offered.sort()).toEqual(OFFERED_TOOLS);
	});

	test('each tool answers with its output', async () => {
		const client = await connect(OFFERED);
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

	test('wrong arguments and refusals are errors that name the field and the next step', async () => {
		const client = await connect(OFFERED);
		const wrong = await send(client, '', '12');
		expect(wrong.isError).toBe(true);
		for (const word of ["'To'", 'has 2 digits', "'Message'", 'is empty', 'rejected']) {
			expect(wrong.text).toContain(word);
		}
		expect(opened.sandbox.requests()).toEqual([]);
		opened.sandbox.setFaults([{ times: 1, fault: { kind: 'unauthorized' } }]);
		const refused = await send(client);
		expect(refused.isError).toBe(true);
		expect(refused.text).toContain('Check username and password');
		const partial = await call(client, 'Send', { To: NUMBER });
		expect(partial.isError).toBe(true);
		expect(texts()).toBe(0);
	});

	test('a tool that continues on errors tells a failure as a result, and no call goes without arguments', async () => {
		const client = await connect(CONTINUING);
		const wrong = await send(client, 'Hello', '12');
		expect(wrong.isError).toBe(false);
		expect(wrong.text).toContain('"outcome":"rejected"');
		await expect(client.callTool({ name: 'Get_Credit' })).rejects.toThrow('name and arguments');
	});

	test('of a call that may have been sent the client is told not to repeat it', async () => {
		const client = await connect(OFFERED);
		opened.sandbox.setFaults([{ times: 1, fault: { kind: 'drop', when: 'after' } }]);
		const lost = await send(client);
		expect(lost.isError).toBe(true);
		for (const word of ['was lost', 'unknown', 'It may have been sent', "Don't repeat this call"]) {
			expect(lost.text).toContain(word);
		}
		expect(lost.text).not.toContain('retry');
		expect(texts()).toBe(1);
	});

	test('words of the service that n8n would replace by advice to try again come through as a result', async () => {
		const client = await connect(OFFERED);
		const fault = { kind: 'refuse', code: 1002, message: 'upstream ECONNRESET' } as const;
		opened.sandbox.setFaults([{ times: 1, fault }]);
		const { text } = await send(client);
		expect(text).toContain('upstream ECONNRESET');
		expect(text).toContain('"outcome":"rejected"');
		expect(text).not.toContain('retry');
	});

	test('a repeated call is a message of its own, because n8n runs each one by itself', async () => {
		const before = (await executionsOf(server, OFFERED)).length;
		const client = await connect(OFFERED);
		for (let calls = 1; calls <= 2; calls++) {
			expect((await send(client)).text).toContain('"outcome":"accepted"');
			expect(texts()).toBe(calls);
		}
		await come(async () => (await executionsOf(server, OFFERED)).length >= before + 2);
	});

	test('Send Bulk in a tool of an old workflow is refused, and nothing is sent', async () => {
		const { text, isError } = await call(await connect(OLD), 'Send_Bulk');
		expect(isError).toBe(true);
		expect(text).toContain("'Send Bulk' can't be used as a tool");
		expect(text).toContain("Choose the operation 'Send'");
		expect(opened.sandbox.requests()).toEqual([]);
	});

	test('Send and Wait is refused, because a client waits for no person, and nothing is sent', async () => {
		const { text, isError } = await call(await connect(ASKING), 'Ask');
		expect(isError).toBe(true);
		for (const word of ["can't wait", 'Nothing was sent', 'AI Agent of version 3 or later'])
			expect(text).toContain(word);
		expect(opened.sandbox.requests()).toEqual([]);
	});

	test('the password is in nothing that a client got or n8n stored or printed', async () => {
		await send(await connect(OFFERED));
		const runs = await executionsOf(server, OFFERED);
		for (const { id } of runs) got.push((await endedRun(server, id)).raw);
		const all = got.join('\n');
		expect(all).toContain(NUMBER);
		expect(all).not.toContain(opened.sandbox.password);
		const stored = await storedBytes(opened.host);
		expect(stored.includes(NUMBER)).toBe(true);
		expect(stored.includes(opened.sandbox.password)).toBe(false);
		expect(server.output()).not.toContain(opened.sandbox.password);
	});
}
