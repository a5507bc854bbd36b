import {
	come,
	endedRun,
	executionsOf,
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
const COLUMNS = ['name', 'phone', 'answer', 'problem', 'question'];
const [YES, NO, SILENT, REFUSED, LOST] = [
	'09120000071',
	'09120000072',
	'09120000073',
	'09120000074',
	'09120000075',
];
/** Asked twice: the first time with as good as no time. */
const TWICE = '09120000078';

/** With a table of its own; who never answers has as good as no time, and the others more than any test takes. */
const own = (table: string): Changes => {
	const named = (parameters: Record<string, unknown>) => {
		parameters.dataTableId = { __rl: true, mode: 'name', value: table };
	};
	return {
		'Who was not asked': named,
		'Note that they are asked': named,
		'Write the answer': named,
		'Write what failed': named,
		'Ask by text': ({ options }) => {
			const { values } = (options as { limitWaitTime: { values: Record<string, unknown> } })
				.limitWaitTime;
			expect(values).toMatchObject({ resumeAmount: 2, resumeUnit: 'hours' });
			const hurried = `$json.phone === '${SILENT}' || $json.name === 'Hurried'`;
			values.resumeAmount = `={{ ${hurried} ? 0.001 : 20 }}`;
		},
	};
};

/** The recipe that asks many people, each by a question of their own. */
export function askMany(served: () => Served): () => void {
	let n8n: Served;
	let apart: Sandbox;
	let table: Table;
	let overLate: () => Promise<void>;

	const linksOn = (phone: string) =>
		apart
			.messages()
			.filter(({ destination }) => destination === phone)
			.map(({ message }) => linkIn(message) ?? '');
	const linkOn = (phone: string) => linksOn(phone)[0];
	/** The run that a link leads to. */
	const runOf = (link: string) => /webhook-waiting\/(\d+)/.exec(link)?.[1] ?? link;
	const waits = async (id: string) => {
		const { status, waitTill } = await storedRun(n8n.server, id);
		return status === 'waiting' && Boolean(waitTill);
	};
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
		for (const link of links.slice(0, 2)) await come(async () => await waits(runOf(link)));
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

	test('who is asked anew answers the newer question: the older one writes nothing any more', async () => {
		const again = await makeTable(n8n.server, 'Asked anew', COLUMNS);
		const changes = own('Asked anew');
		await n8n.host.importWorkflows([copyOf(FILE, 'ask-again', changes, true)]);
		await again.add([
			{ name: 'Hurried', phone: TWICE },
			{ name: 'Tom', phone: '09120000079' },
		]);
		const ask = async (times: number) => {
			const ended = await endedRun(n8n.server, await startRun(n8n.server, 'ask-again', MANUAL));
			expect(ended.status).toBe('success');
			await come(() => [TWICE, '09120000079'].every((phone) => linksOn(phone).length === times));
		};
		await ask(1);
		await again.write('phone', TWICE, { name: 'Patient', answer: '' });
		await again.write('phone', '09120000079', { answer: '' });
		await ask(2);
		const [older = '', newer = ''] = linksOn('09120000079');
		await come(async () => await waits(runOf(older)));
		expect((await submitted(older, { answer: 'decline' })).status).toBe(200);
		await come(async () => (await storedRun(n8n.server, runOf(older))).status === 'success');
		const answered = async () => (await again.rows()).map(({ answer }) => answer);
		expect(await answered()).toEqual(['asked', 'asked']);
		await come(async () => await waits(runOf(newer)));
		expect((await submitted(newer, { answer: 'approve' })).status).toBe(200);
		await come(async () => (await answered())[1] === 'yes');

		const [hurried = '', patient = ''] = linksOn(TWICE);
		await come(async () => await waits(runOf(patient)));
		expect((await submitted(patient, { answer: 'approve' })).status).toBe(200);
		await come(async () => (await answered())[0] === 'yes');
		overLate = async () => {
			await come(async () => (await storedRun(n8n.server, runOf(hurried))).status === 'success');
			expect(await answered()).toEqual(['yes', 'yes']);
		};
	});

	test('stopped, and started twice at one moment, everybody is asked once, and the table says who was', async () => {
		const many = await makeTable(n8n.server, 'Stopped while asking', COLUMNS);
		const changes = own('Stopped while asking');
		await n8n.host.importWorkflows([copyOf(FILE, 'ask-all', changes, true)]);
		const phones = Array.from(
			{ length: 20 },
			(_, nth) => `09121110${String(nth).padStart(3, '0')}`,
		);
		await many.add(phones.map((phone) => ({ name: 'Sara', phone })));
		const asked = async () =>
			(await many.rows()).flatMap(({ phone, answer }) => (answer === 'asked' ? phone : []));
		const texted = () =>
			apart
				.messages()
				.flatMap(({ destination }) => (destination.startsWith('09121110') ? destination : []));
		const first = await startRun(n8n.server, 'ask-all', MANUAL);
		await come(() => texted().length >= 2);
		expect((await n8n.server.rest('POST', `/rest/executions/${first}/stop`)).status).toBe(200);
		const resting = async () => {
			const runs = await executionsOf(n8n.server, 'ask-all');
			return runs.every(({ status }) => !['new', 'running'].includes(status));
		};
		await come(resting);
		expect(texted().length).toBeLessThan(20);
		expect((await asked()).sort()).toEqual(texted().sort());

		const start = async () => await startRun(n8n.server, 'ask-all', MANUAL);
		await Promise.all([start(), start()]);
		await come(() => texted().length >= 20);
		await come(resting);
		expect(texted().sort()).toEqual(phones);
		expect(await asked()).toEqual(phones);
	});

	return () => {
		test('the time-out of an older question leaves the answer to the newer one', async () => {
			await overLate();
		});

		afterAll(async () => await (apart as Sandbox | undefined)?.close());

		test('who did not answer in time is written down so', async () => {
			const isOver = async () =>
				(await answers()).some(([name, answer]) => name === 'Nina' && answer !== 'asked');
			await come(isOver);
			expect(await answers()).toContainEqual(['Nina', 'not answered in time', false]);
		});
	};
}
