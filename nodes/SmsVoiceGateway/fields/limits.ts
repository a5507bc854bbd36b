import type { INodeProperties } from 'n8n-workflow';

import { NOT_AS_TOOL } from './notAsTool';

/** Option 'Max Messages'. */
const maxMessages: INodeProperties = {
	displayName: 'Max Messages',
	name: 'maxMessages',
	type: 'number',
	typeOptions: { minValue: 1, numberPrecision: 0 },
	default: 1000,
	description:
		'Against accidents, such as a filter that lets all rows through: if a run would send more messages than this, nothing is sent',
};

/** Option 'Min Credit'. */
const minCredit: INodeProperties = {
	displayName: 'Min Credit',
	name: 'minCredit',
	type: 'number',
	typeOptions: { minValue: 0 },
	default: 100,
	description:
		'Where the credit may not be enough for the run: it is asked first, and if it is below this, nothing is sent',
};

/** Option 'Stop After Failures'. */
const stopAfterFailures: INodeProperties = {
	displayName: 'Stop After Failures',
	name: 'stopAfterFailures',
	type: 'number',
	typeOptions: { minValue: 1, numberPrecision: 0 },
	default: 5,
	displayOptions: NOT_AS_TOOL,
	description:
		'Against a service that is down, where On Error is Continue: after so many failed requests in a row nothing more is sent',
};

/** Option 'Max per Number'. */
const maxPerNumber: INodeProperties = {
	displayName: 'Max per Number',
	name: 'maxPerNumber',
	type: 'number',
	typeOptions: { minValue: 1, numberPrecision: 0 },
	default: 3,
	description:
		'Against a trigger that fires again and again: how many messages a number may get, in all executions, within the hours of Per Hours',
	builderHint: {
		propertyHint:
			'Set it where anybody, or a monitor that flaps, can start the workflow: alerts, one-time codes, forms.',
	},
};

/** Option 'Per Hours'. */
const perHours: INodeProperties = {
	displayName: 'Per Hours',
	name: 'perHours',
	type: 'number',
	typeOptions: { minValue: 1, numberPrecision: 0 },
	default: 24,
	displayOptions: { show: { maxPerNumber: [{ _cnd: { exists: true } }] } },
	description:
		'For Max per Number: within how many hours, counted from midnight on in the time zone of the workflow',
};

/** The limits of everything that sends. */
export const limitOptions: INodeProperties[] = [
	maxMessages,
	maxPerNumber,
	minCredit,
	perHours,
	stopAfterFailures,
];

/** Option 'Max Parts', of texts. */
export const maxParts: INodeProperties = {
	displayName: 'Max Parts',
	name: 'maxParts',
	type: 'number',
	typeOptions: { minValue: 1, numberPrecision: 0 },
	default: 3,
	description:
		'Against texts that grow too long, since each part is paid for: one of more parts than this is a wrong row',
};
