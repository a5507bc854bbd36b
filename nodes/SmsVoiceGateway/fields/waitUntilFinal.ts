import type { INodeProperties } from 'n8n-workflow';

import { LONGEST_WAIT_FOR_FINAL } from '../lib/untilFinal';

/** Option 'Wait Until Final'. */
export const waitUntilFinal: INodeProperties = {
	displayName: 'Wait Until Final',
	name: 'waitUntilFinal',
	type: 'fixedCollection',
	placeholder: 'Set times',
	default: {},
	description:
		'Where texts were sent just now: asks again until all are final or the time is over, ten minutes at the most',
	builderHint: {
		propertyHint:
			'Use it after sending, instead of a Wait node and a loop around getStatus: { values: { every: 10, atMost: 300 } }, in seconds.',
	},
	options: [
		{
			displayName: 'Times',
			name: 'values',
			values: [
				{
					displayName: 'Every (Seconds)',
					name: 'every',
					type: 'number',
					typeOptions: { minValue: 1, maxValue: LONGEST_WAIT_FOR_FINAL, numberPrecision: 0 },
					default: 10,
					description: 'Seconds from one question to the next',
				},
				{
					displayName: 'At Most (Seconds)',
					name: 'atMost',
					type: 'number',
					typeOptions: { minValue: 1, maxValue: LONGEST_WAIT_FOR_FINAL, numberPrecision: 0 },
					default: 60,
					description:
						'Seconds from the first question to the last one, up to 600. What is not final then comes out with "final": false.',
				},
			],
		},
	],
};
