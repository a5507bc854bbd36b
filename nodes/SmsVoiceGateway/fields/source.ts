import type { INodeProperties } from 'n8n-workflow';

import { readSource } from '../lib/identifiers';
import { reading } from '../request/reading';

/** 'Source'. */
export const source: INodeProperties = {
	displayName: 'Source',
	name: 'source',
	type: 'string',
	default: '',
	required: true,
	placeholder: 'e.g. 30001234',
	description: 'The sender number: one that your provider has activated for your account',
	builderHint: {
		propertyHint:
			'Never invent it: use the sender number or sender name that the user gives, or a placeholder to fill in.',
	},
	routing: {
		send: { type: 'body', property: 'source', preSend: [reading('source', 'Source', readSource)] },
	},
};
