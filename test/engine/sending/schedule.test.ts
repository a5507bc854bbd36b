import { type IDataObject, type Line, SEND, staged, type Table } from '../stage/index.ts';
import { DateTime } from 'luxon';

const { body, check, table } = staged();

const TEHRAN = 'Asia/Tehran';
const FORM = 'yyyy-MM-dd HH:mm';
/** Schedules a text, in a workflow whose time zone is Tehran's (+03:30 in 2090 as now) unless another is given. */
const at = (scheduled: string, timeZone?: string, timezone = TEHRAN): Line => ({
	options: { time: { scheduled, ...(timeZone === undefined ? {} : { timeZone }) } },
	more: { timezone },
});
const leaves = (wire: string, line: Line): Line => ({
	...line,
	wire: [{ scheduled: wire }],
	json: [{ scheduled: wire }],
	warns: [undefined],
});
const lines = (all: Array<[what: string, wire: string, Line]>): Table =>
	Object.fromEntries(all.map(([what, wire, line]) => [what, leaves(wire, line)]));
const SPREADSHEET = "={{ $json.when.toDateTime('excel') }}";

// What a schedule may look like is said in test/unit/time/schedule.test.ts; here it goes through the whole node.
table('a schedule leaves', SEND, {
	...lines([
		['without a zone in that of the workflow', '2090-05-06 07:08', at('2090-05-06T07:08:59')],
		['in Time Zone', '2090-05-06 07:08', at('2090-05-06T07:08:00', 'Asia/Kathmandu')],
		['converted to it', '2090-01-06 12:53', at('2090-01-06T07:08:00Z', 'Asia/Kathmandu')],
		['of a Date', '2090-05-06 10:38', at('={{ new Date("2090-05-06T07:08:00Z") }}')],
		['of a DateTime', '2090-05-06 07:08', at('={{ DateTime.fromISO("2090-05-06T07:08") }}')],
		[
			'of the text of a DateTime that an item holds',
			'2090-05-06 10:38',
			{ ...at('={{ $json.at }}'), rows: [{ to: '0912', at: '2090-05-06T07:08:00.000Z' }] },
		],
	]),
	'of its own item': {
		...at('={{ $json.at }}', 'UTC'),
		rows: ['2090-01-06T07:08Z', '2090-01-06T12:53'].map((when) => ({ to: '0912', at: when })),
		json: [{ scheduled: '2090-01-06 07:08' }, { scheduled: '2090-01-06 12:53' }],
	},
	"of a spreadsheet's date in UTC to the minute that the sheet shows": {
		...at(SPREADSHEET, undefined, 'UTC'),
		rows: [46354.376388888886, 69000.375].map((when) => ({ to: '0912', when })),
		json: [{ scheduled: '2026-11-28 09:02' }, { scheduled: '2088-11-28 09:00' }],
	},
	'with a warning where it is in the past': {
		...at('2020-05-06T07:08'),
		wire: [{ scheduled: '2020-05-06 07:08' }],
		warns: [
			[`2020-05-06 07:08 is in the past: the service's behaviour for this is not documented`],
		],
	},
});

const wrong = (value: string, says: string): Line => ({
	...at(value, undefined, 'Europe/Berlin'),
	error: `'Time → Scheduled' of item 0 ${says}`,
});

table('a schedule is an error that names the parameter', SEND, {
	'where it is a number': wrong('={{ 1790000000000 }}', '…which is not a date and time'),
	'where it is missing in the item': wrong('={{ $json.nothing }}', 'is empty'),
	'as is an unknown Time Zone, once': {
		...at('2090-01-01 10:00', 'Mars/Olympus'),
		error: `'Time → Time Zone' holds "Mars/Olympus", which is an unknown time zone`,
	},
});

test.each([-10, 10])(
	'is judged past or not by the zone it is meant in: %i minutes from now',
	async (minutes) => {
		const value = DateTime.now().setZone('Pacific/Auckland').plus({ minutes }).toFormat(FORM);
		const line = at(value, 'Pacific/Auckland', 'America/Los_Angeles');
		const { json } = await check({ ...line, json: [{ scheduled: value }] }, SEND);
		expect(json[0]?.warnings !== undefined).toBe(minutes < 0);
	},
);

test('a schedule may be $now with a duration, and Time Zone is not sent', async () => {
	const now = () => DateTime.now().setZone(TEHRAN).plus({ days: 2 }).toFormat(FORM);
	const before = now();
	await check(at('={{ $now.plus({ days: 2 }) }}', TEHRAN), SEND);
	expect([before, now()]).toContain(body().scheduled);
	expect(Object.keys(body()).sort()).toEqual(['destination', 'message', 'scheduled', 'source']);
});

/** What leaves as *Scheduled* of items with a *when*, by a dry run. */
async function written(when: unknown[], scheduled: string, timezone = TEHRAN): Promise<unknown[]> {
	const options = { dryRun: true, invalidRows: 'skip', time: { scheduled } };
	const rows = when.map((one) => ({ to: '0912', when: one })) as IDataObject[];
	const { json } = await check({ options, rows, more: { timezone } }, SEND);
	return json.map((item) => item.scheduled ?? item.error);
}

/** The expression of the advice on what an item holds. */
async function adviceOn(when: unknown): Promise<string> {
	const rows = [{ to: '0912', when } as IDataObject];
	const { error } = await check({ ...at('={{ $json.when }}'), rows, error: '…' }, SEND);
	const ADVICE = /^Write (\{\{.*\}\}), with the name of your column in place of when\.$/;
	return `=${ADVICE.exec(error?.description ?? '')?.[1] ?? ''}`;
}

const DAY = 86_400_000;
const MIDNIGHT = Date.UTC(2088, 10, 27);
const minutes = Array.from({ length: 1440 }, (_, minute) => minute);
const shown = minutes.map((minute) =>
	new Date(MIDNIGHT + minute * 60_000).toISOString().slice(0, 16).replace('T', ' '),
);
/** As a spreadsheet counts days. */
const days = minutes.map((minute) => MIDNIGHT / DAY + 25_569 + minute / 1440);

test.each([
	['a number', days],
	['a text', days.map(String)],
])(
	"what an error advises turns each minute of a spreadsheet's date that is %s",
	async (_, when) => {
		expect(await written(when, await adviceOn(when[9 * 60]))).toEqual(shown);
	},
);

test.each([
	['persian', '/'],
	['buddhist', '/'],
])('what an error advises turns the dates of a calendar: %s', async (calendar, mark) => {
	const format = new Intl.DateTimeFormat(`en-u-ca-${calendar}`, {
		timeZone: 'UTC',
		year: 'numeric',
		month: '2-digit',
		day: '2-digit',
	});
	const dates = Array.from({ length: 400 }, (_, index) => Date.UTC(2027, 0, 1) + index * 29 * DAY);
	const when = dates.map((date) => {
		const parts = format.formatToParts(date);
		const part = (name: string) => parts.find(({ type }) => type === name)?.value ?? '';
		return `${part('year')}${mark}${part('month')}${mark}${part('day')} 9:30`;
	});
	expect(await written(when, await adviceOn(when[0]))).toEqual(
		dates.map((date) => `${new Date(date).toISOString().slice(0, 10)} 09:30`),
	);
});

test("what is advised of a time of Microsoft's takes the zone that stands beside it", async () => {
	const start = { dateTime: '2090-05-06T07:08:00.0000000', timeZone: 'UTC' };
	const rows = [{ to: '0912', start }] as IDataObject[];
	const line = { ...at('={{ $json.start.dateTime }}'), rows };
	const { error } = await check({ ...line, error: '…its zone stands beside it' }, SEND);
	const [expression = ''] = /\{\{.*\}\}/.exec(error?.description ?? '') ?? [];
	await check({ ...leaves('2090-05-06 10:38', at(`=${expression}`)), rows }, SEND);
});

/** As the page *At nine tomorrow* has it. */
const AT_NINE = '$now.plus({ days: 1 }).set({ hour: 9, minute: 0 })';

test.each([
	['', TEHRAN],
	['', 'Europe/Berlin'],
	['America/New_York', TEHRAN],
])('at nine tomorrow, by Time Zone "%s" in a workflow of %s', async (timeZone, timezone) => {
	const now = timeZone === '' ? '$now' : `$now.setZone('${timeZone}')`;
	const nine = DateTime.now()
		.setZone(timeZone || timezone)
		.plus({ days: 1 });
	const line = at(`={{ ${AT_NINE.replace('$now', () => now)} }}`, timeZone, timezone);
	const { json } = await check(line, SEND);
	expect(json[0]?.scheduled).toBe(nine.toFormat('yyyy-MM-dd 09:00'));
});

test('the hint says by when, and so does that of a dry run', async () => {
	const one = at('2090-05-06 07:08');
	const accepted = '2 rows: 2 accepted. 2 message parts in 2 requests';
	await check(
		{ ...one, rows: 2, hint: `${accepted}; scheduled for 2090-05-06 07:08 (${TEHRAN}).` },
		SEND,
	);
	const options = { dryRun: true, time: { scheduled: '={{ $json.when }}', timeZone: 'UTC' } };
	const rows = [7, 8, 6, 7].map((day) => ({ to: '0912', when: `2090-05-0${day} 07:08` }));
	const hint = '…; scheduled for 2090-05-06 07:08 to 2090-05-08 07:08 (UTC)…';
	await check({ options, rows, hint }, SEND);
});
