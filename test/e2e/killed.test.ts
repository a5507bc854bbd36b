import { dataTable } from './dataTable.ts';
import { keys } from './keys.ts';
import { ownN8n } from './n8n.ts';
import { stopped } from './stopped.ts';

/** In the order in which they begin: the last is in the middle for the shortest time. */
const subjects = { 'a data table': dataTable, 'a run': stopped, keys };
const all = Object.values(subjects);

const n8n = ownN8n({
	workflows: () => all.flatMap(({ workflows }) => workflows()),
	published: all.flatMap(({ published = [] }) => published),
});

describe.each(Object.entries(subjects))('%s', (_, { tests }) => tests(n8n));

describe('where n8n was killed in the middle', () => {
	beforeAll(async () => {
		n8n.sandbox.reset();
		for (const { begin } of all) await begin(n8n);
		await n8n.server.kill();
		for (const { carriedOut } of all) await carriedOut?.(n8n);
		n8n.sandbox.setFaults([]);
		await n8n.serve();
	});

	test.each(Object.values(subjects))('$title', async ({ look }) => await look(n8n));
});
