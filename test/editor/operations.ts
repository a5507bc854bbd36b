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
