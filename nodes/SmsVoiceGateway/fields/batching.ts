import type { INodeProperties } from 'n8n-workflow';

/** Option 'Batch Size': how many of what a request may carry at the most. */
export const batchSize = (usual: number, most: number, description: string): INodeProperties => ({
	displayName: 'Batch Size',
	name: 'batchSize',
	type: 'number',
	typeOptions: { minValue: 1, maxValue: most, numberPrecision: 0 },
	default: usual,
	description,
});

/** Option 'Batch Interval'. */
export const batchInterval: INodeProperties = {
	displayName: 'Batch Interval',
	name: 'batchInterval',
	type: 'number',
	typeOptions: { minValue: 0, numberPrecision: 0 },
	default: 0,
	description:
		'Milliseconds from the start of one request to the start of the next. The value of the first item counts.',
};
