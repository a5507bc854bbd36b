import type { INodeProperties } from 'n8n-workflow';

import { BULK_READERS } from './bulkMessage';
import { destination } from './destination';
import { sentAs } from './field';
import { message } from './message';
import { source } from './source';

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

/** 'Messages': the wire's own array. */
export const bulkMessages: INodeProperties = {
	displayName: 'Messages',
	name: 'messages',
	type: 'json',
	typeOptions: { rows: 8 },
	default: '[\n  { "source": "", "destination": "", "message": "", "send_to_blacklist": 0 }\n]',
	required: true,
	description:
		'An array of objects with source, destination, message and send_to_blacklist (0, or 1 to include opted-out recipients)',
	displayOptions: { show: { messagesFrom: ['json'] } },
	routing: sentAs('data'),
};

/**
 * The fields of one row of a bulk. They are properties of their own, shown by 'Messages From': the editor keeps
 * its value under other operations, where it must not hide the same fields of theirs.
 */
export const rowFields = [
	source,
	{
		...destination,
		property: {
			...destination.property,
			description:
				"The recipient's number as your provider takes it, with or without spaces: one for each row",
		},
		read: BULK_READERS.destination,
	},
	message,
].map((field) => ({
	...field,
	property: { ...field.property, displayOptions: { show: { messagesFrom: ['inputItems'] } } },
}));
