import { group } from './group';
import { count, type Option } from './option';

/** Seconds, read as milliseconds. For ten minutes a run may be held up by waiting for a final status. */
function seconds(
	displayName: string,
	description: string,
	own: { default: number; advice: string },
): Option<number> {
	const option = count(displayName, description, {
		...{ least: 1, most: 600, fraction: true },
		typeOptions: { minValue: 1, maxValue: 600, numberPrecision: 0 },
		...own,
	});
	return {
		...option,
		usual: 1000 * own.default,
		read: (value, timeZone) => Math.round(1000 * option.read(value, timeZone)),
	};
}

const whole = group(
	'Wait Until Final',
	'Asks again until all are final or the time is over, right after texts were sent; ten minutes at the most',
	{
		placeholder: 'Add times',
		hint: 'Use it after sending, instead of a Wait node and a loop around getStatus: { values: { every: 10, atMost: 300 } }, in seconds.',
	},
	{
		every: seconds('Every (Seconds)', 'Seconds from one question to the next', {
			default: 10,
			advice: 'Give the seconds from one question to the next.',
		}),
		atMost: seconds(
			'At Most (Seconds)',
			'Seconds from the first question to the last one, up to 600. What is not final then comes out with "final": false.',
			{
				default: 60,
				advice:
					'The node waits ten minutes at the most; for a longer time put a Wait node before it.',
			},
		),
	},
);

/** 'Wait Until Final': how often to ask for what is not final yet, and for how long; without it each is asked for once. */
export const waitUntilFinal = { ...whole, usual: undefined };
