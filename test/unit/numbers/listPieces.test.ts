import { expect, test } from '@jest/globals';

import { listPieces } from '../../../nodes/SmsVoiceGateway/numbers/listPieces.ts';
import { problemOf } from '../values/problemOf.ts';

test.each<[unknown, unknown[]]>([
	['a', ['a']],
	['a, b;c\n', ['a', ' b', 'c']],
	[5, [5]],
	[0, [0]],
	[false, [false]],
	[
		['a,b', 5],
		['a', 'b', 5],
	],
])('the pieces of %j are %j', (value, pieces) => {
	expect(listPieces(value)).toEqual(pieces);
});

test.each([undefined, null, '', ' , ', []].map((value) => [value]))('%j is empty', (value) => {
	expect(problemOf(() => listPieces(value))).toContain('is empty | ');
});
