import type { Server } from './server.ts';

export type Row = Record<string, unknown>;

/** A data table of n8n's. */
export interface Table {
	id: string;
	/** Adds rows. */
	add(rows: Row[]): Promise<void>;
	/** Writes into the rows that have this in a column. */
	write(column: string, value: string, data: Row): Promise<void>;
	/** All rows, in the order in which they were added, without the columns that n8n keeps itself. */
	rows(): Promise<Row[]>;
}

/** Makes a data table of text columns, empty, which replaces one of that name. */
export async function makeTable(server: Server, name: string, columns: string[]): Promise<Table> {
	const tables = await tablesOf(server);
	const old = await tables.find(name);
	if (old !== undefined) await server.rest('DELETE', `${tables.path}/${old}`);
	const { status, body } = await server.rest('POST', tables.path, {
		name,
		columns: columns.map((column) => ({ name: column, type: 'string' })),
	});
	if (status !== 200) throw new Error(`no table: ${JSON.stringify(body)}`);
	return await openTable(server, name, columns);
}

/** A data table that is there already. */
export async function openTable(server: Server, name: string, columns: string[]): Promise<Table> {
	const tables = await tablesOf(server);
	const id = await tables.find(name);
	if (id === undefined) throw new Error(`no table ${name}`);
	const path = `${tables.path}/${id}`;
	return {
		id,
		add: async (rows) => {
			const { status, body } = await server.rest('POST', `${path}/insert`, { data: rows });
			if (status !== 200) throw new Error(`no rows: ${JSON.stringify(body)}`);
		},
		write: async (column, value, data) => {
			const filters = [{ columnName: column, condition: 'eq', value }];
			const filter = { type: 'and', filters };
			const { status, body } = await server.rest('PATCH', `${path}/rows`, { filter, data });
			if (status !== 200) throw new Error(`nothing written: ${JSON.stringify(body)}`);
		},
		rows: async () => {
			const found = await stored(server, `${path}/rows?sortBy=id:asc`);
			return found.map((row) =>
				Object.fromEntries(columns.map((column) => [column, row[column] ?? ''])),
			);
		},
	};
}

/** The rows that n8n has stored. */
async function stored(server: Server, path: string): Promise<Row[]> {
	const { status, data, body } = await server.rest('GET', path);
	if (status !== 200) throw new Error(`n8n gives no rows: ${status} ${JSON.stringify(body)}`);
	return (data as { data: Row[] }).data;
}

/** Where n8n has the owner's tables, and the id of one by its name. */
async function tablesOf(server: Server) {
	const { data: project } = await server.rest('GET', '/rest/projects/personal');
	const path = `/rest/projects/${(project as { id: string }).id}/data-tables`;
	const find = async (name: string) => {
		const { data } = await server.rest('GET', path);
		const found = (data as { data: Array<{ id: string; name: string }> }).data;
		return found.find((one) => one.name === name)?.id;
	};
	return { path, find };
}
