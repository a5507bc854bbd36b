import type { INodeProperties } from 'n8n-workflow';

import { MOST_PARALLEL } from '../lib/parallel';
import { KEYS_KEPT } from '../lib/uniqueKey';
import { additionalFields } from './additionalFields';
import { batchInterval } from './batching';
import { limitOptions } from './limits';
import { numberFormat } from './numberFormat';

const dryRun: INodeProperties = {
	displayName: 'Dry Run',
	name: 'dryRun',
	type: 'boolean',
	// Applies only once the option is added: who adds it and forgets the switch would send for real.
	default: true,
	description: 'Whether to check everything and show what would be sent, without sending anything',
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
		'What happens if rows are wrong: all rows are checked before anything is sent. The value of the first item counts.',
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
	description:
		'How many requests may be on their way at once, 1 to 20. With 1 they leave one after the other; if the node stops on errors, nothing more is sent after the first failure. The value of the first item counts.',
};

const resendUnknown: INodeProperties = {
	displayName: 'Resend Unknown',
	name: 'resendUnknown',
	type: 'boolean',
	default: false,
	description:
		'Whether Retry On Fail sends an item again whose outcome is unknown. It may then arrive twice: the first one may have been sent although no answer came.',
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
	description: `A value that is the same only for the same message, such as an order number. A row whose key was sent before, or may have been, by this node in this or an earlier execution is not sent again and comes out as "duplicate", also with Resend Unknown on; a refused one may be sent again. n8n keeps the node's last ${KEYS_KEPT.toLocaleString('en-US')} keys.`,
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
		"A name under which the same message to the same number is sent once only, in whatever execution: running the list again goes on where it ended. Needs no Unique Key, and can't be combined with it. n8n stores a hash of name, number and message.",
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
