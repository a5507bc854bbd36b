import { describe, expect, test } from '@jest/globals';

import { readSwitch } from '../../../nodes/SmsVoiceGateway/values/switch.ts';
import { problemOf } from './problemOf.ts';

describe('readSwitch', () => {
	test.each([true, 1, 'true', 'TRUE', ' true ', '1'])('takes %j for on', (value) => {
		expect(readSwitch(value)).toBe(true);
	});

	test.each([false, 0, 'false', 'False', '0', '', null, undefined])('takes %j for off', (value) => {
		expect(readSwitch(value)).toBe(false);
	});

	test.each(['yes', 2, -1, NaN, {}, [true]])('refuses %j', (value) => {
		expect(problemOf(() => readSwitch(value))).toMatch(
			/^holds .+, which is neither true nor false \| Use true or false\.$/,
		);
	});
});
