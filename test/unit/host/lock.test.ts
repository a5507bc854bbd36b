import { expect, test } from '@jest/globals';
import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { withLock } from '../../../host/lock.ts';

/** Runs `work` with the path of a lock that nobody has taken yet. */
async function withFolder(work: (lock: string) => Promise<void>): Promise<void> {
	const folder = await mkdtemp(join(tmpdir(), 'sms-voice-gateway-lock-'));
	try {
		await work(join(folder, 'lock'));
	} finally {
		await rm(folder, { recursive: true });
	}
}

test('two that want the same lock work one after the other, and the second is told', async () => {
	await withFolder(async (lock) => {
		const steps: string[] = [];
		const work = (name: string) => async () => {
			steps.push(`${name} begins`);
			await new Promise((resolve) => setTimeout(resolve, 50));
			steps.push(`${name} ends`);
		};
		let told = 0;
		const waiting = () => (told += 1);
		await Promise.all([withLock(lock, waiting, work('one')), withLock(lock, waiting, work('two'))]);
		const [first] = steps;
		const [one, two] = first === 'one begins' ? ['one', 'two'] : ['two', 'one'];
		expect(steps).toEqual([`${one} begins`, `${one} ends`, `${two} begins`, `${two} ends`]);
		expect(told).toBe(1);
	});
});

test('a lock whose holder is gone is taken over', async () => {
	await withFolder(async (lock) => {
		await mkdir(lock);
		// No process has this number: Linux counts to 2^22 at the most, others less.
		await writeFile(join(lock, 'pid'), '99999999');
		let done = false;
		await withLock(
			lock,
			() => undefined,
			async () => {
				done = true;
			},
		);
		expect(done).toBe(true);
	});
});
