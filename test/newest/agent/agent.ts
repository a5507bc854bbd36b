import { storedBytes } from '../../e2e/opened.ts';
import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { NodeHelpers } from 'n8n-workflow';
import type {
	INode,
	INodeParameters,
	INodeProperties,
	INodePropertyOptions,
	INodeTypeDescription,
} from 'n8n-workflow';
import type { Fault } from '../../../sandbox/index.ts';
import { endedRun } from '../../e2e/rest-run.ts';
import { finished, openAgents, type Agents, type AgentStage } from './asking.ts';
import type { ToolCall } from './model.ts';
import { agentWorkflow, loopWorkflow, OFFERED_TOOLS, tool, TOOLS } from './workflow.ts';

const CODE = '048213';
const NUMBER = '09121234567';
/** Version 3 has n8n's engine run the tools; 2 and 1 call them themselves. */
const VERSIONS = [3.1, 2.3, 1.9];
const idOf = (kind: string, version: number) => `${kind}${String(version).replace('.', '')}`;

/** As a workflow may hold that was made before bulk was taken from the tool's list. */
const BULK = tool('Send_Bulk', {
	resource: 'sms',
	operation: 'sendBulk',
	source: '3000',
	destination: NUMBER,
	message: 'Hello',
	sendToBlacklist: false,
});

const call = (name: string, args: Record<string, unknown> = {}): ToolCall => ({ tool: name, args });
const send = (Message = 'Hello', To = NUMBER) => call('Send', { To, Message });
const sendCode = call('Send_Code', { Code: CODE, To: NUMBER });
const playFile = call('Play_Voice_File', { File_ID: '77', To: NUMBER });
const getCredit = call('Get_Credit');
const getStatus = call('Get_Status', { Message_IDs: '9007199254741993' });

const GOOD: Array<[title: string, asked: ToolCall, result: RegExp]> = [
	['Send', send(), /"outcome":"accepted","messageIds":\["9007199254741993"\]/],
	['Get Status', getStatus, /"messageId":"9007199254741993","status":\d+,"statusText":/],
	['Play Voice File', playFile, /"outcome":"accepted","destination":"09121234567","callId":/],
	['Send Code', sendCode, /"outcome":"accepted","destination":"09121234567","callId":/],
	['Get Credit', getCredit, /"credit":\d+/],
];

/** What our own check refuses: nothing leaves. */
const WRONG: Array<[title: string, asked: ToolCall, ...words: string[]]> = [
	['a number that is too short', send('Hello', '12'), "'To'", 'has 2 digits'],
	['an empty text', send(''), "'Message'", 'is empty', 'Fill it in'],
	['no ids', call('Get_Status', { Message_IDs: ' ' }), "'Message IDs'", 'is empty'],
	[
		'two numbers for a call',
		call('Play_Voice_File', { File_ID: '7', To: '0912111, 0912222' }),
		"'To'",
		'a call goes to one',
	],
	['no code', call('Send_Code', { Code: '', To: NUMBER }), "'Code'", 'is empty'],
];

const refuse = (code: number, message: string): Fault['fault'] => ({
	kind: 'refuse',
	code,
	message,
});

/** What the service refuses. */
const REFUSED: Array<[title: string, asked: ToolCall, fault: Fault['fault'], ...words: string[]]> =
	[
		['a destination', send(), refuse(1010, 'no'), 'code 1010', 'write the number as your provider'],
		['a wrong login', getCredit, { kind: 'unauthorized' }, 'Check username and password'],
		['a text without credit', send(), refuse(1006, 'credit'), 'code 1006', 'Top up the account'],
	];

const [SEND] = TOOLS;

/** As a person tries it: the trigger's data is pinned, and the tool has a limit. */
const TRIED = {
	...agentWorkflow('tried', 3.1, [
		tool('Send', { ...SEND?.parameters, options: { limits: { values: { maxPerNumber: 1 } } } }),
	]),
	pinData: { Webhook: [{ json: { body: { rows: [{ script: 'none' }] } } }] },
};

/** What an agent makes of the tools. */
export function agent(served: () => AgentStage): void {
	let agents: Agents;

	beforeAll(async () => {
		agents = await openAgents(served(), [
			TRIED,
			...VERSIONS.flatMap((version) => [
				agentWorkflow(idOf('agent', version), version, TOOLS),
				loopWorkflow(idOf('loop', version), version, TOOLS),
				agentWorkflow(idOf('bulk', version), version, [BULK]),
				agentWorkflow(idOf('retry', version), version, TOOLS, {
					retryOnFail: true,
					maxTries: 2,
					waitBetweenTries: 1,
				}),
			]),
		]);
	});

	beforeEach(() => agents.sandbox.reset());

	const texts = () => agents.sandbox.messages().length;
	const say = (line: string) => process.stderr.write(`${line}\n`);

	describe.each(VERSIONS)('to an AI Agent of version %d', (version) => {
		const ask = async (script: ToolCall[][], more = {}) =>
			await agents.ask(idOf('agent', version), script, more);

		test('each operation is offered as a tool, with what the model is to fill in', async () => {
			const { told } = await ask([]);
			const offered = told.tools.map(({ name, description, parameters }) => [
				name,
				description,
				Object.keys(parameters.properties as object),
			]);
			expect(offered.sort()).toEqual(OFFERED_TOOLS);
			expect(told.results).toEqual([]);
		});

		test('each tool answers with its output', async () => {
			const asked = await ask(GOOD.map(([, one]) => [one]));
			expect(finished(asked)).toBe(true);
			GOOD.forEach(([, , result], index) => expect(asked.results[index]).toMatch(result));
			expect(agents.sandbox.requests().map(({ accepted }) => accepted)).toEqual(
				GOOD.map(() => true),
			);
			expect(texts()).toBe(3);
			say(`agent ${version}, good calls: ${asked.results.join(' ')}`);
		});

		test('wrong arguments are an error that names the field and the next step, and nothing is sent', async () => {
			const asked = await ask(WRONG.map(([, one]) => [one]));
			expect(finished(asked)).toBe(true);
			WRONG.forEach(([, , ...words], index) => {
				for (const word of [...words, 'rejected']) expect(asked.results[index]).toContain(word);
			});
			expect(agents.sandbox.requests()).toEqual([]);
			say(`agent ${version}, wrong calls: ${asked.results.join(' ')}`);
		});

		test.each(REFUSED)(
			'%s that the service refuses is an error with advice',
			async (...refused) => {
				const [, one, fault, ...words] = refused;
				agents.sandbox.setFaults([{ times: 1, fault }]);
				const asked = await ask([[one], [one]]);
				expect(finished(asked)).toBe(true);
				for (const word of [...words, 'rejected']) expect(asked.results[0]).toContain(word);
				// What was refused may be tried again.
				expect(asked.results[1]).not.toContain('rejected');
				expect(agents.sandbox.requests()).toHaveLength(2);
				say(`agent ${version}, refused: ${asked.results[0] ?? ''}`);
			},
		);

		test('an argument that the model leaves out is never sent without', async () => {
			const asked = await ask([[call('Send', { To: NUMBER })]]);
			expect(agents.sandbox.requests()).toEqual([]);
			// Agents before version 3 check the arguments themselves, and end with an error of their own.
			expect(asked.execution.status).toBe(version < 3 ? 'error' : 'success');
			if (version >= 3) expect(asked.results[0]).toContain("'Message' of item 0 is empty");
		});

		test('a call that was accepted is not sent again, in parallel or later, and the model is told so', async () => {
			for (const one of [send(), playFile, sendCode]) {
				agents.sandbox.reset();
				const asked = await ask([[one, one, one], [one], [send('Another text')]]);
				expect(finished(asked)).toBe(true);
				const outcomes = asked.results.map((result) => /"outcome":"(\w+)"/.exec(result)?.[1]);
				// Older agents make the calls of one turn at the same time: any of them may be the first.
				expect(outcomes.slice(0, 3).sort()).toEqual(['accepted', 'duplicate', 'duplicate']);
				expect(outcomes.slice(3)).toEqual(['duplicate', 'accepted']);
				for (const repeat of asked.results.filter((_, index) => outcomes[index] === 'duplicate')) {
					expect(repeat).toMatch(
						/accepted earlier in this run, (message|call) id [\w-]+, so it was not sent again/,
					);
				}
				expect(texts()).toBe(2);
				say(`agent ${version}, repeated: ${asked.results[3] ?? ''}`);
			}
		});

		test('a call that may have been sent is not sent again, and the model is told to stop', async () => {
			agents.sandbox.setFaults([{ times: 1, fault: { kind: 'drop', when: 'after' } }]);
			const asked = await ask([[send(), send()], [send()]]);
			expect(finished(asked)).toBe(true);
			expect(texts()).toBe(1);
			expect(asked.results).toHaveLength(3);
			for (const result of asked.results) {
				for (const word of [
					'was lost',
					'unknown',
					'It may have been sent',
					"Don't repeat this call",
				]) {
					expect(result).toContain(word);
				}
			}
			expect(asked.results.filter((result) => result.includes('Not sent again'))).toHaveLength(2);
			say(`agent ${version}, unknown: ${asked.results.join(' ')}`);
		});

		test('the next execution sends the same again', async () => {
			for (let run = 1; run <= 2; run++) {
				const { results } = await ask([[send()]]);
				expect(results[0]).toContain('"outcome":"accepted"');
				expect(texts()).toBe(run);
			}
		});

		test('an agent of several items sends the same once for each item; an older one once for all', async () => {
			const asked = await ask([[send()], [send()]], { rows: 3 });
			expect(finished(asked)).toBe(true);
			expect(texts()).toBe(version < 3 ? 1 : 3);
		});

		test('an agent in a loop sends the same once in each round', async () => {
			const script = [[send(), send()], [send()]];
			const asked = await agents.ask(idOf('loop', version), script, { rows: 2 });
			expect(finished(asked)).toBe(true);
			expect(asked.answers).toHaveLength(2);
			expect(texts()).toBe(2);
		});

		test('an agent that n8n retries does not send again', async () => {
			// Three turns: n8n gives a retried agent of version 3 the first result twice.
			const script = [[send()], [send()], [send()]];
			const asked = await agents.ask(idOf('retry', version), script, { modelFailsAfter: 1 });
			expect(finished(asked)).toBe(true);
			say(`agent ${version}, retried: ${asked.results.join(' ')}`);
			expect(asked.results.at(-1)).toContain('"outcome":"duplicate"');
			expect(texts()).toBe(1);
		});

		test('Send Bulk in a tool of an old workflow is refused, and nothing is sent', async () => {
			const asked = await agents.ask(idOf('bulk', version), [[call('Send_Bulk')]]);
			expect(asked.results[0]).toContain("'Send Bulk' can't be used as a tool");
			expect(asked.results[0]).toContain("Choose the operation 'Send'");
			expect(agents.sandbox.requests()).toEqual([]);
			say(`agent ${version}, bulk: ${asked.results[0] ?? ''}`);
		});
	});

	test("'Execute step' of a tool with a limit that it can't keep shows what the agent's call would send", async () => {
		const { server, sandbox } = agents;
		const { data } = await server.rest('GET', `/rest/workflows/${TRIED.id}`);
		const { data: started, body } = await server.rest('POST', `/rest/workflows/${TRIED.id}/run`, {
			workflowData: data,
			destinationNode: { nodeName: 'Send', mode: 'inclusive' },
			agentRequest: { query: { Send: { To: NUMBER, Message: 'Hello' } }, tool: { name: 'Send' } },
		});
		const { executionId } = (started ?? {}) as { executionId?: string };
		if (executionId === undefined) throw new Error(`Not started: ${JSON.stringify(body)}`);
		const { raw, status } = await endedRun(server, executionId);
		expect(status).toBe('success');
		expect(raw).toContain('dryRun');
		expect(raw).toContain("'Limits → Max per Number' can't be kept by 'Execute step' of a tool");
		expect(sandbox.requests()).toEqual([]);
	});

	test('the editor does not list Send Bulk for the tool, but does for the node', async () => {
		const { body } = await agents.server.rest('GET', '/types/nodes.json');
		const parameters: INodeParameters = { resource: 'sms', operation: 'send' };
		const listed = (name: string) => {
			const type = `n8n-nodes-sms-voice-gateway.${name}`;
			const description = (body as INodeTypeDescription[]).find((one) => one.name === type);
			const node = { type, typeVersion: 1, parameters } as INode;
			const shown = (item: INodeProperties | INodePropertyOptions) =>
				NodeHelpers.displayParameter(parameters, item, node, description ?? null);
			const selector = description?.properties.find(
				(one) => one.name === 'operation' && shown(one),
			);
			const options = (selector?.options ?? []) as INodePropertyOptions[];
			const values = options.filter(shown).map(({ value }) => value);
			// n8n's own, for a request by hand with the HTTP Request node.
			return values.filter((value) => value !== '__CUSTOM_API_CALL__');
		};
		expect(listed('smsVoiceGatewayTool')).toEqual(['send', 'sendAndWait', 'getStatus']);
		expect(listed('smsVoiceGateway')).toEqual(['send', 'sendBulk', 'sendAndWait', 'getStatus']);
	});

	test('the password is in nothing that the model got or n8n gave out or stored; a code is in no result', async () => {
		const asked = await agents.ask(idOf('agent', 3.1), [[sendCode], [sendCode]]);
		expect(asked.results).toHaveLength(2);
		for (const result of asked.results) expect(result).not.toContain(CODE);
		const seen = agents.seen();
		expect(seen).toContain(NUMBER);
		expect(seen).not.toContain(served().sandbox.password);
		expect(agents.server.output()).not.toContain(served().sandbox.password);
		const stored = await storedBytes(agents.opened.host);
		expect(stored.includes(NUMBER)).toBe(true);
		expect(stored.includes(served().sandbox.password)).toBe(false);
	});
}
