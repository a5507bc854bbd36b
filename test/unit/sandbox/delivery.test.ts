import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { stageOf, timesOf } from '../../../sandbox/delivery/progress.ts';
import type { Stage } from '../../../sandbox/delivery/progress.ts';
import { AT_ONCE, InvalidSetting, MOVING, startSandbox } from '../../../sandbox/index.ts';
import { LOGIN, PATHS, SMS, call, postJson, useSandbox } from './client.ts';

const NEVER = '0000-00-00 00:00:00';
const destination = '09120000000';
const at = Date.parse('2026-05-01T10:00:00Z');

describe('a text', () => {
	const stages = (
		text: { at: number; scheduledFor?: number },
		seconds: number[],
		settings = MOVING,
	) => seconds.map((second) => stageOf({ ...text, destination }, settings, at + second * 1000));

	test('is queued, sent, then delivered', () => {
		expect(stages({ at }, [0, 1.9, 2, 5.9, 6, 9999])).toEqual([
			...['queued', 'queued', 'sent', 'sent', 'delivered', 'delivered'],
		]);
	});

	test('fails instead of being delivered, where its number is said to', () => {
		const settings = { ...MOVING, failed: [destination] };
		expect(stages({ at }, [0, 2, 6], settings)).toEqual(['queued', 'sent', 'failed']);
	});

	test('waits for its schedule', () => {
		const scheduledFor = at + 60_000;
		expect(stages({ at, scheduledFor }, [0, 59, 60, 62, 66])).toEqual([
			...['scheduled', 'scheduled', 'queued', 'sent', 'delivered'],
		]);
		expect(stages({ at, scheduledFor }, [0], AT_ONCE)).toEqual(['delivered']);
		expect(stages({ at, scheduledFor: at - 60_000 }, [0, 6])).toEqual(['queued', 'delivered']);
	});

	test('never goes back as time goes on', () => {
		const rank: Record<Stage, number> = {
			scheduled: 0,
			queued: 1,
			sent: 2,
			delivered: 3,
			failed: 3,
		};
		const second = fc.integer({ min: 0, max: 100 });
		fc.assert(
			fc.property(
				second,
				second,
				second,
				second,
				fc.option(second),
				(a, b, now, later, schedule) => {
					const settings = { ...MOVING, sentAfter: a, deliveredAfter: b };
					const text = {
						at: 0,
						destination,
						scheduledFor: schedule === null ? undefined : schedule * 1000,
					};
					const before = stageOf(text, settings, now * 1000);
					const after = stageOf(text, settings, (now + later) * 1000);
					expect(rank[after]).toBeGreaterThanOrEqual(rank[before]);
					const { starts, sent, ends } = timesOf(text, settings);
					expect(starts <= sent && sent <= ends).toBe(true);
				},
			),
		);
	});
});

const sandbox = useSandbox();
const send = (fields: object = {}) => postJson(sandbox().url + PATHS.send, { ...SMS, ...fields });
const status = async (msgid = '9007199254741993') => {
	const { text } = await postJson(sandbox().url + PATHS.status, { ...LOGIN, msgid });
	return (JSON.parse(text) as { data: Array<Record<string, unknown>> }).data[0];
};

describe('the status query', () => {
	test.each([
		['queued', { sentAfter: 1000, deliveredAfter: 2000 }, 1, [NEVER, NEVER]],
		['sent', { sentAfter: 0, deliveredAfter: 2000 }, 2, [expect.any(String), NEVER]],
		['delivered', { sentAfter: 0, deliveredAfter: 0 }, 6, [expect.any(String), expect.any(String)]],
		['failed', { failed: [SMS.destination] }, 5, [expect.any(String), NEVER]],
	])('answers %s', async (_name, settings, code, times) => {
		sandbox().setDelivery(settings);
		await send();
		const { Status, SendTime, DeliverTime } = (await status()) ?? {};
		expect([Status, SendTime, DeliverTime]).toEqual([code, ...times]);
		if (code !== 1) expect(SendTime).not.toBe(NEVER);
	});

	test('follows the clock to the end', async () => {
		sandbox().setDelivery({ sentAfter: 0.1, deliveredAfter: 0.3 });
		await send();
		const seen = new Set<unknown>();
		while (!seen.has(6)) seen.add((await status())?.['Status']);
		const order = [...seen];
		// A slow machine may miss a stage, but never sees one twice or out of order.
		expect(order).toEqual([1, 2, 6].filter((code) => seen.has(code)));
	});

	test('reads a schedule on the clocks that were chosen', async () => {
		// Two hours ahead in UTC is more than an hour ago on the clocks of Tehran, which are 3½ hours ahead.
		const ahead = new Date(Date.now() + 2 * 3_600_000).toISOString();
		await send({ scheduled: ahead.slice(0, 16).replace('T', ' ') });
		expect(await status()).toMatchObject({ Status: 6 });
		sandbox().setDelivery({ waitsForSchedule: true });
		expect(await status()).toMatchObject({ Status: 1, SendTime: NEVER });
		sandbox().setDelivery({ timeZone: 'Asia/Tehran' });
		expect(await status()).toMatchObject({ Status: 6 });
	});
});

describe('settings', () => {
	const put = (body: unknown) =>
		call(`${sandbox().url}/_sandbox/delivery`, { method: 'PUT', body: JSON.stringify(body) });

	test('are delivered at once unless said otherwise, and a reset brings them back', async () => {
		expect(sandbox().delivery()).toEqual(AT_ONCE);
		const { status, text } = await put({ deliveredAfter: 9, failed: ['+4915'] });
		expect([status, JSON.parse(text)]).toEqual([
			200,
			{ ...AT_ONCE, deliveredAfter: 9, failed: ['+4915'] },
		]);
		const shown = await call(`${sandbox().url}/_sandbox/delivery`, {});
		expect(JSON.parse(shown.text)).toEqual(sandbox().delivery());
		sandbox().reset();
		expect(sandbox().delivery()).toEqual(AT_ONCE);
	});

	test('may be given at the start', async () => {
		const fresh = await startSandbox({ delivery: MOVING });
		expect(fresh.delivery()).toEqual(MOVING);
		await fresh.close();
		await expect(startSandbox({ delivery: { sentAfter: -1 } })).rejects.toThrow(InvalidSetting);
	});

	test.each([
		[[]],
		[{ sentAfter: -1 }],
		[{ deliveredAfter: '5' }],
		[{ failed: '0912' }],
		[{ failed: ['x'] }],
		[{ waitsForSchedule: 1 }],
		[{ timeZone: 'Mars/Olympus' }],
		[{ speed: 1 }],
	])('are refused as %j, and nothing changes', async (body) => {
		const { status, text } = await put(body);
		expect([status, JSON.parse(text)]).toEqual([
			400,
			{ error: expect.stringMatching(/^delivery/) },
		]);
		expect(sandbox().delivery()).toEqual(AT_ONCE);
	});
});
