import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { DateTime, IANAZone } from 'luxon';
import { FROM_SPREADSHEET } from '../../../nodes/SmsVoiceGateway/time/dateText.ts';
import { readSchedule } from '../../../nodes/SmsVoiceGateway/time/schedule.ts';
import { readTimeZone } from '../../../nodes/SmsVoiceGateway/time/timeZone.ts';
import { problemOf, staysOrderly } from '../values/problemOf.ts';
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
const minuteOf = (instant: number): number => Math.floor((instant + 500) / 60_000) * 60_000;

describe('readSchedule', () => {
	const TEN = Date.UTC(2026, 10, 21, 6, 30);

	test.each<[string, unknown]>([
		['ISO without a zone', '2026-11-21T10:00'],
		['ISO with seconds, as the date picker gives', '2026-11-21T10:00:00'],
		['ISO with milliseconds', '2026-11-21T10:00:00.000'],
		['the form of the wire', '2026-11-21 10:00'],
		['the form of the wire with seconds, which are cut', '2026-11-21 10:00:59'],
		['spaces around and between', ' 2026-11-21  10:00\n'],
		['Persian digits', '۲۰۲۶-۱۱-۲۱ ۱۰:۰۰'],
		['Arabic-Indic digits', '٢٠٢٦-١١-٢١T١٠:٠٠'],
		['direction marks', '\u200e2026-11-21\u200f 10:00\u202c'],
		['ISO in UTC', '2026-11-21T06:30:00.000Z'],
		['ISO with this offset', '2026-11-21T10:00:00.000+03:30'],
		['ISO with an offset without colon', '2026-11-21T10:00+0330'],
		['ISO with an offset of hours', '2026-11-21T09:30+03'],
		['ISO with a negative offset', '2026-11-21T01:30:30-05:00'],
		['an offset after a space', '2026-11-21 10:00 +03:30'],
		['the farthest offset', '2026-11-21T20:30+14:00'],
		['an offset of almost six hours', '2026-11-21T12:29+05:59'],
		['lower case', '2026-11-21t06:30z'],
		['slashes with the year first', '2026/11/21 10:00'],
		['dots with the year first', '2026.11.21 10:00:00'],
		[
			'a zone behind the offset, as luxon may write it',
			'2026-11-21T10:00:00.000+03:30[Asia/Tehran]',
		],
		['seconds that make no minute', '2026-11-21 10:00:59.499'],
		['half a second before the minute', '2026-11-21 09:59:59.5'],
		['the text of a Date', new Date(TEN).toString()],
		[
			'the text of a Date in another zone',
			'Sat Nov 21 2026 10:00:00 GMT+0330 (Iran Standard Time)',
		],
		['the text of a Date in UTC', new Date(TEN).toUTCString()],
		['the form of e-mails', 'Sat, 21 Nov 2026 01:30:00 -0500'],
		["luxon's for HTTP", DateTime.fromMillis(TEN).toHTTP()],
		["luxon's for e-mails", DateTime.fromMillis(TEN, { zone: NEW_YORK }).toRFC2822()],
		["luxon's for SQL", DateTime.fromMillis(TEN, { zone: NEW_YORK }).toSQL()],
		['a luxon DateTime', DateTime.fromISO('2026-11-21T10:00', { zone: TEHRAN })],
		['a luxon DateTime in another zone', DateTime.fromISO('2026-11-21T01:30', { zone: NEW_YORK })],
		[
			'a serialised luxon DateTime',
			JSON.parse(JSON.stringify(DateTime.fromISO('2026-11-21T01:30:59.499', { zone: NEW_YORK }))),
		],
		['a Date', new Date('2026-11-21T06:30:59.4Z')],
		["another library's object of the same shape", { isValid: true, toMillis: () => TEN + 1 }],
	])('reads %s', (_, value) => {
		expect(readSchedule(value, TEHRAN)).toEqual({ wire: '2026-11-21 10:00', instant: TEN });
	});

	const EMPTY = 'is empty | Enter a date and time, or remove the option to send at once.';
	const UNREADABLE =
		'which cannot be read as a date and time | Use the date picker, or write for example 2026-11-21 10:00.';
	const IMPOSSIBLE = 'which is not a possible date and time';
	const HIJRI = 'which looks like a Solar Hijri date | Write {{ $json.when.replace(';
	const LUNAR = 'which looks like a lunar Hijri date | Write {{ $json.when.replace(';
	const SHEET = `which is a spreadsheet's date | Write ${FROM_SPREADSHEET}, with the name of your column in place of when.`;
	const ODD_YEAR = 'which is not between the years 2000 and 2100';
	const SKIPPED =
		'a time that the clocks in Asia/Tehran skip on that day | Choose a time an hour earlier or later.';
	const NO_TIME =
		'which is not a date and time | Use the date picker, or write for example 2026-11-21 10:00.';
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
			[`holds "2026-02-30 10:00", ${IMPOSSIBLE}`, '2026-02-30 10:00'],
			[IMPOSSIBLE, 'Mon Feb 30 2026 10:00:00 GMT+0330', '2026-02-29 10:00', '2026-02-30'],
			[IMPOSSIBLE, '2026-04-31T10:00Z', '2026-13-01 10:00', '2026-00-01 10:00', '2026-11-00 10:00'],
			[IMPOSSIBLE, '2026-11-21 25:00', '2026-11-21 10:60', '2026-11-21 23:60', '2026-11-21 99:99'],
			[IMPOSSIBLE, '2026-11-21 10:00:60', '2026-11-21 10:00+14:01', '2026-11-21 10:00+03:60'],
			[
				`${IMPOSSIBLE} | Check the day, the month and the time; midnight is 00:00.`,
				'2026-11-21 24:00',
			],
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
			[INVALID, new Date(NaN), { getTime: () => '2026-11-21T10:00' }, DateTime.invalid('a test')],
			[INVALID, DateTime.fromISO('2026-02-30'), { isValid: false, toMillis: () => 1795242600000 }],
			[INVALID, ...['soon', 1e300].map((ms) => ({ isValid: true, toMillis: () => ms }))],
		],
		near: dateLike,
	});

	test('judges the year by the clocks of the zone', () => {
		expect(readSchedule('2100-12-31T20:29Z', TEHRAN).wire).toBe('2100-12-31 23:59');
		expect(problemOf(() => readSchedule('2100-12-31T20:30Z', TEHRAN))).toContain(ODD_YEAR);
		expect(readSchedule('2000-01-01 00:00', 'UTC').wire).toBe('2000-01-01 00:00');
		expect(readSchedule('2100-12-31 23:59', 'UTC').wire).toBe('2100-12-31 23:59');
	});

	test('takes 29 February of leap years', () => {
		expect(readSchedule('2028-02-29 10:00', TEHRAN).wire).toBe('2028-02-29 10:00');
	});

	test.each<[string, string, string]>([
		[NEW_YORK, '2026-03-08 01:59', '2026-03-08 03:00'],
		[TEHRAN, '2022-03-21 23:59', '2022-03-22 01:00'],
		['Australia/Lord_Howe', '2026-10-04 01:59', '2026-10-04 02:30'],
		['Pacific/Apia', '2011-12-29 23:59', '2011-12-31 00:00'],
	])(
		'refuses a time that the clocks in %s skip, and takes the minutes beside it',
		(zone, before, after) => {
			expect(readSchedule(before, zone).instant + 60_000).toBe(readSchedule(after, zone).instant);
			const skipped = new Date(Date.parse(`${before.replace(' ', 'T')}Z`) + 60_000)
				.toISOString()
				.slice(0, 16);
			expect(problemOf(() => readSchedule(skipped, zone))).toContain(
				`a time that the clocks in ${zone} skip on that day`,
			);
		},
	);

	test('knows that Iran moves its clocks no more since 2022', () => {
		expect(readSchedule('2021-07-01 10:00', TEHRAN).instant).toBe(Date.UTC(2021, 6, 1, 5, 30));
		expect(readSchedule('2023-07-01 10:00', TEHRAN).instant).toBe(Date.UTC(2023, 6, 1, 6, 30));
		expect(readSchedule('2023-03-22 00:30', TEHRAN).wire).toBe('2023-03-22 00:30');
	});

	test('sends a time that the clocks show twice as it is written, and means the earlier', () => {
		expect(readSchedule('2026-11-01 01:30', NEW_YORK)).toEqual({
			wire: '2026-11-01 01:30',
			instant: Date.UTC(2026, 10, 1, 5, 30),
		});
		expect(readSchedule('2026-11-01T06:30Z', NEW_YORK)).toEqual({
			wire: '2026-11-01 01:30',
			instant: Date.UTC(2026, 10, 1, 6, 30),
		});
	});

	test('converts every instant as luxon does', () => {
		fc.assert(
			fc.property(instants, zones, zones, (instant, zone, other) => {
				const expected = { wire: wireOf(instant, zone), instant: minuteOf(instant) };
				const there = DateTime.fromMillis(instant, { zone: other });
				expect(readSchedule(there, zone)).toEqual(expected);
				expect(readSchedule(there.toISO(), zone)).toEqual(expected);
				expect(
					readSchedule(
						there
							.toISO({ format: 'extended', suppressMilliseconds: true })
							?.replace(/:(\d\d)$/, '$1'),
						zone,
					),
				).toEqual(expected);
				expect(readSchedule(new Date(instant), zone)).toEqual(expected);
				expect(readSchedule(new Date(instant).toISOString(), zone)).toEqual(expected);
			}),
			runsOf(200),
		);
	});

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

	test('reads every wall time that the clocks show, as its first instant, and refuses every other', () => {
		const seen = { skipped: 0, once: 0, twice: 0 };
		fc.assert(
			fc.property(wallTimes, ({ zone, wall }) => {
				const minute = minuteOf(wall);
				const text = new Date(minute).toISOString().slice(0, 16);
				const [first, second] = instantsShowing(minute, zone);
				if (first === undefined) {
					seen.skipped += 1;
					expect(problemOf(() => readSchedule(text, zone))).toContain('skip on that day');
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

	test('throws nothing but InputProblem in any zone', () => {
		fc.assert(
			fc.property(dateLike, fc.oneof(zones, fc.string()), (value, zone) =>
				staysOrderly(() => readSchedule(value, zone)),
			),
			runsOf(1000),
		);
	});
});

reads('a time zone', readTimeZone, {
	takes: [
		['Asia/Tehran', 'Asia/Tehran', ' Asia/Tehran '],
		['UTC', 'UTC'],
		['America/Argentina/Buenos_Aires', 'America/Argentina/Buenos_Aires'],
	],
	refuses: [
		[
			'holds "Asia/Teheran", which is an unknown time zone | Use the name of a city',
			'Asia/Teheran',
		],
		['which is an unknown time zone', 'DEFAULT', 3.5, ['UTC']],
		['is empty', '', null, undefined],
	],
});

test('an unknown zone is named by readSchedule too', () => {
	expect(problemOf(() => readSchedule('2026-11-21 10:00', 'Mars/Phobos'))).toContain(
		'holds "Mars/Phobos", which is an unknown time zone',
	);
});
