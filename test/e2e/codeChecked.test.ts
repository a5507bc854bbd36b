import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, expect, jest, test } from '@jest/globals';

import { come } from '../../host/found.ts';
import { databaseIn } from '../../host/database.ts';
import type { Server } from '../../host/server.ts';
import { chosenVersion } from '../../host/version.ts';
import { exampleWorkflows, type Workflow } from '../../host/workflows.ts';
import {
	begun,
	closed,
	codeChecked,
	codeForm,
	confirmed,
	newestCode,
	seen,
	typed,
	USER_AGENT,
	wrongCodes,
	type Visit,
} from './codeForm.ts';
import { open, type Opened } from './opened.ts';
import { executionsOf, publish, storedRun } from './rest-run.ts';
import { held, type Held } from './waiting.ts';

// The first run on a machine installs n8n.
jest.setTimeout(30 * 60_000);

const PHONE = '09120000031';
/** 1.2 seconds. */
const SHORT = 0.02;

const ids = ['code', 'short', 'unset'];
const isN8n1 = chosenVersion().startsWith('1.');

let n8n: Opened;
let server: Server;

beforeAll(async () => {
	// n8n 2 deletes what it is not to keep a quarter of an hour later, here about every second.
	n8n = await open({ EXECUTIONS_DATA_PRUNE_HARD_DELETE_INTERVAL: '0.02' });
	await n8n.host.importWorkflows([
		codeChecked('code'),
		codeChecked('short', { settings: { minutes: SHORT }, waits: 60 }),
		codeChecked('unset', { phrase: '' }),
	]);
	server = await n8n.host.serve();
	await publish(server, ...ids);
});

afterAll(async () => {
	await (n8n as Opened | undefined)?.close();
});

beforeEach(() => n8n.sandbox.reset());

/** Waits until n8n holds no execution of these workflows any more. */
async function nothingKept(): Promise<void> {
	for (const id of ids) await come(async () => (await executionsOf(server, id)).length === 0);
}

/** How many executions are in the database, also those that n8n has only marked as deleted. */
function executionRows(file: string): number {
	const database = new DatabaseSync(file, { readOnly: true, timeout: 10_000 });
	const rows = database.prepare('SELECT id FROM execution_entity').all();
	database.close();
	return rows.length;
}

/** Writes SQLite's file anew without what was deleted: that stays in there until something else takes its place. */
function writtenAnew(file: string): void {
	const database = new DatabaseSync(file);
	database.exec('VACUUM; PRAGMA wal_checkpoint(TRUNCATE)');
	database.close();
}

test('the code is one and the same expression in the text, the call and the comparison, and no execution is kept', () => {
	const { nodes, settings } = exampleWorkflows().get('code-checked.json') as Workflow;
	const text = JSON.stringify(nodes);
	const codes = text.match(/String\(parseInt\(.*?padStart\(6, '0'\)/g) ?? [];
	expect(codes).toHaveLength(3);
	expect(new Set(codes).size).toBe(1);
	expect(settings).toMatchObject({
		saveDataSuccessExecution: 'none',
		saveDataErrorExecution: 'none',
		saveManualExecutions: false,
		saveExecutionProgress: false,
	});
});

test("the recipe's page shows what each ending says", () => {
	const page = readFileSync('docs/recipes/code-checked.md', 'utf8');
	const { nodes } = exampleWorkflows().get('code-checked.json') as Workflow;
	const said = nodes.flatMap(({ parameters }) => parameters.completionMessage ?? []);
	expect(said).toHaveLength(4);
	for (const one of said) expect(page).toContain(`| ${String(one)} |`);
});

test('the code of a text, typed in Persian digits between spaces and marks, confirms after a wrong one; while n8n waits it holds the code nowhere', async () => {
	const visit = await begun(server, 'code', PHONE, 'Text');
	expect(await seen(visit)).toContain('It counts for 5 minutes.');
	const code = newestCode(n8n.sandbox);
	expect(n8n.sandbox.messages()).toMatchObject([
		{ kind: 'sms', destination: PHONE, message: expect.stringContaining(code) },
	]);

	const [waiting] = await executionsOf(server, 'code');
	const { status, raw } = await storedRun(server, waiting?.id ?? '');
	expect(status).toBe('waiting');
	expect(raw).toContain(PHONE);
	expect(raw).not.toContain(code);
	const bytes = await n8n.host.storedBytes();
	expect(bytes.includes(PHONE)).toBe(true);
	expect(bytes.includes(code)).toBe(false);

	const [wrong = ''] = wrongCodes(code, 1);
	expect(await typed(visit, wrong)).toContain('Tries left: 4');
	const persian = code.replace(/\d/g, (digit) => String.fromCharCode(0x6f0 + Number(digit)));
	expect(await typed(visit, ` \u200e${persian}\u00a0`)).toContain('Your number is confirmed.');
	await closed(visit);
	await nothingKept();
	expect(confirmed(n8n.sandbox)).toEqual([PHONE]);
});

test('the code of a call confirms at the fifth try, and another run refuses it', async () => {
	const visit = await begun(server, 'code', PHONE, 'Call');
	await seen(visit);
	const code = newestCode(n8n.sandbox);
	expect(n8n.sandbox.messages()).toMatchObject([{ kind: 'otp', destination: PHONE }]);
	for (const [index, wrong] of wrongCodes(code, 4).entries())
		expect(await typed(visit, wrong)).toContain(`Tries left: ${4 - index}`);
	const arabic = code.replace(/\d/g, (digit) => String.fromCharCode(0x660 + Number(digit)));
	expect(await typed(visit, arabic)).toContain('Your number is confirmed.');
	await closed(visit);

	const other = await begun(server, 'code', PHONE, 'Call');
	await seen(other);
	expect(newestCode(n8n.sandbox)).not.toBe(code);
	const again = wrongCodes(code, 4);
	for (const refused of [code, ...again.slice(1)])
		expect(await typed(other, refused)).toContain('Tries left: ');
	expect(await typed(other, again[0] ?? '')).toMatch(/^Not confirmed/);
	await closed(other);
	expect(confirmed(n8n.sandbox)).toEqual([PHONE]);
});

test('five wrong codes end it, and the right one then confirms nothing', async () => {
	const visit = await begun(server, 'code', PHONE, 'Text');
	await seen(visit);
	const code = newestCode(n8n.sandbox);
	const pages: string[] = [];
	for (const wrong of wrongCodes(code, 5)) pages.push(await typed(visit, wrong));
	expect(pages.map((page) => /Tries left: \d|^Not confirmed/.exec(page)?.[0])).toEqual([
		...[4, 3, 2, 1].map((left) => `Tries left: ${left}`),
		'Not confirmed',
	]);
	await expect(typed(visit, code)).rejects.toThrow('the run is null');
	expect(n8n.sandbox.messages()).toHaveLength(1);
});

/** Types a code whose answer n8n has begun to take, and does not have yet. */
async function dawdling({ page }: Visit, code: string): Promise<Held> {
	const [late] = await held(server, [[page, codeForm([code])]], { 'user-agent': USER_AGENT });
	if (late === undefined) throw new Error('nothing is on its way');
	return late;
}

test('of the answers to one page that n8n began to take one counts: another one that arrives later ends the run', async () => {
	const visit = await begun(server, 'code', PHONE, 'Text');
	await seen(visit);
	const [first = '', second = ''] = wrongCodes(newestCode(n8n.sandbox), 2);
	const late = await dawdling(visit, first);
	expect(await typed(visit, second)).toContain('Tries left: 4');
	late.end();
	expect((await late.page).status).toBe(200);
	await nothingKept();
});

/** Confirms a number; another answer with the right code dawdles. */
async function confirmedBeside(): Promise<{ visit: Visit; late: Held }> {
	const visit = await begun(server, 'code', PHONE, 'Text');
	await seen(visit);
	const code = newestCode(n8n.sandbox);
	const late = await dawdling(visit, code);
	expect(await typed(visit, code)).toContain('Your number is confirmed.');
	return { visit, late };
}

test('a right code that arrives while the page says so already confirms nothing', async () => {
	const { late } = await confirmedBeside();
	late.end();
	expect((await late.page).status).toBe(200);
	await nothingKept();
	expect(confirmed(n8n.sandbox)).toEqual([PHONE]);
});

test('a right code that arrives after the run has ended confirms nothing', async () => {
	const { visit, late } = await confirmedBeside();
	await closed(visit);
	await nothingKept();
	late.end();
	// n8n 1 begins a run again that has ended, and which it shows nowhere: another one has its time in that of this.
	expect((await late.page).status).toBe(isN8n1 ? 200 : 500);
	const next = await confirmedBeside();
	next.late.end();
	await next.late.page;
	await nothingKept();
	expect(confirmed(n8n.sandbox)).toEqual([PHONE, PHONE]);
});

test('the right code confirms nothing once its time is over', async () => {
	const visit = await begun(server, 'short', PHONE, 'Text');
	await seen(visit);
	const code = newestCode(n8n.sandbox);
	await sleep(SHORT * 60_000);
	expect(await typed(visit, code)).toMatch(/^Not confirmed/);
	await closed(visit);
	expect(n8n.sandbox.messages()).toHaveLength(1);
});

test.each(['Text', 'Call'] as const)(
	'%s: where the sending is refused or may have been lost, the page says so, and nothing is sent again',
	async (by) => {
		for (const fault of [
			{ kind: 'refuse', code: 1002, message: 'sender is inactive' },
			{ kind: 'drop', when: 'after' },
		] as const) {
			n8n.sandbox.reset();
			n8n.sandbox.setFaults([{ fault }]);
			const visit = await begun(server, 'code', PHONE, by);
			expect(await seen(visit)).toMatch(/^No code was sent/);
			await closed(visit);
			expect(n8n.sandbox.requests()).toHaveLength(1);
		}
	},
);

test('without a phrase of its own it sends nothing and says what to do', async () => {
	const visit = await begun(server, 'unset', PHONE, 'Text');
	expect(await seen(visit)).toMatch(/^This form is not ready/);
	await closed(visit);
	expect(n8n.sandbox.requests()).toEqual([]);
});

test('after a code was confirmed, n8n holds it in no execution, and in no row of its database, log or file', async () => {
	const visit = await begun(server, 'code', PHONE, 'Text');
	await seen(visit);
	const code = newestCode(n8n.sandbox);
	expect(await typed(visit, code)).toContain('Your number is confirmed.');
	await closed(visit);
	await nothingKept();
	const file = databaseIn(resolve(n8n.host.packageFolder, '../../..'));
	while (executionRows(file) > 0) await sleep(100);
	await server.stop();
	writtenAnew(file);
	const bytes = await n8n.host.storedBytes();
	expect(bytes.includes('On form submission')).toBe(true);
	expect(bytes.includes(code)).toBe(false);
});
