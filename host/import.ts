import type { Server } from './server.ts';
import type { Credential, Workflow } from './workflows.ts';

/** What is to be in an n8n before anybody uses it. */
export interface Imports {
	credentials: Credential[];
	workflows: Workflow[];
}

/**
 * Brings credentials and workflows into a started n8n by its REST API: where the database is not ours to write into, and
 * each command of n8n's takes seconds to begin. n8n gives a credential an id of its own, so the workflows get that one.
 */
export async function importInto(server: Server, imports: Imports): Promise<void> {
	let workflows = JSON.stringify(imports.workflows);
	for (const { id, ...credential } of imports.credentials) {
		const made = (await post(server, '/rest/credentials', credential)) as { id: string };
		workflows = workflows.replaceAll(JSON.stringify(id), JSON.stringify(made.id));
	}
	for (const workflow of JSON.parse(workflows) as Workflow[])
		await post(server, '/rest/workflows', { ...workflow, active: false });
}

async function post(server: Server, path: string, thing: unknown): Promise<unknown> {
	const { status, body, data } = await server.rest('POST', path, thing);
	if (status !== 200) throw new Error(`n8n took no ${path}: ${JSON.stringify(body)}`);
	return data;
}
