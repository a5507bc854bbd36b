import { readMessage } from '../lib/identifiers';
import { sentAs } from './field';
import type { Field } from './field';

/** 'Message', sent exactly as written. */
export const message: Field = {
	property: {
		displayName: 'Message',
		name: 'message',
		type: 'string',
		typeOptions: { rows: 4 },
		default: '',
		required: true,
		placeholder: 'e.g. Hello {{ $json.name }}, your order is ready',
		description:
			'The text, sent exactly as written. A message part holds 160 plain Latin characters (153 each in a longer text), or 70 of any other script or with emoji (67 each).',
		routing: sentAs('message'),
	},
	read: readMessage,
};
