import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { IExecuteFunctions } from 'n8n-workflow';

import { Claims } from '../../../../nodes/SmsVoiceGateway/engine/keys/claims.ts';
import { draftOf, type Row } from '../../../../nodes/SmsVoiceGateway/engine/row/row.ts';
import { inTime, MIXES, NONE, passing, race, World, type Subject } from './model.ts';

// Set by hand: the runner of mutants has no jest.spyOn.
const { random } = Math;
beforeEach(() => {
	jest.useFakeTimers({ now: 0 });
});
afterEach(() => {
	jest.useRealTimers();
	Math.random = random;
});

/** So many schedules of each mix, and from which seed on. */
const RACES = Number(process.env.RACES ?? 30);
const FROM = Number(process.env.FROM ?? 1);
const seeds = Array.from({ length: RACES }, (_, index) => FROM + index);

type KeysOf = (row: Row) => string[];
const keyOf: KeysOf = ({ key }) => [key ?? []].flat();
/** As where *Number Format* is set: the key in it, and the one without. */
const bothOf: KeysOf = (row) => keyOf(row).flatMap((key) => [`in a format: ${key}`, key]);

const claimsOf = (
	context: IExecuteFunctions,
	again = false,
	maxPerNumber = 0,
	keysOf: KeysOf = keyOf,
) =>
	new Claims(context, {
		keysOf,
		numbersOf: ({ fields }) => (fields as { to?: string[] }).to ?? [],
		...{ maxPerNumber, perHours: 24, again },
	});

function subjectOf(context: IExecuteFunctions, again: boolean, keysOf?: KeysOf): Subject {
	const claims = claimsOf(context, again, 0, keysOf);
	const rows = new Map<string, Row>();
	const rowOf = (key: string) => {
		const row = rows.get(key) ?? { ...draftOf(0), id: key, key };
		rows.set(key, row);
		return row;
	};
	return {
		take: async (keys) => {
			const found = await claims.take(keys.map(rowOf));
			return new Map([...found].map(([{ key = '' }, { state }]) => [key, state]));
		},
		end: (key, isKnown) => claims.end(rowOf(key), isKnown ? 'sent' : 'unknown'),
		free: async (keys) => await claims.free(keys.map(rowOf)),
		close: async () => await claims.close(),
	};
}

let subjects = 0;
/** Every other execution of the same rows has the format. */
const mixedOf: typeof subjectOf = (context, again) =>
	subjectOf(context, again, subjects++ % 2 === 0 ? keyOf : bothOf);

/** What may be, where a sender was killed or the database did not answer. */
const EXCUSED = /^(false unknown|not claimed)/;
const UNHARMED = ['calm', 'slow', 'Resend Unknown'];

test.each(Object.entries(MIXES))(
	'several executions of the same rows on several processes send nothing twice, lose nothing and know later what was accepted: %s',
	async (mix, harm) => {
		const wrong: string[] = [];
		for (const seed of seeds)
			wrong.push(...(await race(seed, harm, seed % 2 === 0 ? subjectOf : mixedOf)));
		if (process.env.FROM !== undefined) {
			const kinds = Map.groupBy(wrong, (one) => one.replace(/ \d.*/, ''));
			const counts = [...kinds].map(([kind, some]) => `${some.length} ${kind}`);
			process.stdout.write(`${mix}, ${RACES} schedules: ${counts.join(', ')}\n`);
		}
		expect(wrong.filter((one) => UNHARMED.includes(mix) || !EXCUSED.test(one))).toEqual([]);
	},
	3_600_000,
);

test.each([
	[92, { lost: 0.3, lostAfter: 0.1 }],
	[95, { lost: 0.3, lostAfter: 0.1 }],
	[250, { lostAfter: 0.1, outage: 20_000, stops: 0.5 }],
])(
	'what asking leaves behind, where the database fails again and again, is not taken for sent: %i',
	async (seed, harm) => {
		const wrong = await race(seed, harm, subjectOf);
		expect(wrong.filter((one) => /^(lost|doubt lost|sent twice)/.test(one))).toEqual([]);
	},
	3_600_000,
);

/** How many messages each number gets from several processes that all want to send to it, and how many were wanted. */
async function flood(seed: number, kills: number) {
	const world = new World(seed, { ...NONE, kills });
	Math.random = world.random;
	const got: Record<string, number> = {};
	let isHarmed = false;
	const executions = Array.from({ length: 3 }, async (_, index) => {
		const process = world.process(`flood ${seed} ${kills} ${index}`);
		const claims = claimsOf(process.context, false, 4);
		if (index > 0 && world.random() < kills) {
			isHarmed = true;
			setTimeout(() => process.kill(), world.random() * 1500);
			return undefined;
		}
		let rows = Array.from({ length: 6 }, (__, row): Row => {
			const to = world.random() < 0.3 ? ['A', 'B'] : [row % 2 ? 'A' : 'B'];
			return { ...draftOf(row), fields: { to } };
		});
		while (rows.length > 0) {
			const chunk = rows.splice(0, 1 + Math.floor(world.random() * 3));
			const found = await claims.take(chunk).catch(() => undefined);
			if (found === undefined) isHarmed = true;
			const refused: Row[] = [];
			for (const [row, claim] of found ?? []) {
				if (claim.state === 'full' && claim.mayYet) rows = [...rows, row];
				if (claim.state !== 'free') continue;
				await passing(world.random() * 300);
				if (world.random() < 0.3) refused.push(row);
				else {
					claims.end(row, 'sent');
					for (const number of (row.fields as { to: string[] }).to)
						got[number] = (got[number] ?? 0) + 1;
				}
			}
			await claims.free(refused).catch(() => (isHarmed = true));
		}
		await claims.close();
		return undefined;
	});
	await inTime(Promise.all(executions));
	return { got, isHarmed };
}

test.each([0, 0.6])(
	'a number gets as many messages from several processes as it may, and no more, where of these %d are killed',
	async (kills) => {
		for (const seed of seeds) {
			const { got } = await flood(seed, kills);
			for (const count of Object.values(got)) expect(count).toBeLessThanOrEqual(4);
		}
	},
	3_600_000,
);

test('alerts for two numbers by themselves reach each exactly as often as is allowed', async () => {
	for (const seed of seeds) {
		const world = new World(seed, NONE);
		Math.random = world.random;
		const sent: string[] = [];
		const execution = async (index: number) => {
			const claims = claimsOf(world.process(`storm ${seed} ${index}`).context, false, 5);
			for (let row = 0; row < 8; row++) {
				const to = row % 2 ? 'A' : 'B';
				const alert: Row = { ...draftOf(row), fields: { to: [to] } };
				const claim = (await claims.take([alert])).get(alert);
				if (claim?.state !== 'free') continue;
				sent.push(to);
				claims.end(alert, 'sent');
			}
			await claims.close();
		};
		await inTime(Promise.all([0, 1, 2].map(execution)));
		expect(sent.toSorted().join('')).toBe('AAAAABBBBB');
	}
}, 3_600_000);

describe('a key', () => {
	const alone = (name: string, again = false) => {
		const { context } = new World(1, NONE).process(name);
		return [claimsOf(context, again), claimsOf(context, again)] as const;
	};
	const row: Row = { ...draftOf(0), id: 'A', key: 'A' };
	const stateOf = async (claims: Claims) => (await inTime(claims.take([row]))).get(row)?.state;

	test('that another execution of this process has on its way is waited for as long as that takes', async () => {
		const [one, other] = alone('waited for');
		expect(await stateOf(one)).toBe('free');
		for (let minute = 0; minute < 10; minute++) {
			expect(await stateOf(other)).toBe('busy');
			await jest.advanceTimersByTimeAsync(60_000);
		}
		one.end(row, 'sent');
		await inTime(one.close());
		expect(await stateOf(other)).toBe('used');
	});

	test('that a run has given back is no more its own to give back', async () => {
		const { context } = new World(1, NONE).process('given back');
		const [one, other, third] = [claimsOf(context), claimsOf(context), claimsOf(context)] as const;
		expect(await stateOf(one)).toBe('free');
		await inTime(one.free([row]));
		expect(await stateOf(other)).toBe('free');
		await inTime(one.free([row]));
		for (let minute = 0; minute < 3; minute++) {
			expect(await stateOf(third)).toBe('busy');
			await jest.advanceTimersByTimeAsync(60_000);
		}
		other.end(row, 'sent');
		await inTime(other.close());
		expect(await stateOf(third)).toBe('used');
	});

	test('that a run has left behind is its own no more where another may have sent it', async () => {
		const [one, other] = alone('left behind', true);
		expect(await stateOf(one)).toBe('free');
		// As where the store has failed.
		(one as unknown as { keys: { leave(): void } }).keys.leave();
		expect(await stateOf(other)).toBe('busy');
		await jest.advanceTimersByTimeAsync(361_000);
		expect(await stateOf(other)).toBe('free');
		expect(await stateOf(one)).toBe('busy');
		await inTime(one.close());
		other.end(row, 'sent');
		await inTime(other.close());
		expect(await stateOf(one)).toBe('used');
	});
});
