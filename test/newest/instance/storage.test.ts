import { SPREADSHEET_WORKFLOW } from '../../../host/example.ts';
import {
	come,
	exampleWorkflows,
	executionsOf,
	ownN8n,
	runSpreadsheetExample,
	SANDBOX_CREDENTIAL,
	sandboxCredential,
	storedBytes,
} from '../../e2e/n8n.ts';
import { accepted, callHook } from '../triggers/stage.ts';
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

const saved = { saveDataSuccessExecution: 'all' };
const published = [
	...sendersWith('kept', id, {}, saved),
	...sendersWith('keyed', id, KEYED, saved).slice(1),
	...sendersWith('unsaved', id),
	expressionsWith(id),
];
const examples = [...exampleWorkflows().values()];
const n8n = ownN8n({
	settings: () => SETTINGS,
	workflows: () => [...published, ...examples.filter((one) => one.id === SPREADSHEET_WORKFLOW)],
	published: published.map((one) => one.id),
});

beforeEach(() => n8n.sandbox.reset());

test('binary data in the database: the spreadsheet example sends what it sends from files', async () => {
	const { sent, toCorrect } = await runSpreadsheetExample(n8n.host, n8n.sandbox);
	expect(sent.length).toBeGreaterThan(0);
	expect(toCorrect.length).toBeGreaterThan(0);
});

test("Send Bulk reads expressions as n8n's usual engine does", async () => {
	await readsAsTheEngine(n8n);
});

test('unique keys outlive the executions that used them, once n8n has pruned those', async () => {
	const send = async (text: string) =>
		(await callHook(n8n, 'keyed-sendBulk', { rows: [{ ...ROW, text }] })).items[0]?.outcome;
	const runs = async () => await executionsOf(n8n.server, 'keyed-sendBulk');
	expect(await send('order 1')).toBe('accepted');
	const first = (await runs())[0]?.id ?? '';
	for (const text of ['order 2', 'order 3']) expect(await send(text)).toBe('accepted');
	await come(async () => (await runs()).every((run) => run.id !== first));
	expect(await send('order 1')).toBe('duplicate');
	expect(n8n.sandbox.messages().map(({ message }) => message)).toEqual([
		'order 1',
		'order 2',
		'order 3',
	]);
});

test('where n8n does not save successful executions, the message ids are in what the workflow hands on, and in no execution', async () => {
	const ending = await sendOne(n8n, 'unsaved', 'send');
	const [message] = n8n.sandbox.messages();
	expect(ending.messageIds).toEqual([message?.id]);
	await come(async () => (await executionsOf(n8n.server, 'unsaved-send')).length === 0);
	expect(n8n.server.output()).not.toContain(String(message?.id));
});

test("n8n's rotation of its data key: the credential works before, after, and saved anew", async () => {
	const rotated = await n8n.server.rest('POST', '/rest/encryption/keys', {
		type: 'data_encryption',
	});
	expect(rotated.status).toBe(200);
	expect((await sendOne(n8n, 'kept', 'send')).outcome).toBe('accepted');
	const own = n8n.host.credentialIds.get(id);
	const saved = await n8n.server.rest('PATCH', `/rest/credentials/${own}`, {
		...sandboxCredential(n8n.sandbox),
	});
	expect(saved.status).toBe(200);
	expect((await sendOne(n8n, 'kept', 'sendBulk')).outcome).toBe('accepted');
	expect(accepted(n8n)).toEqual([ROW, ROW]);
	expect((await storedBytes(n8n.host)).includes(n8n.sandbox.password)).toBe(false);
});
