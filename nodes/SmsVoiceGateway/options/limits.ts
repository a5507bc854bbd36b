import { NOT_AS_TOOL } from '../fields/field';
import { amount } from '../text/wording';
import { group, only } from './group';
import { count } from './option';

/** A year. */
export const LONGEST_HOURS = 8784;

const limit = (displayName: string, description: string, own: object = {}) =>
	count(displayName, description, {
		guards: true,
		advice: 'Enter a whole number; 0 means no limit.',
		...own,
	});

/** 'Limits': what a run must not exceed, by accident. Of each 0 is no limit. */
export const limits = group(
	'Limits',
	'Stops what would be too much, such as a filter that lets all rows through',
	{
		placeholder: 'Add limits',
		hint: 'Set maxPerNumber where anybody, or a monitor that flaps, can start the workflow: alerts, one-time codes, forms. Each limit is 0 where there is none.',
		needs: ['maxMessages', 'maxParts', 'maxPerNumber', 'minCredit', 'stopAfterFailures'],
		check: ({ maxPerNumber }, { notKept }) => {
			const problem = maxPerNumber > 0 ? notKept(true) : undefined;
			return problem && { value: 'maxPerNumber', problem };
		},
	},
	{
		maxMessages: limit(
			'Max Messages',
			'Sends nothing if the run would send more messages than this. 0: no limit.',
		),
		maxParts: limit(
			'Max Parts',
			'Refuses a text of more message parts (segments) than this, each of which is paid for. 0: no limit.',
		),
		/** Messages to one number, over all executions; each takes a slot in n8n's store, and they are looked at together. */
		maxPerNumber: limit(
			'Max per Number',
			'How many messages a number may get within Per Hours, from all executions. 0: no limit.',
			{ most: 1000 },
		),
		perHours: limit(
			'Per Hours',
			"The hours of Max per Number, counted from midnight on in the workflow's time zone",
			{
				least: 1,
				most: LONGEST_HOURS,
				default: 24,
				displayOptions: { hide: { maxPerNumber: [0] } },
				advice: 'Enter hours: 24 is a day, 168 a week.',
			},
		),
		minCredit: limit(
			'Min Credit',
			'Asks for the credit first, at the Call Base URL, and sends nothing if it is lower. 0: does not ask.',
			{
				fraction: true,
				advice: 'Give the least credit at which messages may be sent, or 0 for any.',
			},
		),
		stopAfterFailures: limit(
			'Stop After Failures',
			'Sends no more after so many failed requests in a row, where On Error is Continue. 0: no limit.',
			{ displayOptions: NOT_AS_TOOL, guards: false },
		),
	},
);

/** The most requests that may be on their way at once. */
const MOST_PARALLEL = 20;

/** One hour, the longest that requests may be apart: milliseconds. */
const LONGEST_INTERVAL = 3_600_000;

/** 'Speed'; `perRequest` and `most` of what one request carries, and what that is. */
export const speed = (perRequest = 1, most = 1, what = 'messages') =>
	group(
		'Speed',
		'How much one request carries, and how fast requests follow one another',
		{ placeholder: 'Add speed', displayOptions: NOT_AS_TOOL },
		{
			batchInterval: count(
				'Batch Interval (Ms)',
				'Milliseconds from the start of one request to the start of the next, where your provider limits how fast they may come',
				{ most: LONGEST_INTERVAL, advice: 'Give milliseconds; 0 means no pause.' },
			),
			batchSize: count('Batch Size', `How many ${what} one request carries, 1 to ${amount(most)}`, {
				least: 1,
				most,
				default: perRequest,
				advice: `Enter 1 to ${amount(most)}.`,
			}),
			parallelRequests: count(
				'Parallel Requests',
				`How many requests may be on their way at once, 1 to ${MOST_PARALLEL}`,
				{ least: 1, most: MOST_PARALLEL, advice: 'Use 1 to send one after the other.' },
			),
		},
	);

/** 'Speed' of operations whose requests carry one thing each. */
export const speedOfOneEach = only(speed(), 'batchInterval', 'parallelRequests');
