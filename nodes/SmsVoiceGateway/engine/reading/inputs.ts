import type { IExecuteFunctions, IExecuteSingleFunctions } from 'n8n-workflow';

import { hostOf } from '../../host/host';
import { describeToolInput } from '../../text/wording';
import { gapsOf } from './findGaps';
import { evaluated, valuesOf } from './parameterValues';

/** The input items of a try, and the node's parameters for each of them. */
export interface Inputs {
	/** Their indexes. */
	items: number[];
	/** A parameter over the items. What it gives throws what n8n's engine throws for its expression. */
	values(parameter: string, fallback?: unknown): (item: number) => unknown;
	/** The gaps that a parameter's template leaves for an item, as whose value it was read; undefined where it can have none. */
	gaps(parameter: string): ReturnType<typeof gapsOf>;
	/** What an item holds. */
	jsonOf(item: number): object;
}

/** All input items of a node run. */
export function inputsOf(context: IExecuteFunctions): Inputs {
	const items = context.getInputData();
	const jsonOf = (item: number) => items[item]?.json ?? {};
	return {
		items: items.map((_, item) => item),
		values: (parameter, fallback) =>
			withToolInput(context, parameter) ??
			evaluated(context, parameter, valuesOf(context, items, parameter, fallback)),
		gaps: (parameter) => gapsOf(context, parameter, jsonOf),
		jsonOf,
	};
}

/** The one item that n8n's routing is at. */
export function inputOf(context: IExecuteSingleFunctions): Inputs {
	const jsonOf = () => context.getInputData().json;
	return {
		items: [context.getItemIndex()],
		values: (parameter, fallback) =>
			evaluated(context, parameter, () => context.getNodeParameter(parameter, fallback)),
		gaps: (parameter) => gapsOf(context, parameter, jsonOf),
		jsonOf,
	};
}

/** The whole input of the tool, as n8n's default for 'Message' of a review has it. */
const TOOL_INPUT = /\{\{\s*\$tool\.parameters\s*\}\}/;

/**
 * 'Message' of a review that is to hold the input of the tool: between words, n8n makes "[object Object]" of it.
 * Undefined of everything else.
 */
function withToolInput(
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
