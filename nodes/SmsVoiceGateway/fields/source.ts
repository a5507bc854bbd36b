import { readSource } from './identifiers';
import { defineField } from './field';

/** 'From'. */
export const source = defineField(
	'source',
	{
		displayName: 'From',
		name: 'source',
		type: 'string',
		default: '',
		placeholder: 'e.g. 30001234',
		description:
			"The sender: a number or a name that your provider has activated for your account. Empty: the credential's Default From.",
		builderHint: {
			propertyHint:
				'Never invent it: use the sender number or sender name that the user gives, or a placeholder to fill in.',
		},
	},
	{
		read: readSource,
	},
);
