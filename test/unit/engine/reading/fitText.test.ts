import { expect, test } from '@jest/globals';

import { mostParts } from '../../../../nodes/SmsVoiceGateway/engine/reading/fitText.ts';

test.each<[isReview: boolean, cutTo: number, maxParts: number, most: number]>([
	[false, 0, 0, 0],
	[false, 0, 2, 0],
	[false, 3, 0, 3],
	[false, 3, 2, 3],
	[true, 0, 0, 4],
	[true, 0, 2, 2],
	[true, 0, 9, 9],
	[true, 3, 0, 3],
	[true, 3, 2, 2],
	[true, 3, 9, 3],
])(
	'A text of a review (%j), cut to %i, with at most %i message parts, has %i',
	(isReview, cutTo, maxParts, most) => {
		expect(mostParts(isReview, cutTo, maxParts)).toBe(most);
	},
);
