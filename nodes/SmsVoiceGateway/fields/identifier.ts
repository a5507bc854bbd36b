import type { INodeProperties } from 'n8n-workflow';

import { readIdentifier } from '../lib/identifiers';
import { reading } from '../request/reading';

/** 'File ID' of a voice file that is stored at the service. */
export const fileId: INodeProperties = {
	displayName: 'File ID',
	name: 'fileId',
	type: 'string',
	default: '',
	required: true,
	placeholder: 'e.g. 1234',
	description: 'The ID of the voice file to play, as the panel of your provider shows it',
	builderHint: {
		propertyHint:
			'Never invent it: it is the ID of a voice file that the user has stored at the provider.',
	},
	routing: {
		send: {
			type: 'body',
			property: 'file_id',
			preSend: [reading('file_id', 'File ID', readIdentifier)],
		},
	},
};

/** 'Code': the one-time code that the call reads out. */
export const code: INodeProperties = {
	displayName: 'Code',
	name: 'code',
	type: 'string',
	default: '',
	required: true,
	placeholder: 'e.g. 048213',
	description:
		'The one-time code that the call reads out. Give it as text, so that a zero at its beginning stays. It does not appear in the output.',
	builderHint: {
		propertyHint:
			"Take it from the node that makes the code, as text: expr('{{ $json.code }}'). Never write a fixed code.",
	},
	routing: {
		send: {
			type: 'body',
			property: 'code',
			preSend: [reading('code', 'Code', readIdentifier)],
		},
	},
};
