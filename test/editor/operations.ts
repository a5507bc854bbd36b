import type { Node } from '../e2e/built.ts';
import { gateway } from '../e2e/built.ts';

/** One operation as the editor is to show it: names as a person reads them, in the order in which they stand. */
export interface Shown {
	resource: string;
	operation: string;
	/** 'Messages From', where the operation asks for it. */
	messagesFrom?: string;
	fields: string[];
	options: string[];
}

/** The options of everything that sends. */
const SENDING = [
	'Batch Interval',
	'Campaign',
	'Dry Run',
	'Invalid Rows',
	'Max Messages',
	'Min Credit',
	'Number Format',
	'Parallel Requests',
	'Resend Unknown',
	'Stop After Failures',
	'Unique Key',
];
const BULK = ['Batch Size', 'Max Parts', ...SENDING].sort();

export const OPERATIONS: Shown[] = [
	{
		resource: 'SMS',
		operation: 'Send',
		fields: ['Source', 'Destination', 'Message', 'Options'],
		options: [...BULK, 'Body Format', 'Scheduled', 'Time Zone'].sort(),
	},
	{
		resource: 'SMS',
		operation: 'Send Bulk',
		messagesFrom: 'Input Items',
		fields: ['Messages From', 'Source', 'Destination', 'Message', 'Send to Blacklist', 'Options'],
		options: BULK,
	},
	{
		resource: 'SMS',
		operation: 'Send Bulk',
		messagesFrom: 'JSON',
		fields: ['Messages From', 'Messages', 'Options'],
		options: BULK.filter((option) => option !== 'Unique Key'),
	},
	{
		resource: 'SMS',
		operation: 'Get Status',
		fields: ['Message IDs', 'Options'],
		options: ['Batch Size', 'Body Format', 'Parallel Requests'],
	},
	{
		resource: 'Call',
		operation: 'Play Voice File',
		fields: ['File ID', 'Destination', 'Options'],
		options: SENDING,
	},
	{
		resource: 'Call',
		operation: 'Send Code',
		fields: ['Code', 'Destination', 'Options'],
		options: SENDING,
	},
	{ resource: 'Report', operation: 'Get Credit', fields: [], options: [] },
];

/** The options that stay when the next one is added. n8n takes an empty 'Number Format', a group of fields, away. */
export const lastingOptions = ({ options }: Shown): string[] =>
	options.filter((option) => option !== 'Number Format');

/** A name for pictures and tests. */
export const titleOf = ({ resource, operation, messagesFrom }: Shown): string =>
	[resource, operation, messagesFrom].filter((part) => part !== undefined).join(' ');

const VALUES: Record<string, string> = {
	'Get Credit': 'getCredit',
	'Get Status': 'getStatus',
	'Input Items': 'inputItems',
	JSON: 'json',
	'Play Voice File': 'playVoiceFile',
	'Send Bulk': 'sendBulk',
	'Send Code': 'sendCode',
	Send: 'send',
};

/** A node for each operation, with nothing filled in. */
export const nodeOfEach = (): Node[] =>
	OPERATIONS.map((shown, index) => {
		const { resource, operation, messagesFrom } = shown;
		return gateway(
			titleOf(shown),
			{
				resource: resource.toLowerCase(),
				operation: VALUES[operation],
				...(messagesFrom === undefined ? {} : { messagesFrom: VALUES[messagesFrom] }),
			},
			{ position: [208 * (index + 1), 0] },
		);
	});
