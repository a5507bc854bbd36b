import type { IExecuteFunctions } from 'n8n-workflow';

import { Claims } from '../../../../nodes/SmsVoiceGateway/keys/claims.ts';
import { numbersIn } from '../../../../nodes/SmsVoiceGateway/row/row.ts';
import { draftOf, type Row } from '../../../../nodes/SmsVoiceGateway/row/row.ts';
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

type NamesOf = (row: Row) => readonly [string, ...string[]] | undefined;
const keyOf: NamesOf = ({ key }) => (key === undefined ? undefined : [key]);
/** As where *Forget After* is set: the key in this window, and in the one before. */
const bothOf: NamesOf = ({ key }) => (key === undefined ? undefined : [key, `before: ${key}`]);

const claimsOf = (
	context: IExecuteFunctions,
	{ maxPerNumber = 0, namesOf = keyOf, again = false } = {},
) =>
	new Claims(context, {
		namesOf,
		doubtedNamesOf: () => [],
		maxPerNumber,
		perHours: 24,
		resendUnknown: again,
	});

const rowOf = (key: string): Row => ({ ...draftOf(0), id: key, key });

function subjectOf(context: IExecuteFunctions, namesOf?: NamesOf): Subject {
	const claims = claimsOf(context, namesOf && { namesOf });
	const rows = new Map<string, Row>();
	const known = (key: string) => {
		const row = rows.get(key) ?? rowOf(key);
		rows.set(key, row);
		return row;
	};
	return {
		claim: async (keys) => {
			const found = await claims.claim(keys.map(known));
			return new Map([...found].map(([{ key = '' }, { state }]) => [key, state]));
		},
		end: (key, isKnown) => (isKnown ? claims.end(known(key)) : claims.doubt(known(key))),
		giveBack: async (keys) => await claims.giveBack(keys.map(known)),
		close: async () => await claims.close(),
	};
}

let subjects = 0;
/** Every other execution of the same rows is to forget them after some hours. */
const mixedOf = (context: IExecuteFunctions) =>
	subjectOf(context, subjects++ % 2 === 0 ? keyOf : bothOf);

/** What may be, where a sender was killed or the database did not answer. */
const EXCUSED = /^(false unknown|not claimed)/;
const UNHARMED = ['calm', 'slow'];

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

const NUMBERS = ['09121110001', '09121110002'];

/** How many messages each number gets from several processes that all want to send to it, and how many were wanted. */
async function flood(seed: number, kills: number) {
	const world = new World(seed, { ...NONE, kills });
	Math.random = world.random;
	const got: Record<string, number> = {};
	let isHarmed = false;
	const executions = Array.from({ length: 3 }, async (_, index) => {
		const process = world.process(`flood ${seed} ${kills} ${index}`);
		const claims = claimsOf(process.context, { maxPerNumber: 4 });
		if (index > 0 && world.random() < kills) {
			isHarmed = true;
			setTimeout(() => process.kill(), world.random() * 1500);
			return undefined;
		}
		let rows = Array.from({ length: 6 }, (__, row): Row => {
			const to = world.random() < 0.3 ? NUMBERS : [NUMBERS[row % 2] ?? ''];
			return { ...draftOf(row), fields: { destination: to } };
		});
		while (rows.length > 0) {
			const chunk = rows.splice(0, 1 + Math.floor(world.random() * 3));
			const found = await claims.claim(chunk).catch(() => undefined);
			if (found === undefined) isHarmed = true;
			const refused: Row[] = [];
			for (const [row, claim] of found ?? []) {
				if (claim.state === 'full' && claim.mayYet) rows = [...rows, row];
				if (claim.state !== 'ours') continue;
				await passing(world.random() * 300);
				if (world.random() < 0.3) refused.push(row);
				else {
					claims.end(row);
					for (const number of numbersIn(row.fields)) got[number] = (got[number] ?? 0) + 1;
				}
			}
			await claims.giveBack(refused).catch(() => (isHarmed = true));
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

describe('a key', () => {
	const row = rowOf('A');
	const stateOf = async (claims: Claims) => (await inTime(claims.claim([row]))).get(row)?.state;
	const several = (name: string, count: number, again = false) => {
		const { context } = new World(1, NONE).process(name);
		return Array.from({ length: count }, () => claimsOf(context, { again }));
	};
	const pass = async (seconds: number) => await jest.advanceTimersByTimeAsync(seconds * 1000);

	test('that another execution has on its way is waited for, and is unknown after a minute', async () => {
		const [one, other] = several('waited for', 2) as [Claims, Claims];
		expect(await stateOf(one)).toBe('ours');
		for (let seconds = 0; seconds < 60; seconds += 20) {
			expect(await stateOf(other)).toBe('busy');
			await pass(20);
		}
		expect(await stateOf(other)).toBe('unknown');
		one.end(row);
		await inTime(one.close());
		expect(await stateOf(other)).toBe('used');
	});

	test('that a run has given back is no more its own to give back', async () => {
		const [one, other, third] = several('given back', 3) as [Claims, Claims, Claims];
		expect(await stateOf(one)).toBe('ours');
		await inTime(one.giveBack([row]));
		expect(await stateOf(other)).toBe('ours');
		await inTime(one.giveBack([row]));
		expect(await stateOf(third)).toBe('busy');
		other.end(row);
		await inTime(other.close());
		expect(await stateOf(third)).toBe('used');
	});

	test.each([
		[false, 'unknown'],
		[true, 'ours'],
	])(
		'of which nobody knows is sent again by its own run only if that is wanted: %s',
		async (again, state) => {
			const [one, other] = several(`doubt ${again}`, 2, again) as [Claims, Claims];
			expect(await stateOf(one)).toBe('ours');
			one.doubt(row);
			expect(await stateOf(one)).toBe(state);
			await inTime(one.giveBack([row]));
			await inTime(one.close());
			expect(await stateOf(other)).toBe('busy');
			await pass(60);
			expect(await stateOf(other)).toBe('unknown');
		},
	);
});
