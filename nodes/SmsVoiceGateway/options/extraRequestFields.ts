import type { INodeProperties } from 'n8n-workflow';

/** 'Extra Request Fields'. */
const property: INodeProperties = {
	displayName: 'Extra Request Fields',
	name: 'additionalFields',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true },
	placeholder: 'Add field',
	default: {},
	description:
		'Adds fields to the request, or to each message of a bulk, that your provider wants and this node does not have',
	builderHint: {
		propertyHint:
			'Leave it out unless the user names a field that the provider wants in addition. Never put the login here, nor a field that the node has a parameter for.',
	},
	options: [
		{
			displayName: 'Field',
			name: 'field',
			values: [
				{
					displayName: 'Name',
					name: 'name',
					type: 'string',
					default: '',
					placeholder: 'e.g. voice_id',
					description: 'The name of the field, exactly as your provider writes it',
				},
				{
					displayName: 'Type',
					name: 'type',
					type: 'options',
					options: [
						{
							name: 'As Given',
							value: 'given',
							description: 'What is typed is text; what an expression gives keeps its type',
						},
						{ name: 'Boolean', value: 'boolean', description: 'Without quotes: true or false' },
						{ name: 'Number', value: 'number', description: 'Without quotes: 1' },
						{ name: 'Text', value: 'text', description: 'In quotes: "1"' },
					],
					default: 'given',
					description: 'How the value stands in JSON. In a multipart form all values are text.',
				},
				{
					displayName: 'Value',
					name: 'value',
					type: 'string',
					default: '',
					placeholder: 'e.g. 0',
					description: 'Text, a number, or true or false',
				},
			],
		},
	],
};

/** Read for each row; see engine/reading/additionalFields. */
export const additionalFields = { property };
