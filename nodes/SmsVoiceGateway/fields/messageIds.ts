import { readIdentifiers } from './identifiers';
import { defineField } from './field';

/** 'Message IDs': one, or several. */
export const messageIds = defineField(
	'msgid',
	{
		displayName: 'Message IDs',
		name: 'messageIds',
		type: 'string',
		default: '={{ $json.messageIds ?? $json.messageId ?? "" }}',
		required: true,
		placeholder: 'e.g. 9007199254741993',
		description:
			'The IDs that sending gave back, filled in behind Send and Send Bulk. Several: separated by commas, or an array.',
		builderHint: {
			propertyHint:
				'Leave the default after "send" and "sendBulk": it takes the ids of both. Never convert ids to numbers: they lose digits.',
		},
	},
	{
		read: readIdentifiers,
	},
);
