import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';

/** The private package that names n8n's version, and its lock. */
export const manifestFolder = (): string => resolve('host/n8n');

/**
 * Where the installed n8n is kept between runs: outside the checkout, since it is large and every clone may use it. The
 * name holds all that decides what is in there, so a change of any of it makes a new folder.
 */
export function cacheFolder(): string {
	const hash = createHash('sha256');
	for (const file of ['package.json', 'package-lock.json'])
		hash.update(readFileSync(join(manifestFolder(), file)));
	hash.update(`${process.version} ${process.platform} ${process.arch}`);
	const caches = process.env.XDG_CACHE_HOME || join(homedir(), '.cache');
	const base = process.env.N8N_HOST_CACHE || join(caches, 'n8n-nodes-sms-voice-gateway');
	return join(resolve(base), `host-${hash.digest('hex').slice(0, 12)}`);
}
