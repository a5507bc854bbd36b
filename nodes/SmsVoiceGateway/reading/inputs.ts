import type { IExecuteFunctions, IExecuteSingleFunctions } from 'n8n-workflow';

import { hostOf } from '../host/host';
import { templateOf, type Template } from './template';
import { toolInputMessage } from './toolInput';

/** The input items of a try, and the node's parameters for each of them. */
export interface Inputs {
	/** Their indexes. */
	items: readonly number[];
	/** A parameter over the items, such as `options.sendOnce.values.key`; `usual` holds where the workflow has none. */
	template(parameter: string, usual?: unknown): Template;
	/** What an item holds. */
	jsonOf(item: number): object;
}

/** All input items of a node run. */
export function inputsOf(context: IExecuteFunctions): Inputs {
	const items = context.getInputData();
	const { node, isReview } = hostOf(context);
	const jsonOf = (item: number) => items[item]?.json ?? {};
	const source = {
		parameters: node.parameters,
		evaluate: (parameter: string, item: number, usual: unknown): unknown =>
			context.getNodeParameter(parameter, item, usual),
		resolve: (text: string, item: number): unknown => context.evaluateExpression(text, item),
		jsonOf,
	};
	return {
		items: items.map((_, item) => item),
		template: (parameter, usual) => {
			const template = templateOf(source, parameter, usual);
			const isShown = isReview && parameter === 'message';
			return isShown ? toolInputMessage(context, template) : template;
		},
		jsonOf,
	};
}

/** The one item that n8n's routing is at. */
export function inputOf(context: IExecuteSingleFunctions): Inputs {
	const jsonOf = () => context.getInputData().json;
	const source = {
		parameters: hostOf(context).node.parameters,
		evaluate: (parameter: string, _: number, usual: unknown): unknown =>
			context.getNodeParameter(parameter, usual),
		resolve: (text: string, item: number): unknown => context.evaluateExpression(text, item),
		jsonOf,
	};
	return {
		items: [context.getItemIndex()],
		template: (parameter, usual) => templateOf(source, parameter, usual),
		jsonOf,
	};
}
