import { readUniqueKey } from './uniqueKey';
import { readWholeNumber } from '../numbers/wholeNumber';
import { choiceOf } from '../values/choice';
import { LONGEST_HOURS } from './limits';
import { group, type Option } from './option';

/** 'Send Once': what is sent once only, over all executions. */
export const sendOnce = group(
	{
		displayName: 'Send Once',
		name: 'sendOnce',
		description:
			'Sends nothing twice, in later executions too: if a trigger fires twice, or a list is run again',
		placeholder: 'Add key',
		builderHint: {
			propertyHint:
				"Set it where a trigger may fire twice or the same sheet may be run again: { values: { by: 'key', key: expr('{{ $json.orderNumber }}') } } with a value of the message itself, or { values: { by: 'campaign', campaign: 'spring-sale-2027' } } with a fixed name of the mailing. Never a time, a random value or the number of the execution: with these nothing is ever recognised.",
		},
	},
	{
		by: {
			property: {
				displayName: 'By',
				name: 'by',
				type: 'options',
				options: [
					{
						name: 'Campaign',
						value: 'campaign',
						description: 'The same text to the same number once, under the name of the mailing',
					},
					{
						name: 'Key',
						value: 'key',
						description: 'Each value once, such as the number of an order',
					},
				],
				default: 'campaign',
				description: 'How a message is known again',
			},
			usual: 'campaign',
			read: choiceOf(['campaign', 'key'], 'Choose Campaign or Key.'),
		} as Option<'campaign' | 'key'>,
		campaign: {
			property: {
				displayName: 'Campaign',
				name: 'campaign',
				type: 'string',
				default: '',
				placeholder: 'e.g. Spring sale 2027',
				displayOptions: { show: { by: ['campaign'] } },
				description: 'A name of this mailing, the same each time that the list is run',
			},
			usual: '',
			read: readUniqueKey,
		} satisfies Option<string>,
		hours: {
			property: {
				displayName: 'Forget After (Hours)',
				name: 'hours',
				type: 'number',
				typeOptions: { minValue: 0, numberPrecision: 0 },
				default: 0,
				description:
					'After so many hours the same may be sent again, such as an alert for an outage that comes back. 0: never.',
			},
			usual: 0,
			read: (value: unknown) =>
				readWholeNumber(
					value,
					0,
					LONGEST_HOURS,
					'Enter hours: 24 is a day, 168 a week; 0 is for good.',
				),
		} satisfies Option<number>,
		key: {
			property: {
				displayName: 'Key',
				name: 'key',
				type: 'string',
				default: '',
				placeholder: 'e.g. {{ $json.orderNumber }}',
				displayOptions: { show: { by: ['key'] } },
				description: 'An expression for a value that each message has of its own',
			},
			usual: '',
			read: readUniqueKey,
		} satisfies Option<string>,
	},
	['campaign', 'key'],
);
