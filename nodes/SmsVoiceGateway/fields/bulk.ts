import type { INodeProperties } from 'n8n-workflow';

import { BULK_READERS, readBulkMessages } from '../lib/wire';
import { reading } from '../request/reading';

/** 'Messages From': where a bulk's messages come from. */
export const messagesFrom: INodeProperties = {
	displayName: 'Messages From',
	name: 'messagesFrom',
	type: 'options',
	noDataExpression: true,
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
	description:
		'The rows of a sheet come as input items. JSON is for messages that are in the form of the service already.',
	builderHint: {
		propertyHint:
			'Nearly always "inputItems". With "json" the array is sent once for each input item.',
	},
};

/** 'Send to Blacklist': always sent, because the service acts as for 1 where it is absent. */
export const sendToBlacklist: INodeProperties = {
	displayName: 'Send to Blacklist',
	name: 'sendToBlacklist',
	type: 'boolean',
	default: false,
	description: 'Whether the text also goes to recipients who have opted out of promotional texts',
	builderHint: {
		propertyHint:
			'Leave it false unless the user asks for it: true reaches people who have opted out.',
	},
	routing: {
		send: {
			type: 'body',
			property: 'send_to_blacklist',
			preSend: [reading('send_to_blacklist', 'Send to Blacklist', BULK_READERS.send_to_blacklist)],
		},
	},
};

/** 'Messages': the wire's own array. */
export const bulkMessages: INodeProperties = {
	displayName: 'Messages',
	name: 'messages',
	type: 'json',
	typeOptions: { rows: 8 },
	default: '[\n  { "source": "", "destination": "", "message": "", "send_to_blacklist": 0 }\n]',
	required: true,
	description:
		'An array with one object for each message: source, destination, message and send_to_blacklist (0, or 1 for recipients who opted out of promotional texts). It is sent in batches, like rows.',
	displayOptions: { show: { messagesFrom: ['json'] } },
	routing: {
		send: {
			type: 'body',
			property: 'data',
			preSend: [reading('data', 'Messages', readBulkMessages)],
		},
	},
};
