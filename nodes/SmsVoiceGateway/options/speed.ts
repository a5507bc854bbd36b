import { readWholeNumber } from '../numbers/wholeNumber';
import { NOT_AS_TOOL } from '../fields/notAsTool';
import { amount } from '../text/amount';
import { group, only } from './option';

/** The most requests that may be on their way at once. */
export const MOST_PARALLEL = 20;

/** One hour, the longest that requests may be apart: milliseconds. */
const LONGEST_INTERVAL = 3_600_000;

/** 'Speed'; `usual` and `most` of what one request carries, and what that is. */
export const speed = (usual: number, most: number, what: string) =>
	group(
		{
			displayName: 'Speed',
			name: 'speed',
			description: 'How much one request carries, and how fast requests follow one another',
			placeholder: 'Add speed',
			displayOptions: NOT_AS_TOOL,
		},
		{
			/** Milliseconds from the start of one request to the start of the next. */
			batchInterval: {
				property: {
					displayName: 'Batch Interval (Ms)',
					name: 'batchInterval',
					type: 'number',
					typeOptions: { minValue: 0, numberPrecision: 0 },
					default: 0,
					description:
						'Milliseconds from the start of one request to the start of the next, where your provider limits how fast they may come',
				},
				usual: 0,
				read: (value: unknown) =>
					readWholeNumber(value, 0, LONGEST_INTERVAL, 'Give milliseconds; 0 means no pause.'),
			},
			batchSize: {
				property: {
					displayName: 'Batch Size',
					name: 'batchSize',
					type: 'number',
					typeOptions: { minValue: 1, maxValue: most, numberPrecision: 0 },
					default: usual,
					description: `How many ${what} one request carries, 1 to ${amount(most)}`,
				},
				usual,
				read: (value: unknown) => readWholeNumber(value, 1, most, `Enter 1 to ${amount(most)}.`),
			},
			parallelRequests: {
				property: {
					displayName: 'Parallel Requests',
					name: 'parallelRequests',
					type: 'number',
					typeOptions: { minValue: 1, maxValue: MOST_PARALLEL, numberPrecision: 0 },
					default: 1,
					description: `How many requests may be on their way at once, 1 to ${MOST_PARALLEL}`,
				},
				usual: 1,
				read: (value: unknown) =>
					readWholeNumber(value, 1, MOST_PARALLEL, 'Use 1 to send one after the other.'),
			},
		},
	);

/** Where a request carries one thing: nothing to put into batches. */
export const ONE_EACH = speed(1, 1, 'messages');

/** 'Speed' of operations whose requests carry one thing each. */
export const speedOfOneEach = only(ONE_EACH, 'batchInterval', 'parallelRequests');
