import type { INodeProperties } from 'n8n-workflow';

import { checking } from '../request/reading';
import { InputProblem } from '../lib/inputProblem';
import {
	LARGEST_BATCH,
	readBatchInterval,
	readBatchSize,
	readInvalidRows,
} from '../lib/bulkSettings';
import { KEYS_KEPT } from '../lib/uniqueKey';

const batchSize: INodeProperties = {
	displayName: 'Batch Size',
	name: 'batchSize',
	type: 'number',
	typeOptions: { minValue: 1, maxValue: LARGEST_BATCH, numberPrecision: 0 },
	default: 100,
	description:
		'How many messages one request carries. A request that fails marks only its own messages. The service documents no limit. The value of the first item counts.',
	routing: { send: { preSend: [checking('batchSize', 'Batch Size', readBatchSize)] } },
};

const batchInterval: INodeProperties = {
	displayName: 'Batch Interval',
	name: 'batchInterval',
	type: 'number',
	typeOptions: { minValue: 0, numberPrecision: 0 },
	default: 0,
	description:
		'Milliseconds from the start of one request to the start of the next. The value of the first item counts.',
	routing: { send: { preSend: [checking('batchInterval', 'Batch Interval', readBatchInterval)] } },
};

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
	routing: { send: { preSend: [checking('invalidRows', 'Invalid Rows', readInvalidRows)] } },
};

const uniqueKey: INodeProperties = {
	displayName: 'Unique Key',
	name: 'uniqueKey',
	type: 'string',
	default: '',
	placeholder: 'e.g. {{ $json.orderNumber }}',
	builderHint: {
		propertyHint:
			"Set it where a trigger may fire twice or the same sheet may be run again, to a value of the message itself: expr('{{ $json.orderNumber }}'). Never a time, a random value or the number of the execution: with these nothing is ever recognised.",
	},
	displayOptions: { show: { '/messagesFrom': ['inputItems'] } },
	description: `A value that is the same only for the same message, such as an order number. A row whose key was sent before, or may have been, by this node in this or an earlier execution is not sent again and comes out as "duplicate", also with Resend Unknown on; a refused one may be sent again. n8n keeps the node's last ${KEYS_KEPT.toLocaleString('en-US')} keys.`,
	routing: {
		send: {
			preSend: [
				checking('uniqueKey', 'Unique Key', (value) => {
					if (value === '' || value === undefined) return;
					throw new InputProblem(
						"can't be kept where n8n runs the node for one item at a time",
						"Remove it, or run the node in a workflow's main flow.",
					);
				}),
			],
		},
	},
};

/** The options of gathering rows into requests. */
export const batchingOptions: INodeProperties[] = [
	batchSize,
	batchInterval,
	invalidRows,
	uniqueKey,
];
