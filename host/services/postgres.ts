import { randomBytes } from 'node:crypto';
import { chown, mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, type ClientConfig } from 'pg';
import { freePort } from '../ports.ts';
import { start, succeed } from '../process.ts';
import { openStarted, program, unprivileged } from './find.ts';

/** A PostgreSQL with a database of our own. */
export type Postgres = Awaited<ReturnType<typeof openDatabase>>;

const LOCAL = { host: '127.0.0.1', user: 'postgres', database: 'postgres' };

/**
 * The PostgreSQL of DATABASE_URL or of the PG… variables, which the client reads itself, else the one of the usual port,
 * else one started here and now. Throws where there is none.
 */
export async function findPostgres(): Promise<Postgres> {
	const { DATABASE_URL: connectionString, PGHOST, PGPORT, PGUSER } = process.env;
	if (connectionString !== undefined) return await openDatabase({ connectionString });
	if ((PGHOST ?? PGPORT ?? PGUSER) !== undefined) return await openDatabase({});
	return await openDatabase(LOCAL).catch(startOwn);
}

/** Makes a database of our own on a server. */
async function openDatabase(config: ClientConfig) {
	const server = await connected(config);
	const { host, port, user, password, ssl } = server;
	const database = `sms_voice_gateway_test_${randomBytes(6).toString('hex')}`;
	try {
		await server.query(`CREATE DATABASE ${database}`);
		const own = await connected({ host, port, user, password, ssl, database });
		return {
			settings: {
				DB_TYPE: 'postgresdb',
				DB_POSTGRESDB_HOST: host,
				DB_POSTGRESDB_PORT: String(port),
				DB_POSTGRESDB_DATABASE: database,
				DB_POSTGRESDB_USER: user ?? '',
				DB_POSTGRESDB_PASSWORD: password ?? '',
				...(ssl ? { DB_POSTGRESDB_SSL_ENABLED: 'true' } : {}),
			},
			query: async (sql: string) => (await own.query<Record<string, unknown>>(sql)).rows,
			/** Drops the database, and removes the whole server where it was started here. */
			async close() {
				await own.end();
				await server.query(`DROP DATABASE ${database} WITH (FORCE)`);
				await server.end();
			},
		};
	} catch (error) {
		await server.end();
		throw error;
	}
}

async function connected(config: ClientConfig): Promise<Client> {
	const client = new Client({ connectionTimeoutMillis: 5_000, ...config });
	// A server that ends cuts its connections; without a listener that would end this process too.
	client.on('error', () => undefined);
	await client.connect();
	return client;
}

async function startOwn(): Promise<Postgres> {
	const [initdb, postgres] = [program('initdb'), program('postgres')];
	const user = unprivileged();
	const folder = await realpath(await mkdtemp(join(tmpdir(), 'sms-voice-gateway-postgres-')));
	const [data, passwordFile] = [join(folder, 'data'), join(folder, 'password')];
	const password = randomBytes(16).toString('hex');
	const env = { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' };
	const options = { cwd: folder, env, user };
	try {
		await mkdir(data, { mode: 0o700 });
		await writeFile(passwordFile, password, { mode: 0o600 });
		if (user !== undefined)
			for (const path of [folder, data, passwordFile]) await chown(path, user.uid, user.gid);
		const cluster = ['-D', data, '-U', 'postgres', '-A', 'scram-sha-256'];
		const text = ['-E', 'UTF8', '--locale=C', '--no-sync'];
		await succeed(initdb, [...cluster, `--pwfile=${passwordFile}`, ...text], options);
	} catch (error) {
		await rm(folder, { recursive: true, force: true });
		throw error;
	}
	const port = await freePort();
	const set = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'fsync=off'];
	const args = ['-D', data, '-p', String(port), ...set.flatMap((setting) => ['-c', setting])];
	const running = start(postgres, args, options);
	return await openStarted(running, folder, () => openDatabase({ ...LOCAL, port, password }));
}
