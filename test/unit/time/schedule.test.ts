import fc from 'fast-check';
import { DateTime, IANAZone } from 'luxon';
import { FROM_SPREADSHEET } from '../../../nodes/SmsVoiceGateway/time/dateText.ts';
import { readSchedule } from '../../../nodes/SmsVoiceGateway/time/schedule.ts';
import { readTimeZone } from '../../../nodes/SmsVoiceGateway/time/clock.ts';
import { problemOf } from '../values/problemOf.ts';
import { reads } from '../values/reads.ts';
import { runsOf } from '../fuzz.ts';

const TEHRAN = 'Asia/Tehran';
const NEW_YORK = 'America/New_York';
const ZONES = [
	TEHRAN,
	NEW_YORK,
	'Asia/Kathmandu',
	'UTC',
	'Europe/London',
	'Australia/Lord_Howe',
	'Pacific/Apia',
	'America/St_Johns',
	'Africa/Casablanca',
];

const zones = fc.constantFrom(...ZONES);
const instants = fc
	.integer({ min: Date.UTC(2000, 0, 2) / 1000, max: Date.UTC(2100, 11, 30) / 1000 })
	.map((seconds) => seconds * 1000);

const wireOf = (instant: number, zone: string): string =>
	DateTime.fromMillis(instant, { zone }).toFormat('yyyy-MM-dd HH:mm');
const minuteOf = (instant: number): number => Math.floor((instant + 1) / 60_000) * 60_000;

describe('readSchedule', () => {
	const TEN = Date.UTC(2026, 10, 21, 6, 30);

	const luxon = (text: string, zone = TEHRAN) => DateTime.fromISO(text, { zone });

	reads('what is ten o’clock in Tehran', (value) => readSchedule(value, TEHRAN), {
		takes: [
			[
				{ wire: '2026-11-21 10:00', instant: TEN },
				// The date picker's, the wire's, with seconds, which are cut; with what a page has around it, in other digits.
				'2026-11-21T10:00',
				'2026-11-21T10:00:00',
				'2026-11-21T10:00:00.000',
				'2026-11-21 10:00',
				'2026-11-21 10:00:59',
				'2026-11-21 10:00:31,5',
				' 2026-11-21  10:00\n',
				'۲۰۲۶-۱۱-۲۱ ۱۰:۰۰',
				'٢٠٢٦-١١-٢١T١٠:٠٠',
				'\u200e2026-11-21\u200f 10:00\u202c',
				'2026/11/21 10:00',
				'2026.11.21 10:00:00',
				'2026-11-21 10:00:59.998',
				'2026-11-21 09:59:59.999',
				// Microsoft's, where the zone is with it.
				'2026-11-21T06:30:00.0000000Z',
				'2026-11-21T10:00:31.1234567+03:30',
				// With an offset.
				'2026-11-21T06:30:00.000Z',
				'2026-11-21t06:30z',
				'2026-11-21T10:00:00.000+03:30',
				'2026-11-21T10:00+0330',
				'2026-11-21T09:30+03',
				'2026-11-21T01:30:30-05:00',
				'2026-11-21 10:00 +03:30',
				'2026-11-21T20:30+14:00',
				'2026-11-21T12:29+05:59',
				'2026-11-21T10:00:00.000+03:30[Asia/Tehran]',
				// As a Date, an e-mail and luxon write it, and as they are.
				new Date(TEN).toString(),
				new Date(TEN).toUTCString(),
				'Sat Nov 21 2026 10:00:00 GMT+0330 (Iran Standard Time)',
				'Sat, 21 Nov 2026 01:30:00 -0500',
				luxon('2026-11-21T10:00').toHTTP(),
				...[luxon('2026-11-21T01:30', NEW_YORK)].flatMap((at) => [at, at.toRFC2822(), at.toSQL()]),
				JSON.parse(JSON.stringify(luxon('2026-11-21T01:30:59.499', NEW_YORK))),
				luxon('2026-11-21T10:00'),
				new Date('2026-11-21T06:30:59.4Z'),
				// Another library's object of the same shape.
				{ isValid: true, toMillis: () => TEN + 1 },
			],
		],
	});

	const EMPTY = 'is empty | Enter a date and time, or remove the option to send at once.';
	const UNREADABLE =
		'which cannot be read as a date and time | Use the date picker, or write for example 2026-11-21 10:00.';
	const IMPOSSIBLE = 'which is not a possible date and time';
	const HIJRI = 'which looks like a Solar Hijri date | Write {{ $json.when.replace(/^';
	const LUNAR = 'which looks like a lunar Hijri date | Write {{ $json.when.replace(/^';
	const SHEET = `which is a spreadsheet's date | Write ${FROM_SPREADSHEET}, with the name of your column in place of when.`;
	const ODD_YEAR = 'which is not between the years 2000 and 2100';
	const SKIPPED =
		'a time that the clocks in Asia/Tehran skip on that day | Choose a time an hour earlier or later.';
	const NO_TIME =
		'which is not a date and time | Use the date picker, or write for example 2026-11-21 10:00.';
	const BESIDE =
		"as Microsoft's programs write a time: its zone stands beside it | Write both, such as {{ DateTime.fromISO($json.start.dateTime, { zone: $json.start.timeZone }) }}";
	const INVALID = 'holds an invalid date | Check the expression that makes the date.';
	const dateLike = fc.stringMatching(
		/^[12]\d{3}-[01]\d-[0-3]\d[T ][0-2]\d:[0-6]\d(:[0-6]\d)?(Z|[+-][01]\d:?[0-6]\d)?$/,
	);

	reads('a wrong one', (value) => readSchedule(value, TEHRAN), {
		refuses: [
			[EMPTY, '', ' \u200e\n', null, undefined],
			['holds "2026-11-21", a date without a time | Add the time', '2026-11-21'],
			[`holds "tomorrow", ${UNREADABLE}`, 'tomorrow'],
			[UNREADABLE, '2026/11-21 10:00', 'Sat Foo 21 2026 10:00:00 GMT', '21-11-2026 10:00'],
			[UNREADABLE, '2026-11-21 10', '2026-11-21 9:0', '21/11/2026 9:00', '2026-11-21 10:00 pm'],
			[UNREADABLE, '2026-11-21T10:00[Asia/Tehran]', '2026-11-21T10:00Z+03:30', '10:00', '73416'],
			[UNREADABLE, '2026-W47-6T10:00', '+12026-11-21T10:00', '1795242600', 'at 1405-08-30 10:00'],
			[UNREADABLE, '046354', '46354.'],
			[`holds "2026-02-30 10:00", ${IMPOSSIBLE}`, '2026-02-30 10:00'],
			[IMPOSSIBLE, 'Mon Feb 30 2026 10:00:00 GMT+0330', '2026-02-29 10:00', '2026-02-30'],
			[IMPOSSIBLE, '2026-04-31T10:00Z', '2026-13-01 10:00', '2026-00-01 10:00', '2026-11-00 10:00'],
			[IMPOSSIBLE, '2026-11-21 25:00', '2026-11-21 10:60', '2026-11-21 23:60', '2026-11-21 99:99'],
			[IMPOSSIBLE, '2026-11-21 10:00:60', '2026-11-21 10:00+14:01', '2026-11-21 10:00+03:60'],
			[`${IMPOSSIBLE} | Check the day, the month and the time; midnight`, '2026-11-21 24:00'],
			[`holds "1405-08-30 10:00", ${HIJRI}`, '1405-08-30 10:00'],
			[HIJRI, '1405-02-31', '1300-01-01 10:00', '1429-12-29 10:00', new Date('1405-01-01T00:00Z')],
			['a Solar Hijri date | Write {{ $json.when.replace(/\\p{Nd}/gu, ', '۱۴۰۵/۰۸/۳۰ ۱۰:۰۰'],
			[SKIPPED, '2021-03-22 00:30'],
			[LUNAR, '1448/03/09 9:00', '1430-01-01 10:00', '1529-12-29 10:00'],
			['which looks like a Buddhist date | Write {{ $json.when.replace(', '2569/11/21 10:00'],
			['a Buddhist date', '2543-01-01 10:00', '2643-01-01 10:00'],
			[ODD_YEAR, '2644-01-01 10:00', '2542-01-01 10:00', '1299-12-29 10:00', '1530-01-01 10:00'],
			[ODD_YEAR, '1999-12-31 23:59', '2101-01-01 00:00', '0026-11-21 10:00', new Date(0)],
			[ODD_YEAR, new Date(-8.64e15), new Date(8.64e15)],
			[`holds 46354.375, ${SHEET}`, 46354.375],
			[`holds "46354.375", ${SHEET}`, '46354.375'],
			[SHEET, ' ۴۶۳۵۴ ', 36526, '73415.999'],
			[SHEET.replace('when.', "when.replace(',', '.')."), '46354,375'],
			[`holds 1795242600, ${NO_TIME}`, 1795242600],
			[`holds true, ${NO_TIME}`, true],
			[`holds {"date":1}, ${NO_TIME}`, { date: 1 }],
			[NO_TIME, 36525, ['2026-11-21 10:00']],
			[BESIDE, '2026-11-21T10:00:00.0000000', '2026-11-21 10:00:00.0000000'],
			[INVALID, new Date(NaN), { getTime: () => '2026-11-21T10:00' }, DateTime.invalid('a test')],
			[INVALID, DateTime.fromISO('2026-02-30'), { isValid: false, toMillis: () => 1795242600000 }],
			[INVALID, ...['soon', 1e300].map((ms) => ({ isValid: true, toMillis: () => ms }))],
		],
		near: dateLike,
	});

	test.each([
		['2100-12-31T20:29Z', TEHRAN, '2100-12-31 23:59'],
		['2000-01-01 00:00', 'UTC', '2000-01-01 00:00'],
		['2100-12-31 23:59', 'UTC', '2100-12-31 23:59'],
		['2028-02-29 10:00', TEHRAN, '2028-02-29 10:00'],
		// Iran moves its clocks no more since 2022.
		['2021-07-01T05:30Z', TEHRAN, '2021-07-01 10:00'],
		['2023-07-01T06:30Z', TEHRAN, '2023-07-01 10:00'],
		['2023-03-22 00:30', TEHRAN, '2023-03-22 00:30'],
		// What the clocks show twice.
		['2026-11-01T06:30Z', NEW_YORK, '2026-11-01 01:30'],
	])('%s, to be sent in %s, leaves as %s', (given, zone, wire) => {
		expect(readSchedule(given, zone).wire).toBe(wire);
		if (given.endsWith('Z')) expect(readSchedule(given, zone).instant).toBe(Date.parse(given));
	});

	test('converts every instant as luxon does', () => {
		fc.assert(
			fc.property(instants, zones, zones, (instant, zone, other) => {
				const expected = { wire: wireOf(instant, zone), instant: minuteOf(instant) };
				const there = DateTime.fromMillis(instant, { zone: other });
				const short = there.toISO({ suppressMilliseconds: true })?.replace(/:(\d\d)$/, '$1');
				const [date, text] = [new Date(instant), new Date(instant).toISOString()];
				for (const written of [there, there.toISO(), short, date, text])
					expect(readSchedule(written, zone)).toEqual(expected);
			}),
			runsOf(200),
		);
	});

	test('reads every wall time that the clocks show, as its first instant, and refuses every other', () => {
		/** Where the clocks change, as the wall time they show before it, to the hour. */
		const HOUR = 3_600_000;
		const offset = (zone: string, instant: number): number =>
			IANAZone.create(zone).offset(instant) * 60_000;
		const changes = ZONES.flatMap((zone) =>
			Array.from({ length: 15 * 365 }, (_, day) => Date.UTC(2010, 0, 1) + day * 24 * HOUR)
				.filter((day) => offset(zone, day) !== offset(zone, day + 24 * HOUR))
				.flatMap((day) => Array.from({ length: 24 }, (_, hour) => day + hour * HOUR))
				.filter((hour) => offset(zone, hour) !== offset(zone, hour + HOUR))
				.map((hour) => ({ zone, shown: hour + HOUR + offset(zone, hour) })),
		);
		const nearChanges = fc
			.tuple(fc.constantFrom(...changes), fc.integer({ min: -150, max: 150 }))
			.map(([{ zone, shown }, minutes]) => ({ zone, wall: shown + minutes * 60_000 }));
		const wallTimes = fc.oneof(fc.record({ zone: zones, wall: instants }), nearChanges);

		// Every offset in use since 2000 is tried, with luxon only as the judge of an instant: its own reading of
		// a wall time starts from today's offset and moves some that exist (Pacific/Apia, 2010-09-26T01:00).
		const OFFSETS = Array.from({ length: 26 * 4 + 1 }, (_, quarter) => (14 - quarter / 4) * 60);
		const instantsShowing = (wall: number, zone: string): number[] =>
			OFFSETS.map((offset) => ({ offset, instant: wall - offset * 60_000 }))
				.filter(({ offset, instant }) => IANAZone.create(zone).offset(instant) === offset)
				.map(({ instant }) => instant);

		const seen = { skipped: 0, once: 0, twice: 0 };
		fc.assert(
			fc.property(wallTimes, ({ zone, wall }) => {
				const minute = minuteOf(wall);
				const text = new Date(minute).toISOString().slice(0, 16);
				const [first, second] = instantsShowing(minute, zone);
				if (first === undefined) {
					seen.skipped += 1;
					const words = `a time that the clocks in ${zone} skip on that day`;
					expect(problemOf(() => readSchedule(text, zone))).toContain(words);
					return;
				}
				seen[second === undefined ? 'once' : 'twice'] += 1;
				expect(readSchedule(text, zone)).toEqual({ wire: text.replace('T', ' '), instant: first });
			}),
			{ ...runsOf(600), numRuns: Math.max(300, runsOf(600).numRuns ?? 0) },
		);
		expect(changes.length).toBeGreaterThan(100);
		expect(Math.min(seen.skipped, seen.once, seen.twice)).toBeGreaterThan(0);
	});
});

reads('a time zone', readTimeZone, {
	takes: [
		['Asia/Tehran', 'Asia/Tehran', ' Asia/Tehran '],
		['UTC', 'UTC'],
		['GMT', 'GMT'],
		['Etc/GMT-3', 'Etc/GMT-3'],
		['America/Argentina/Buenos_Aires', 'America/Argentina/Buenos_Aires'],
	],
	refuses: [
		['holds "Asia/Teheran", which is an unknown time zone | Use the name of a', 'Asia/Teheran'],
		// Each is the abbreviation of several, or no name of a place.
		['which is an unknown time zone', 'BST', 'EST', 'IST', 'CST6CDT', 'Iran', '+03:30', 'Z'],
		['which is an unknown time zone', 'DEFAULT', 3.5, ['UTC']],
		['is empty', '', null, undefined],
	],
});
