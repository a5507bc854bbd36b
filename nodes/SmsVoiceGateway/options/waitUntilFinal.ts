import { InputProblem, quote } from '../values/inputProblem';
import { asNumber } from '../numbers/wholeNumber';
import { group, type Option } from './option';

/** For so long a run may be held up by waiting for a final status: seconds. */
const LONGEST = 600;

/** 'Wait Until Final': how often to ask for what is not final yet, and for how long; read as milliseconds. */
export const waitUntilFinal = group(
	{
		displayName: 'Wait Until Final',
		name: 'waitUntilFinal',
		description:
			'Asks again until all are final or the time is over, right after texts were sent; ten minutes at the most',
		placeholder: 'Add times',
		builderHint: {
			propertyHint:
				'Use it after sending, instead of a Wait node and a loop around getStatus: { values: { every: 10, atMost: 300 } }, in seconds.',
		},
	},
	{
		every: seconds('Give the seconds from one question to the next.', {
			displayName: 'Every (Seconds)',
			name: 'every',
			default: 10,
			description: 'Seconds from one question to the next',
		}),
		atMost: seconds(
			'The node waits ten minutes at the most; for a longer time put a Wait node before it.',
			{
				displayName: 'At Most (Seconds)',
				name: 'atMost',
				default: 60,
				description:
					'Seconds from the first question to the last one, up to 600. What is not final then comes out with "final": false.',
			},
		),
	},
);

function seconds(
	advice: string,
	property: Omit<Option['property'], 'type'> & { default: number },
): Option<number> {
	return {
		property: {
			...property,
			type: 'number',
			typeOptions: { minValue: 1, maxValue: LONGEST, numberPrecision: 0 },
		},
		usual: 1000 * property.default,
		read: (value) => {
			const number = asNumber(value);
			if (number >= 1 && number <= LONGEST) return Math.round(number * 1000);
			throw new InputProblem(
				`holds ${quote(value)}, which is not a number from 1 to ${LONGEST}`,
				advice,
			);
		},
	};
}
