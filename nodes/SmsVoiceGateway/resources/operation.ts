import type { IDataObject, INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { dispatch } from '../dispatch/dispatch';
import type { Operation, Sent } from '../dispatch/operation';
import type { Json } from '../lib/json';
import { requestTo } from '../request/endpoint';
import { NOT_AS_TOOL } from './notOffered';

/** One operation, whole: its entry in the selector, where its request goes, its fields and its output. */
export interface Definition extends Omit<Operation, 'toItems'> {
	resource: 'sms' | 'call' | 'report';
	name: string;
	value: string;
	/** What the node panel lists: sentence case, no article, names the resource. */
	action: string;
	description: string;
	/** What tells n8n's AI workflow builder when to choose it, and what to make of its output. */
	builderHint: string;
	fields: INodeProperties[];
	/** False where an agent's tool shall not have it. */
	asTool?: false;
	/** The output items of an accepted request, from what `describe` says of it and the answer. */
	toItems: (described: IDataObject, response: Json, sent: Sent) => IDataObject[];
}

/** What the node's description takes of an operation. */
export interface Described extends Pick<Definition, 'resource' | 'fields'> {
	option: INodePropertyOptions;
	operation: Operation;
}

/** Turns a definition into n8n's declaration: the option with its routing, and the fields to put under it. */
export function defineOperation(definition: Definition): Described {
	const { resource, name, value, action, description, endpoint, fields, toItems } = definition;
	const builderHint = { propertyHint: definition.builderHint };
	const operation: Operation = {
		...definition,
		toItems: (sent, response) => {
			const items = toItems(definition.describe?.(sent) ?? {}, response, sent);
			return definition.sends ? items.map((item) => ({ outcome: 'accepted', ...item })) : items;
		},
	};
	return {
		option: {
			name,
			value,
			action,
			description,
			builderHint,
			...(definition.asTool === false ? { displayOptions: NOT_AS_TOOL } : {}),
			routing: {
				request: requestTo(endpoint),
				send: { paginate: true },
				operations: { pagination: dispatch(operation) },
			},
		},
		resource,
		fields,
		operation,
	};
}
