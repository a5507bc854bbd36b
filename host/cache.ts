import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { manifestOf } from './manifest.ts';
import { chosenVersion, manifestFolder } from './version.ts';

/**
 * A folder that is kept between runs: outside the checkout, since every clone may use it. The name holds all that
 * decides what is in there, so a change of any of it makes a new folder.
 */
export function keptPath(kind: string, decisive: Array<Buffer | string>): string {
	const hash = createHash('sha256');
	for (const text of decisive) hash.update(text);
	hash.update(`${process.version} ${process.platform} ${process.arch}`);
	return join(cacheBase(), `${kind}-${hash.digest('hex').slice(0, 12)}`);
}

/** Where all that is kept between runs lies. */
export function cacheBase(): string {
	const caches = process.env.XDG_CACHE_HOME || join(homedir(), '.cache');
	return resolve(process.env.N8N_HOST_CACHE || join(caches, 'n8n-nodes-sms-voice-gateway'));
}

/** Where the installed n8n of a version is kept. */
export const cacheFolder = (version = chosenVersion()): string =>
	keptPath('host', decisive(version));

/** What decides which packages are installed: manifest and lock, or the version alone where it has none here. */
function decisive(version: string): Array<Buffer | string> {
	const folder = manifestFolder(version);
	return existsSync(folder)
		? ['package.json', 'package-lock.json'].map((file) => readFileSync(join(folder, file)))
		: [JSON.stringify(manifestOf(version))];
}
