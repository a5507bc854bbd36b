import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { keptFolder, keptPath } from './cache.ts';
import { databaseDriver } from './driver.ts';
import { npm } from './npm.ts';
import { installPackages } from './packages.ts';
import { withProgress, type Say } from './progress.ts';
import { chosenVersion, TESTED, testedVersion } from './version.ts';

/** Gives the folder of an installed n8n, the chosen version's, and installs it where it is not there yet. */
export async function installHost(say: Say): Promise<string> {
	const version = chosenVersion();
	const isTested = version === testedVersion();
	const decisive = isTested
		? await Promise.all(
				['package.json', 'package-lock.json'].map((file) => readFile(join(TESTED, file))),
			)
		: [version];
	const folder = keptPath('host', decisive);
	return await keptFolder(folder, `installing n8n ${version}`, say, async (partial) => {
		if (isTested) await cp(TESTED, partial, { recursive: true });
		else {
			const manifest = JSON.stringify({ private: true, dependencies: { n8n: version } });
			await writeFile(join(partial, 'package.json'), manifest);
			const flags = ['--package-lock-only', '--ignore-scripts', '--omit=dev'];
			await npm(['install', ...flags], partial);
		}
		const [placeDriver] = await bothDone(
			withProgress(say, "Getting n8n's database driver", 'up to 1 minute', () =>
				databaseDriver(partial, say),
			),
			withProgress(say, `Installing n8n ${version}`, 'the first time about 15 seconds', () =>
				installPackages(partial, say),
			),
		);
		await placeDriver();
	});
}

/** n8n's command file in an installed host. */
export const n8nCommand = (hostFolder: string): string =>
	join(hostFolder, 'node_modules', 'n8n', 'bin', 'n8n');

/** Waits for both even where one fails: what is still at work must not write into a folder that is being removed. */
export async function bothDone<A, B>(one: Promise<A>, other: Promise<B>): Promise<[A, B]> {
	await Promise.allSettled([one, other]);
	return await Promise.all([one, other]);
}
