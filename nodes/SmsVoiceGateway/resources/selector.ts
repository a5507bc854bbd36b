import type { INodeProperties } from 'n8n-workflow';

import type { defineOperation } from './defineOperation';

/** A resource's selector 'Operation', made from its operations; the first is the default. */
export function selectorOf(
	resource: string,
	operations: ReadonlyArray<ReturnType<typeof defineOperation>>,
): INodeProperties {
	const initial = operations[0]?.option.value ?? '';
	return {
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { resource: [resource] } },
		options: operations.map(({ option }) => option),
		default: initial,
	};
}

/** What n8n runs over all input items, by operation. */
export function overAllItemsOf(operations: ReadonlyArray<ReturnType<typeof defineOperation>>) {
	return Object.fromEntries(
		operations.map(({ option, overAllItems }) => [String(option.value), overAllItems]),
	);
}
