import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** Does `work` while holding the lock folder, which only one process can make. A lock whose holder is gone is taken over. */
export async function withLock<T>(
	folder: string,
	waiting: () => void,
	work: () => Promise<T>,
): Promise<T> {
	let told = false;
	while (!(await take(folder))) {
		if (!told) waiting();
		told = true;
		await sleep(1000);
	}
	try {
		return await work();
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}

async function take(folder: string): Promise<boolean> {
	try {
		await mkdir(folder);
	} catch (error) {
		if (!isCode(error, 'EEXIST')) throw error;
		if (await abandoned(folder)) await rm(folder, { recursive: true, force: true });
		return false;
	}
	await writeFile(join(folder, 'pid'), String(process.pid));
	return true;
}

async function abandoned(folder: string): Promise<boolean> {
	const read = () => readFile(join(folder, 'pid'), 'utf8').catch(() => '');
	// Between the making of the folder and of the file the holder is unknown: look twice before judging.
	const holder = (await read()) || (await sleep(2000), await read());
	if (holder === '') return true;
	try {
		process.kill(Number(holder), 0);
		return false;
	} catch (error) {
		return isCode(error, 'ESRCH');
	}
}

/** Not by `instanceof`: inside jest, Node's errors are of another realm. */
const isCode = (error: unknown, code: string): boolean =>
	typeof error === 'object' && error !== null && 'code' in error && error.code === code;
