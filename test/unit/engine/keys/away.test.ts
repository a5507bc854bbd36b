import type { IExecuteFunctions } from 'n8n-workflow';

import { beginner, claimsOf, modelTime, rowsOf, statesOf } from './claims.ts';
import { inTime, NONE, World } from './world.ts';

modelTime();

const ROWS = rowsOf(3);

/** Executions, each in a process of its own, of which one's database goes away: at once, or with the next entries taken out. */
function scene() {
	const world = new World(1, NONE);
	const database = { isAway: false, goes: undefined as 'before' | 'after' | undefined };
	const warnings: string[] = [];
	const { context } = world.process('away');
	const calls = Object.entries(context.helpers as unknown as Record<string, Call>);
	const harmed = calls.map(([name, call]): [string, Call] => [
		name,
		async (...given) => {
			const goes = name === 'removeProcessed' ? database.goes : undefined;
			if (goes === 'after') await call(...given);
			database.isAway ||= goes !== undefined;
			if (database.isAway) throw new Error('connection lost');
			return await call(...given);
		},
	]);
	const claims = claimsOf({
		...context,
		helpers: Object.fromEntries(harmed),
		logger: { warn: (words: string) => void warnings.push(words) },
	} as unknown as IExecuteFunctions);
	const comesBack = () => Object.assign(database, { isAway: false, goes: undefined });
	return { world, begin: beginner(world), claims, database, comesBack, warnings };
}
type Call = (...given: unknown[]) => Promise<unknown>;

const nothing = () => undefined;

test('what could not be taken out is, as soon as the database is there again and nobody else had the lock', async () => {
	const { world, claims, database, comesBack } = scene();
	expect(await statesOf(claims, ROWS)).toEqual(['ours', 'ours', 'ours']);
	database.goes = 'before';
	await inTime(claims.giveBack(ROWS).catch(nothing));
	expect(world.entries).toHaveLength(3);
	comesBack();
	await inTime(claims.close());
	expect(world.entries).toEqual([]);
});

test('what was taken out unheard is not once more, where another one has had the lock and may have it by now', async () => {
	const { begin, claims, database, comesBack } = scene();
	await statesOf(claims, ROWS);
	database.goes = 'after';
	await inTime(claims.giveBack(ROWS).catch(nothing));
	expect(await statesOf(begin(), ROWS)).toEqual(['ours', 'ours', 'ours']);
	comesBack();
	await inTime(claims.close());
	expect(await statesOf(begin(), ROWS)).toEqual(['busy', 'busy', 'busy']);
});

test('the log says how many keys of messages that were sent could not be recorded, where the database stays away', async () => {
	const { claims, database, warnings } = scene();
	await statesOf(claims, ROWS);
	for (const row of ROWS.slice(1)) claims.end(row);
	database.isAway = true;
	await inTime(claims.close());
	expect(warnings).toEqual([
		'2 keys of messages that were sent could not be recorded: a later run takes these for unknown',
	]);
});

test('it says nothing of keys of messages that were not sent', async () => {
	const { claims, database, warnings } = scene();
	await statesOf(claims, ROWS);
	database.isAway = true;
	await inTime(claims.close());
	expect(warnings).toEqual([]);
});
