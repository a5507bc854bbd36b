import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { BULK_PATH, SPREADSHEET_WORKFLOW } from '../../host/example.ts';
import { itemsOf, type Execution, type RunItem } from '../../host/runs.ts';
import { execute, runSpreadsheetExample, storedBytes, type Served } from './opened.ts';
import { expectedMessages, isEmpty, rowsToCorrect, sheetRows } from './sheet.ts';
import {
	exampleWorkflows,
	SANDBOX_CREDENTIAL,
	sandboxCredential,
	type Workflow,
} from '../../host/workflows.ts';
import { endedRun, startRun } from './rest-run.ts';

const WRONG_PASSWORD = 'wrong-pass-7f3a91c4';
const WRONG_LOGIN = { ...SANDBOX_CREDENTIAL, id: 'smsVoiceWrong001', name: 'Wrong login' };
const CSV_WORKFLOW = 'smsVoiceSheetCsv';
const XLSX_WORKFLOW = 'smsVoiceSheetXls';
const REFUSED_WORKFLOW = 'smsVoiceRefused1';

const examples = exampleWorkflows();
const example = (file: string): Workflow => {
	const found = examples.get(file);
	if (!found) throw new Error(`no workflows/${file}`);
	return found;
};

/** A copy of an example under another id, with some text in it replaced. */
const variant = (file: string, id: string, from: string, to: string): Workflow => {
	const text = JSON.stringify(example(file));
	if (!text.includes(from)) throw new Error(`workflows/${file} holds no ${from}`);
	return { ...(JSON.parse(text.replaceAll(from, to)) as Workflow), id, name: id };
};

/** The spreadsheet example with its file, which at its end reads the sheet of rows to correct back. */
const sheetVariant = (id: string, file: string): Workflow => {
	const made = variant('spreadsheet-to-sms.json', id, 'workflows/contacts.csv', file);
	const readBack = {
		id: 'read-back',
		name: 'Read it back',
		type: 'n8n-nodes-base.extractFromFile',
		typeVersion: 1.1,
		position: [2240, 96],
		parameters: { operation: 'xlsx', options: { includeEmptyCells: true } },
	};
	const to = { node: readBack.name, type: 'main', index: 0 };
	return {
		...made,
		nodes: [...made.nodes, readBack],
		connections: {
			...(made.connections as Record<string, unknown>),
			'Sheet of rows to correct': { main: [[to]] },
		},
	};
};

const only = <T>(list: T[]): T => {
	expect(list).toHaveLength(1);
	return list[0] as T;
};

/** The index of the input item that an output item came from, however n8n wrote it. */
const sourceOf = ({ pairedItem }: RunItem): unknown => {
	const first: unknown = Array.isArray(pairedItem) ? only(pairedItem) : pairedItem;
	return typeof first === 'object' && first !== null && 'item' in first ? first.item : first;
};

const sender = '30000000';

/** The example workflows, each run from its trigger; those of the sheet with the file's other forms. */
export function workflows(served: () => Served): void {
	let opened: Served;
	const variants = [
		sheetVariant(CSV_WORKFLOW, 'workflows/contacts.csv'),
		sheetVariant(XLSX_WORKFLOW, 'workflows/contacts.xlsx'),
		variant('message-status.json', REFUSED_WORKFLOW, SANDBOX_CREDENTIAL.id, WRONG_LOGIN.id),
	];

	beforeAll(async () => {
		opened = served();
		const wrongLogin = { ...sandboxCredential(opened.sandbox), ...WRONG_LOGIN };
		await opened.host.importCredentials([
			{ ...wrongLogin, data: { ...wrongLogin.data, password: WRONG_PASSWORD } },
		]);
		await opened.host.importWorkflows(variants);
	});

	beforeEach(() => opened.sandbox.reset());

	const succeed = async (id: string): Promise<Execution> => {
		const { nodes } = only([...examples.values(), ...variants].filter((one) => one.id === id));
		const trigger = only(nodes.filter(({ type }) => type === 'n8n-nodes-base.manualTrigger'));
		const { server } = opened;
		const execution = await endedRun(server, await startRun(server, id, trigger.name));
		if (execution.status !== 'success') throw new Error(execution.raw.slice(-3000));
		return execution;
	};

	describe('the spreadsheet', () => {
		const sheet = sheetRows();
		const rows = sheet.filter((row) => !isEmpty(row));
		const wrong = rowsToCorrect(sheet);
		const right = rows.filter((row) => !wrong.includes(row));
		const expected = expectedMessages(sheet);

		/** As a row of the sheet, whatever kind of cell its number stood in. */
		const asRow = ({ json }: RunItem) => ({ ...json, phone: String(json.phone) });

		/** Where these rows stand among those that reach the node. */
		const placesOf = (some: typeof rows) => some.map((row) => rows.indexOf(row));

		const checkSent = (execution: Execution) => {
			const request = only(opened.sandbox.requests());
			expect(request).toMatchObject({ path: BULK_PATH, accepted: true });
			const records = opened.sandbox.messages();
			expect(
				records.map(({ kind, source, destination, message, requestId }) => ({
					kind,
					source,
					destination,
					message,
					requestId,
				})),
			).toEqual(
				expected.map((message) => ({
					kind: 'sms',
					source: sender,
					...message,
					requestId: request.id,
				})),
			);
			const output = itemsOf(execution, 'Send SMS');
			expect(output.map(({ json }) => json)).toEqual(
				records.map(({ id, destination, message = '' }) => ({
					outcome: 'accepted',
					messageId: id,
					source: sender,
					destination,
					// The rows that are not Persian have nothing but ASCII.
					encoding: /\P{ASCII}/u.test(message) ? 'UCS-2' : 'GSM-7',
					parts: expect.any(Number),
					batch: 1,
				})),
			);
			expect(output.map(sourceOf)).toEqual(placesOf(right));
			expect(itemsOf(execution, 'Results')).toHaveLength(right.length);
		};

		const checkToCorrect = (execution: Execution) => {
			const failed = itemsOf(execution, 'Send SMS', 1);
			const reasons = [
				expect.stringMatching(/^'To'.* is empty$/),
				// In a cell of an XLSX it is a number.
				expect.stringMatching(/^'To'.* holds (?:91|"91"), /),
			];
			const advice = expect.stringMatching(/\w/);
			expect(failed.map(asRow)).toEqual(
				wrong.map((row, index) => ({
					...row,
					error: reasons[index],
					details: { outcome: 'rejected', advice },
				})),
			);
			expect(failed.map(sourceOf)).toEqual(placesOf(wrong));

			expect(only(itemsOf(execution, 'Sheet of rows to correct'))).toMatchObject({
				binary: { data: { fileName: 'rows-to-correct.xlsx', fileExtension: 'xlsx' } },
			});
			const written = itemsOf(execution, 'Read it back').map(asRow);
			expect(written).toEqual(
				wrong.map((row, index) => ({
					...row,
					error: failed[index]?.json.error,
					outcome: 'rejected',
					advice: (failed[index]?.json.details as { advice: string }).advice,
				})),
			);
			// The sheet's columns come first, in its own order.
			expect(Object.keys(written[0] ?? {}).join()).toBe('name,phone,note,error,outcome,advice');
		};

		test('holds what the example is about: lost zeros, Persian digits, an empty row, U+200C, wrong numbers', () => {
			const phones = sheet.map(({ phone }) => phone);
			expect(phones.some((phone) => /^9\d{9}$/.test(phone))).toBe(true);
			expect(phones.some((phone) => /^[۰-۹]+$/.test(phone))).toBe(true);
			expect(phones.some((phone) => /\d [\d ]+\d/.test(phone))).toBe(true);
			expect(sheet).toContainEqual({ name: '', phone: '', note: '' });
			expect(
				sheet.some(({ name, note }) => name.includes('\u200c') && note.includes('\u200c')),
			).toBe(true);
			expect(wrong.map(({ phone }) => phone)).toEqual(['', '91']);
			expect(wrong.every(({ name, note }) => name !== '' && note !== '')).toBe(true);
		});

		test('sends every row its own text, byte for byte, to the number as the provider wants it, and leaves the wrong rows', async () => {
			expect(example('spreadsheet-to-sms.json').id).toBe(SPREADSHEET_WORKFLOW);
			const run = await runSpreadsheetExample(opened.host, opened.sandbox);
			expect(run.sent.map(({ destination, message }) => ({ destination, message }))).toEqual(
				expected,
			);
			expect(run.sent.every(({ parts }) => parts === 1 || parts === 2)).toBe(true);
			expect(run.requests).toBe(1);
			expect(run.toCorrect).toEqual(wrong.map((row) => expect.objectContaining(row)));
			expect(run.toCorrect.every(({ error, advice }) => error !== '' && advice !== '')).toBe(true);
		});

		test('as XLSX holds the same rows, sends the same messages and leaves the same rows', async () => {
			const execution = await succeed(XLSX_WORKFLOW);
			// n8n leaves an empty XLSX row out by itself, and a number without its zero is a number.
			expect(itemsOf(execution, 'Rows of the XLSX').map(asRow)).toEqual(rows);
			checkSent(execution);
			checkToCorrect(execution);
		});

		test('as CSV loses only the empty row, and every result is paired with its row', async () => {
			const execution = await succeed(CSV_WORKFLOW);
			expect(itemsOf(execution, 'Rows of the CSV').map(({ json }) => json)).toEqual(sheet);
			expect(itemsOf(execution, 'Leave out empty rows').map(({ json }) => json)).toEqual(rows);
			checkSent(execution);
			checkToCorrect(execution);
		});
	});

	test('an alert goes out as a text and as a voice-file call', async () => {
		const execution = await succeed(example('alert-sms-and-call.json').id);
		const [text, call] = opened.sandbox.messages();
		const settings = only(itemsOf(execution, 'Settings')).json;
		expect(opened.sandbox.messages()).toHaveLength(2);
		expect(text).toMatchObject({
			kind: 'sms',
			source: sender,
			destination: settings.onCall,
			message: settings.text,
		});
		expect(call).toMatchObject({
			kind: 'voiceFile',
			destination: settings.onCall,
			fileId: settings.fileId,
		});
		expect(only(itemsOf(execution, 'Send SMS')).json).toMatchObject({
			outcome: 'accepted',
			messageIds: [text?.id],
			parts: 1,
		});
		expect(only(itemsOf(execution, 'Play Voice File')).json).toMatchObject({
			outcome: 'accepted',
			destination: settings.onCall,
		});
	});

	test('a text that is refused does not prevent the alert call', async () => {
		opened.sandbox.setFaults([
			{
				match: { path: '/webservice/v2rest/sendsms' },
				fault: { kind: 'refuse', code: 1002, message: 'sender is inactive' },
			},
		]);
		const execution = await succeed(example('alert-sms-and-call.json').id);
		expect(only(opened.sandbox.messages())).toMatchObject({ kind: 'voiceFile' });
		expect(only(itemsOf(execution, 'Send SMS')).json).toMatchObject({
			error: expect.stringContaining('sender is inactive'),
		});
	});

	test('the status of a message is asked with the id that sending gave', async () => {
		const execution = await succeed(example('message-status.json').id);
		const { id, message } = only(opened.sandbox.messages());
		expect(message).toBe(
			example('message-status.json').nodes.find(({ name }) => name === 'Send SMS')?.parameters
				.message,
		);
		const asked = opened.sandbox.requests().filter(({ path }) => path.endsWith('/msgstatus'));
		expect(only(asked).fields).toMatchObject({ msgid: id });
		const result = only(itemsOf(execution, 'Get Status'));
		expect(result.json).toMatchObject({ messageId: id });
		expect(sourceOf(result)).toBe(0);
	});

	describe('the credit check', () => {
		const { id } = example('credit-check.json');

		test('warns the administrator below the limit', async () => {
			opened.sandbox.setAccount({ credit: 4321 });
			const execution = await succeed(id);
			expect(Number(only(itemsOf(execution, 'Get Credit')).json.credit)).toBe(4321);
			const { administrator } = only(itemsOf(execution, 'Settings')).json;
			const warning = only(opened.sandbox.messages());
			expect(warning).toMatchObject({
				kind: 'sms',
				destination: administrator,
				message: 'The SMS credit is running out: 4321',
			});
		});

		test.each([
			['4,999', '4999'],
			['۴۹۹۹', '4999'],
			['5,000', undefined],
			// Five thousand, or five.
			['5.000', '5.000'],
			['unlimited', 'unlimited'],
		])('reads %s as it is meant, and warns where nobody can tell', async (credit, says) => {
			const answer = { success: true, error: null, credit };
			opened.sandbox.setFaults([
				{
					match: { path: '/v1/report/credit' },
					fault: { kind: 'raw', body: JSON.stringify(answer) },
				},
			]);
			await succeed(id);
			const texts = opened.sandbox.messages().map(({ message }) => message);
			expect(texts).toEqual(says === undefined ? [] : [`The SMS credit is running out: ${says}`]);
		});

		test('sends nothing above it', async () => {
			opened.sandbox.setAccount({ credit: 5000 });
			const execution = await succeed(id);
			expect(itemsOf(execution, 'Enough credit')).toHaveLength(1);
			expect(opened.sandbox.messages()).toEqual([]);
		});
	});

	test("a refused login fails with the service's words, and the password is nowhere but encrypted", async () => {
		const { execution, exitCode, stdout, stderr } = await execute(opened.host, REFUSED_WORKFLOW);
		expect(opened.sandbox.messages()).toEqual([]);
		expect(exitCode).not.toBe(0);
		expect(execution?.status).toBe('error');
		// The sandbox's words for a wrong login.
		expect(JSON.stringify(execution?.data.resultData.error)).toContain(
			'username or password is wrong',
		);
		for (const password of [WRONG_PASSWORD, opened.sandbox.password]) {
			expect(stdout + stderr).not.toContain(password);
			expect((await storedBytes(opened.host)).includes(password)).toBe(false);
		}
	});
}
