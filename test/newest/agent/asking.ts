import {
	endedRun,
	executionsOf,
	found,
	http,
	publish,
	type Sandbox,
	type Served,
	type Server,
	type StoredExecution,
	type Workflow,
} from '../../e2e/n8n.ts';
import { FINISHED, type Model, type Told, type ToolCall } from './model.ts';

/** What came of one conversation. */
export interface Asked {
	/** What the calls gave the model, in order. */
	results: string[];
	told: Told;
	/** What the agent gave out, one item for each row. */
	answers: Array<Record<string, unknown>>;
	execution: StoredExecution;
}

/** A conversation that goes on. */
export interface Started {
	execution: string;
	/** What the model was told last. */
	told(): Told | undefined;
}

/** An n8n that has the credential of a model. */
export interface AgentStage extends Served {
	model: Model;
}

/** An n8n with published agents, whose model is the stand-in. */
export interface Agents {
	opened: Served;
	sandbox: Sandbox;
	server: Server;
	model: Model;
	/** Lets an agent's model ask for these calls, and waits for the end. Each row has a conversation of its own. */
	ask(
		workflowId: string,
		script: ToolCall[][],
		more?: { rows?: number; modelFailsAfter?: number },
	): Promise<Asked>;
	/** Starts a conversation of a workflow whose webhook answers at once, and gives what to follow it by. */
	start(workflowId: string, script: ToolCall[][], more?: { rows?: number }): Promise<Started>;
	/** Everything that came out of n8n so far, besides what it stored. */
	seen(): string;
}

/** Names of scripts, each once. */
let scripts = 0;

/** Publishes these workflows, whose agents ask the stage's model. */
export async function openAgents(opened: AgentStage, workflows: Workflow[]): Promise<Agents> {
	const { server, model } = opened;
	await opened.host.importWorkflows(workflows);
	await publish(server, ...workflows.map(({ id }) => id));
	const seen: string[] = [];
	return {
		opened,
		sandbox: opened.sandbox,
		server,
		model,
		async ask(workflowId, script, { rows = 1, modelFailsAfter } = {}) {
			const name = `script-${++scripts}`;
			model.scripts.set(name, script);
			if (modelFailsAfter !== undefined) model.failOnce(name, modelFailsAfter);
			const before = (await executionsOf(server, workflowId)).length;
			const text = await post(`${server.url}/webhook/${workflowId}`, {
				rows: Array.from({ length: rows }, () => ({ script: name })),
			});
			const execution = await endedRun(server, await newest(server, workflowId, before));
			seen.push(text, execution.raw);
			const told = model.told(name);
			if (told === undefined) throw new Error(`No request came to the model: ${text}`);
			const answers = JSON.parse(text) as unknown;
			return {
				results: told.results,
				told,
				answers: Array.isArray(answers) ? (answers as Asked['answers']) : [],
				execution,
			};
		},
		async start(workflowId, script, { rows = 1 } = {}) {
			const name = `script-${++scripts}`;
			model.scripts.set(name, script);
			const before = (await executionsOf(server, workflowId)).length;
			await post(`${server.url}/webhook/${workflowId}`, {
				rows: Array.from({ length: rows }, () => ({ script: name })),
			});
			const execution = await newest(server, workflowId, before);
			return { execution, told: () => model.told(name) };
		},
		seen: () => [...seen, ...model.requests()].join('\n'),
	};
}

/** Posts to a webhook, and gives what it answers. n8n registers it some time after it has called its workflow published. */
async function post(url: string, body: unknown): Promise<string> {
	return await found(async () => {
		const { status, data } = await http.post<string>(url, body);
		return status === 404 ? undefined : data;
	});
}

/** The id of an execution that is not among the first so many; n8n may answer a webhook before it lists it. */
async function newest(server: Server, workflowId: string, before: number): Promise<string> {
	return await found(async () => {
		const [latest, ...earlier] = await executionsOf(server, workflowId);
		return earlier.length >= before ? latest?.id : undefined;
	});
}

/** Whether every conversation came to the end of its script. */
export const finished = ({ answers }: Asked): boolean =>
	answers.length > 0 && answers.every(({ output }) => output === FINISHED);

/** What a text says that holds all these words, in any order. */
export const saying = (...words: string[]): RegExp =>
	new RegExp(
		words.map((word) => `(?=[^]*${word.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')})`).join(''),
	);
