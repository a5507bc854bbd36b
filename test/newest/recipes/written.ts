import {
	come,
	endedRun,
	exampleWorkflows,
	itemsOf,
	makeTable,
	type Served,
	startRun,
	type Workflow,
} from '../../e2e/n8n.ts';

const MANUAL = 'When clicking ‘Execute workflow’';
const COLUMNS = ['phone', 'text', 'outcome', 'messageId', 'sentAt', 'problem'];
const TIME: unknown = expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
const KEPT_BACK: unknown = expect.stringContaining("Not sent, because 'Time' allows");
/** An hour of the day that is not now, for as long as a test takes. */
const HOUR = new Date(Date.now() + 6 * 3_600_000).toISOString().slice(11, 14);
const NOT_NOW = { time: { values: { from: `${HOUR}00`, to: `${HOUR}30`, timeZone: 'UTC' } } };

/** A recipe with an id of its own, and more options of its *Send SMS*. */
function recipe(file: string, id: string, options: object): Workflow {
	const made = structuredClone(exampleWorkflows().get(file) as Workflow);
	const send = made.nodes.find(({ name }) => name === 'Send SMS');
	Object.assign(send?.parameters.options as object, options);
	return { ...made, id, name: id };
}

/** What the recipes write into the rows, and which rows they take again. */
export function written(served: () => Served): void {
	let n8n: Served;

	beforeAll(async () => {
		n8n = served();
		await n8n.host.importWorkflows([recipe('data-table-to-sms.json', 'written', {})]);
	});

	beforeEach(() => n8n.sandbox.reset());

	/** Gives the data table's recipe other options; its keys stay. */
	const put = async (options: object = {}) => {
		const { nodes, connections } = recipe('data-table-to-sms.json', 'written', options);
		const path = '/rest/workflows/written';
		expect((await n8n.server.rest('PATCH', path, { nodes, connections })).status).toBe(200);
	};
	const begin = async (id = 'written') => await startRun(n8n.server, id, MANUAL);
	const ended = async (run: string) => {
		const execution = await endedRun(n8n.server, run);
		expect(execution.status).toBe('success');
		return execution;
	};
	const texts = () => n8n.sandbox.messages().map(({ message }) => message);

	test('what the hours kept back goes by itself when they allow it, and a row goes once it is filled in', async () => {
		const table = await makeTable(n8n.server, 'Texts to send', COLUMNS);
		const [again, half] = ['09120000402', '09120000403'];
		await table.add([
			{ phone: '09120000401', text: 'One' },
			{ phone: again, text: 'Two', outcome: 'again' },
			{ phone: half },
			{ text: 'Four' },
			{ phone: ' ', text: '' },
			{},
			{ phone: '81', text: 'Seven' },
		]);
		const [, , , , blank, empty] = await table.rows();
		await put(NOT_NOW);
		await ended(await begin());
		const unsent = { messageId: '', sentAt: '' };
		expect(await table.rows()).toMatchObject([
			{ outcome: 'notSent', problem: KEPT_BACK, ...unsent },
			// Its key stays another than that of its first time.
			{ outcome: 'again', problem: KEPT_BACK, ...unsent },
			{ outcome: '', problem: '', ...unsent },
			{ outcome: '', problem: '', ...unsent },
			blank,
			empty,
			{ outcome: 'rejected', ...unsent },
		]);
		expect(texts()).toEqual([]);

		await table.write('phone', half, { text: 'Three' });
		await table.write('text', 'Four', { phone: '09120000404' });
		await put();
		await ended(await begin());
		const sent = { outcome: 'accepted', problem: '', messageId: expect.stringMatching(/^\d+$/) };
		const rows = await table.rows();
		const accepted = { ...sent, sentAt: TIME };
		expect(rows.slice(0, 6)).toMatchObject([...Array<object>(4).fill(accepted), blank, empty]);
		expect(texts()).toEqual(['One', 'Two', 'Three', 'Four']);

		// As another run has written it that came late, when the first had sent it.
		await table.write('phone', '09120000401', { outcome: 'notSent' });
		await ended(await begin());
		expect(await table.rows()).toEqual(rows);
		expect(texts()).toHaveLength(4);
	});

	test('of two runs at once none takes away what the other has written', async () => {
		const table = await makeTable(n8n.server, 'Texts to send', COLUMNS);
		const phones = Array.from({ length: 6 }, (_, nth) => `0912000041${nth}`);
		await table.add(phones.map((phone) => ({ phone, text: 'Hello' })));
		await put({ speed: { values: { batchSize: 2, batchInterval: 3000 } } });
		const first = await begin();
		await come(() => n8n.sandbox.requests().length > 0);
		const second = await begin();
		const outcomes = await Promise.all(
			[first, second].map(async (run) =>
				itemsOf(await ended(run), 'Send SMS').map(({ json }) => json.outcome),
			),
		);
		expect(outcomes.flat().filter((outcome) => outcome === 'duplicate')).toHaveLength(6);
		const ids = new Map(n8n.sandbox.messages().map(({ id, destination }) => [destination, id]));
		expect(n8n.sandbox.messages()).toHaveLength(6);
		expect(await table.rows()).toEqual(
			phones.map((phone) => ({
				phone,
				text: 'Hello',
				outcome: 'accepted',
				messageId: ids.get(phone),
				sentAt: TIME,
				problem: '',
			})),
		);
	});

	test('a sheet says when for what was sent, and what was kept back goes again', async () => {
		const to = (row_number: number, phone: string, outcome = '') => ({
			json: { row_number, phone, text: 'Hello', outcome },
		});
		const lost = '09120000422';
		n8n.sandbox.setFaults([
			{ match: { destination: lost }, fault: { kind: 'drop', when: 'before' } },
		]);
		const pinData = {
			'Rows of the sheet': [
				to(2, '09120000421', 'notSent'),
				to(3, '09120000421'),
				to(4, '82'),
				to(5, lost),
				to(6, '09120000423', 'accepted'),
			],
			'Write into the sheet': [{ json: {} }],
		};
		const sheet = async (id: string, options: object) => {
			const made = recipe('google-sheets-to-sms.json', id, options);
			await n8n.host.importWorkflows([{ ...made, pinData }]);
			const run = await ended(await begin(id));
			return ['What was sent', 'What failed'].flatMap((node) =>
				itemsOf(run, node).map(({ json }) => [json.row_number, json.outcome, json.sentAt]),
			);
		};
		const one = { speed: { values: { batchSize: 1 } } };
		expect(await sheet('written-sheet', one)).toEqual([
			[2, 'accepted', TIME],
			[3, 'duplicate', null],
			[4, 'rejected', null],
			[5, 'unknown', TIME],
		]);
		const kept = await sheet('written-late', { ...one, ...NOT_NOW });
		expect(kept.filter(([, outcome]) => outcome === 'notSent')).toEqual([
			[2, 'notSent', null],
			[3, 'notSent', null],
			[5, 'notSent', null],
		]);
	});
}
