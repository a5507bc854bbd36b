import type { INodeProperties } from 'n8n-workflow';

/**
 * What the options are for, in the order in which one comes to need them. n8n's list of options has no headings and
 * shows eight names at a time: what groups them is this order, and the explanation of 'Options'.
 */
const PURPOSES: ReadonlyArray<readonly [purpose: string, names: readonly string[]]> = [
	['Trying out', ['dryRun']],
	['Waiting', ['limitWaitTime', 'waitUntilFinal']],
	['Time', ['scheduled', 'timeZone']],
	['Numbers and text', ['numberFormat', 'plainPunctuation']],
	['Nothing twice', ['uniqueKey', 'campaign', 'resendUnknown']],
	[
		'Mistakes and accidents',
		[
			'invalidRows',
			'maxMessages',
			'maxPerNumber',
			'perHours',
			'maxParts',
			'minCredit',
			'stopAfterFailures',
		],
	],
	['Speed', ['batchSize', 'batchInterval', 'parallelRequests']],
	['What your provider wants', ['bodyFormat', 'additionalFields']],
];

/** The collection 'Options' with its members in the order of use, and the groups in its explanation. */
export function options(...members: INodeProperties[]): INodeProperties {
	const groups = PURPOSES.map(([purpose, names]) => ({
		purpose,
		members: names.flatMap((name) => members.filter((member) => member.name === name)),
	})).filter((group) => group.members.length > 0);
	return {
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add option',
		default: {},
		...(groups.length > 1 ? { description: explanationOf(groups) } : {}),
		options: groups.flatMap((group) => group.members),
	};
}

interface Group {
	purpose: string;
	members: INodeProperties[];
}

function explanationOf(groups: Group[]): string {
	const lines = groups.map(({ purpose, members }) => {
		const names = members.map(({ displayName }) => displayName).join(', ');
		return `<li>${purpose}: ${names}</li>`;
	});
	return `None is needed to begin. In the order of use:<ul>${lines.join('')}</ul>`;
}
