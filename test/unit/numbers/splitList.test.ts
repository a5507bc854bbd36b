import { expect, test } from '@jest/globals';

import { splitList } from '../../../nodes/SmsVoiceGateway/numbers/splitList.ts';
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
])('the values of %j are %j', (value, values) => {
	expect(splitList(value)).toEqual(values);
});

test.each([undefined, null, '', ' , ', []].map((value) => [value]))('%j is empty', (value) => {
	expect(problemOf(() => splitList(value))).toContain('is empty | ');
});
