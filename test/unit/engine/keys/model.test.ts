import type { IExecuteFunctions } from 'n8n-workflow';

import { numbersIn } from '../../../../nodes/SmsVoiceGateway/row/row.ts';
import { draftOf, type Row } from '../../../../nodes/SmsVoiceGateway/row/row.ts';
import { IS_FUZZ } from '../../fuzz.ts';
import { bothOf, claimsOf, keyOf, modelTime, subjectOf } from './claims.ts';
import { MIXES, race } from './model.ts';
import { inTime, NONE, passing, World } from './world.ts';

modelTime();

/** So many schedules of each mix, and from which seed on: by these how many processes there are, and whether each has two executions. */
const RACES = Number(process.env.RACES ?? (IS_FUZZ ? 300 : 18));
const FROM = Number(process.env.FROM ?? 1);
const seeds = Array.from({ length: RACES }, (_, index) => FROM + index);

let subjects = 0;
/** Every other execution of the same rows is to forget them after some hours. */
const mixedOf = (context: IExecuteFunctions) =>
	subjectOf(context, { namesOf: subjects++ % 2 === 0 ? keyOf : bothOf });

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
