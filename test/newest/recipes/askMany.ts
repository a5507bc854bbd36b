import {
	come,
	endedRun,
	found,
	linkIn,
	makeTable,
	openApart,
	type Sandbox,
	type Served,
	startRun,
	storedRun,
	submitted,
	type Table,
} from '../../e2e/n8n.ts';
import { copyOf, type Changes } from './keyed.ts';

const FILE = 'ask-many-at-once.json';
const MANUAL = 'When clicking ‘Execute workflow’';
const COLUMNS = ['name', 'phone', 'answer', 'problem'];
const [YES, NO, SILENT, REFUSED, LOST] = [
	'09120000071',
	'09120000072',
	'09120000073',
	'09120000074',
	'09120000075',
];

/** With a table of its own; who never answers has as good as no time, and the others more than any test takes. */
const own = (table: string): Changes => {
	const named = (parameters: Record<string, unknown>) => {
		parameters.dataTableId = { __rl: true, mode: 'name', value: table };
	};
	return {
		'Who was not asked': named,
		'Write the answer': named,
		'Write what failed': named,
		'Ask by text': ({ options }) => {
			const { values } = (options as { limitWaitTime: { values: Record<string, unknown> } })
				.limitWaitTime;
			expect(values).toMatchObject({ resumeAmount: 2, resumeUnit: 'hours' });
			values.resumeAmount = `={{ $json.phone === '${SILENT}' ? 0.001 : 20 }}`;
		},
	};
};

/** The recipe that asks many people, each by a question of their own. */
export function askMany(served: () => Served): () => void {
	let n8n: Served;
	let apart: Sandbox;
	let table: Table;

	const linkOn = (phone: string) =>
		apart
			.messages()
			.filter(({ destination }) => destination === phone)
			.map(({ message }) => linkIn(message))[0];
	const answers = async () =>
		(await table.rows()).map(({ name, answer, problem }) => [name, answer, problem !== '']);
	const run = async () =>
		await endedRun(n8n.server, await startRun(n8n.server, 'ask-many', MANUAL));

	beforeAll(async () => {
		n8n = served();
		apart = await openApart(n8n);
		table = await makeTable(n8n.server, 'Asked by the test', COLUMNS);
		await table.add([
			{ name: 'Sara', phone: YES },
			{ name: 'Omid', phone: NO, answer: '' },
			{ name: 'Nina', phone: SILENT },
			{ name: 'Reza', phone: REFUSED },
			{ name: 'Leila', phone: LOST },
			{ name: '', phone: '09120000076' },
			{ name: 'Emma', phone: '91' },
			{ name: 'James', phone: '09120000077', answer: 'yes' },
		]);
		await n8n.host.importWorkflows([copyOf(FILE, 'ask-many', own('Asked by the test'), true)]);
		const match = (destination: string) => ({ match: { destination } });
		apart.setFaults([
			{ ...match(REFUSED), fault: { kind: 'refuse', code: 1010, message: 'no such number' } },
			{ ...match(LOST), fault: { kind: 'drop', when: 'after' } },
		]);
	});

	beforeEach(() => n8n.sandbox.reset());

	test('all wait together, and each answer stands in its own row', async () => {
		expect((await run()).status).toBe('success');
		const links = await found(() => {
			const all = [YES, NO, SILENT].flatMap((phone) => linkOn(phone) ?? []);
			return all.length === 3 ? all : undefined;
		});
		expect(new Set(links).size).toBe(3);
		// All of them before anybody has answered.
		const runs = links.slice(0, 2).map((link) => /webhook-waiting\/(\d+)/.exec(link)?.[1] ?? link);
		await come(async () => {
			const stored = await Promise.all(runs.map((id) => storedRun(n8n.server, id)));
			return stored.every(({ status, waitTill }) => status === 'waiting' && waitTill);
		});
		const [yes = '', no = ''] = links;
		expect((await submitted(no, { answer: 'decline' })).status).toBe(200);
		expect((await submitted(yes, { answer: 'approve' })).status).toBe(200);
		const others = async () => (await answers()).filter(([name]) => name !== 'Nina');
		await come(async () => (await others()).every(([, answer]) => answer !== 'asked'));
		const nina = (await answers()).find(([name]) => name === 'Nina');
		expect(await others()).toEqual([
			['Sara', 'yes', false],
			['Omid', 'no', false],
			['Reza', 'not sent', true],
			['Leila', 'maybe sent', true],
			['', 'not sent', true],
			['Emma', 'not sent', true],
			['James', 'yes', false],
		]);
		expect(['asked', 'not answered in time']).toContain(nina?.[1]);
	});

	test('started again, nobody is asked twice', async () => {
		const before = apart.messages().length;
		expect((await run()).status).toBe('success');
		expect(apart.messages()).toHaveLength(before);
	});

	return () => {
		afterAll(async () => await (apart as Sandbox | undefined)?.close());

		test('who did not answer in time is written down so', async () => {
			const isOver = async () =>
				(await answers()).some(([name, answer]) => name === 'Nina' && answer !== 'asked');
			await come(isOver);
			expect(await answers()).toContainEqual(['Nina', 'not answered in time', false]);
		});
	};
}
