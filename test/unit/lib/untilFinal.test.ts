import { expect, test } from '@jest/globals';
import { anything, assert, property } from 'fast-check';

import { readUntilFinal } from '../../../nodes/SmsVoiceGateway/lib/untilFinal.ts';
import { problemOf, staysOrderly } from './problemOf.ts';

test('seconds become milliseconds, as numbers or as text', () => {
	expect(readUntilFinal({ every: 1, atMost: 600 })).toEqual({ every: 1000, atMost: 600_000 });
	expect(readUntilFinal({ every: '2.5', atMost: ' 60 ' })).toEqual({ every: 2500, atMost: 60_000 });
});

test.each<[string, unknown, string]>([
	['every', 0.5, 'Every (Seconds)'],
	['every', '', 'Every (Seconds)'],
	['every', Number.NaN, 'Every (Seconds)'],
	['atMost', 601, 'At Most (Seconds)'],
	['atMost', null, 'At Most (Seconds)'],
	['atMost', [60], 'At Most (Seconds)'],
])('%s of %j is refused, and named', (name, value, shown) => {
	expect(problemOf(() => readUntilFinal({ every: 10, atMost: 60, [name]: value }))).toContain(
		`has an '${shown}' that holds`,
	);
});

test('gives times or says what is wrong, whatever it is given', () => {
	assert(property(anything(), (value) => staysOrderly(() => readUntilFinal(value))));
});
