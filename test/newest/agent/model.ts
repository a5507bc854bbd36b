import { fastify } from 'fastify';
import { chatCompletion, readChat } from './chat-api.ts';

/** One call that the model asks for. */
export interface ToolCall {
	tool: string;
	args: Record<string, unknown>;
}

/** What a model is told: the tools it is offered, the user's words, and the results of the calls it asked for. */
export interface Told {
	tools: Array<{ name: string; description: string; parameters: Record<string, unknown> }>;
	prompt: string;
	/** What came of the calls that the model has asked for since, in order. */
	results: string[];
}

/** A stand-in for a language model: it does what the script says that the user's words name. */
export interface Model {
	/** The base URL for an OpenAI credential. */
	url: string;
	apiKey: string;
	/** The scripts: a list of turns, each a list of calls that are asked for at once. */
	scripts: Map<string, ToolCall[][]>;
	/** Fails once, with HTTP 500, when this script has had so many results. */
	failOnce(script: string, results: number): void;
	/** The bodies of all requests, as they came. */
	requests(): string[];
	/** What the model was told last under a script's name. */
	told(script: string): Told | undefined;
	close(): Promise<void>;
}

export const FINISHED = 'The script has ended.';

/** Starts the stand-in on loopback: OpenAI's Chat Completions, which n8n's agents know. */
export async function startModel(): Promise<Model> {
	const server = fastify({ bodyLimit: 10 * 1024 * 1024 });
	const scripts: Model['scripts'] = new Map();
	const requests: string[] = [];
	const last = new Map<string, Told>();
	const failures = new Set<string>();
	let calls = 0;

	/** The calls of the next turn, with ids of their own. */
	const next = (told: Told) => {
		last.set(told.prompt, told);
		if (failures.delete(`${told.prompt} ${told.results.length}`)) throw new Error('As asked for');
		return turnAfter(told.results.length, scripts.get(told.prompt) ?? []).map((call) => ({
			id: `call_${++calls}`,
			...call,
		}));
	};
	server.post('/v1/chat/completions', ({ body }) => {
		requests.push(JSON.stringify(body));
		return chatCompletion(next(readChat(body)));
	});
	const address = await server.listen({ host: '127.0.0.1', port: 0 });
	return {
		url: `${address}/v1`,
		apiKey: 'model-api-key',
		scripts,
		failOnce: (script, results) => failures.add(`${script} ${results}`),
		requests: () => requests,
		told: (script) => last.get(script),
		close: async () => await server.close(),
	};
}

/** The turn that comes after so many calls; empty when the script has ended. */
function turnAfter(calls: number, script: ToolCall[][]): ToolCall[] {
	let done = 0;
	for (const turn of script) {
		if (done === calls) return turn;
		done += turn.length;
	}
	return [];
}
