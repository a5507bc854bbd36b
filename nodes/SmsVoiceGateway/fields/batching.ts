import type { INodeProperties } from 'n8n-workflow';

import { NOT_AS_TOOL } from './notAsTool';

/** Option 'Batch Size': how many of what a request may carry at the most. */
export const batchSize = (usual: number, most: number, description: string): INodeProperties => ({
	displayName: 'Batch Size',
	name: 'batchSize',
	type: 'number',
	typeOptions: { minValue: 1, maxValue: most, numberPrecision: 0 },
	default: usual,
	displayOptions: NOT_AS_TOOL,
	description,
});

/** Option 'Batch Interval'. */
export const batchInterval: INodeProperties = {
	displayName: 'Batch Interval',
	name: 'batchInterval',
	type: 'number',
	typeOptions: { minValue: 0, numberPrecision: 0 },
	default: 0,
	displayOptions: NOT_AS_TOOL,
	description:
		'Where your provider limits how fast requests may come: milliseconds from the start of one to the start of the next',
};
