import {
	exampleWorkflows,
	executionsOf,
	found,
	http,
	sendingApart,
	type Served,
	type Workflow,
} from '../../e2e/n8n.ts';

/** The header that a recipe's webhook asks for. */
const HEADER = { name: 'X-Recipe-Key', value: 'a-key-of-the-recipes-6204' };
const AUTH = { id: 'recipesKey000001', name: 'Recipes', type: 'httpHeaderAuth' };

/** The credential of that header, for n8n. */
export const RECIPES_KEY = { ...AUTH, data: HEADER };

/** What a recipe is changed by for a test: other parameters of some nodes, by name. */
export type Changes = Record<string, (parameters: Record<string, unknown>) => void>;

/** A recipe under an id of its own, at a path of that name, where that header is asked for; `apart`: with the other sandbox. */
export function copyOf(file: string, id: string, changes: Changes = {}, apart = false): Workflow {
	const made = structuredClone(exampleWorkflows().get(file) as Workflow);
	for (const node of made.nodes) {
		changes[node.name]?.(node.parameters);
		if (node.type !== 'n8n-nodes-base.webhook') continue;
		node.credentials = { [AUTH.type]: AUTH };
		node.parameters.path = id;
		node.webhookId = id;
	}
	const copy = { ...made, id, name: id };
	return apart ? sendingApart(copy) : copy;
}

/** Posts to a recipe's webhook, from the moment on at which n8n has it. */
export async function post(
	{ server }: Pick<Served, 'server'>,
	path: string,
	body: unknown,
	headers: Record<string, string> = { [HEADER.name]: HEADER.value },
): Promise<{ status: number; body: unknown }> {
	return await found(async () => {
		const url = `${server.url}/webhook/${path}`;
		const { status, data } = await http.post<string>(url, body, { headers });
		if (status === 404) return undefined;
		return { status, body: data.startsWith('{') ? (JSON.parse(data) as unknown) : data };
	});
}

/** The number of a workflow's latest execution, or 0. */
export const latest = async ({ server }: Pick<Served, 'server'>, id: string) =>
	Number((await executionsOf(server, id))[0]?.id ?? 0);

/** Does what lets a workflow run, and gives the execution that it has begun. */
export async function begunBy(
	n8n: Pick<Served, 'server'>,
	id: string,
	act: () => Promise<unknown>,
): Promise<string> {
	const before = await latest(n8n, id);
	await act();
	return await found(async () => {
		const now = await latest(n8n, id);
		return now > before ? String(now) : undefined;
	});
}
