import type { IExecuteFunctions, IExecuteSingleFunctions } from 'n8n-workflow';

import { gapsOf } from './findGaps';
import { refusingUnevaluated, valuesOf } from './parameterValues';
import { withToolInput } from './toolInput';

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
			withToolInput(
				context,
				parameter,
				refusingUnevaluated(context, parameter, valuesOf(context, items, parameter, fallback)),
			),
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
			refusingUnevaluated(context, parameter, () => context.getNodeParameter(parameter, fallback)),
		gaps: (parameter) => gapsOf(context, parameter, jsonOf),
		jsonOf,
	};
}
