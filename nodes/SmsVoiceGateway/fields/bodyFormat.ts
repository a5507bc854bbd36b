import type { INodeProperties } from 'n8n-workflow';

import { InputProblem } from '../lib/inputProblem';

/** Option 'Body Format' of the two endpoints that take multipart too. */
export const bodyFormat: INodeProperties = {
	displayName: 'Body Format',
	name: 'bodyFormat',
	type: 'options',
	options: [
		{ name: 'JSON', value: 'json' },
		{ name: 'Multipart Form', value: 'multipart' },
	],
	default: 'json',
	description: 'Where your provider asks for a multipart form instead of JSON; both say the same',
};

/** Whether the body leaves as multipart/form-data. Throws InputProblem. */
export function readBodyFormat(value: unknown): boolean {
	if (value === 'json' || value === 'multipart') return value === 'multipart';
	throw new InputProblem('is neither "json" nor "multipart"', 'Choose one of the two.');
}
