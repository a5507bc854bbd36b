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

/** In the order of use: trying out, time, numbers and text, nothing twice, accidents, speed, the provider's wishes. */
const SEND = [
	'Dry Run',
	'Scheduled',
	'Time Zone',
	'Number Format',
	'Plain Punctuation',
	'Unique Key',
	'Campaign',
	'Resend Unknown',
	'Invalid Rows',
	'Max Messages',
	'Max per Number',
	'Per Hours',
	'Max Parts',
	'Min Credit',
	'Stop After Failures',
	'Batch Size',
	'Batch Interval',
	'Parallel Requests',
	'Body Format',
	'Extra Request Fields',
];
const without = (options: string[], ...missing: string[]) =>
	options.filter((option) => !missing.includes(option));
const BULK = without(SEND, 'Scheduled', 'Time Zone', 'Body Format');
const CALL = without(BULK, 'Plain Punctuation', 'Max Parts', 'Batch Size');
/** A question is one request of one row. */
const ASK = [
	'Dry Run',
	'Limit Wait Time',
	...without(
		SEND,
		'Dry Run',
		'Scheduled',
		'Time Zone',
		'Invalid Rows',
		'Stop After Failures',
		'Batch Size',
		'Batch Interval',
		'Parallel Requests',
	),
];

export const OPERATIONS: Shown[] = [
	{
		resource: 'SMS',
		operation: 'Send',
		fields: ['Source', 'Destination', 'Message', 'Options'],
		options: SEND,
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
		options: without(BULK, 'Unique Key'),
	},
	{
		resource: 'SMS',
		operation: 'Send and Wait for Response',
		fields: ['Source', 'Destination', 'Message', 'Response Type', 'Approval Options', 'Options'],
		options: ASK,
	},
	{
		resource: 'SMS',
		operation: 'Get Status',
		fields: ['Message IDs', 'Options'],
		options: [
			'Wait Until Final',
			'Batch Size',
			'Parallel Requests',
			'Body Format',
			'Extra Request Fields',
		],
	},
	{
		resource: 'Call',
		operation: 'Play Voice File',
		fields: ['File ID', 'Destination', 'Options'],
		options: CALL,
	},
	{
		resource: 'Call',
		operation: 'Send Code',
		fields: ['Code', 'Destination', 'Options'],
		options: CALL,
	},
	{
		resource: 'Report',
		operation: 'Get Credit',
		fields: ['Options'],
		options: ['Extra Request Fields'],
	},
];

/** Options that are groups of fields. */
const GROUPS = ['Extra Request Fields', 'Limit Wait Time', 'Number Format', 'Wait Until Final'];

/** The options that stay when the next one is added. n8n takes an empty group of fields away. */
export const lastingOptions = ({ options }: Shown): string[] => without(options, ...GROUPS);

/** Options that say more of another one, and are offered where that is added. */
export const LATER_OPTIONS = ['Time Zone', 'Per Hours'];

/** The options that a node without options offers. */
export const firstOptions = ({ options }: Shown): string[] => without(options, ...LATER_OPTIONS);

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
	'Send and Wait for Response': 'sendAndWait',
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

/** The options that stay and that no operation before this one has. */
export const newOptions = (shown: Shown): string[] => {
	const before = OPERATIONS.slice(0, OPERATIONS.indexOf(shown)).flatMap(lastingOptions);
	return without(lastingOptions(shown), ...before);
};

/** Options as a workflow holds them that were added and not changed. */
const added = (options: string[]): Record<string, unknown> =>
	Object.fromEntries(
		options.map((option) => {
			const member = MEMBERS.get(option);
			if (member === undefined) throw new Error(`The node has no option '${option}'`);
			return [member.name, member.default];
		}),
	);

/** A node for each operation, with nothing filled in but these options. */
export const nodeOfEach = (options: (shown: Shown) => string[] = () => []): Node[] =>
	OPERATIONS.map((shown, index) => {
		const { resource, operation, messagesFrom } = shown;
		return gateway(
			titleOf(shown),
			{
				resource: resource.toLowerCase(),
				operation: VALUES[operation],
				...(messagesFrom === undefined ? {} : { messagesFrom: VALUES[messagesFrom] }),
				options: added(options(shown)),
			},
			{ position: [208 * (index + 1), 0] },
		);
	});
