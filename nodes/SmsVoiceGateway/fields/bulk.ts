import type { INodeProperties } from 'n8n-workflow';
import { updateDisplayOptions } from 'n8n-workflow';

import { readBulkMessages } from '../lib/wire';
import { reading } from '../request/reading';

/** 'Messages From': where a bulk's messages come from. */
export const messagesFrom: INodeProperties = {
	displayName: 'Messages From',
	name: 'messagesFrom',
	type: 'options',
	options: [
		{
			name: 'Input Items',
			value: 'inputItems',
			description: 'Each input item is one message; fill in its fields below',
		},
		{
			name: 'JSON',
			value: 'json',
			description: "An array of messages in the service's own form",
		},
	],
	default: 'inputItems',
	description: 'Where the messages come from',
};

/** 'Messages': the wire's own array. */
export const bulkMessages: INodeProperties = {
	displayName: 'Messages',
	name: 'messages',
	type: 'json',
	typeOptions: { rows: 8 },
	default:
		'[\n  { "source": "30001234", "destination": "09121234567", "message": "Hello", "send_to_blacklist": 0 }\n]',
	required: true,
	description:
		'An array with one object for each message: source, destination, message and send_to_blacklist (0, or 1 for recipients who opted out of promotional texts). It is sent in batches, like rows.',
	routing: {
		send: {
			type: 'body',
			property: 'data',
			preSend: [reading('data', 'Messages', readBulkMessages)],
		},
	},
};

/** Fields that belong to one choice of 'Messages From'. */
export function shownFor(choice: string, fields: INodeProperties[]): INodeProperties[] {
	return updateDisplayOptions({ show: { messagesFrom: [choice] } }, fields);
}
