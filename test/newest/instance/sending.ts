import {
	bulkNode,
	type Credential,
	ownNode,
	type Sandbox,
	SANDBOX_CREDENTIAL,
	sandboxCredential,
	type Served,
	textNode,
	type Workflow,
} from '../../e2e/n8n.ts';
import { accepted, answerTo, callHook, hookedChain, recipients } from '../triggers/stage.ts';

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

const ID = 'expressions';
const TEXT = '=Hi {{ $json.v }}, {{ $json["Phone Number"] }}, {{ $json.deep.er }}!';
const SAID = "={{ $('Edit Fields').item.json.said }}";

/** Values on which ways to read an expression could differ. */
const values = ['text', 'نیم‌فاصله', 5, 0, 1.5, true, false, null, [1, 2], { a: 1 }, undefined];
const rows = values.map((v, row) => ({
	to: `091210001${String(row).padStart(2, '0')}`,
	v,
	'Phone Number': `n${row}`,
	deep: { er: row },
}));

const said = (name: string, value: string) =>
	ownNode(name, 'set', 3.4, {
		includeOtherFields: true,
		assignments: { assignments: [{ id: name, name: 'said', type: 'string', value }] },
		options: {},
	});

/**
 * Send Bulk reads such a text straight from the row. *Edit Fields*, before it, has n8n's own engine evaluate the same
 * text, whichever that is on an instance.
 */
export const expressionsWith = (credential: string): Workflow =>
	hookedChain(ID, [
		said('Edit Fields', TEXT),
		// Some of the values leave gaps, which is what is compared.
		bulkNode(
			'Send',
			{ message: TEXT, options: { text: { values: { gaps: 'allow' } } } },
			withCredential(credential),
		),
		said('After', SAID),
	]);

/** Compares the two on this instance. */
export async function readsAsTheEngine(n8n: Served): Promise<void> {
	const items = await answerTo(n8n, ID, rows);
	const engine = items.map((item) => ({ to: item.destination, text: item.said }));
	expect(accepted(n8n)).toEqual(engine);
	expect(engine[0]?.text).toBe('Hi text, n0, 0!');
	expect(engine).toHaveLength(rows.length);
}
