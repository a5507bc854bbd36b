import { expect, test } from '@jest/globals';
import { anything, assert, property } from 'fast-check';

import { readUntilFinal } from '../../../nodes/SmsVoiceGateway/lib/untilFinal.ts';
import { problemOf, staysOrderly } from './problemOf.ts';

test('seconds become milliseconds, as numbers or as text', () => {
	expect(readUntilFinal({ every: 1, atMost: 600 })).toEqual({ every: 1000, atMost: 600_000 });
	expect(readUntilFinal({ every: '2.5', atMost: ' 60 ' })).toEqual({ every: 2500, atMost: 60_000 });
});

const EVERY = 'Give the seconds from one question to the next.';
const AT_MOST =
	'The node waits ten minutes at the most; for a longer time put a Wait node before it.';

test.each<[string, unknown, string]>([
	['every', 0.5, `has an 'Every (Seconds)' that holds 0.5, which is`],
	['every', '', `has an 'Every (Seconds)' that holds "", which is`],
	['every', ' ', `has an 'Every (Seconds)' that holds " ", which is`],
	['every', Number.NaN, `has an 'Every (Seconds)' that holds `],
	['atMost', 601, `has an 'At Most (Seconds)' that holds 601, which is`],
	['atMost', null, `has an 'At Most (Seconds)' that holds `],
	['atMost', [60], `has an 'At Most (Seconds)' that holds `],
])('%s of %j is refused, and named, with what to do', (name, value, said) => {
	const [problem, advice] =
		problemOf(() => readUntilFinal({ every: 10, atMost: 60, [name]: value }))?.split(' | ') ?? [];
	expect(problem?.startsWith(said)).toBe(true);
	expect(problem).toMatch(/ not a number from 1 to 600$/);
	expect(advice).toBe(name === 'every' ? EVERY : AT_MOST);
});

test('gives times or says what is wrong, whatever it is given', () => {
	assert(property(anything(), (value) => staysOrderly(() => readUntilFinal(value))));
});
