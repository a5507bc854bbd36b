import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { INodeParameters } from 'n8n-workflow';

import type { FaultAction } from '../../../sandbox/index.ts';
import { deduplicator } from '../stage/deduplicator.ts';
import { fakeTime } from '../stage/fakeTime.ts';
import { gateway, send } from '../stage/gateway.ts';
import { CONTINUE, numbers, outcomesOf, rowsFor, bulk, numberOf } from '../stage/rows.ts';

const { sandbox, run: start } = gateway();
const store = deduplicator();
const time = fakeTime();

const run: typeof start = async (...given) => await time.passes(start(...given));

const HOUR = 3_600_000;
const BEGAN = Date.parse('2026-11-26T10:20:00Z');
const itIs = (hours: number) => jest.setSystemTime(BEGAN + hours * HOUR);
const LOST: FaultAction = { kind: 'drop', when: 'after' };

beforeEach(() => itIs(0));

const WAYS: Array<[string, (hours: number, more?: INodeParameters) => INodeParameters]> = [
	[
		'a key',
		(hours, more = {}) =>
			bulk({ sendOnce: { values: { by: 'key', key: '={{ $json.to }}', hours } }, ...more }),
	],
	[
		'a campaign',
		(hours, more = {}) =>
			bulk({ sendOnce: { values: { by: 'campaign', campaign: 'spring', hours } }, ...more }),
	],
];

describe.each(WAYS)('what is sent once by %s', (_, parameters) => {
	const outcomes = async (hours: number, more?: INodeParameters) =>
		outcomesOf((await run(parameters(hours, more), { rows: rowsFor(1), node: CONTINUE })).items);

	test.each([1, 24, 48])('may be sent again after %i hours, up to one later', async (hours) => {
		expect(await outcomes(hours)).toEqual(['accepted']);
		itIs(hours - 0.01);
		expect(await outcomes(hours)).toEqual(['duplicate']);
		itIs(hours + 1.01);
		expect(await outcomes(hours)).toEqual(['accepted']);
		// Counted from then on anew.
		itIs(2 * hours + 1);
		expect(await outcomes(hours)).toEqual(['duplicate']);
		itIs(2 * hours + 2.1);
		expect(await outcomes(hours)).toEqual(['accepted']);
		expect(sandbox().messages()).toHaveLength(3);
	});

	test('may be sent again after a week, up to a day later', async () => {
		await outcomes(168);
		itIs(167.9);
		expect(await outcomes(168)).toEqual(['duplicate']);
		itIs(193);
		expect(await outcomes(168)).toEqual(['accepted']);
	});

	test('of which nobody knows is forgotten as well, and not before', async () => {
		sandbox().setFaults([{ times: 1, fault: LOST }]);
		expect(await outcomes(24)).toEqual(['unknown']);
		itIs(23);
		expect(await outcomes(24)).toEqual(['unknown']);
		itIs(26);
		expect(await outcomes(24)).toEqual(['accepted']);
	});

	test('keeps its time where the hours are changed', async () => {
		await outcomes(24);
		itIs(30);
		expect(await outcomes(72)).toEqual(['duplicate']);
		itIs(74);
		expect(await outcomes(72)).toEqual(['accepted']);
		itIs(80);
		// That was kept to the day.
		expect(await outcomes(1)).toEqual(['duplicate']);
		expect(await outcomes(0)).toEqual(['duplicate']);
		itIs(1000);
		expect(await outcomes(0)).toEqual(['duplicate']);
	});

	test('without hours is never sent again, whatever is said later', async () => {
		await outcomes(0);
		itIs(1000);
		expect(await outcomes(24)).toEqual(['duplicate']);
		expect(sandbox().messages()).toHaveLength(1);
	});

	test('is shown by a dry run as it then is', async () => {
		await outcomes(24);
		itIs(20);
		expect(await outcomes(24, { dryRun: true })).toEqual(['duplicate']);
		itIs(26);
		const before = store.entries('node');
		expect(await outcomes(24, { dryRun: true })).toEqual(['dryRun']);
		expect(store.entries('node')).toEqual(before);
	});

	test('is sent once where two executions find it forgotten at the same moment', async () => {
		await outcomes(24);
		itIs(26);
		const both = await time.passes(
			Promise.all(
				[0, 1].map(async () => await start(parameters(24), { rows: rowsFor(1), node: CONTINUE })),
			),
		);
		expect(both.flatMap(({ items }) => outcomesOf(items)).toSorted()).toEqual([
			'accepted',
			'duplicate',
		]);
		expect(sandbox().messages()).toHaveLength(2);
	});

	test('is no more forgotten than was sent: the next one is free only after its own hours', async () => {
		itIs(0);
		await run(parameters(24), { rows: rowsFor(3) });
		itIs(12);
		await run(parameters(24), { rows: rowsFor(5) });
		itIs(26);
		const { items } = await run(parameters(24), { rows: rowsFor(5) });
		expect(outcomesOf(items)).toEqual([
			'accepted',
			'accepted',
			'accepted',
			'duplicate',
			'duplicate',
		]);
	});

	test('is refused again, and free, where the service refuses it the second time', async () => {
		await outcomes(24);
		itIs(26);
		sandbox().setFaults([{ times: 1, fault: { kind: 'status', status: 400 } }]);
		expect(await outcomes(24)).toEqual(['rejected']);
		expect(await outcomes(24)).toEqual(['accepted']);
	});
});

test('a store that fails while a key is forgotten sends nothing', async () => {
	const parameters = bulk({
		sendOnce: { values: { by: 'key', key: '={{ $json.to }}', hours: 24 } },
	});
	await run(parameters, { rows: rowsFor(1) });
	itIs(26);
	let calls = 0;
	for (let failing = 0; failing < 12; failing++) {
		calls = 0;
		store.beforeWrite = () => {
			if (calls++ >= failing) throw new Error('disk full');
		};
		const { items } = await run(parameters, { rows: rowsFor(1), node: CONTINUE });
		const [outcome] = outcomesOf(items);
		expect(['rejected', 'unknown', 'accepted', 'duplicate']).toContain(outcome);
		store.beforeWrite = () => undefined;
		if (outcome === 'accepted') break;
	}
	// Whatever failed: beside the first it was sent once more at the most.
	expect(sandbox().messages().length).toBeLessThanOrEqual(2);
});

test('more keys than n8n keeps with their times are refused before anything is sent', async () => {
	const rows = numbers(42_858).map((to) => ({ to, text: 'x' }));
	const { error } = await run(
		bulk({ sendOnce: { values: { by: 'key', key: '={{ $json.to }}', hours: 24 } } }),
		{ rows },
	);
	expect(error?.message).toContain('42,858 different keys');
	expect(error?.message).toContain('keeps the last 42,857 of a node');
	expect(sandbox().requests()).toEqual([]);
});

test('an alert that comes back the next day is sent again', async () => {
	const alert = send({
		destination: numberOf(0),
		options: { sendOnce: { values: { by: 'key', key: '={{ $json.check }} down', hours: 12 } } },
	});
	const at = async (hours: number) => {
		itIs(hours);
		const { items } = await run(alert, { rows: [{ check: 'web' }] });
		return outcomesOf(items)[0];
	};
	expect([await at(0), await at(0.1), await at(11), await at(14)]).toEqual([
		'accepted',
		'duplicate',
		'duplicate',
		'accepted',
	]);
});
