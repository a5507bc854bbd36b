import { randomBytes } from 'node:crypto';
import { chown, mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, type ClientConfig } from 'pg';
import { freePort } from '../ports.ts';
import { run, start } from '../process.ts';
import { firstOf, openStarted, type Candidate } from './find.ts';
import { program, unprivileged, versionFolders } from './program.ts';

/** A PostgreSQL with a database of our own. */
export interface Postgres {
	/** Where it was found, for a person to read. */
	origin: string;
	/** n8n's settings for the database. */
	settings: Record<string, string>;
	/** Asks the database. */
	query(sql: string): Promise<Array<Record<string, unknown>>>;
	/** The text of every row of every table. */
	stored(): Promise<string>;
	/** Drops the database, and removes the whole server where it was started here. */
	close(): Promise<void>;
}

const TIMEOUT_MS = 5_000;

/** By these, and by DATABASE_URL, one names a server to PostgreSQL's own programs; the client reads them itself. */
const NAMING = ['PGHOST', 'PGPORT', 'PGUSER', 'PGPASSWORD', 'PGDATABASE'];

/**
 * The PostgreSQL of DATABASE_URL or of the PG… variables, else of the default port, else one started here and now.
 * Throws ServiceMissing.
 */
export async function findPostgres(): Promise<Postgres> {
	const { DATABASE_URL: url } = process.env;
	const named = NAMING.filter((name) => process.env[name] !== undefined);
	return await firstOf('PostgreSQL', [
		...(url === undefined ? [] : [at('DATABASE_URL', { connectionString: url })]),
		...(named.length === 0 ? [] : [at(named.join(', '), {})]),
		at('port 5432', { host: '127.0.0.1', port: 5432, user: 'postgres', database: 'postgres' }),
		{ name: 'initdb and postgres', open: startOwn },
	]);
}

const at = (name: string, config: ClientConfig): Candidate<Postgres> => ({
	name,
	open: () => openDatabase(name, config),
});

const OURS = 'sms_voice_gateway_test_';

/** Makes a database of our own on a server. */
async function openDatabase(origin: string, config: ClientConfig): Promise<Postgres> {
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
		origin: `${origin} (${host}:${port})`,
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
	const client = new Client({ connectionTimeoutMillis: TIMEOUT_MS, ...config });
	// A server that ends cuts its connections; without a listener that would end this process too.
	client.on('error', () => undefined);
	await client.connect();
	return client;
}

async function startOwn(): Promise<Postgres> {
	const folders = [...versionFolders('/usr/lib/postgresql'), '/usr/local/pgsql/bin'];
	const [initdb, postgres] = [program('initdb', folders), program('postgres', folders)];
	const user = unprivileged(['postgres', 'nobody']);
	const folder = await realpath(await mkdtemp(join(tmpdir(), 'sms-voice-gateway-postgres-')));
	const data = join(folder, 'data');
	const passwordFile = join(folder, 'password');
	const password = randomBytes(16).toString('hex');
	const options = {
		cwd: folder,
		env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' },
		...(user === undefined ? {} : { user }),
	};
	try {
		await mkdir(data, { mode: 0o700 });
		await writeFile(passwordFile, password, { mode: 0o600 });
		if (user !== undefined)
			for (const path of [folder, data, passwordFile]) await chown(path, user.uid, user.gid);
		const cluster = ['-D', data, '-U', 'postgres', '-A', 'scram-sha-256'];
		const made = await run(
			initdb,
			[...cluster, `--pwfile=${passwordFile}`, '-E', 'UTF8', '--locale=C', '--no-sync'],
			options,
		);
		if (made.exitCode !== 0)
			throw new Error(`initdb failed: ${(made.stderr || made.stdout).slice(-500)}`);
	} catch (error) {
		await rm(folder, { recursive: true, force: true });
		throw error;
	}

	const port = await freePort();
	const set = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'fsync=off'];
	const running = start(
		postgres,
		['-D', data, '-p', String(port), ...set.flatMap((setting) => ['-c', setting])],
		options,
	);
	const config = { host: '127.0.0.1', port, user: 'postgres', database: 'postgres', password };
	return await openStarted(running, folder, () => openDatabase(`started ${postgres}`, config));
}
