import type { INodeProperties } from 'n8n-workflow';

/**
 * What the options are for, in the order in which one comes to need them. n8n's list has no headings and shows eight
 * names at a time, so that this order is all that groups them.
 */
const PURPOSES: ReadonlyArray<readonly [purpose: string, names: readonly string[]]> = [
	['trying out', ['dryRun']],
	['waiting', ['waitUntilFinal']],
	['time', ['scheduled', 'timeZone']],
	['numbers and text', ['numberFormat', 'plainPunctuation']],
	['nothing twice', ['uniqueKey', 'campaign', 'resendUnknown']],
	[
		'wrong rows and accidents',
		['invalidRows', 'maxMessages', 'maxParts', 'minCredit', 'stopAfterFailures'],
	],
	['speed', ['batchSize', 'batchInterval', 'parallelRequests']],
	['what your provider wants', ['bodyFormat', 'additionalFields']],
];

/** The collection 'Options' with its members in the order of use, and what that order is. */
export function options(...members: INodeProperties[]): INodeProperties {
	const groups = PURPOSES.map(([purpose, names]) => ({
		purpose,
		members: names.flatMap((name) => members.filter((member) => member.name === name)),
	})).filter((group) => group.members.length > 0);
	const order = groups.map(({ purpose }) => purpose).join(', ');
	return {
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add option',
		default: {},
		...(groups.length > 1
			? { description: `None is needed to begin. In this order: ${order}.` }
			: {}),
		options: groups.flatMap((group) => group.members),
	};
}
