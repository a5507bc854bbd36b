import { textOf } from './chat-api.ts';
import { FINISHED, type Told, type ToolCall } from './model.ts';

interface Input {
	type?: string;
	role?: string;
	content?: unknown;
	output?: unknown;
}

interface Asked {
	stream?: boolean;
	tools?: Told['tools'];
	input: Input[];
}

/** What a request to OpenAI's Responses tells the model. */
export function readResponses(body: unknown): Told {
	const { tools = [], input, stream } = body as Asked;
	if (stream) throw new Error('The stand-in does not stream');
	const asked = input.findLastIndex(({ role }) => role === 'user');
	const since = input.slice(asked + 1);
	const results = since.filter(({ type }) => type === 'function_call_output');
	return {
		tools,
		prompt: textOf(input[asked]?.content),
		results: results.map(({ output }) => textOf(output)),
	};
}

/** An answer of Responses that asks for these calls, or ends where there are none. */
export function responsesAnswer(calls: Array<ToolCall & { id: string }>) {
	const output =
		calls.length === 0
			? [
					{
						type: 'message',
						id: 'msg_1',
						status: 'completed',
						role: 'assistant',
						content: [{ type: 'output_text', text: FINISHED, annotations: [] }],
					},
				]
			: calls.map(({ id, tool, args }) => ({
					type: 'function_call',
					id: `fc_${id}`,
					call_id: id,
					name: tool,
					arguments: JSON.stringify(args),
					status: 'completed',
				}));
	return {
		id: 'resp_1',
		object: 'response',
		created_at: 0,
		status: 'completed',
		error: null,
		incomplete_details: null,
		instructions: null,
		metadata: {},
		model: 'stand-in',
		output,
		output_text: calls.length === 0 ? FINISHED : '',
		parallel_tool_calls: true,
		usage: {
			input_tokens: 1,
			output_tokens: 1,
			total_tokens: 2,
			input_tokens_details: { cached_tokens: 0 },
			output_tokens_details: { reasoning_tokens: 0 },
		},
	};
}
