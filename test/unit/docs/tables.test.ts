import { exampleTables } from '../../../host/example.ts';
import { exampleWorkflows } from '../../../host/workflows.ts';

type Parameters = { tableName?: string; dataTableId?: { value?: string } };

const tables = [...exampleWorkflows().values()].flatMap(({ nodes }) =>
	nodes
		.filter(({ type }) => type === 'n8n-nodes-base.dataTable')
		.map(({ parameters }) => parameters as Parameters),
);

test('npm start makes each data table that a workflow reads, but for those that it makes itself', () => {
	const made = new Set([
		...exampleTables().map(({ name }) => name),
		...tables.flatMap(({ tableName }) => tableName ?? []),
	]);
	const read = new Set(tables.flatMap(({ dataTableId }) => dataTableId?.value ?? []));
	expect(read.size).toBeGreaterThan(3);
	expect([...read].filter((name) => !made.has(name))).toEqual([]);
});
