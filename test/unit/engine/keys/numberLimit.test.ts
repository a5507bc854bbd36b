import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';

import { KeyStore } from '../../../../nodes/SmsVoiceGateway/engine/keys/keyStore.ts';
import { NumberLimit } from '../../../../nodes/SmsVoiceGateway/engine/keys/numberLimit.ts';
import type { Row } from '../../../../nodes/SmsVoiceGateway/engine/row/row.ts';
import { expectLinear } from '../../linear.ts';
import { inTime, NONE, passing, World } from './world.ts';
import type { Harm } from './world.ts';

// Set by hand: the runner of mutants has no jest.spyOn.
const { random } = Math;

beforeEach(() => {
	jest.useFakeTimers({ now: 0 });
});
afterEach(() => {
	jest.useRealTimers();
	Math.random = random;
});

const RACES = Number(process.env.RACES ?? 30);
const NUMBERS = ['98912', '98935', '4915'];
const HOUR = 3_600_000;

type Message = Row<{ to: string[] }>;
const to = (...numbers: string[]): Message => ({
	item: 0,
	id: 0,
	dryRun: false,
	fields: { to: numbers },
});
const numbersOf = (row: Row) => (row as Message).fields.to;

const limitIn = (world: World, most: number, hours = 24, timeZone = 'UTC') => {
	const { context, ...process } = world.process();
	const limit = new NumberLimit(
		new KeyStore(context),
		{ maxPerNumber: most, perHours: hours },
		timeZone,
		numbersOf,
	);
	return { limit, ...process };
};

describe('the hours', () => {
	const MIDNIGHT = Date.parse('2026-03-29T00:00:00+01:00');

	/** Takes the one slot of a number at a moment; until when it then has none, by the rest of these moments. */
	const heldAt = async (hours: number, timeZone: string, first: number, ...later: number[]) => {
		const { limit } = limitIn(new World(1, NONE), 1, hours, timeZone);
		const take = async (at: number) => {
			jest.setSystemTime(at);
			const row = to('98912');
			return (await inTime(limit.take([row]))).get(row)?.until;
		};
		expect(await take(first)).toBeUndefined();
		const held: Array<number | undefined> = [];
		for (const at of later) held.push(await take(at));
		return held;
	};

	test('begin at midnight in the time zone of the workflow', async () => {
		const first = Date.parse('2026-11-26T23:00:00+03:30');
		const end = Date.parse('2026-11-27T00:00:00+03:30');
		expect(await heldAt(24, 'Asia/Tehran', first, end - 60_000, end + 1)).toEqual([end, undefined]);
	});

	test('are as many as are wished for', async () => {
		const at = Date.parse('2026-11-26T07:10:00Z');
		const end = Date.parse('2026-11-26T12:00:00Z');
		expect(await heldAt(6, 'UTC', at, end - 60_000, end + 1)).toEqual([end, undefined]);
	});

	test.each([
		['Europe/Berlin', MIDNIGHT, 23],
		['Europe/Berlin', Date.parse('2026-10-25T00:00:00+02:00'), 25],
	])('are a calendar day where the clocks change (%s)', async (zone, midnight, length) => {
		const end = midnight + length * HOUR;
		expect(await heldAt(24, zone, midnight + 1, end - 60_000, end + 1)).toEqual([end, undefined]);
	});

	test('end on a moment that the clocks show, where they skip the one that is meant', async () => {
		const skipped = Date.parse('2026-03-29T03:00:00+02:00');
		expect(await heldAt(2, 'Europe/Berlin', MIDNIGHT + 1, MIDNIGHT + HOUR)).toEqual([skipped]);
	});
});

test('asks for no more slots than it needs, and leaves none behind', async () => {
	const world = new World(1, NONE);
	const all: Array<Promise<unknown>> = [];
	const { limit } = limitIn(world, 100);
	for (let index = 0; index < 99; index++) all.push(limit.take([to('98912')]));
	await inTime(Promise.all(all));
	const last = limitIn(world, 100).limit;
	const rows = [to('98912'), to('98912', '98935'), to('98935')];
	const held = await inTime(last.take(rows));
	expect(rows.map((row) => held.get(row)?.number)).toEqual([undefined, '98912', undefined]);
	expect(world.entries('node')).toBe(101);
	await inTime(last.release(rows));
	expect(world.entries('node')).toBe(99);
});

test('asks for a number with many messages a few times only', async () => {
	const world = new World(1, NONE);
	const { limit } = limitIn(world, 1000);
	await inTime(limit.take(Array.from({ length: 900 }, () => to('98912'))));
	const before = world.statements;
	await inTime(limitIn(world, 1000).limit.take([to('98912')]));
	expect(world.statements - before).toBeLessThan(40);
});

test('asks for nothing where nothing is wanted, and no more than once where all that is wanted is free', async () => {
	const asking = async (most: number, rows: Message[]) => {
		const world = new World(1, NONE);
		const { limit } = limitIn(world, most);
		await inTime(limit.take(rows));
		const { statements } = world;
		await inTime(limit.release([to('98912')]));
		expect(world.statements).toBe(statements);
		return statements;
	};
	expect(await asking(1000, [])).toBe(0);
	expect(await asking(1000, [to('98912'), to('98935')])).toBe(
		await asking(1, [to('98912'), to('98935')]),
	);
});

test('counts a number once, however many zeros stand before it', async () => {
	const { limit } = limitIn(new World(1, NONE), 1);
	const rows = [to('98010'), to('9810'), to('098010'), to('0098010')];
	const held = await inTime(limit.take(rows));
	expect(rows.map((row) => held.get(row)?.number)).toEqual([
		...[undefined, undefined, '098010', '0098010'],
	]);
});

test('frees what a row has taken once', async () => {
	const world = new World(1, NONE);
	const { limit } = limitIn(world, 1);
	const [first, second] = [to('98912'), to('98912')];
	await inTime(limit.take([first]));
	await inTime(limit.release([first]));
	await inTime(limit.take([second]));
	await inTime(limit.release([first]));
	expect((await inTime(limit.take([first]))).has(first)).toBe(true);
});

test('counts the numbers of a row in a time that grows as they do', async () => {
	await expectLinear((size) => {
		const numbers = Array.from({ length: 4 * size }, (_, at) => String(98_912_000_000 + at));
		const row = { ...to(), fields: { to: numbers } };
		return async () => await inTime(limitIn(new World(1, NONE), 5).limit.take([row]));
	});
});

test('a row with a number twice takes two slots of it', async () => {
	const { limit } = limitIn(new World(1, NONE), 3);
	const rows = [to('98912', '98912'), to('98912', '98912'), to('98912')];
	const held = await inTime(limit.take(rows));
	expect(rows.map((row) => held.has(row))).toEqual([false, true, false]);
});

/** What is wrong after several executions that send to the same numbers, in sentences. */
async function race(seed: number, harm: Harm): Promise<string[]> {
	const world = new World(seed, harm);
	Math.random = world.random;
	const most = 1 + (seed % 9);
	const refuses = seed % 3 === 0;
	const arrived: string[] = [];
	let wanted = 0;
	const running = Array.from({ length: 2 + (seed % 4) }, async () => {
		const { limit, kill, isKilled } = limitIn(world, most);
		if (world.random() < harm.kills) setTimeout(kill, world.random() * 3000);
		for (let index = 0; index < 4; index++) {
			await passing(world.random() * 500);
			const rows = NUMBERS.flatMap((number, place) =>
				Array.from({ length: place + 1 }, () => to(number)),
			);
			wanted++;
			const held = await limit.take(rows).catch(() => undefined);
			if (held === undefined) continue;
			const free = rows.filter((row) => !held.has(row));
			const refused = free.filter(() => refuses && world.random() < 0.5);
			await passing(world.random() * 500);
			await world.wait(isKilled);
			for (const row of free) if (!refused.includes(row)) arrived.push(...row.fields.to);
			await limit.release(refused).catch(() => undefined);
		}
	});
	// Who was killed does not end.
	if (harm.kills > 0) await inTime(passing(20 * 60_000));
	else await inTime(Promise.all(running));
	return NUMBERS.flatMap((number, place) => {
		const count = arrived.filter((one) => one === number).length;
		const fair = Math.min(most, wanted * (place + 1));
		const isExact = refuses || harm !== NONE || count === fair;
		return count > most || !isExact ? [`${seed} ${number}: ${count} of ${most}`] : [];
	});
}

describe('executions that send to the same numbers on several processes', () => {
	test.each<[string, Harm]>([
		['that all live', NONE],
		['of which some are killed', { ...NONE, kills: 0.6 }],
		['whose statements fail', { ...NONE, lost: 0.03 }],
		['whose statements are carried out, and their answers lost', { ...NONE, lostAfter: 0.03 }],
		['with a database that is away for a while', { ...NONE, outage: 3000 }],
	])(
		'%s send to none more than it may have',
		async (_, harm) => {
			const problems: string[] = [];
			for (let seed = 1; seed <= RACES; seed++) problems.push(...(await race(seed, harm)));
			expect(problems).toEqual([]);
		},
		600_000,
	);
});
