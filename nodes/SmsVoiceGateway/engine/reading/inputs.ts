import type { IExecuteFunctions, IExecuteSingleFunctions } from 'n8n-workflow';

import { withToolInput } from './toolInput';
import { evaluated, valuesOf } from './values';
import type { Values } from './values';

/** The input items of a try, and the node's parameters for each of them. */
export interface Inputs {
	/** Their indexes. */
	items: number[];
	/** A parameter over the items. What it gives throws what n8n's engine throws for its expression. */
	values(parameter: string, fallback?: unknown): Values;
}

/** All input items of a node run. */
export function inputsOf(context: IExecuteFunctions): Inputs {
	const items = context.getInputData();
	return {
		items: items.map((_, item) => item),
		values: (parameter, fallback) =>
			withToolInput(context, parameter) ??
			evaluated(context, parameter, valuesOf(context, items, parameter, fallback)),
	};
}

/** The one item that n8n's routing is at. */
export function inputOf(context: IExecuteSingleFunctions): Inputs {
	return {
		items: [context.getItemIndex()],
		values: (parameter, fallback) =>
			evaluated(context, parameter, () => context.getNodeParameter(parameter, fallback)),
	};
}
