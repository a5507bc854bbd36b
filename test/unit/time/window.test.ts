import { IANAZone } from 'luxon';

import { windowAt } from '../../../nodes/SmsVoiceGateway/time/clock.ts';

const MINUTE = 60_000;
// At two and at three, at midnight, and by half an hour.
test.each(['Europe/Berlin', 'Asia/Beirut', 'America/Havana', 'Australia/Lord_Howe'])(
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
