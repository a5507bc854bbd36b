import type { INodeProperties } from 'n8n-workflow';

import type { Described } from './operation';

/** A resource's properties: the Operation selector, made from the operations, then all their fields. */
export function operationsOf(resource: string, operations: Described[]): INodeProperties[] {
	return [
		{
			displayName: 'Operation',
			name: 'operation',
			type: 'options',
			noDataExpression: true,
			displayOptions: { show: { resource: [resource] } },
			options: operations.map(({ option }) => option),
			default: operations[0]?.option.value ?? '',
		},
		...operations.flatMap(({ description }) => description),
	];
}
