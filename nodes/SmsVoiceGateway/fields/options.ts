import type { INodeProperties } from 'n8n-workflow';

/** The collection 'Options' with its members, sorted by name as n8n shows them. */
export const options = (...members: INodeProperties[]): INodeProperties => ({
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add option',
	default: {},
	options: [...members].sort((a, b) => a.displayName.localeCompare(b.displayName)),
});
