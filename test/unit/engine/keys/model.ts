import type { IExecuteFunctions } from 'n8n-workflow';

import { type Harm, inTime, NONE, passing, type Sending, World } from './world.ts';

/** The mixes that are tried. */
export const MIXES: Readonly<Record<string, Partial<Harm>>> = {
	calm: {},
	kills: { kills: 0.6 },
	slow: { stalls: 0.02 },
	'slow, with kills': { stalls: 0.05, kills: 0.6 },
	'processes that stand still': { stands: 0.03 },
	'statements that fail': { lost: 0.03 },
	'answers that are lost': { lostAfter: 0.03 },
	'an outage': { outage: 3000 },
	Stop: { stops: 0.6 },
	'all of that': {
		kills: 0.3,
		stops: 0.2,
		stalls: 0.01,
		lost: 0.01,
		lostAfter: 0.01,
		outage: 2000,
	},
};

/** What is tried: keys as an execution takes them. */
export interface Subject {
	claim(keys: string[]): Promise<ReadonlyMap<string, string>>;
	end(key: string, isKnown: boolean): void;
	giveBack(keys: string[]): Promise<void>;
	close(): Promise<void>;
}

const KEYS = ['A', 'B', 'C', 'D', 'E'];

/** An execution that sends each key's message, as a delivery does; what it says of each. Never ends where it is killed. */
async function execute(
	world: World,
	{ context, isKilled }: ReturnType<World['process']>,
	subjectOf: (context: IExecuteFunctions) => Subject,
): Promise<Map<string, string>> {
	const subject = subjectOf(context);
	const said = new Map<string, string>();
	const own: Sending[] = [];
	const isStopped = () => context.getExecutionCancelSignal()?.aborted === true;
	const send = async (key: string): Promise<string> => {
		const chance = world.random();
		const outcome = chance < 0.7 ? 'accepted' : chance < 0.9 ? 'rejected' : 'unknown';
		const arrived = outcome === 'accepted' || (outcome === 'unknown' && world.random() < 0.5);
		const sending: Sending = { key, outcome, arrived, isKilled: true };
		world.sent.push(sending);
		own.push(sending);
		await passing(world.random() * 2000);
		await world.wait(isKilled);
		if (outcome === 'rejected') await subject.giveBack([key]).catch(() => undefined);
		else subject.end(key, outcome === 'accepted');
		return outcome;
	};
	// Retry On Fail, of what was refused or could not be claimed.
	for (let tries = 0; tries < 3; tries++) {
		let open = KEYS.filter((key) => !['accepted', 'unknown', 'used'].includes(said.get(key) ?? ''));
		while (open.length > 0 && !isStopped()) {
			const chunk = open.slice(0, 1 + Math.floor(world.random() * 3));
			const claimed = await subject.claim(chunk).catch(() => new Map<string, string>());
			open = open.slice(chunk.length);
			for (const key of chunk) {
				const state = claimed.get(key);
				if (state === undefined) said.set(key, 'not claimed');
				else if (state === 'busy') open.push(key);
				else if (state !== 'ours') said.set(key, state);
				else if (isStopped()) await subject.giveBack([key]).catch(() => undefined);
				else said.set(key, await send(key));
			}
			await world.wait(isKilled);
			if (chunk.every((key) => claimed.get(key) === 'busy'))
				await passing(250 + world.random() * 750);
		}
		await subject.close();
	}
	for (const sending of own) sending.isKilled = false;
	return said;
}

/** What went wrong where several executions of the same rows ran, by kind, and what was said. */
export async function race(
	seed: number,
	given: Partial<Harm>,
	subjectOf: (context: IExecuteFunctions) => Subject,
): Promise<string[]> {
	const harm = { ...NONE, ...given };
	const world = new World(seed, harm);
	// The lock's too: so a seed is a schedule.
	Math.random = world.random;
	const name = `${seed} ${JSON.stringify(harm)}`;
	const processes = Array.from({ length: 2 + (seed % 3) }, (_, index) =>
		world.process(`${name} ${index}`),
	);
	// A process may have two at a time.
	const running = processes.map(async (process) => {
		const executions = Array.from({ length: 1 + (Math.floor(seed / 6) % 2) }, async () => {
			await passing(world.random() * 1500);
			return await execute(world, process, subjectOf);
		});
		return await Promise.all(executions);
	});
	const living = running.filter((_, index) => {
		if (index > 0 && world.random() < harm.stops)
			setTimeout(processes[index]?.stop ?? (() => undefined), world.random() * 6000);
		const isVictim = index > 0 && world.random() < harm.kills;
		if (isVictim) setTimeout(processes[index]?.kill ?? (() => undefined), world.random() * 6000);
		return !isVictim;
	});
	const said = (await inTime(Promise.all(living))).flat();
	world.isCalm = true;
	const sent = [...world.sent];
	const audit = await inTime(execute(world, world.process(`${name} audit`), subjectOf));
	return KEYS.flatMap((key) => {
		const own = sent.filter((one) => one.key === key);
		const arrived = own.filter((one) => one.arrived);
		const inDoubt = own.filter((one) => one.outcome === 'unknown' || one.isKilled);
		const later = audit.get(key);
		const isKnown = own.some((one) => one.outcome === 'accepted' && !one.isKilled);
		const isDoubtful = inDoubt.some(({ outcome }) => outcome !== 'rejected') && !isKnown;
		return [
			...(arrived.length > 1 ? [`sent twice ${seed} ${key}`] : []),
			...(later === 'used' && arrived.length === 0 ? [`lost ${seed} ${key}`] : []),
			...(isKnown && later !== 'used' ? [`forgotten ${seed} ${key} ${later}`] : []),
			...(isDoubtful && later !== 'unknown' && !(later === 'used' && arrived.length > 0)
				? [`doubt lost ${seed} ${key} ${later}`]
				: []),
			...(later === 'unknown' && inDoubt.length === 0 ? [`false unknown ${seed} ${key}`] : []),
			...said.flatMap((one) =>
				one.get(key) === 'unknown' && inDoubt.length === 0
					? [`false unknown said ${seed} ${key}`]
					: [],
			),
			...said.flatMap((one) =>
				one.get(key) === 'not claimed' ? [`not claimed ${seed} ${key}`] : [],
			),
		];
	});
}
