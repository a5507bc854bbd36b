import type { INodeProperties } from 'n8n-workflow';

import { MOST_PARALLEL } from '../lib/parallel';
import { additionalFields } from './additionalFields';
import { batchInterval } from './batching';
import { limitOptions } from './limits';
import { numberFormat } from './numberFormat';
import { NOT_AS_TOOL } from './notAsTool';

const dryRun: INodeProperties = {
	displayName: 'Dry Run',
	name: 'dryRun',
	type: 'boolean',
	// Applies only once the option is added: who adds it and forgets the switch would send for real.
	default: true,
	description:
		'Whether to try the workflow out: all is checked and shown as it would be sent, and nothing is sent',
	builderHint: {
		propertyHint:
			'Add it as true for a workflow that is tried out, and remove it when it is to send: without the option the node sends.',
	},
};

/** Option 'Invalid Rows'. */
const invalidRows: INodeProperties = {
	displayName: 'Invalid Rows',
	name: 'invalidRows',
	type: 'options',
	options: [
		{
			name: 'Stop',
			value: 'stop',
			description: 'Send nothing if a row is wrong, and say which rows are',
		},
		{
			name: 'Skip',
			value: 'skip',
			description: 'Send the right rows; each wrong one gets a failed result of its own',
		},
	],
	default: 'stop',
	description:
		'Where some rows may be wrong, as in a sheet typed by hand: all are checked before the first is sent',
	builderHint: {
		propertyHint:
			'"stop" sends nothing if one row is wrong. Choose "skip" together with onError "continueErrorOutput" where the right rows are to leave all the same.',
	},
};

/** Option 'Parallel Requests'. */
export const parallelRequests: INodeProperties = {
	displayName: 'Parallel Requests',
	name: 'parallelRequests',
	type: 'number',
	typeOptions: { minValue: 1, maxValue: MOST_PARALLEL, numberPrecision: 0 },
	default: 1,
	displayOptions: NOT_AS_TOOL,
	description:
		'For speed, where many requests leave: how many may be on their way at once, 1 to 20',
};

const resendUnknown: INodeProperties = {
	displayName: 'Resend Unknown',
	name: 'resendUnknown',
	type: 'boolean',
	default: false,
	description:
		'Whether Retry On Fail also sends again what may have been sent, where arriving twice is better than not at all',
	builderHint: {
		propertyHint: 'Leave it out unless the user accepts that a message may arrive twice.',
	},
};

/** Option 'Unique Key'. */
export const uniqueKey: INodeProperties = {
	displayName: 'Unique Key',
	name: 'uniqueKey',
	type: 'string',
	default: '',
	placeholder: 'e.g. {{ $json.orderNumber }}',
	description:
		'Where a trigger may fire twice or a sheet is run again: a value of each message, such as an order number, that is sent once only',
	builderHint: {
		propertyHint:
			"Set it where a trigger may fire twice or the same sheet may be run again, to a value of the message itself: expr('{{ $json.orderNumber }}'). Never a time, a random value or the number of the execution: with these nothing is ever recognised.",
	},
};

/** Option 'Campaign'. */
const campaign: INodeProperties = {
	displayName: 'Campaign',
	name: 'campaign',
	type: 'string',
	default: '',
	placeholder: 'e.g. Spring sale 2027',
	description:
		'Where a list is run again that has no Unique Key: under this name the same message goes to the same number once only',
	builderHint: {
		propertyHint:
			'For a list that may be run again, in place of uniqueKey: a fixed name of the mailing, such as "spring-sale-2027". Never a time or the number of the execution.',
	},
};

/** The options of every operation that sends. */
export const sendingOptions: INodeProperties[] = [
	additionalFields,
	...limitOptions,
	batchInterval,
	campaign,
	dryRun,
	invalidRows,
	numberFormat,
	parallelRequests,
	resendUnknown,
	uniqueKey,
];
