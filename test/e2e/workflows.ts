import {
	endedRun,
	exampleWorkflows,
	type Execution,
	itemsOf,
	ownNode,
	type RunItem,
	SANDBOX_CREDENTIAL,
	sandboxCredential,
	type Served,
	startRun,
	storedBytes,
	type Workflow,
} from './n8n.ts';
import { expectedMessages, isEmpty, rowsToCorrect, sheetRows } from './sheet.ts';

const MANUAL = 'When clicking ‘Execute workflow’';
const WRONG_PASSWORD = 'wrong-pass-7f3a91c4';
const WRONG_LOGIN = { ...SANDBOX_CREDENTIAL, id: 'smsVoiceWrong001', name: 'Wrong login' };
const REFUSED_WORKFLOW = 'smsVoiceRefused1';
const SENDER = '30000000';

const example = (file: string) => exampleWorkflows().get(file) as Workflow;

/** A copy of an example under another id, with some text in it replaced. */
const variant = (file: string, id: string, from: string, to: string): Workflow => {
	const text = JSON.stringify(example(file));
	if (!text.includes(from)) throw new Error(`workflows/${file} holds no ${from}`);
	return { ...(JSON.parse(text.replaceAll(from, to)) as Workflow), id, name: id };
};

/** The spreadsheet example with its file, which at its end reads the sheet of rows to correct back. */
const sheetVariant = (file: string): Workflow => {
	const made = variant('spreadsheet-to-sms.json', file, 'contacts.csv', file);
	const options = { includeEmptyCells: true };
	const readBack = ownNode('Read it back', 'extractFromFile', 1.1, { operation: 'xlsx', options });
	const connections = {
		...(made.connections as object),
		'Sheet of rows to correct': { main: [[{ node: readBack.name, type: 'main', index: 0 }]] },
	};
	return { ...made, nodes: [...made.nodes, readBack], connections };
};
const SHEETS: Array<[file: string, read: string]> = [
	['contacts.csv', 'Rows of the CSV'],
	// n8n leaves an empty XLSX row out by itself, and a number without its zero is a number.
	['contacts.xlsx', 'Rows of the XLSX'],
];

const only = <T>(list: T[]): T => {
	expect(list).toHaveLength(1);
	return list[0] as T;
};

/** The index of the input item that an output item came from, however n8n wrote it. */
const sourceOf = ({ pairedItem }: RunItem): unknown => {
	const first: unknown = Array.isArray(pairedItem) ? only(pairedItem) : pairedItem;
	return typeof first === 'object' && first !== null && 'item' in first ? first.item : first;
};

/** As a row of the sheet, whatever kind of cell its number stood in. */
const asRow = ({ json }: RunItem) => ({ ...json, phone: String(json.phone) });

/** The example workflows, each run from its trigger; those of the sheet with the file's other form. */
export function workflows(served: () => Served): void {
	let n8n: Served;

	beforeAll(async () => {
		n8n = served();
		const wrongLogin = { ...sandboxCredential(n8n.sandbox), ...WRONG_LOGIN };
		await n8n.host.importCredentials([
			{ ...wrongLogin, data: { ...wrongLogin.data, password: WRONG_PASSWORD } },
		]);
		await n8n.host.importWorkflows([
			...SHEETS.map(([file]) => sheetVariant(file)),
			variant('credit-check.json', REFUSED_WORKFLOW, SANDBOX_CREDENTIAL.id, WRONG_LOGIN.id),
		]);
	});

	beforeEach(() => n8n.sandbox.reset());

	const succeed = async (id: string): Promise<Execution> => {
		const execution = await endedRun(n8n.server, await startRun(n8n.server, id, MANUAL));
		if (execution.status !== 'success') throw new Error(execution.raw.slice(-3000));
		return execution;
	};

	const sheet = sheetRows();
	const rows = sheet.filter((row) => !isEmpty(row));
	const wrong = rowsToCorrect(sheet);
	const right = rows.filter((row) => !wrong.includes(row));
	/** Where these rows stand among those that reach the node. */
	const placesOf = (some: typeof rows) => some.map((row) => rows.indexOf(row));

	test.each(SHEETS)(
		'%s: every row gets its own text, byte for byte, and the wrong rows come back with their reasons',
		async (file, read) => {
			const execution = await succeed(file);
			const isCsv = file.endsWith('.csv');
			expect(itemsOf(execution, read).map(asRow)).toEqual(isCsv ? sheet : rows);
			const { accepted, id: requestId } = only(n8n.sandbox.requests());
			expect(accepted).toBe(true);
			const records = n8n.sandbox.messages();
			expect(records).toMatchObject(
				expectedMessages(sheet).map((one) => ({
					kind: 'sms',
					source: SENDER,
					requestId,
					...one,
				})),
			);
			const output = itemsOf(execution, 'Send SMS');
			expect(output.map(({ json }) => json)).toEqual(
				records.map(({ id, destination, message = '' }) => ({
					outcome: 'accepted',
					messageId: id,
					source: SENDER,
					destination,
					batch: 1,
					// The rows that are not Persian have nothing but ASCII.
					encoding: /\P{ASCII}/u.test(message) ? 'UCS-2' : 'GSM-7',
					parts: expect.any(Number),
				})),
			);
			expect(output.map(sourceOf)).toEqual(placesOf(right));

			const failed = itemsOf(execution, 'Send SMS', 1);
			expect(failed.map(sourceOf)).toEqual(placesOf(wrong));
			// In a cell of an XLSX it is a number.
			const reasons = [/^'To'.* is empty$/, /^'To'.* holds (?:91|"91"), /];
			const written = itemsOf(execution, 'Read it back').map(asRow);
			expect(written).toEqual(
				wrong.map((row, index) => ({
					...row,
					error: expect.stringMatching(reasons[index] ?? /^$/),
					outcome: 'rejected',
					advice: expect.stringMatching(/\w/),
				})),
			);
			// The sheet's columns come first, in its own order.
			expect(Object.keys(written[0] ?? {}).join()).toBe('name,phone,note,error,outcome,advice');
			const { binary } = only(itemsOf(execution, 'Sheet of rows to correct')) as {
				binary?: unknown;
			};
			expect(binary).toMatchObject({ data: { fileName: 'rows-to-correct.xlsx' } });
		},
	);

	test.each([
		[4321, '4321'],
		// Five thousand, or five.
		['4,999', '4,999'],
		['۴۹۹۹', '4999'],
		[5000, undefined],
		['5,000', '5,000'],
		['5.000', '5.000'],
		['1,234,567', undefined],
		['unlimited', 'unlimited'],
	])(
		'the credit check warns below its limit, and where nobody can tell: %s',
		async (credit, says) => {
			const body = JSON.stringify({ success: true, error: null, credit });
			const match = { path: '/v1/report/credit' };
			n8n.sandbox.setFaults([{ match, fault: { kind: 'raw', body } }]);
			// Each its own, because a workflow warns once in half a day.
			const id = `credit ${credit}`;
			await n8n.host.importWorkflows([{ ...example('credit-check.json'), id, name: id }]);
			const execution = await succeed(id);
			const { administrator } = only(itemsOf(execution, 'Settings')).json;
			const texts = n8n.sandbox
				.messages()
				.map(({ destination, message }) => [destination, message]);
			const warning = [administrator, `The SMS credit is running out: ${says}`];
			expect(texts).toEqual(says === undefined ? [] : [warning]);
		},
	);

	test("a refused login fails with the service's words, and the password is nowhere but encrypted", async () => {
		const { server, host, sandbox } = n8n;
		const ended = await endedRun(server, await startRun(server, REFUSED_WORKFLOW, MANUAL));
		expect([ended.status, sandbox.messages()]).toEqual(['error', []]);
		// The sandbox's words for a wrong login.
		expect(ended.raw).toContain('username or password is wrong');
		for (const password of [WRONG_PASSWORD, sandbox.password]) {
			expect(ended.raw + server.output()).not.toContain(password);
			expect((await storedBytes(host)).includes(password)).toBe(false);
		}
	});
}
