import { FINISHED, type Told, type ToolCall } from './model.ts';

interface Chat {
	tools?: Array<{ function: Told['tools'][number] }>;
	messages: Array<{ role: string; content: unknown }>;
}

/** What a request to OpenAI's Chat Completions tells the model. */
export function readChat(body: unknown): Told {
	const { tools = [], messages } = body as Chat;
	const asked = messages.findLastIndex(({ role }) => role === 'user');
	const since = messages.slice(asked + 1);
	return {
		tools: tools.map((tool) => tool.function),
		prompt: textOf(messages[asked]?.content),
		results: since.filter(({ role }) => role === 'tool').map(({ content }) => textOf(content)),
	};
}

/** An answer of Chat Completions that asks for these calls, or ends where there are none. */
export function chatCompletion(calls: Array<ToolCall & { id: string }>) {
	const ends = calls.length === 0;
	const asked = calls.map(({ id, tool, args }) => ({
		id,
		type: 'function',
		function: { name: tool, arguments: JSON.stringify(args) },
	}));
	return {
		id: 'chatcmpl-1',
		object: 'chat.completion',
		created: 0,
		model: 'stand-in',
		choices: [
			{
				index: 0,
				finish_reason: ends ? 'stop' : 'tool_calls',
				message: {
					role: 'assistant',
					content: ends ? FINISHED : null,
					tool_calls: ends ? undefined : asked,
				},
			},
		],
		usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
	};
}

/** A message's content, which is text or a list of parts. */
function textOf(content: unknown): string {
	if (typeof content === 'string') return content;
	return (content as Array<{ text?: string }>).map((part) => part.text ?? '').join('');
}
