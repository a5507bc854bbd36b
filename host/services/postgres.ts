import { randomBytes } from 'node:crypto';
import { chown, mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, type ClientConfig } from 'pg';
import { freePort } from '../ports.ts';
import { start, succeed } from '../process.ts';
import { firstOf, openStarted, program, unprivileged } from './find.ts';

/** A PostgreSQL with a database of our own. */
export interface Postgres {
	/** n8n's settings for the database. */
	settings: Record<string, string>;
	/** Asks the database. */
	query(sql: string): Promise<Array<Record<string, unknown>>>;
	/** The text of every row of every table. */
	stored(): Promise<string>;
	/** Drops the database, and removes the whole server where it was started here. */
	close(): Promise<void>;
}

/** By these, and by DATABASE_URL, one names a server to PostgreSQL's own programs; the client reads them itself. */
const NAMING = ['PGHOST', 'PGPORT', 'PGUSER', 'PGPASSWORD', 'PGDATABASE'];
const LOCAL = { host: '127.0.0.1', user: 'postgres', database: 'postgres' };

/**
 * The PostgreSQL of DATABASE_URL or of the PG… variables, else of the default port, else one started here and now.
 * Throws ServiceMissing.
 */
export async function findPostgres(): Promise<Postgres> {
	const { DATABASE_URL: url } = process.env;
	const named = NAMING.filter((name) => process.env[name] !== undefined).join(', ');
	return await firstOf('PostgreSQL', {
		...(url === undefined ? {} : { DATABASE_URL: () => openDatabase({ connectionString: url }) }),
		...(named === '' ? {} : { [named]: () => openDatabase({}) }),
		'port 5432': () => openDatabase({ ...LOCAL, port: 5432 }),
		'initdb and postgres': startOwn,
	});
}

const OURS = 'sms_voice_gateway_test_';

/** Makes a database of our own on a server. */
async function openDatabase(config: ClientConfig): Promise<Postgres> {
	const server = await connected(config);
	const { host, port, user, password, ssl } = server;
	const database = OURS + randomBytes(6).toString('hex');
	let own: Client;
	try {
		// Held until we are connected to ours: nobody else can take it for a left one in between.
		await server.query(`SELECT pg_advisory_lock(hashtext('${OURS}'))`);
		await dropLeftOnes(server);
		await server.query(`CREATE DATABASE ${database}`);
		own = await connected({ host, port, user, password, ssl, database });
		await server.query('SELECT pg_advisory_unlock_all()');
	} catch (error) {
		await server.end();
		throw error;
	}
	const query = async (sql: string) => (await own.query<Record<string, unknown>>(sql)).rows;
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
		query,
		async stored() {
			const tables = await query("SELECT tablename FROM pg_tables WHERE schemaname = 'public'");
			const texts: string[] = [];
			for (const { tablename } of tables) {
				const rows = await query(`SELECT t::text AS row FROM "${String(tablename)}" t`);
				texts.push(...rows.map(({ row }) => `${String(tablename)} ${String(row)}`));
			}
			return texts.join('\n');
		},
		async close() {
			await own.end();
			await server.query(`DROP DATABASE ${database} WITH (FORCE)`);
			await server.end();
		},
	};
}

/** Databases of runs that were killed: whoever still uses his is connected to it. */
async function dropLeftOnes(server: Client): Promise<void> {
	const { rows } = await server.query<{ datname: string }>(
		`SELECT datname FROM pg_database d WHERE starts_with(datname, '${OURS}')
		AND NOT EXISTS (SELECT FROM pg_stat_activity a WHERE a.datid = d.oid)`,
	);
	for (const { datname } of rows) await server.query(`DROP DATABASE IF EXISTS ${datname}`);
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
