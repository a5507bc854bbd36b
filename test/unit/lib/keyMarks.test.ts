import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';

import {
	askedMark,
	readTimeMarks,
	sendingMark,
	timeMarks,
	timeMarksOf,
} from '../../../nodes/SmsVoiceGateway/lib/keyMarks.ts';

const key = fc.string();
const time = fc.date({
	min: new Date('2026-01-01T00:00:00Z'),
	max: new Date('2097-01-01T00:00:00Z'),
	noInvalidDate: true,
});

describe('the marks beside a unique key', () => {
	test('say when a request began, to the minute', () => {
		expect(
			readTimeMarks('A', new Set(timeMarksOf('A', new Date('2026-11-22T19:40:59.999Z')))),
		).toEqual(new Date('2026-11-22T19:40:00Z'));
		fc.assert(
			fc.property(key, time, (own, moment) => {
				const read = readTimeMarks(own, new Set(timeMarksOf(own, moment)));
				expect(read?.toISOString()).toBe(`${moment.toISOString().slice(0, 16)}:00.000Z`);
			}),
		);
	});

	test('say nothing where there are none, or those of another key', () => {
		expect(readTimeMarks('A', new Set())).toBeUndefined();
		expect(readTimeMarks('A', new Set(timeMarksOf('B', new Date())))).toBeUndefined();
	});

	test('are all different, from each other, from the key and from those of another key', () => {
		fc.assert(
			fc.property(key, key, (one, other) => {
				fc.pre(one !== other);
				const all = [one, other].flatMap((own) => [
					own,
					sendingMark(own),
					askedMark(own),
					...timeMarks(own),
				]);
				expect(new Set(all).size).toBe(all.length);
			}),
		);
	});
});
