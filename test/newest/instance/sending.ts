import {
	type Credential,
	type Sandbox,
	SANDBOX_CREDENTIAL,
	sandboxCredential,
	type Served,
	textNode,
	type Workflow,
} from '../../e2e/n8n.ts';
import { callHook, hookedChain, recipients } from '../triggers/stage.ts';

/** The operations that are tried with every setting: the one by routing, and the one over all items. */
export const OPERATIONS = ['send', 'sendBulk'] as const;
export type Operation = (typeof OPERATIONS)[number];

/** The row that each of them sends. */
export const ROW = recipients(1)[0] ?? { to: '', text: '' };

/** The sandbox's credential under another id, with some of its values changed. */
export const credentialOf = (
	sandbox: Sandbox,
	id: string,
	data: Record<string, unknown>,
): Credential => {
	const made = sandboxCredential(sandbox);
	return { ...made, id, name: id, data: { ...made.data, ...data } };
};

/** The part of a node that names its credential. */
export const withCredential = (id: string) => ({
	credentials: { [SANDBOX_CREDENTIAL.type]: { id, name: id } },
});

const idOf = (operation: Operation, name: string) => `${name}-${operation}`;

/** For each operation a workflow that sends a call's rows with a credential, and answers with what became of them. */
export const sendersWith = (
	name: string,
	credential: string,
	fields: Record<string, unknown> = {},
	settings: Record<string, unknown> = {},
): Workflow[] =>
	OPERATIONS.map((operation) => {
		const more = { onError: 'continueRegularOutput', ...withCredential(credential) };
		const node = textNode('Send', { operation, ...fields }, more);
		return hookedChain(idOf(operation, name), [node], settings);
	});

/** What became of the one row that such a workflow was called with. */
export interface Ending {
	outcome?: string;
	error?: string;
	advice?: string;
	httpStatus?: number;
	[more: string]: unknown;
}

/** Calls such a workflow with one row. */
export async function sendOne(
	n8n: Pick<Served, 'server'>,
	name: string,
	operation: Operation,
): Promise<Ending> {
	const { items, text } = await callHook(n8n, idOf(operation, name), { rows: [ROW] });
	if (items.length !== 1) throw new Error(`One row gave ${text}`);
	return items[0] as Ending;
}
