import { createCipheriv, createHash, randomBytes, randomUUID } from 'node:crypto';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import type { Credential, Workflow } from './workflows.ts';

type Row = Record<string, SQLInputValue>;

/** By table, the row that n8n's own import has written there. */
export type Pattern = Record<string, Row>;

/** The tables that an import fills, the one with the thing itself first; of the others, the columns that differ. */
const WORKFLOW = {
	workflow_entity: undefined,
	shared_workflow: ['workflowId'],
	workflow_history: ['workflowId', 'versionId', 'nodes', 'connections'],
};
const CREDENTIAL = { credentials_entity: undefined, shared_credentials: ['credentialsId'] };

/**
 * Takes out of a database of n8n's what its import has written for the one workflow and the one credential in there. To
 * import by copies of these rows takes a millisecond, where each command of n8n's takes seconds to begin.
 */
export function takePattern(databaseFile: string): Pattern {
	return within(databaseFile, (database) => {
		const tables = Object.keys({ ...WORKFLOW, ...CREDENTIAL });
		const pattern = tables.map((table) => {
			const [row, ...others] = database.prepare(`SELECT * FROM "${table}"`).all();
			if (row === undefined || others.length > 0)
				throw new Error(`n8n's import has left ${others.length} rows too many in ${table}`);
			return [table, row] as const;
		});
		// What belongs to them goes with them.
		for (const table of ['workflow_entity', 'credentials_entity'])
			database.exec(`DELETE FROM "${table}"`);
		return Object.fromEntries(pattern);
	});
}

/** Imports workflows as copies of the one that n8n has imported, each with what differs. */
export function addWorkflows(file: string, pattern: Pattern, workflows: Workflow[]): void {
	const rows = workflows.map((workflow) => ({
		...workflow,
		active: false,
		versionId: randomUUID(),
		workflowId: workflow.id,
	}));
	addAll(file, pattern, WORKFLOW, rows);
}

/** Imports credentials as copies of the one that n8n has imported, each with what differs. */
export function addCredentials(
	file: string,
	pattern: Pattern,
	credentials: Credential[],
	encryptionKey: string,
): void {
	const rows = credentials.map((credential) => ({
		...credential,
		data: sealed(JSON.stringify(credential.data), encryptionKey),
		credentialsId: credential.id,
	}));
	addAll(file, pattern, CREDENTIAL, rows);
}

/** Adds to each of the tables a copy of its pattern, with those members of each thing that it has a column for. */
function addAll(
	file: string,
	pattern: Pattern,
	tables: Record<string, string[] | undefined>,
	things: Array<Record<string, unknown>>,
): void {
	within(file, (database) => {
		database.exec('BEGIN');
		for (const [table, differing] of Object.entries(tables)) {
			const row = pattern[table] ?? {};
			const columns = Object.keys(row);
			const names = columns.map((column) => `"${column}"`).join();
			const insert = database.prepare(
				`INSERT INTO "${table}" (${names}) VALUES (${columns.map(() => '?').join()})`,
			);
			const differs = (column: string) => differing?.includes(column) ?? true;
			for (const thing of things) {
				const values = columns.map((column) =>
					column in thing && differs(column) ? stored(thing[column]) : (row[column] ?? null),
				);
				insert.run(...values);
			}
		}
		database.exec('COMMIT');
	});
}

/** A value as n8n's database driver stores it. */
function stored(value: unknown): SQLInputValue {
	if (value === undefined || value === null) return null;
	if (typeof value === 'boolean') return Number(value);
	return typeof value === 'string' || typeof value === 'number' ? value : JSON.stringify(value);
}

function within<T>(file: string, work: (database: DatabaseSync) => T): T {
	const database = new DatabaseSync(file, { timeout: 60_000 });
	try {
		return work(database);
	} finally {
		database.close();
	}
}

/** As n8n stores a credential's data where it has no data key of its own (n8n-core, encryption/aes-256-cbc). */
function sealed(text: string, encryptionKey: string): string {
	const salt = randomBytes(8);
	const password = Buffer.concat([Buffer.from(encryptionKey, 'binary'), salt]);
	const parts: Buffer[] = [];
	for (let last = Buffer.alloc(0); parts.length < 3; parts.push(last))
		last = createHash('md5').update(last).update(password).digest();
	const [one, two, iv] = parts as [Buffer, Buffer, Buffer];
	const cipher = createCipheriv('aes-256-cbc', Buffer.concat([one, two]), iv);
	return Buffer.concat([
		Buffer.from('Salted__'),
		salt,
		cipher.update(text, 'utf8'),
		cipher.final(),
	]).toString('base64');
}
