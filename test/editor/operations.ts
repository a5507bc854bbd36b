import type { INodeProperties } from 'n8n-workflow';
import { SmsVoiceGateway } from '../../nodes/SmsVoiceGateway/SmsVoiceGateway.node.ts';
import { gateway, type Node } from '../e2e/n8n.ts';

/** One operation as the editor is to show it: names as a person reads them, in the order in which they stand. */
export interface Shown {
	resource: string;
	operation: string;
	fields: string[];
	options: string[];
}

/** By their names, as n8n has its lists. */
const SEND =
	'Body Format|Dry Run|Extra Request Fields|Include Input Fields|Include Opted-Out Recipients|Invalid Rows|Limits|Number Format|Resend Unknown|Send Once|Speed|Text|Time'.split(
		'|',
	);
const without = (options: string[], ...missing: string[]) =>
	options.filter((option) => !missing.includes(option));
const CALL = without(SEND, 'Body Format', 'Include Opted-Out Recipients', 'Text');
/** A question is one request of one row. */
const ASK = [
	...without(SEND, 'Include Input Fields', 'Invalid Rows', 'Speed'),
	'Limit Wait Time',
	'Page Title',
].sort();

const shown = (
	[resource = '', operation = '']: string[],
	fields: string[],
	options: string[],
): Shown => ({ resource, operation, fields, options });

const MESSAGE = ['From', 'To', 'Message'];

export const OPERATIONS: Shown[] = [
	shown(['SMS', 'Send'], [...MESSAGE, 'Options'], SEND),
	shown(['SMS', 'Send Bulk'], [...MESSAGE, 'Options'], without(SEND, 'Body Format')),
	shown(
		['SMS', 'Send and Wait for Response'],
		[...MESSAGE, 'Response Type', 'Buttons', 'Options'],
		ASK,
	),
	shown(
		['SMS', 'Get Status'],
		['Message IDs', 'Options'],
		['Body Format', 'Extra Request Fields', 'Include Input Fields', 'Speed', 'Wait Until Final'],
	),
	shown(['Call', 'Play Voice File'], ['To', 'Voice File ID', 'Options'], CALL),
	shown(['Call', 'Send Code'], ['To', 'Code', 'Options'], without(CALL, 'Include Input Fields')),
	shown(['Report', 'Get Credit'], ['Options'], ['Extra Request Fields', 'Include Input Fields']),
];

/** A name for pictures and tests. */
export const titleOf = ({ resource, operation }: Shown): string => `${resource} ${operation}`;

/** The value that n8n stores for a shown name. */
const valueOf = (name: string): string =>
	({ 'Send and Wait for Response': 'sendAndWait' })[name] ??
	name.charAt(0).toLowerCase() + name.slice(1).replaceAll(' ', '');

/** The members of an operation's 'Options' by their shown name. */
const membersOf = ({ resource, operation }: Shown): Map<string, INodeProperties> =>
	new Map(
		new SmsVoiceGateway().description.properties
			.filter(({ name, displayOptions }) => {
				const { resource: resources, operation: operations } = displayOptions?.show ?? {};
				const isOurs = resources?.includes(resource.toLowerCase());
				return name === 'options' && isOurs && operations?.includes(valueOf(operation));
			})
			.flatMap(({ options = [] }) => options as INodeProperties[])
			.map((member) => [member.displayName, member]),
	);

/** The options that stay when the next one is added: n8n takes a list of fields away in which there is none yet. */
export const lastingOptions = ({ options }: Shown): string[] =>
	without(options, 'Extra Request Fields');

/** The options that stay and that no operation before this one has. */
export const newOptions = (shown: Shown): string[] => {
	const before = OPERATIONS.slice(0, OPERATIONS.indexOf(shown)).flatMap(lastingOptions);
	return without(lastingOptions(shown), ...before);
};

/** Values of a group that others have to ask for. */
const LATER_VALUES = ['Per Hours', 'Campaign', 'Forget After (Hours)', 'Key', 'Max Date and Time'];

/** The fields that an option shows once it is added: its own, and those of a group, which opens filled in. */
export const fieldsOf = (shown: Shown, option: string): string[] => {
	const member = membersOf(shown).get(option);
	if (member?.type !== 'fixedCollection') return [option];
	const values = (member.options ?? [])
		.flatMap((one) => ('values' in one ? one.values : []))
		.filter(({ displayOptions }) => displayOptions?.show?.['@tool'] === undefined);
	const given = Object.keys(member.default as object).length > 0;
	return [
		option,
		...(given
			? without(
					values.map((value) => value.displayName),
					...LATER_VALUES,
				)
			: []),
	];
};

/** Options as a workflow holds them that were added and not changed. */
const added = (shown: Shown, options: string[]): Record<string, unknown> =>
	Object.fromEntries(
		options.map((option) => {
			const member = membersOf(shown).get(option);
			if (member === undefined) throw new Error(`The node has no option '${option}'`);
			return [member.name, member.default];
		}),
	);

/** A node for each operation, with nothing filled in but these options. */
export const nodeOfEach = (options: (shown: Shown) => string[] = () => []): Node[] =>
	OPERATIONS.map((shown, index) => {
		const { resource, operation } = shown;
		return gateway(
			titleOf(shown),
			{
				resource: resource.toLowerCase(),
				operation: valueOf(operation),
				options: added(shown, options(shown)),
			},
			{ position: [208 * (index + 1), 0] },
		);
	});
