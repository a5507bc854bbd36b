import {
	come,
	endedRun,
	exampleWorkflows,
	newestLink,
	submitted,
	waitingRun,
	webhookNode,
	type Workflow,
} from '../../e2e/n8n.ts';
import { openAgents, type Agents, type AgentStage } from '../agent/asking.ts';
import type { ToolCall } from '../agent/model.ts';
import { MODEL_CREDENTIAL } from '../agent/workflow.ts';

const FILE = 'agent-that-texts.json';
const CHAT = 'When chat message received';
const SARA = '09120000061';
const APPROVER = '09120000063';
const CUSTOMER = '09351112233';

/** The example as it is, but for what a test can't have: a webhook instead of the chat, and the model's stand-in. */
function example(): Workflow {
	const { nodes, ...rest } = exampleWorkflows().get(FILE) as Workflow;
	return {
		...rest,
		nodes: nodes.map((node) => {
			if (node.name === CHAT) return webhookNode(CHAT, rest.id);
			if (node.name === 'OpenAI Chat Model')
				return {
					...node,
					parameters: {
						...node.parameters,
						responsesApiEnabled: false,
						options: { maxRetries: 0 },
					},
					credentials: { [MODEL_CREDENTIAL.type]: MODEL_CREDENTIAL },
				};
			if (node.name !== 'AI Agent') return node;
			const text = '={{ $json.body.rows[0].script }}';
			return { ...node, parameters: { ...node.parameters, promptType: 'define', text } };
		}),
	};
}

/** The recipe of an agent that texts. */
export function agentThatTexts(served: () => AgentStage): void {
	let agents: Agents;

	beforeAll(async () => {
		agents = await openAgents(served(), [example()]);
	});

	beforeEach(() => agents.sandbox.reset());

	const { id } = exampleWorkflows().get(FILE) as Workflow;
	const toColleague = (Name: string, Message: string): ToolCall => ({
		tool: 'Text_a_colleague',
		args: { Name, Message },
	});

	/** What the model is told of its calls, one after the other. */
	async function results(...calls: ToolCall[]): Promise<string[]> {
		const asked = await agents.start(
			id,
			calls.map((call) => [call]),
		);
		await endedRun(agents.server, asked.execution);
		return asked.told()?.results ?? [];
	}
	const texts = () =>
		agents.sandbox.messages().map(({ destination, message }) => [destination, message]);

	test('texts a colleague by name, and nobody else, whatever the model gives', async () => {
		const [sent, stranger, number] = await results(
			toColleague(' Sara', 'The lamp has come.'),
			toColleague('Bob', 'Hello'),
			toColleague(CUSTOMER, 'Hello'),
		);
		expect(sent).toContain('"outcome":"accepted"');
		expect(stranger).toContain("'To' of item 0 is empty");
		expect(number).toContain("'To' of item 0 is empty");
		expect(texts()).toEqual([[SARA, 'The lamp has come.']]);
	});

	test('texts a colleague five times a day', async () => {
		const calls = Array.from({ length: 6 }, (_, index) => toColleague('Omar', `News no. ${index}`));
		const told = await results(...calls);
		expect(texts()).toHaveLength(5);
		expect(told.at(-1)).toContain("'Max per Number' allows");
	});

	/** Lets the model text a customer, and approves it. */
	async function approved(To: string, Message: string) {
		const args = { toolParameters: { To, Message }, hitlParameters: {} };
		const asked = await agents.start(id, [[{ tool: 'Text_a_customer', args }]]);
		await come(async () => {
			if (texts().some(([to]) => to === APPROVER)) return true;
			await waitingRun(agents.server, asked.execution);
			return false;
		});
		await waitingRun(agents.server, asked.execution);
		expect(texts()).toHaveLength(1);
		expect(texts()[0]?.[1]).toContain(`Message: "${Message}"`);
		await submitted(newestLink(agents.sandbox), { answer: 'approve' });
		await endedRun(agents.server, asked.execution);
		return asked.told()?.results ?? [];
	}

	test('texts a customer once a person has approved it', async () => {
		await approved(CUSTOMER, 'Your lamp has come.');
		expect(texts().at(-1)).toEqual([CUSTOMER, 'Your lamp has come.']);
	});

	test('texts one customer a call', async () => {
		const told = await approved(`${CUSTOMER}, 09351112234`, 'Your lamp has come.');
		expect(told.at(-1)).toContain("'Max Messages'");
		expect(texts()).toHaveLength(1);
	});
}
