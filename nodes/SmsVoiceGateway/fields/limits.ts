import type { INodeProperties } from 'n8n-workflow';

/** Option 'Max Messages'. */
const maxMessages: INodeProperties = {
	displayName: 'Max Messages',
	name: 'maxMessages',
	type: 'number',
	typeOptions: { minValue: 1, numberPrecision: 0 },
	default: 1000,
	description:
		'A guard against accidents: if a run would send more messages than this (one for each number), nothing is sent. The value of the first item counts.',
};

/** Option 'Min Credit'. */
const minCredit: INodeProperties = {
	displayName: 'Min Credit',
	name: 'minCredit',
	type: 'number',
	typeOptions: { minValue: 0 },
	default: 100,
	description:
		'The credit of the account is asked first: if it is below this, or the question fails, nothing is sent. The value of the first item counts.',
};

/** Option 'Stop After Failures'. */
const stopAfterFailures: INodeProperties = {
	displayName: 'Stop After Failures',
	name: 'stopAfterFailures',
	type: 'number',
	typeOptions: { minValue: 1, numberPrecision: 0 },
	default: 5,
	description:
		'Where the node continues on errors: after so many failed requests in a row nothing more is sent. Counts what can concern the next request too, such as no connection, a time-out, HTTP 5xx, the login or the credit; not a refused number. The value of the first item counts.',
};

/** The limits of everything that sends. */
export const limitOptions: INodeProperties[] = [maxMessages, minCredit, stopAfterFailures];

/** Option 'Max Parts', of texts. */
export const maxParts: INodeProperties = {
	displayName: 'Max Parts',
	name: 'maxParts',
	type: 'number',
	typeOptions: { minValue: 1, numberPrecision: 0 },
	default: 3,
	description:
		'A text of more message parts than this is a wrong row, and is not sent. Each part is paid for each number. The value of the first item counts.',
};
