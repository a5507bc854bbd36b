import { randomBytes } from 'node:crypto';
import { mkdtemp, realpath, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../ports.ts';
import { start } from '../process.ts';
import { firstOf, openStarted, type Candidate } from './find.ts';
import { program } from './program.ts';
import { connectRedis, type RedisAddress, type RedisConnection } from './redis-connection.ts';

/** A Redis in which we use keys of our own prefix only. */
export interface Redis {
	/** Where it was found, for a person to read. */
	origin: string;
	/** n8n's settings for it. */
	settings: Record<string, string>;
	/** The text of everything that was stored under our prefix. */
	stored(): Promise<string>;
	/** Removes our keys, and the whole server where it was started here. */
	close(): Promise<void>;
}

/** The Redis of REDIS_URL, else of the default port, else one started here and now. Throws ServiceMissing. */
export async function findRedis(): Promise<Redis> {
	const fromEnvironment = process.env.REDIS_URL;
	return await firstOf('Redis', [
		...(fromEnvironment === undefined ? [] : [at('REDIS_URL', () => addressOf(fromEnvironment))]),
		at('port 6379', () => ({ host: '127.0.0.1', port: 6379 })),
		{ name: 'redis-server', open: startOwn },
	]);
}

const at = (name: string, address: () => RedisAddress): Candidate<Redis> => ({
	name,
	open: async () => await openPrefix(name, address()),
});

function addressOf(url: string): RedisAddress {
	const { protocol, hostname, port, username, password, pathname } = new URL(url);
	if (protocol !== 'redis:') throw new Error('only addresses with redis:// are known');
	return {
		host: hostname,
		port: Number(port || 6379),
		database: Number(pathname.slice(1) || 0),
		...(username === '' ? {} : { username: decodeURIComponent(username) }),
		...(password === '' ? {} : { password: decodeURIComponent(password) }),
	};
}

async function startOwn(): Promise<Redis> {
	const server = program('redis-server');
	const folder = await realpath(await mkdtemp(join(tmpdir(), 'sms-voice-gateway-redis-')));
	const password = randomBytes(16).toString('hex');
	const address = { host: '127.0.0.1', port: await freePort(), password };
	const lines = ['bind 127.0.0.1', `port ${address.port}`, `requirepass ${password}`, 'save ""'];
	const file = join(folder, 'redis.conf');
	// In a file, because everybody on this machine may read the arguments of a process.
	await writeFile(file, `${lines.join('\n')}\n`, { mode: 0o600 });
	const running = start(server, [file], { cwd: folder, env: { PATH: process.env.PATH } });
	return await openStarted(running, folder, () => openPrefix(`started ${server}`, address));
}

async function openPrefix(origin: string, address: RedisAddress): Promise<Redis> {
	const connection = await connectRedis(address);
	const prefix = `sms-voice-gateway-test-${randomBytes(6).toString('hex')}`;
	const { host, port, username, password, database = 0 } = address;
	return {
		origin: `${origin} (${host}:${port})`,
		settings: {
			QUEUE_BULL_REDIS_HOST: host,
			QUEUE_BULL_REDIS_PORT: String(port),
			QUEUE_BULL_REDIS_DB: String(database),
			...(username === undefined ? {} : { QUEUE_BULL_REDIS_USERNAME: username }),
			...(password === undefined ? {} : { QUEUE_BULL_REDIS_PASSWORD: password }),
			QUEUE_BULL_PREFIX: prefix,
			// Of the messages between main and workers, which other n8n on the same Redis would hear as well.
			N8N_REDIS_KEY_PREFIX: prefix,
		},
		async stored() {
			const texts: string[] = [];
			for (const key of await keysOf(connection, prefix)) {
				const read = READ[String(await connection.command('TYPE', key))];
				const value = read ? await connection.command(...read(key)) : null;
				texts.push(`${key} ${JSON.stringify(value)}`);
			}
			return texts.join('\n');
		},
		async close() {
			const keys = await keysOf(connection, prefix);
			if (keys.length > 0) await connection.command('DEL', ...keys);
			connection.close();
		},
	};
}

/** How the value of each type of key is read; a stream's events are read from its whole range. */
const READ: Record<string, (key: string) => string[]> = {
	string: (key) => ['GET', key],
	hash: (key) => ['HGETALL', key],
	list: (key) => ['LRANGE', key, '0', '-1'],
	set: (key) => ['SMEMBERS', key],
	zset: (key) => ['ZRANGE', key, '0', '-1'],
	stream: (key) => ['XRANGE', key, '-', '+'],
};

async function keysOf(connection: RedisConnection, prefix: string): Promise<string[]> {
	const keys = new Set<string>();
	let cursor = '0';
	do {
		const reply = await connection.command('SCAN', cursor, 'MATCH', `${prefix}*`, 'COUNT', '1000');
		if (!Array.isArray(reply)) throw new Error('Redis gave no list of keys');
		const [next, found] = reply;
		for (const key of Array.isArray(found) ? found : []) keys.add(String(key));
		cursor = String(next);
	} while (cursor !== '0');
	return [...keys];
}
