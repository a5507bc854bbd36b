import { randomBytes } from 'node:crypto';
import { mkdtemp, realpath, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis as Client, type RedisOptions } from 'ioredis';
import { freePort } from '../ports.ts';
import { start } from '../process.ts';
import { openStarted, program } from './find.ts';

/** A Redis in which we use keys of our own prefix only. */
export type Redis = Awaited<ReturnType<typeof openPrefix>>;

/** One that does not answer at once is not there. */
const ONCE: RedisOptions = { lazyConnect: true, retryStrategy: () => null, connectTimeout: 5_000 };

/** The Redis of REDIS_URL, else the one of the usual port, else one started here and now. Throws where there is none. */
export async function findRedis(): Promise<Redis> {
	const { REDIS_URL: url } = process.env;
	if (url !== undefined) return await openPrefix(new Client(url, ONCE));
	return await openPrefix(new Client(ONCE)).catch(startOwn);
}

async function startOwn(): Promise<Redis> {
	const server = program('redis-server');
	const folder = await realpath(await mkdtemp(join(tmpdir(), 'sms-voice-gateway-redis-')));
	const password = randomBytes(16).toString('hex');
	const port = await freePort();
	const lines = ['bind 127.0.0.1', `port ${port}`, `requirepass ${password}`, 'save ""'];
	const file = join(folder, 'redis.conf');
	// In a file, because everybody on this machine may read the arguments of a process.
	await writeFile(file, `${lines.join('\n')}\n`, { mode: 0o600 });
	const running = start(server, [file], { cwd: folder, env: { PATH: process.env.PATH } });
	const open = () => openPrefix(new Client({ ...ONCE, host: '127.0.0.1', port, password }));
	return await openStarted(running, folder, open);
}

async function openPrefix(client: Client) {
	// Why there is no connection, it says here; whoever waits for a command hears only that there is none.
	let reason: unknown;
	client.on('error', (error) => (reason = error));
	try {
		await client.connect();
	} catch (error) {
		client.disconnect();
		throw reason ?? error;
	}
	const prefix = `sms-voice-gateway-test-${randomBytes(6).toString('hex')}`;
	const { host, port, username, password, db } = client.options;
	const keys = () => client.keys(`${prefix}*`);
	return {
		client,
		/** All keys that were stored under our prefix. */
		keys,
		settings: {
			QUEUE_BULL_REDIS_HOST: host ?? '',
			QUEUE_BULL_REDIS_PORT: String(port),
			QUEUE_BULL_REDIS_DB: String(db),
			QUEUE_BULL_REDIS_USERNAME: username ?? '',
			QUEUE_BULL_REDIS_PASSWORD: password ?? '',
			QUEUE_BULL_PREFIX: prefix,
			// Of the messages between main and workers, which other n8n on the same Redis would hear as well.
			N8N_REDIS_KEY_PREFIX: prefix,
		},
		/** Removes our keys, and the whole server where it was started here. */
		async close() {
			const left = await keys();
			if (left.length > 0) await client.del(...left);
			client.disconnect();
		},
	};
}
