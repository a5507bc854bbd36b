import type { INodeProperties } from 'n8n-workflow';
import { SmsVoiceGateway } from '../../nodes/SmsVoiceGateway/SmsVoiceGateway.node.ts';
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
	'Additional Fields',
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
const BULK = ['Batch Size', 'Max Parts', 'Plain Punctuation', ...SENDING].sort();

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
		options: [
			'Additional Fields',
			'Batch Size',
			'Body Format',
			'Parallel Requests',
			'Wait Until Final',
		],
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
	{
		resource: 'Report',
		operation: 'Get Credit',
		fields: ['Options'],
		options: ['Additional Fields'],
	},
];

/** Options that are groups of fields. */
const GROUPS = ['Additional Fields', 'Number Format', 'Wait Until Final'];

/** The options that stay when the next one is added. n8n takes an empty group of fields away. */
export const lastingOptions = ({ options }: Shown): string[] =>
	options.filter((option) => !GROUPS.includes(option));

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

/** The members of 'Options' by their shown name: what they are called in a workflow, and their default value. */
const MEMBERS = new Map(
	new SmsVoiceGateway().description.properties
		.filter(({ name, type }) => name === 'options' && type === 'collection')
		.flatMap(({ options = [] }) => options as INodeProperties[])
		.map((member) => [member.displayName, member]),
);

/** The options that stay, as a workflow holds them that were added and not changed. */
const added = (shown: Shown): Record<string, unknown> =>
	Object.fromEntries(
		lastingOptions(shown).map((option) => {
			const member = MEMBERS.get(option);
			if (member === undefined) throw new Error(`The node has no option '${option}'`);
			return [member.name, member.default];
		}),
	);

/** A node for each operation, with nothing filled in; on wish with its options added. */
export const nodeOfEach = (withOptions = false): Node[] =>
	OPERATIONS.map((shown, index) => {
		const { resource, operation, messagesFrom } = shown;
		return gateway(
			titleOf(shown),
			{
				resource: resource.toLowerCase(),
				operation: VALUES[operation],
				...(messagesFrom === undefined ? {} : { messagesFrom: VALUES[messagesFrom] }),
				...(withOptions ? { options: added(shown) } : {}),
			},
			{ position: [208 * (index + 1), 0] },
		);
	});
