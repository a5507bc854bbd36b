import type { IExecuteFunctions } from 'n8n-workflow';

import { hostOf } from '../../host/host';
import { describeToolInput } from '../../text/describeToolInput';

/** The whole input of the tool, as n8n's default for 'Message' of a review has it. */
const TOOL_INPUT = /\{\{\s*\$tool\.parameters\s*\}\}/;

/**
 * 'Message' of a review that is to hold the input of the tool: between words, n8n makes "[object Object]" of it.
 * Undefined of everything else.
 */
export function withToolInput(
	context: IExecuteFunctions,
	parameter: string,
): ((item: number) => unknown) | undefined {
	if (parameter !== 'message' || !hostOf(context).isReview) return undefined;
	const { message } = hostOf(context).node.parameters;
	if (typeof message !== 'string' || !message.startsWith('=')) return undefined;
	const around = message.slice(1).split(TOOL_INPUT);
	if (around.length === 1) return undefined;
	return (item) => {
		const input = describeToolInput(context.evaluateExpression('{{ $tool.parameters }}', item));
		const words = around.map((piece) => {
			const value = piece === '' ? '' : context.evaluateExpression(piece, item);
			return typeof value === 'string' ? value : describeToolInput(value);
		});
		return words.join(input);
	};
}
