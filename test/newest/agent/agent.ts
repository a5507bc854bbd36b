import { endedRun, storedBytes } from '../../e2e/n8n.ts';
import { finished, openAgents, saying, type Agents, type AgentStage } from './asking.ts';
import type { ToolCall } from './model.ts';
import { agentWorkflow, loopWorkflow, OFFERED_TOOLS, SEND, tool, TOOLS } from './workflow.ts';

const CODE = '048213';
const NUMBER = '09121234567';
/** Version 3 has n8n's engine run the tools; older ones call them themselves. */
const VERSIONS = [3.1, 2.3];
const idOf = (kind: string, version: number) => `${kind}${String(version).replace('.', '')}`;

const call = (name: string, args: Record<string, unknown> = {}): ToolCall => ({ tool: name, args });
const send = (Message = 'Hello', To = NUMBER) => call('Send', { To, Message });
const sendCode = call('Send_Code', { Code: CODE, To: NUMBER });
const playFile = call('Play_Voice_File', { File_ID: '77', To: NUMBER });
const getStatus = call('Get_Status', { Message_IDs: '9007199254741993' });

/** Calls, and what the model is told of each; what is wrong never leaves. */
const CALLS: Array<[asked: ToolCall, result: RegExp]> = [
	[send(), /"outcome":"accepted","messageIds":\["9007199254741993"\]/],
	[getStatus, /"messageId":"9007199254741993","status":\d+,"statusText":/],
	[playFile, /"outcome":"accepted","destination":"09121234567","callId":/],
	[sendCode, /"outcome":"accepted","destination":"09121234567","callId":/],
	[call('Get_Credit'), /"credit":\d+/],
	[send('Hello', '12'), saying("'To'", 'has 2 digits', 'rejected')],
	[send(''), saying("'Message'", 'is empty', 'Fill it in', 'rejected')],
	[call('Send_Code', { Code: '', To: NUMBER }), saying("'Code'", 'is empty', 'rejected')],
];

/** As a person tries it: the trigger's data is pinned, and the tool has a limit. */
const TRIED = {
	...agentWorkflow('tried', 3.1, [
		tool('Send', { ...SEND.parameters, options: { limits: { values: { maxPerNumber: 1 } } } }),
	]),
	pinData: { Webhook: [{ json: { body: { rows: [{ script: 'none' }] } } }] },
};

/** What an agent makes of the tools. */
export function agent(served: () => AgentStage): void {
	let agents: Agents;

	beforeAll(async () => {
		const retried = { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 };
		agents = await openAgents(served(), [
			TRIED,
			...VERSIONS.flatMap((version) => [
				agentWorkflow(idOf('agent', version), version, TOOLS),
				loopWorkflow(idOf('loop', version), version, TOOLS),
				agentWorkflow(idOf('retry', version), version, TOOLS, retried),
			]),
		]);
	});

	beforeEach(() => agents.sandbox.reset());

	const texts = () => agents.sandbox.messages().length;

	describe.each(VERSIONS)('to an AI Agent of version %d', (version) => {
		const ask = async (script: ToolCall[][], more = {}, kind = 'agent') => {
			const asked = await agents.ask(idOf(kind, version), script, more);
			return asked;
		};

		test('each operation is offered as a tool, and answers with its output, or with what is wrong', async () => {
			const asked = await ask(CALLS.map(([one]) => [one]));
			expect(finished(asked)).toBe(true);
			const offered = asked.told.tools.map(({ name, description, parameters }) => [
				name,
				description,
				Object.keys(parameters.properties as object),
			]);
			expect(offered.sort()).toEqual(OFFERED_TOOLS);
			CALLS.forEach(([, result], index) => expect(asked.results[index]).toMatch(result));
			expect(agents.sandbox.requests()).toHaveLength(5);
			expect(texts()).toBe(3);
		});

		test('a call that was accepted is not sent again, in parallel or later, but by the next execution; the model is told so', async () => {
			for (const one of [send(), playFile, sendCode]) {
				agents.sandbox.reset();
				const asked = await ask([[one, one, one], [one], [send('Another text')]]);
				expect(finished(asked)).toBe(true);
				const outcomes = asked.results.map((result) => /"outcome":"(\w+)"/.exec(result)?.[1]);
				// Older agents make the calls of one turn at the same time: any of them may be the first.
				expect(outcomes.slice(0, 3).sort()).toEqual(['accepted', 'duplicate', 'duplicate']);
				expect(outcomes.slice(3)).toEqual(['duplicate', 'accepted']);
				for (const repeat of asked.results.filter((_, index) => outcomes[index] === 'duplicate'))
					expect(repeat).toMatch(
						/accepted earlier in this run, (message|call) id [\w-]+, so it was not sent again/,
					);
				expect(texts()).toBe(2);
			}
		});

		test('a call that may have been sent is not sent again, and the model is told to stop', async () => {
			agents.sandbox.setFaults([{ times: 1, fault: { kind: 'drop', when: 'after' } }]);
			const asked = await ask([[send(), send()], [send()]]);
			expect(finished(asked)).toBe(true);
			expect(texts()).toBe(1);
			expect(asked.results).toHaveLength(3);
			const words = ['was lost', 'unknown', 'It may have been sent', "Don't repeat this call"];
			for (const result of asked.results) expect(result).toMatch(saying(...words));
			expect(asked.results.filter((result) => result.includes('Not sent again'))).toHaveLength(2);
		});

		test('an agent in a loop sends the same once in each round', async () => {
			const asked = await ask([[send(), send()], [send()]], { rows: 2 }, 'loop');
			expect(finished(asked)).toBe(true);
			expect(asked.answers).toHaveLength(2);
			expect(texts()).toBe(2);
		});

		test('an agent that n8n retries does not send again', async () => {
			// Three turns: n8n gives a retried agent of version 3 the first result twice.
			const asked = await ask([[send()], [send()], [send()]], { modelFailsAfter: 1 }, 'retry');
			expect(finished(asked)).toBe(true);
			expect(asked.results.at(-1)).toContain('"outcome":"duplicate"');
			expect(texts()).toBe(1);
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

	test('the password is in nothing that the model got or n8n gave out or stored; a code is in no result', async () => {
		const asked = await agents.ask(idOf('agent', 3.1), [[sendCode], [sendCode]]);
		expect(asked.results).toHaveLength(2);
		for (const result of asked.results) expect(result).not.toContain(CODE);
		const stored = await storedBytes(agents.opened.host);
		for (const all of [Buffer.from(agents.seen()), stored]) {
			expect(all.includes(NUMBER)).toBe(true);
			expect(all.includes(served().sandbox.password)).toBe(false);
		}
		expect(agents.server.output()).not.toContain(served().sandbox.password);
	});
}
