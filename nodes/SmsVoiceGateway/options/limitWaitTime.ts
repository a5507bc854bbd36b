import type { INodeProperties } from 'n8n-workflow';

const property: INodeProperties = {
	displayName: 'Limit Wait Time',
	name: 'limitWaitTime',
	type: 'fixedCollection',
	placeholder: 'Set time',
	default: { values: { limitType: 'afterTimeInterval', resumeAmount: 45, resumeUnit: 'minutes' } },
	description:
		'Goes on if nobody answers in time: the item then comes out with "ended": "timedOut"',
	builderHint: {
		propertyHint:
			'Add it wherever somebody else is to be asked or called if nobody answers: { values: { limitType: "afterTimeInterval", resumeAmount: 10, resumeUnit: "minutes" } }. Without it the run waits without end.',
	},
	options: [
		{
			displayName: 'Values',
			name: 'values',
			values: [
				{
					displayName: 'Limit Type',
					name: 'limitType',
					type: 'options',
					options: [
						{
							name: 'After Time Interval',
							value: 'afterTimeInterval',
							description: 'Waits for a certain amount of time',
						},
						{
							name: 'At Specified Time',
							value: 'atSpecifiedTime',
							description: 'Waits until the set date and time',
						},
					],
					default: 'afterTimeInterval',
					description: 'What ends the wait if nobody answers',
				},
				{
					displayName: 'Amount',
					name: 'resumeAmount',
					type: 'number',
					typeOptions: { minValue: 0, numberPrecision: 2 },
					default: 1,
					displayOptions: { show: { limitType: ['afterTimeInterval'] } },
					description: 'The time to wait. n8n checks once a minute whether it is over.',
				},
				{
					displayName: 'Unit',
					name: 'resumeUnit',
					type: 'options',
					options: [
						{ name: 'Minutes', value: 'minutes' },
						{ name: 'Hours', value: 'hours' },
						{ name: 'Days', value: 'days' },
					],
					default: 'hours',
					displayOptions: { show: { limitType: ['afterTimeInterval'] } },
				},
				{
					displayName: 'Max Date and Time',
					name: 'maxDateAndTime',
					type: 'dateTime',
					default: '',
					displayOptions: { show: { limitType: ['atSpecifiedTime'] } },
					description: "Without a zone it is meant in the workflow's time zone",
				},
			],
		},
	],
};

/** 'Limit Wait Time', as n8n's own nodes have it; its values depend on one another and are read together. */
export const limitWaitTime = { property };
