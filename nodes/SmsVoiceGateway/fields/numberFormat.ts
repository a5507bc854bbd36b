import type { INodeProperties } from 'n8n-workflow';

/** Option 'Number Format'. */
export const numberFormat: INodeProperties = {
	displayName: 'Number Format',
	name: 'numberFormat',
	type: 'fixedCollection',
	placeholder: 'Set format',
	default: {},
	description:
		'Where numbers stand in several forms, or a sheet has taken their zero away: writes each as your provider wants it',
	builderHint: {
		propertyHint:
			'Use it for numbers from a spreadsheet, which drops leading zeros, instead of a Code or Edit Fields node.',
	},
	options: [
		{
			displayName: 'Format',
			name: 'values',
			values: [
				{
					displayName: 'Country Code',
					name: 'countryCode',
					type: 'string',
					default: '',
					placeholder: 'e.g. 98',
					description: 'The country code of your recipients, without + or zeros',
				},
				{
					displayName: 'National Length',
					name: 'nationalLength',
					type: 'number',
					typeOptions: { minValue: 4, maxValue: 14, numberPrecision: 0 },
					default: 10,
					description:
						'How many digits follow the country code: 10 in +98 912 123 4567. The zero that is dialled within the country does not count.',
				},
				{
					displayName: 'Trunk Prefix',
					name: 'trunkPrefix',
					type: 'string',
					default: '0',
					placeholder: 'e.g. 0',
					description:
						'What is dialled before a number within the country: 0 in most, 8 in Russia, nothing in Spain',
				},
				{
					displayName: 'Write As',
					name: 'writeAs',
					type: 'options',
					options: [
						{ name: 'International (98912…)', value: 'international' },
						{ name: 'National (0912…)', value: 'national' },
						{ name: 'With + (+98912…)', value: 'plus' },
						{ name: 'With 00 (0098912…)', value: 'zeros' },
					],
					default: 'national',
					description: 'The form that your provider takes',
				},
			],
		},
	],
};
