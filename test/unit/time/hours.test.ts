import { assert, integer, property } from 'fast-check';
import { DateTime, IANAZone } from 'luxon';

import {
	hoursInWords,
	nextOpening,
	readTimeOfDay,
	timeOfDay,
} from '../../../nodes/SmsVoiceGateway/time/clock.ts';
import { momentInWords } from '../../../nodes/SmsVoiceGateway/time/schedule.ts';
import { cells } from '../../lines.ts';
import { runsOf } from '../fuzz.ts';
import { reads, row } from '../values/reads.ts';

const NO_TIME =
	'which is not a time of day | Write hours and minutes, for example 09:00, or leave it empty.';
reads('a time of day', readTimeOfDay, {
	takes: [
		[540, '09:00', '09:00:00', '9:00:00.000'],
		row(545, '9:05'),
		row(570, '۰۹:۳۰'),
		row(1290, ' 21:30 '),
		row(0, '00:00'),
		row(1440, '24:00'),
		row(undefined, '', undefined, null),
	],
	refuses: [
		[NO_TIME, '9', '09:000', '09:00 pm', '25:00', '24:01', '09:60', '09:00:30', '09:00:00.5'],
		[NO_TIME, '9 am', '9.30', 9, true, ['09:00'], '-1:00'],
	],
});

test('a time of day is written as it is read, and hours with their zone', () => {
	for (const text of ['00:00', '09:05', '23:59', '24:00'])
		expect(timeOfDay(readTimeOfDay(text) ?? NaN)).toBe(text);
	expect(hoursInWords({ from: 545, to: 1440, timeZone: 'UTC' })).toBe('09:05 to 24:00 (UTC)');
	expect(momentInWords(Date.UTC(2026, 10, 21, 6), 'UTC')).toBe('2026-11-21 06:00 (UTC)');
});

describe('the next beginning', () => {
	const at = (text: string, zone: string) => DateTime.fromISO(text, { zone }).toMillis();
	const opening = (now: string, from: string, to: string, zone = 'Asia/Tehran') => {
		const hours = { from: readTimeOfDay(from) ?? 0, to: readTimeOfDay(to) ?? 1440, timeZone: zone };
		const next = nextOpening(at(now, zone), hours);
		return next === undefined
			? undefined
			: DateTime.fromMillis(next, { zone }).toFormat("yyyy-MM-dd'T'HH:mm");
	};

	test.each(
		cells(`
		2026-11-26T08:59 | 09:00 | 21:00 | 2026-11-26T09:00
		2026-11-26T09:00 | 09:00 | 21:00 | -
		2026-11-26T20:59 | 09:00 | 21:00 | -
		2026-11-26T21:00 | 09:00 | 21:00 | 2026-11-27T09:00
		2026-12-31T23:30 | 09:00 | 21:00 | 2027-01-01T09:00
		2026-11-26T23:00 | 22:00 | 06:00 | -
		2026-11-26T22:00 | 22:00 | 06:00 | -
		2026-11-26T05:59 | 22:00 | 06:00 | -
		2026-11-26T06:00 | 22:00 | 06:00 | 2026-11-26T22:00
		2026-11-26T23:59 | 09:00 | - | -
		2026-11-26T00:00 | 09:00 | 24:00 | 2026-11-26T09:00
		2026-11-26T07:00 | - | 06:00 | 2026-11-27T00:00
		2026-03-29T01:00 | 02:30 | 10:00 | 2026-03-29T03:00 | Europe/Berlin
		`),
	)('at %s, from %s to %s, is %s', (now = '', from = '', to = '', next = '', zone) => {
		expect(opening(now, from, to, zone) ?? '').toBe(next);
	});

	test('is the first minute at which nothing is outside any more', () => {
		const minutes = integer({ min: 0, max: 1439 });
		assert(
			property(minutes, minutes, minutes, (from, to, now) => {
				if (from === to) return;
				const start = at('2026-11-26T00:00', 'UTC') + now * 60_000;
				const hours = { from, to, timeZone: 'UTC' };
				const next = nextOpening(start, hours);
				// Minute by minute, as a person looks at the clock.
				let count = 0;
				const isOpen = (minute: number) => {
					const shown = (now + minute) % 1440;
					return from < to ? shown >= from && shown < to : shown >= from || shown < to;
				};
				while (!isOpen(count)) count++;
				expect(next).toBe(count === 0 ? undefined : start + count * 60_000);
			}),
			runsOf(50),
		);
	});

	/** Hours that begin, end or lie within those that are skipped or come twice, and others. */
	const SPANS = `
	02:30 | 10:00
	09:00 | 02:30
	00:15 | 00:45
	02:10 | 02:20
	01:40 | 01:50
	23:30 | 01:00
	02:00 | 03:00
	09:00 | 21:00
	00:00 | 23:15
	`;
	const MINUTE = 60_000;
	const HOUR = 60 * MINUTE;
	/** The moments of two years at which the clocks of a zone are moved, as luxon knows them. */
	const changesOf = (zone: string): number[] => {
		const offset = (instant: number) => IANAZone.create(zone).offset(instant);
		const first = Date.UTC(2026, 0, 1);
		return Array.from({ length: 2 * 365 * 48 }, (_, index) => first + (index * HOUR) / 2).filter(
			(instant) => offset(instant) !== offset(instant - HOUR / 2),
		);
	};

	// At two and at three, at midnight, and by half an hour.
	test.each(['Europe/Berlin', 'Asia/Beirut', 'Australia/Lord_Howe'])(
		'is the first minute within, in the nights in which the clocks of %s are moved',
		(zone) => {
			const changes = changesOf(zone);
			expect(changes).toHaveLength(4);
			const minuteAt = (instant: number) => {
				const { hour, minute } = DateTime.fromMillis(instant, { zone });
				return hour * 60 + minute;
			};
			const wrong: string[] = [];
			for (const change of changes) {
				const start = change - 4 * HOUR;
				const shown = Array.from({ length: 34 * 60 }, (_, at) => minuteAt(start + at * MINUTE));
				for (const [from, to] of cells(SPANS)) {
					const hours = {
						from: readTimeOfDay(from) ?? 0,
						to: readTimeOfDay(to) ?? 0,
						timeZone: zone,
					};
					const isOpen = (minute: number) =>
						hours.from < hours.to
							? minute >= hours.from && minute < hours.to
							: minute >= hours.from || minute < hours.to;
					for (let now = 0; now < 6 * 60; now += 5) {
						const next = shown.findIndex((minute, at) => at >= now && isOpen(minute));
						const wanted = next === now ? undefined : start + next * MINUTE;
						const given = nextOpening(start + now * MINUTE + 31_000, hours);
						if (given !== wanted)
							wrong.push(`${new Date(start + now * MINUTE).toISOString()} ${from} ${to}`);
					}
				}
			}
			expect(wrong).toEqual([]);
		},
	);
});
