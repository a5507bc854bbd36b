import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';

import { KeyStore } from '../../../../nodes/SmsVoiceGateway/engine/keys/keyStore.ts';
import { UniqueKeys } from '../../../../nodes/SmsVoiceGateway/engine/keys/uniqueKeys.ts';
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
const KEYS = ['A', 'B', 'C', 'D', 'E'];

/** What became of a message, as its sender knows it, and whether it arrived. */
interface Sending {
	key: string;
	outcome: 'accepted' | 'rejected' | 'unknown';
	arrived: boolean;
	/** Whether its sender was killed before it had recorded what became of it. */
	isKilled: boolean;
}

/** With what was sent there. */
class SentWorld extends World {
	readonly sent: Sending[] = [];
}

/** An execution that sends each key's message, as a delivery does; what it says of each. Never ends where it is killed. */
async function execute(
	world: SentWorld,
	{ context, isKilled }: ReturnType<World['process']>,
	wanted: readonly string[],
	again: boolean,
): Promise<Map<string, string>> {
	// More than any of these worlds lasts: what is recorded for it must change nothing.
	const hours = world.seed % 4 < 2 ? 0 : 24;
	const keys = new UniqueKeys(context, new KeyStore(context), hours);
	const said = new Map<string, string>();
	// Retry On Fail, of what was refused or could not be claimed.
	const own: Sending[] = [];
	for (let tries = 0; tries < 3; tries++) {
		let open = wanted.filter(
			(key) => !['accepted', 'unknown', 'used'].includes(said.get(key) ?? ''),
		);
		while (open.length > 0) {
			const block = open.slice(0, 1 + Math.floor(world.random() * 3));
			const claimed = await keys
				.claim(block, new Set(again ? block : []))
				.catch(() => new Map<string, string>());
			open = open.slice(block.length);
			for (const key of block) {
				const state = claimed.get(key);
				if (state === undefined) said.set(key, 'not claimed');
				else if (state === 'used') said.set(key, 'used');
				else if (state === 'broken') said.set(key, 'unknown');
				else if (state === 'busy') open.push(key);
				else said.set(key, await send(world, own, keys, key, isKilled));
			}
			await world.wait(isKilled);
		}
	}
	await keys.close();
	for (const sending of own) sending.isKilled = false;
	return said;
}

async function send(
	world: SentWorld,
	own: Sending[],
	keys: UniqueKeys,
	key: string,
	isKilled: () => boolean,
): Promise<string> {
	const chance = world.random();
	const outcome = chance < 0.7 ? 'accepted' : chance < 0.9 ? 'rejected' : 'unknown';
	const arrived = outcome === 'accepted' || (outcome === 'unknown' && world.random() < 0.5);
	const sending: Sending = { key, outcome, arrived, isKilled: true };
	world.sent.push(sending);
	own.push(sending);
	await passing(world.random() * 2000);
	await world.wait(isKilled);
	if (outcome === 'rejected') await keys.release([key]).catch(() => undefined);
	else keys.end([key], outcome === 'accepted');
	return outcome;
}

test('a message in doubt that is sent again and refused is in doubt at once to the next execution', async () => {
	const world = new World(1, NONE);
	const claim = async (again: string[], end: (keys: UniqueKeys) => Promise<void> | void) => {
		const { context } = world.process();
		const keys = new UniqueKeys(context, new KeyStore(context), 0);
		const states = await inTime(keys.claim(['A'], new Set(again)));
		await end(keys);
		await inTime(keys.close());
		return states.get('A');
	};
	expect(await claim([], (keys) => keys.end(['A'], false))).toBe('free');
	expect(await claim(['A'], async (keys) => await inTime(keys.release(['A'])))).toBe('free');
	expect(await claim([], () => undefined)).toBe('broken');
});

/** What is wrong after several executions of the same rows, in sentences. */
async function race(seed: number, harm: Harm): Promise<string[]> {
	const world = new SentWorld(seed, harm);
	// The lock's too: so a seed is a schedule.
	Math.random = world.random;
	const processes = Array.from({ length: 2 + (seed % 3) }, () => world.process());
	const again = seed % 2 === 1;
	const running = processes.map(async (process) => {
		await passing(world.random() * 1500);
		return await execute(world, process, KEYS, again);
	});
	const living = running.filter((_, index) => {
		const isVictim = index > 0 && world.random() < harm.kills;
		if (isVictim) setTimeout(processes[index]?.kill ?? (() => undefined), world.random() * 6000);
		return !isVictim;
	});
	const said = await inTime(Promise.all(living));
	world.isCalm = true;
	const sent = [...world.sent];
	const audit = await inTime(execute(world, world.process(), KEYS, false));
	return KEYS.flatMap((key) => {
		const own = sent.filter((one) => one.key === key);
		const arrived = own.filter((one) => one.arrived);
		const inDoubt = own.filter((one) => one.outcome === 'unknown' || one.isKilled);
		const problems: string[] = [];
		const shown = `${seed} ${key}: ${JSON.stringify([own, said.map((one) => one.get(key)), audit.get(key)])}`;
		// Where an answer was lost nobody knows more, and the user has wished for what is unknown once more.
		const isWished = again && (inDoubt.length >= arrived.length - 1 || harm.lostAfter > 0);
		if (arrived.length > 1 && !isWished) problems.push(`sent twice ${shown}`);
		const later = audit.get(key);
		// The one thing that asking can't ask: what it has added itself, where the answer to that was lost.
		if (harm.lostAfter > 0 && own.some(({ outcome }) => outcome === 'unknown')) return problems;
		if (later === 'used' && arrived.length === 0) problems.push(`lost ${shown}`);
		const isKnown = own.some((one) => one.outcome === 'accepted' && !one.isKilled);
		if (isKnown && later !== 'used') problems.push(`forgotten ${shown}`);
		// Of a refused one whose sender was killed, the key may be free already.
		const isDoubtful = inDoubt.some(({ outcome }) => outcome !== 'rejected') && !isKnown;
		if (isDoubtful && later !== 'unknown' && !(later === 'used' && arrived.length > 0))
			problems.push(`doubt lost ${shown}`);
		return problems;
	});
}

describe('executions of the same rows on several processes', () => {
	test.each<[string, Partial<Harm>]>([
		['that all live', {}],
		['of which some are killed', { kills: 0.6 }],
		['whose statements fail', { lost: 0.03 }],
		['whose statements are carried out, and their answers lost', { lostAfter: 0.03 }],
		['with a database that is away for a while', { outage: 3000 }],
		['with all of that', { kills: 0.3, lost: 0.01, lostAfter: 0.01, outage: 2000 }],
	])(
		'%s send nothing twice, lose nothing, and know later what was accepted',
		async (_, harm) => {
			const problems: string[] = [];
			for (let seed = 1; seed <= RACES; seed++) {
				problems.push(...(await race(seed, { ...NONE, ...harm })));
			}
			expect(problems).toEqual([]);
		},
		600_000,
	);
});
