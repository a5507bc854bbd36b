import { expect, test } from '@jest/globals';

import { lostZeros } from '../../../nodes/SmsVoiceGateway/lib/lostZeros.ts';

test.each<[string[], number]>([
	[['09121234567', '9121234568', '9351234569'], 2],
	[['09121234567', '09351234568'], 0],
	// Nobody can tell: in some countries no number begins with a zero.
	[['9121234567', '9351234568'], 0],
	[['2125550100', '02079460000'], 1],
	[['09121234567', '989121234568', '+989121234569', '00989121234570'], 0],
	[['09121234567', '912123456'], 0],
	// As most are that begin with a zero.
	[['09121234567', '09121234568', '0301234', '9121234569', '301235'], 1],
	[[], 0],
])('of %j, %i lost their zero', (numbers, count) => {
	expect(lostZeros(numbers)).toBe(count);
});
