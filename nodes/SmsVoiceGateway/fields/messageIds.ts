import { readIdentifiers } from '../lib/identifiers';
import { sentAs } from './field';
import type { Field } from './field';

/** 'Message IDs': one, or several. */
export const messageIds: Field = {
	property: {
		displayName: 'Message IDs',
		name: 'messageIds',
		type: 'string',
		default: '',
		required: true,
		placeholder: 'e.g. {{ $json.messageIds }}',
		description:
			'The ID that sending gave back, or several separated by comma, semicolon or new line, or an array from an expression',
		builderHint: {
			propertyHint:
				'After "send": expr(\'{{ $json.messageIds }}\'). After "sendBulk": expr(\'{{ $json.messageId }}\'). Never convert ids to numbers: they lose digits.',
		},
		routing: sentAs('msgid'),
	},
	read: readIdentifiers,
};
