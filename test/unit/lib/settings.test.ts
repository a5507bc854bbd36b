import { describe, expect, test } from '@jest/globals';
import { anything, assert, property } from 'fast-check';

import {
	readBatchInterval,
	readBatchSize,
	readCredit,
	readInvalidRows,
	readLimit,
} from '../../../nodes/SmsVoiceGateway/lib/settings.ts';
import { readParallel } from '../../../nodes/SmsVoiceGateway/lib/parallel.ts';
import { problemOf, staysOrderly } from './problemOf.ts';
import { runsOf } from '../fuzz.ts';

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

describe('readLimit', () => {
	test('takes any whole number from 1', () => {
		expect([1, '500', Number.MAX_SAFE_INTEGER].map(readLimit)).toEqual([
			1,
			500,
			Number.MAX_SAFE_INTEGER,
		]);
		for (const value of [0, 1.5, '', 2 ** 53]) {
			expect(problemOf(() => readLimit(value))).toMatch(
				/which is not a whole number from 1 to \d+ \| Remove the option for no limit\.$/,
			);
		}
	});
});

describe('readCredit', () => {
	test('takes any number from 0', () => {
		expect([0, 0.5, '0', ' 1000.25 ', 1e9].map(readCredit)).toEqual([0, 0.5, 0, 1000.25, 1e9]);
		for (const value of [-1, '-0.1', '', '  ', 'many', Infinity, NaN, null, true, [5], undefined]) {
			expect(problemOf(() => readCredit(value))).toMatch(
				/^holds .+, which is not a number from 0 \| Give the least credit at which messages may be sent\.$/,
			);
		}
	});
});

describe('readParallel', () => {
	test('takes 1 to 20', () => {
		expect([1, '20'].map(readParallel)).toEqual([1, 20]);
		for (const value of [0, 21, 1.5, '']) {
			expect(problemOf(() => readParallel(value))).toContain(
				'which is not a whole number from 1 to 20 | Use 1 to send one after the other.',
			);
		}
	});
});

test.each([
	(value: unknown) => readBatchSize(value, 1, 1000),
	readBatchInterval,
	readInvalidRows,
	readLimit,
	readCredit,
	readParallel,
])('%p gives a value or says what is wrong, whatever it is given', (read) => {
	assert(
		property(anything(), (value) => staysOrderly(() => read(value))),
		runsOf(100),
	);
});
