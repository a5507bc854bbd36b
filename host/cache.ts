import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { manifestOf } from './manifest.ts';
import { chosenVersion, manifestFolder } from './version.ts';

/**
 * Where the installed n8n is kept between runs: outside the checkout, since it is large and every clone may use it. The
 * name holds all that decides what is in there, so a change of any of it makes a new folder.
 */
export function cacheFolder(version = chosenVersion()): string {
	const hash = createHash('sha256');
	for (const text of decisive(version)) hash.update(text);
	hash.update(`${process.version} ${process.platform} ${process.arch}`);
	const caches = process.env.XDG_CACHE_HOME || join(homedir(), '.cache');
	const base = process.env.N8N_HOST_CACHE || join(caches, 'n8n-nodes-sms-voice-gateway');
	return join(resolve(base), `host-${hash.digest('hex').slice(0, 12)}`);
}

/** What decides which packages are installed: manifest and lock, or the version alone where it has none here. */
function decisive(version: string): Array<Buffer | string> {
	const folder = manifestFolder(version);
	return existsSync(folder)
		? ['package.json', 'package-lock.json'].map((file) => readFileSync(join(folder, file)))
		: [JSON.stringify(manifestOf(version))];
}
