import { describe, expect, test } from '@jest/globals';
import { anything, assert, property } from 'fast-check';

import {
	readBatchInterval,
	readBatchSize,
	readInvalidRows,
} from '../../../nodes/SmsVoiceGateway/lib/settings.ts';
import { problemOf, staysOrderly } from './problemOf.ts';

describe('readBatchSize', () => {
	test('takes 1 to the most that the operation has', () => {
		expect([1, '100', 10_000].map((value) => readBatchSize(value, 100, 10_000))).toEqual([
			1, 100, 10_000,
		]);
		for (const value of [0, 10_001, 1.5, '']) {
			expect(problemOf(() => readBatchSize(value, 100, 10_000))).toContain(
				'which is not a whole number from 1 to 10000 | The usual value is 100.',
			);
		}
	});
});

describe('readBatchInterval', () => {
	test('takes milliseconds from none to one hour', () => {
		expect([0, '250', 3_600_000].map(readBatchInterval)).toEqual([0, 250, 3_600_000]);
		for (const value of [-1, 3_600_001, 0.5, '']) {
			expect(problemOf(() => readBatchInterval(value))).toContain(
				'which is not a whole number from 0 to 3600000 | Give milliseconds; 0 means no pause.',
			);
		}
	});
});

describe('readInvalidRows', () => {
	test('takes its two choices and nothing else', () => {
		expect(['stop', 'skip'].map(readInvalidRows)).toEqual(['stop', 'skip']);
		expect(problemOf(() => readInvalidRows('Skip'))).toBe(
			'holds "Skip", which is neither "stop" nor "skip" | Choose one of the two.',
		);
	});
});

test.each([(value: unknown) => readBatchSize(value, 1, 1000), readBatchInterval, readInvalidRows])(
	'%p gives a value or says what is wrong, whatever it is given',
	(read) => {
		assert(property(anything(), (value) => staysOrderly(() => read(value))));
	},
);
