import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { DateTime } from 'luxon';

import { startEngine, stopEngine } from '../stage/engine.ts';
import { gateway, send } from '../stage/gateway.ts';

const { sandbox, run, body } = gateway();

const TEHRAN = 'Asia/Tehran';
const FORM = 'yyyy-MM-dd HH:mm';
/** Schedules a text, in a workflow whose time zone is Tehran's (+03:30 in 2090 as now) unless another is given. */
const scheduled = async (value: string, timeZone?: string, timezone = TEHRAN) => {
	const values: INodeParameters = {
		scheduled: value,
		...(timeZone === undefined ? {} : { timeZone }),
	};
	return await run(send({ options: { time: { values } } }), { timezone });
};

describe('a schedule', () => {
	// What a schedule may look like is said in test/unit/time/schedule.test.ts; here it goes through the whole node.
	test.each<[string, string, string]>([
		['the date picker’s ISO without a zone', '2090-05-06T07:08:59', '2090-05-06 07:08'],
		['Persian digits', '۲۰۹۰-۰۵-۰۶ ۰۷:۰۸', '2090-05-06 07:08'],
		['a UTC evening that is the next day', '2090-12-31T22:00Z', '2091-01-01 01:30'],
	])('leaves in the workflow’s time zone: %s', async (_, value, wire) => {
		const { json, error } = await scheduled(value);
		expect(error).toBeUndefined();
		expect(body().scheduled).toBe(wire);
		expect(sandbox().messages()[0]?.scheduled).toBe(wire);
		expect(json[0]?.scheduled).toBe(wire);
		expect(json[0]).not.toHaveProperty('warnings');
	});

	test.each<[string, string, string]>([
		['time without a zone is meant in it', '2090-05-06T07:08:00', '2090-05-06 07:08'],
		['time in UTC is converted', '2090-01-06T07:08:00Z', '2090-01-06 12:53'],
		['time with an offset is converted', '2090-01-06T07:08:00+03:30', '2090-01-06 09:23'],
	])('leaves in the option Time Zone where that is given: a %s', async (_, value, wire) => {
		await scheduled(value, 'Asia/Kathmandu');
		expect(body().scheduled).toBe(wire);
	});

	test('leaves in the workflow’s time zone where Time Zone is empty', async () => {
		await scheduled('2090-05-06T07:08Z', '');
		expect(body().scheduled).toBe('2090-05-06 10:38');
	});

	test('may be a Date of an expression', async () => {
		const { error } = await scheduled('={{ new Date("2090-05-06T07:08:00Z") }}');
		expect(error).toBeUndefined();
		expect(body().scheduled).toBe('2090-05-06 10:38');
	});

	test('may be the text of a DateTime that an item holds', async () => {
		await run(send({ options: { time: { values: { scheduled: '={{ $json.at }}' } } } }), {
			rows: [{ at: DateTime.fromISO('2090-05-06T07:08', { zone: 'UTC' }).toISO() }],
			timezone: TEHRAN,
		});
		expect(body().scheduled).toBe('2090-05-06 10:38');
	});

	test('is that of its own item', async () => {
		const { json } = await run(
			send({ options: { time: { values: { scheduled: '={{ $json.at }}', timeZone: 'UTC' } } } }),
			{ rows: [{ at: '2090-01-06T07:08Z' }, { at: '2090-01-06T12:53' }] },
		);
		expect(json.map(({ scheduled: wire }) => wire)).toEqual([
			'2090-01-06 07:08',
			'2090-01-06 12:53',
		]);
	});

	test.each<[string, string, RegExp]>([
		['30 February', '2090-02-30 10:00', /holds "2090-02-30 10:00", which is not a possible date/],
		['a time that the clocks skip', '2026-03-29T02:30', /in Europe\/Berlin skip on that day$/],
		['a number', '={{ 1790000000000 }}', /which is not a date and time$/],
		['missing in the item', '={{ $json.nothing }}', /^'Time → Scheduled' of item 0 is empty$/],
	])('is an error that names the parameter where it is %s', async (_, value, says) => {
		const { error } = await scheduled(value, undefined, 'Europe/Berlin');
		expect(error?.message).toMatch(/^'Time → Scheduled' of item 0 /);
		expect(error?.message).toMatch(says);
		expect(sandbox().requests()).toEqual([]);
	});

	test('is sent with a warning where it is in the past', async () => {
		const { json } = await scheduled('2020-05-06T07:08');
		expect(body().scheduled).toBe('2020-05-06 07:08');
		expect(json[0]).toMatchObject({
			outcome: 'accepted',
			scheduled: '2020-05-06 07:08',
			warnings: [
				"2020-05-06 07:08 is in the past: the service's behaviour for this is not documented",
			],
		});
	});

	test.each<[string, number, boolean]>([
		['ten minutes ago', -10, true],
		['in ten minutes', 10, false],
	])('is judged past or not by the zone it is meant in: %s', async (_, minutes, past) => {
		const value = DateTime.now().setZone('Pacific/Auckland').plus({ minutes }).toFormat(FORM);
		const { json } = await scheduled(value, 'Pacific/Auckland', 'America/Los_Angeles');
		expect(json[0]?.scheduled).toBe(value);
		expect(json[0]?.warnings !== undefined).toBe(past);
	});
});

describe('what an error advises', () => {
	/** What leaves as *Scheduled* of items with a *when*, by a dry run in Tehran. */
	const written = async (when: unknown[], value: string, timezone = TEHRAN) => {
		const options = { dryRun: true, invalidRows: 'skip', time: { values: { scheduled: value } } };
		const rows = when.map((one) => ({ when: one })) as IDataObject[];
		const { json } = await run(send({ options }), { rows, timezone });
		return json.map((item) => item.scheduled ?? item.error);
	};
	/** The expression of the advice on what an item holds. */
	const adviceOn = async (when: unknown): Promise<string> => {
		const options = { time: { values: { scheduled: '={{ $json.when }}' } } };
		const { error } = await run(send({ options }), { rows: [{ when } as IDataObject] });
		const [, expression = ''] =
			/^Write (\{\{.*\}\}), with the name of your column in place of when\.$/.exec(
				error?.description ?? '',
			) ?? [];
		return `=${expression}`;
	};
	const minutes = Array.from({ length: 1440 }, (_, minute) => minute);
	const MIDNIGHT = Date.UTC(2088, 10, 27);
	const shown = minutes.map((minute) =>
		new Date(MIDNIGHT + minute * 60_000).toISOString().slice(0, 16).replace('T', ' '),
	);
	/** As a spreadsheet counts days. */
	const days = minutes.map((minute) => MIDNIGHT / 86_400_000 + 25_569 + minute / 1440);

	test.each([
		['a number', days],
		['a text', days.map(String)],
		['a text with a comma', days.map((day) => day.toFixed(9).replace('.', ','))],
	])("turns each minute of a spreadsheet's date that is %s", async (_, when) => {
		const expression = await adviceOn(when[9 * 60]);
		expect(await written(when, expression)).toEqual(shown);
	});

	test("is not needed where n8n's own toDateTime is in UTC, which is a millisecond early in many minutes", async () => {
		const texts = days.map((day) =>
			DateTime.fromSeconds((day - 25_569) * 86_400, { zone: 'UTC' }).toISO(),
		);
		expect(texts.filter((text) => text?.includes(':59.999')).length).toBeGreaterThan(100);
		expect(await written(texts, '={{ $json.when }}', 'UTC')).toEqual(shown);
	});

	const DAY = 86_400_000;
	test.each([
		['persian', 'persian', '/'],
		['islamic-umalqura', 'islamic-umalqura', '-'],
		['buddhist', 'buddhist', '/'],
		['persian, with its digits', 'persian-nu-arabext', '/'],
	])('turns the dates of a calendar: %s', async (_, calendar, mark) => {
		const format = new Intl.DateTimeFormat(`en-u-ca-${calendar}`, {
			...({ timeZone: 'UTC', year: 'numeric', month: '2-digit', day: '2-digit' } as const),
		});
		const dates = Array.from(
			{ length: 400 },
			(_, index) => Date.UTC(2027, 0, 1) + index * 29 * DAY,
		);
		const when = dates.map((date) => {
			const parts = format.formatToParts(date);
			const part = (name: string) => parts.find(({ type }) => type === name)?.value ?? '';
			return `${part('year')}${mark}${part('month')}${mark}${part('day')} 9:30`;
		});
		const expression = await adviceOn(when[0]);
		expect(await written(when, expression)).toEqual(
			dates.map((date) => `${new Date(date).toISOString().slice(0, 10)} 09:30`),
		);
	});
});

describe('the option Time Zone', () => {
	test.each<[string, string, string]>([
		['unknown', 'Mars/Olympus', 'holds "Mars/Olympus", which is an unknown time zone'],
		['a number', '={{ 210 }}', 'holds 210, which is an unknown time zone'],
	])('is an error once where it is %s', async (_, timeZone, says) => {
		const options = { time: { values: { timeZone, scheduled: '2090-01-01 10:00' } } };
		const { error } = await run(send({ options }));
		expect(error?.message).toBe(`'Time → Time Zone' ${says}`);
		expect(sandbox().requests()).toEqual([]);
	});

	test('is not sent', async () => {
		await scheduled('2090-01-01 10:00', 'UTC');
		expect(Object.keys(body()).sort()).toEqual(['destination', 'message', 'scheduled', 'source']);
	});
});

describe('a DateTime of an expression as a schedule', () => {
	beforeAll(async () => {
		await stopEngine();
		await startEngine('legacy');
	});
	afterAll(async () => {
		await stopEngine();
		await startEngine();
	});

	test('may be $now with a duration', async () => {
		const before = DateTime.now().setZone(TEHRAN).plus({ days: 2 });
		const { error } = await scheduled('={{ $now.plus({ days: 2 }) }}');
		const after = DateTime.now().setZone(TEHRAN).plus({ days: 2 });
		expect(error).toBeUndefined();
		expect([before.toFormat(FORM), after.toFormat(FORM)]).toContain(body().scheduled);
	});

	test.each<[string, string, string | undefined, string]>([
		[
			'in the workflow’s zone',
			'={{ DateTime.fromISO("2090-05-06T07:08") }}',
			undefined,
			'2090-05-06 07:08',
		],
		[
			'in a zone of its own',
			'={{ DateTime.fromISO("2090-05-06T07:08", { zone: "UTC" }) }}',
			undefined,
			'2090-05-06 10:38',
		],
		[
			'to be sent in Time Zone',
			'={{ DateTime.fromISO("2090-01-06T07:08", { zone: "UTC" }) }}',
			'Asia/Kathmandu',
			'2090-01-06 12:53',
		],
		[
			'to be sent in Time Zone, from the workflow’s zone',
			'={{ DateTime.fromISO("2090-01-06T07:08") }}',
			'UTC',
			'2090-01-06 03:38',
		],
	])('may be a DateTime %s', async (_, value, timeZone, wire) => {
		const { error } = await scheduled(value, timeZone);
		expect(error).toBeUndefined();
		expect(body().scheduled).toBe(wire);
	});

	test("may be a spreadsheet's date in UTC, to the minute that the sheet shows", async () => {
		const { json } = await run(
			send({
				options: { time: { values: { scheduled: "={{ $json.when.toDateTime('excel') }}" } } },
			}),
			{ rows: [{ when: 46354.376388888886 }, { when: 69000.375 }], timezone: 'UTC' },
		);
		expect(json.map((item) => item.scheduled)).toEqual(['2026-11-28 09:02', '2088-11-28 09:00']);
	});

	test('is an error that names the parameter where it is invalid', async () => {
		const { error } = await scheduled('={{ DateTime.fromISO("x") }}');
		expect(error?.message).toBe("'Time → Scheduled' of item 0 holds an invalid date");
		expect(sandbox().requests()).toEqual([]);
	});
});
