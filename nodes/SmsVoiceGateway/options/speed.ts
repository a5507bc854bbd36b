import { NOT_AS_TOOL } from '../fields/field';
import { amount } from '../text/wording';
import { group, only } from './group';
import { count } from './option';

/** The most requests that may be on their way at once. */
const MOST_PARALLEL = 20;

/** One hour, the longest that requests may be apart: milliseconds. */
const LONGEST_INTERVAL = 3_600_000;

/** 'Speed'; `usual` and `most` of what one request carries, and what that is. */
export const speed = (usual = 1, most = 1, what = 'messages') =>
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
				default: usual,
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
