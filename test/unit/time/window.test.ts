import { expect, test } from '@jest/globals';
import { IANAZone } from 'luxon';

import { windowAt } from '../../../nodes/SmsVoiceGateway/time/hours.ts';

test.each([
	['a day in Tehran', 24, 'Asia/Tehran', '2026-11-26T00:00:00+03:30', '2026-11-27T00:00:00+03:30'],
	['a quarter of a day', 6, 'UTC', '2026-11-26T06:00:00Z', '2026-11-26T12:00:00Z'],
	['a short day', 24, 'Europe/Berlin', '2026-03-29T00:00:00+01:00', '2026-03-30T00:00:00+02:00'],
	['a long day', 24, 'Europe/Berlin', '2026-10-25T00:00:00+02:00', '2026-10-26T00:00:00+01:00'],
	// The clocks skip its end.
	['two hours', 2, 'Europe/Berlin', '2026-03-29T00:00:00+01:00', '2026-03-29T03:00:00+02:00'],
])(
	'%s has one name from its first moment to its last, and then another',
	(_, hours, zone, from, to) => {
		const [first, end] = [Date.parse(from), Date.parse(to)];
		const window = windowAt(first, hours, zone);
		expect(window.until).toBe(end);
		expect(windowAt(end - 60_000, hours, zone)).toEqual(window);
		expect(windowAt(end, hours, zone).name).not.toBe(window.name);
		expect(windowAt(first - 60_000, hours, zone).name).not.toBe(window.name);
	},
);

const MINUTE = 60_000;
test.each([
	...['Europe/Berlin', 'America/New_York', 'Asia/Beirut', 'Africa/Cairo'],
	...['Australia/Lord_Howe', 'America/Havana'],
])(
	'until the first minute of another name, in the nights in which the clocks of %s are moved',
	(zone) => {
		const offset = (instant: number) => IANAZone.create(zone).offset(instant);
		const half = (index: number) => Date.UTC(2026, 0, 1) + index * 30 * MINUTE;
		const changes = Array.from({ length: 365 * 48 }, (_, index) => half(index)).filter(
			(instant) => offset(instant) !== offset(instant - 30 * MINUTE),
		);
		expect(changes).toHaveLength(2);
		for (const change of changes)
			for (const hours of [1, 2, 3, 24])
				for (
					let from = change - 3 * 60 * MINUTE;
					from <= change + 3 * 60 * MINUTE;
					from += 10 * MINUTE
				) {
					const { name, until } = windowAt(from, hours, zone);
					const at = new Date(from).toISOString();
					expect([at, hours, windowAt(until - MINUTE, hours, zone).name]).toEqual([
						at,
						hours,
						name,
					]);
					expect([at, hours, windowAt(until, hours, zone).name]).not.toEqual([at, hours, name]);
				}
	},
);
