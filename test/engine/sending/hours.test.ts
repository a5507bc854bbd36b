import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { ALL_THAT_SEND, merged, CONTINUE, leaving, outcomesOf } from '../stage/rows.ts';
import { deduplicator } from '../stage/deduplicator.ts';
import { fakeTime } from '../stage/fakeTime.ts';
import { detailsOf, gateway, send, sendAndWait, sendBulk, sendJson } from '../stage/gateway.ts';

const { sandbox, run: start, bodies } = gateway();
const store = deduplicator();
const time = fakeTime();

const TEHRAN = 'Asia/Tehran';
/** Runs in a workflow whose clocks are those of Tehran: 3.5 hours before UTC. */
const run: typeof start = async (parameters, more = {}) =>
	await time.passes(start(parameters, { timezone: TEHRAN, ...more }));

const NUMBER = '09121111111';
const rows = (count: number): IDataObject[] =>
	Array.from({ length: count }, (_, index) => ({ to: `0912111111${index}`, key: `k${index}` }));
/** By the clocks of Tehran. */
const itIs = (text: string) => jest.setSystemTime(Date.parse(`${text}:00+03:30`));
const DAY: INodeParameters = { time: { values: { from: '09:00', to: '21:00' } } };
const MORNING = '2026-11-27T05:30:00.000Z';

beforeEach(() => itIs('2026-11-26T23:10'));

describe.each(ALL_THAT_SEND)('sending hours of %s', (name, parameters) => {
	const isScheduled = name === 'send';

	test('let everything go within them', async () => {
		itIs('2026-11-26T20:59');
		const { items, json } = await run(parameters(DAY), { rows: rows(2) });
		expect(outcomesOf(items)).toEqual(['accepted', 'accepted']);
		for (const item of json) {
			expect(item).not.toHaveProperty('scheduled');
			expect(item).not.toHaveProperty('warnings');
		}
	});

	test('outside of them nothing goes: a text is handed over for their beginning, the rest is not sent', async () => {
		const { items, json, error } = await run(parameters(DAY), { rows: rows(2) });
		expect(error).toBeUndefined();
		if (isScheduled) {
			expect(outcomesOf(items)).toEqual(['accepted', 'accepted']);
			expect(bodies().map(({ scheduled }) => scheduled)).toEqual([
				'2026-11-27 09:00',
				'2026-11-27 09:00',
			]);
			expect(json[0]?.warnings).toEqual([
				"Scheduled for 2026-11-27 09:00, as 'Time' allows 09:00 to 21:00 (Asia/Tehran)",
			]);
			return;
		}
		expect(outcomesOf(items)).toEqual(['notSent', 'notSent']);
		expect(items[0]?.json.error).toBe(
			"Not sent, because 'Time' allows 09:00 to 21:00 (Asia/Tehran)",
		);
		expect(detailsOf(items[0])).toMatchObject({ outcome: 'notSent', retryAfter: MORNING });
		expect(sandbox().requests()).toEqual([]);
	});

	test('leave no key behind for what was not sent, and send it later', async () => {
		const keyed = parameters(
			merged(DAY, { sendOnce: { values: { by: 'key', key: '={{ $json.key }}' } } }),
		);
		await run(keyed, { rows: rows(1) });
		expect(store.has('k0')).toBe(isScheduled);
		itIs('2026-11-27T09:00');
		const { items } = await run(keyed, { rows: rows(1) });
		expect(outcomesOf(items)).toEqual([isScheduled ? 'duplicate' : 'accepted']);
		expect(sandbox().messages()).toHaveLength(1);
	});

	test('are said in a dry run, which sends nothing', async () => {
		const { items, json } = await run(parameters({ ...DAY, dryRun: true }), { rows: rows(1) });
		expect(outcomesOf(items)).toEqual(['dryRun']);
		expect(json[0]?.warnings).toEqual([
			isScheduled
				? expect.stringContaining('Scheduled for 2026-11-27 09:00')
				: `Now it would be 'notSent'. It may go from ${MORNING} on: run it again then, for example by a Schedule Trigger.`,
		]);
		expect(leaving(sandbox())).toEqual([]);
	});

	test('hold back what would go after they have ended', async () => {
		itIs('2026-11-26T20:59');
		const { items } = await run(
			parameters(merged(DAY, { speed: { values: { batchInterval: 70_000 } } })),
			{ rows: rows(3) },
		);
		expect(outcomesOf(items)).toEqual(['accepted', 'notSent', 'notSent']);
		expect(sandbox().requests()).toHaveLength(1);
	});

	test('are kept to where n8n runs it for one item at a time', async () => {
		const { items } = await run(parameters(DAY), { rows: rows(1), routingOnly: true });
		expect(outcomesOf(items)).toEqual([isScheduled ? 'accepted' : 'notSent']);
		expect(bodies().map(({ scheduled }) => scheduled)).toEqual(
			isScheduled ? ['2026-11-27 09:00'] : [],
		);
	});

	test('are kept to in a tool, and by Retry On Fail', async () => {
		if (name === 'sendBulk') return;
		for (const more of [{ asTool: true }, { node: { retryOnFail: true } }, { node: CONTINUE }]) {
			sandbox().reset();
			await run(parameters(DAY), { rows: rows(1), ...more });
			expect(bodies().filter(({ scheduled }) => scheduled !== '2026-11-27 09:00')).toEqual([]);
		}
	});

	test.each<[INodeParameters, string]>([
		[{ from: '9', to: '' }, `'Time → Not Before' holds "9", which is not a time of day`],
		[{ from: '', to: 'nine' }, `'Time → Not After' holds "nine", which is not a time of day`],
		[{ from: '09:00', to: '09:00' }, "'Time → Not After' is the same as 'Not Before'"],
		[{ from: '24:00', to: '' }, "'Time → Not After' is the same as 'Not Before'"],
		[{ from: '', to: '00:00' }, "'Time → Not After' is the same as 'Not Before'"],
		[{ from: '', to: '' }, "'Time' was added and left empty"],
		// What an expression does not give would let messages go at any hour.
		[{ from: '={{ $json.nope }}', to: '21:00' }, "'Time → Not Before' is empty"],
		[{ from: '09:00', to: '={{ null }}' }, "'Time → Not After' is empty"],
		[{ from: '09:00', timeZone: '={{ $json.nope }}' }, "'Time → Time Zone' is empty"],
	])('that are %j are refused', async (values, message) => {
		const { error } = await run(parameters({ time: { values } }), { rows: rows(1) });
		expect(error?.message).toBe(message);
		if (message.includes('the same')) expect(error?.description).toContain('Choose a later time');
		expect(sandbox().requests()).toEqual([]);
	});
});

test('the time of a text that is outside of the hours moves to their next beginning', async () => {
	const at = async (scheduled: string) => {
		const options = merged(DAY, { time: { values: { scheduled } } });
		const { json } = await run(send({ destination: NUMBER, options }));
		return [json[0]?.scheduled, (json[0]?.warnings as string[] | undefined)?.length ?? 0];
	};
	expect(await at('2026-11-28 10:00')).toEqual(['2026-11-28 10:00', 0]);
	expect(await at('2026-11-28 22:00')).toEqual(['2026-11-29 09:00', 1]);
	expect(await at('2026-11-28 03:00')).toEqual(['2026-11-28 09:00', 1]);
});

test('the hours are those of the time zone that is given', async () => {
	itIs('2026-11-27T00:20');
	const at = async (timeZone: string) => {
		const options = merged(DAY, { time: { values: { timeZone } } });
		const { items } = await run(sendBulk({ destination: NUMBER, options }));
		return outcomesOf(items);
	};
	expect(await at('Asia/Tehran')).toEqual(['notSent']);
	// There it is ten to four in the afternoon.
	expect(await at('America/New_York')).toEqual(['accepted']);
});

test('of a run during which they end the rest stays, and only its keys are free again', async () => {
	const options = merged(DAY, {
		sendOnce: { values: { by: 'key', key: '={{ $json.key }}' } },
		speed: { values: { batchSize: 2, batchInterval: 70_000 } },
	});
	const parameters = sendBulk({ destination: '={{ $json.to }}', options });
	itIs('2026-11-26T20:59');
	const { items } = await run(parameters, { rows: rows(4) });
	expect(outcomesOf(items)).toEqual(['accepted', 'accepted', 'notSent', 'notSent']);
	expect(['k0', 'k1', 'k2', 'k3'].map((key) => store.has(key))).toEqual([true, true, false, false]);
	itIs('2026-11-27T18:00');
	const { items: later } = await run(parameters, { rows: rows(4) });
	expect(outcomesOf(later)).toEqual(['duplicate', 'duplicate', 'accepted', 'accepted']);
	expect(sandbox().messages()).toHaveLength(4);
});

test('an array of messages keeps to them', async () => {
	const list = [{ source: '3000', destination: NUMBER, message: 'x' }];
	const { items } = await run(sendJson(JSON.stringify(list), { options: DAY }));
	expect(outcomesOf(items)).toEqual(['notSent']);
	expect(sandbox().requests()).toEqual([]);
});

test('a question outside of them is not asked: the run ends with the time when it may be', async () => {
	const { error, run: whole } = await run(sendAndWait({ destination: NUMBER, options: DAY }));
	expect(error?.message).toContain("'Time' allows 09:00 to 21:00");
	expect(error?.description).toContain(MORNING);
	expect(whole.status).toBe('error');
	expect(sandbox().requests()).toEqual([]);
});

test('past midnight they end on the next day', async () => {
	const options = { time: { values: { from: '22:00', to: '06:00' } } };
	const at = async (now: string) => {
		itIs(now);
		const { items } = await run(sendBulk({ destination: NUMBER, options }));
		return outcomesOf(items)[0];
	};
	expect(await at('2026-11-26T23:10')).toBe('accepted');
	expect(await at('2026-11-27T05:59')).toBe('accepted');
	expect(await at('2026-11-27T06:00')).toBe('notSent');
});
