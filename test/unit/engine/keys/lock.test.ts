import { sleep } from 'n8n-workflow';

import { StoreLock } from '../../../../nodes/SmsVoiceGateway/keys/lock.ts';
import { NAME } from '../../../../nodes/SmsVoiceGateway/keys/n8nRows.ts';
import { modelTime } from './claims.ts';
import { inTime } from './world.ts';

modelTime();

const OF_ANOTHER = [`${NAME} lock`, 'the mark of another one'];

/** A lock over a row of these entries; `statement` is what each statement does first. */
const lockOver = (entries: string[], statement: () => Promise<void>) =>
	new StoreLock({
		record: async (_, names) => {
			await statement();
			const fresh = names.filter((name) => !entries.includes(name));
			entries.push(...fresh);
			return fresh;
		},
		remove: statement,
		count: async () => {
			await statement();
			return entries.length;
		},
		clear: async () => {
			await statement();
			entries.splice(0);
		},
	});

test.each([
	[0, 15, 25],
	// A machine on which a look takes so long is busy: whoever has the lock may come late, too.
	[500, 60, 90],
])(
	'with looks of %d ms a lock that nobody marks is taken over after %d to %d seconds',
	async (latency, least, most) => {
		const lock = lockOver([...OF_ANOTHER], async () => await sleep(latency));
		await inTime(lock.around(async () => undefined));
		const seconds = performance.now() / 1000;
		expect(seconds).toBeGreaterThan(least);
		expect(seconds).toBeLessThan(most);
	},
);

test('who could not mark the lock for so long that another one has taken it over gives up, and leaves it standing', async () => {
	const entries: string[] = [];
	let isAway = false;
	const lock = lockOver(entries, async () => {
		if (isAway) throw new Error('connection lost');
	});
	const work = lock.around(async () => {
		isAway = true;
		await sleep(30_000);
		entries.splice(0, entries.length, ...OF_ANOTHER);
		isAway = false;
		await lock.stayOurs();
	});
	await expect(inTime(work)).rejects.toThrow('recording took too long');
	expect(entries.slice(0, 2)).toEqual(OF_ANOTHER);
});
