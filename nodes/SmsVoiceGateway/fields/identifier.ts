import { readCode, readIdentifier } from './identifiers';
import { defineField } from './field';

/** 'Voice File ID' of a voice file that is stored at the service. */
export const fileId = defineField(
	'file_id',
	{
		displayName: 'Voice File ID',
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
	},
	{
		read: (value: unknown) => readIdentifier(value),
	},
);

/** 'Code': the one-time code that the call reads out. */
export const code = defineField(
	'code',
	{
		displayName: 'Code',
		name: 'code',
		type: 'string',
		default: '',
		required: true,
		placeholder: 'e.g. 048213',
		description:
			'The one-time code to read out, as text, so that a leading zero stays. It does not appear in the output.',
		builderHint: {
			propertyHint:
				"Take it from the node that makes the code, as text: expr('{{ $json.code }}'). Never write a fixed code.",
		},
	},
	{
		read: readCode,
		gaps: 'refuse',
	},
);
