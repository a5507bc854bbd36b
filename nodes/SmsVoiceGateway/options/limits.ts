import { InputProblem, quote } from '../values/inputProblem';
import { asNumber, readWholeNumber } from '../numbers/wholeNumber';
import { NOT_AS_TOOL } from '../fields/notAsTool';
import { group, type Option } from './option';

/** Each of them takes a slot in n8n's store, and those of a number are looked at together. */
const MOST_PER_NUMBER = 1000;

/** A year. */
export const LONGEST_HOURS = 8784;

/** A limit of which 0 is none. */
const limit = (
	property: Pick<Option['property'], 'displayName' | 'name' | 'description'> &
		Partial<Option['property']>,
	most = Number.MAX_SAFE_INTEGER,
): Option<number> => ({
	property: {
		type: 'number',
		typeOptions: { minValue: 0, numberPrecision: 0 },
		default: 0,
		...property,
	},
	usual: 0,
	guards: true,
	read: (value) => readWholeNumber(value, 0, most, 'Enter a whole number; 0 means no limit.'),
});

/** 'Limits': what a run must not exceed, by accident. Of each 0 is no limit. */
export const limits = group(
	{
		displayName: 'Limits',
		name: 'limits',
		description: 'Stops what would be too much, such as a filter that lets all rows through',
		placeholder: 'Add limits',
		builderHint: {
			propertyHint:
				'Set maxPerNumber where anybody, or a monitor that flaps, can start the workflow: alerts, one-time codes, forms. Each limit is 0 where there is none.',
		},
	},
	{
		/** Messages of a run, one for each number. */
		maxMessages: limit({
			displayName: 'Max Messages',
			name: 'maxMessages',
			description: 'Sends nothing if the run would send more messages than this. 0: no limit.',
		}),
		/** Parts of a text. */
		maxParts: limit({
			displayName: 'Max Parts',
			name: 'maxParts',
			description:
				'Refuses a text of more message parts (segments) than this, each of which is paid for. 0: no limit.',
		}),
		/** Messages to one number, over all executions. */
		maxPerNumber: limit(
			{
				displayName: 'Max per Number',
				name: 'maxPerNumber',
				description:
					'How many messages a number may get within the hours below, from all executions. 0: no limit.',
			},
			MOST_PER_NUMBER,
		),
		/** The least credit at which anything is sent. */
		minCredit: {
			property: {
				displayName: 'Min Credit',
				name: 'minCredit',
				type: 'number',
				typeOptions: { minValue: 0 },
				default: 0,
				description:
					'Asks for the credit first, at the Call Base URL, and sends nothing if it is lower. 0: does not ask.',
			},
			usual: 0,
			guards: true,
			read: readCredit,
		} satisfies Option<number>,
		perHours: {
			property: {
				displayName: 'Per Hours',
				name: 'perHours',
				type: 'number',
				typeOptions: { minValue: 1, numberPrecision: 0 },
				default: 24,
				displayOptions: { hide: { maxPerNumber: [0] } },
				description:
					"The hours of Max per Number, counted from midnight on in the workflow's time zone",
			},
			usual: 24,
			guards: true,
			read: (value: unknown) =>
				readWholeNumber(value, 1, LONGEST_HOURS, 'Enter hours: 24 is a day, 168 a week.'),
		} satisfies Option<number>,
		/** Failed requests in a row, where the node continues on errors. */
		stopAfterFailures: limit({
			displayName: 'Stop After Failures',
			name: 'stopAfterFailures',
			displayOptions: NOT_AS_TOOL,
			description:
				'Sends no more after so many failed requests in a row, where On Error is Continue. 0: no limit.',
		}),
	},
	['maxMessages', 'maxParts', 'maxPerNumber', 'minCredit', 'stopAfterFailures'],
);

/** A credit: a number from 0. Throws InputProblem. */
function readCredit(value: unknown): number {
	const number = asNumber(value);
	if (Number.isFinite(number) && number >= 0) return number;
	throw new InputProblem(
		`holds ${quote(value)}, which is not a number from 0`,
		'Give the least credit at which messages may be sent, or 0 for any.',
	);
}
