import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { SPREADSHEET_WORKFLOW } from '../../../host/example.ts';
import type { Server } from '../../../host/server.ts';
import {
	exampleWorkflows,
	SANDBOX_CREDENTIAL,
	sandboxCredential,
} from '../../../host/workflows.ts';
import { runSpreadsheetExample, open, type Opened, storedBytes } from '../../e2e/opened.ts';
import { executionsOf, publish } from '../../e2e/rest-run.ts';
import { accepted, callHook, say, until } from '../triggers/stage.ts';
import { expressionsWith, readsAsTheEngine, ROW, sendersWith, sendOne } from './sending.ts';

const SETTINGS = {
	N8N_DEFAULT_BINARY_DATA_MODE: 'database',
	EXECUTIONS_DATA_SAVE_ON_SUCCESS: 'none',
	EXECUTIONS_DATA_PRUNE_MAX_COUNT: '1',
	EXECUTIONS_DATA_HARD_DELETE_BUFFER: '0',
	// Minutes.
	EXECUTIONS_DATA_PRUNE_SOFT_DELETE_INTERVAL: '0.05',
	EXECUTIONS_DATA_PRUNE_HARD_DELETE_INTERVAL: '0.05',
	N8N_ENV_FEAT_ENCRYPTION_KEY_ROTATION: 'true',
};
const KEYED = { options: { sendOnce: { values: { by: 'key', key: '={{ $json.text }}' } } } };
const id = SANDBOX_CREDENTIAL.id;

let opened: Opened;
let server: Server;

beforeAll(async () => {
	opened = await open(SETTINGS);
	const published = [
		...sendersWith('kept', id, {}, { saveDataSuccessExecution: 'all' }),
		...sendersWith('keyed', id, KEYED, { saveDataSuccessExecution: 'all' }).slice(1),
		...sendersWith('unsaved', id),
		expressionsWith(id),
	];
	const spreadsheet = [...exampleWorkflows().values()].filter(
		(one) => one.id === SPREADSHEET_WORKFLOW,
	);
	await opened.host.importWorkflows([...published, ...spreadsheet]);
	server = await opened.host.serve();
	await publish(server, ...published.map((one) => one.id));
});

afterAll(async () => {
	// Undefined where the beginning failed.
	await (opened as Opened | undefined)?.close();
});

beforeEach(() => opened.sandbox.reset());

test('binary data in the database: the spreadsheet example sends what it sends from files', async () => {
	const { sent, toCorrect } = await runSpreadsheetExample(opened.host, opened.sandbox);
	expect(sent.length).toBeGreaterThan(0);
	expect(toCorrect.length).toBeGreaterThan(0);
});

test("Send Bulk reads expressions as n8n's usual engine does", async () => {
	await readsAsTheEngine({ opened, server });
});

test('unique keys outlive the executions that used them, once n8n has pruned those', async () => {
	const send = async (text: string) =>
		(await callHook({ server }, 'keyed-sendBulk', { rows: [{ ...ROW, text }] })).items[0]?.outcome;
	const runs = async () => await executionsOf(server, 'keyed-sendBulk');
	expect(await send('order 1')).toBe('accepted');
	const first = (await runs())[0]?.id ?? '';
	for (const text of ['order 2', 'order 3']) expect(await send(text)).toBe('accepted');
	await until(async () => (await runs()).every((run) => run.id !== first));
	expect(await send('order 1')).toBe('duplicate');
	expect(opened.sandbox.messages().map(({ message }) => message)).toEqual([
		'order 1',
		'order 2',
		'order 3',
	]);
	say('the execution of order 1 is pruned; order 1 comes out as duplicate');
});

test('where n8n does not save successful executions, the message ids are in what the workflow hands on, and in no execution', async () => {
	const ending = await sendOne({ server }, 'unsaved', 'send');
	const [message] = opened.sandbox.messages();
	expect(ending.messageIds).toEqual([message?.id]);
	await until(async () => (await executionsOf(server, 'unsaved-send')).length === 0);
	expect(server.output()).not.toContain(String(message?.id));
});

test("n8n's rotation of its data key: the credential works before, after, and saved anew", async () => {
	const rotated = await server.rest('POST', '/rest/encryption/keys', { type: 'data_encryption' });
	say(`rotated: HTTP ${rotated.status}`);
	expect(rotated.status).toBe(200);
	expect((await sendOne({ server }, 'kept', 'send')).outcome).toBe('accepted');
	const own = opened.host.credentialIds.get(id);
	const saved = await server.rest('PATCH', `/rest/credentials/${own}`, {
		...sandboxCredential(opened.sandbox),
	});
	expect(saved.status).toBe(200);
	expect((await sendOne({ server }, 'kept', 'sendBulk')).outcome).toBe('accepted');
	expect(accepted({ opened })).toEqual([ROW, ROW]);
	expect((await storedBytes(opened.host)).includes(opened.sandbox.password)).toBe(false);
});
