import type { IDataObject } from 'n8n-workflow';

import { asShown } from './group';
import { choice, words, type Option } from './option';

const values = {
	name: words('Name', 'The name of the field, exactly as your provider writes it', String, {
		placeholder: 'e.g. voice_id',
	}),
	type: choice('Type', 'How the value stands in JSON. In a multipart form all values are text.', {
		given: ['As Given', 'What is typed is text; what an expression gives keeps its type'],
		boolean: ['Boolean', 'Without quotes: true or false'],
		number: ['Number', 'Without quotes: 1'],
		text: ['Text', 'In quotes: "1"'],
	}),
	value: words('Value', 'Text, a number, or true or false', String, { placeholder: 'e.g. 0' }),
};

/** 'Extra Request Fields': a list, which each row reads for itself (reading/additionalColumn). */
export const additionalFields: Option<IDataObject | undefined> = {
	property: {
		displayName: 'Extra Request Fields',
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
				values: Object.entries<Option>(values).flatMap(([name, one]) => asShown(name, one)),
			},
		],
	},
	usual: undefined,
	read: (given) => given as IDataObject,
	byRow: true,
};
