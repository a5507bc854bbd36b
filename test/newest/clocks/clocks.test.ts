import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

import {
	come,
	ENDED,
	exampleWorkflows,
	executionsOf,
	makeTable,
	type Node,
	ownN8n,
	ownNode,
	publish,
	textNode,
	unpublish,
	wired,
	type Workflow,
} from '../../e2e/n8n.ts';

const folder = mkdtempSync(join(tmpdir(), 'clocks-'));
const file = join(folder, 'clock');

/** Puts n8n's clock to a moment, and waits until it has begun all that is due by then. */
async function setClock(instant: number): Promise<void> {
	const moment = new Date(instant).toISOString();
	writeFileSync(file, moment);
	await come(() => readFileSync(`${file}.done`, 'utf8') === moment);
}

/**
 * Nights in which clocks are moved, one after the other: for which hour a schedule is set, when they are moved, and when it
 * fires, in quarters of an hour from then on.
 */
const NIGHTS = [
	// At two, half an hour back; in October half an hour forward.
	['Australia/Lord_Howe', 2, '2027-04-03T15:00Z', [0, 2], '01:30, 02:00'],
	['Australia/Lord_Howe', 2, '2027-10-02T15:30Z', [-2, 0], '01:30, 02:30'],
	// At midnight: the first time is in the day before.
	['Africa/Cairo', 0, '2027-10-28T21:00Z', [0, 4], '23:00, 00:00'],
	['Asia/Beirut', 0, '2027-10-30T21:00Z', [0, 4], '23:00, 00:00'],
	['Europe/Berlin', 3, '2027-10-31T01:00Z', [0, 4], '02:00, 03:00'],
	['America/New_York', 2, '2027-11-07T06:00Z', [0, 4], '01:00, 02:00'],
	// Hours that are not there.
	['America/New_York', 2, '2028-03-12T07:00Z', [0], '03:00'],
	['Europe/Berlin', 2, '2028-03-26T01:00Z', [0], '03:00'],
] as const;
/** The next one in Berlin, for the recipes. */
const LAST = '2028-10-29T01:00Z';

const daily = (hour: number, name = 'Daily'): Node =>
	ownNode(name, 'scheduleTrigger', 1.4, {
		rule: { interval: [{ field: 'days', daysInterval: 1, triggerAtHour: hour }] },
	});
const ONCE = { sendOnce: { values: { by: 'key', key: 'of the night', hours: 12 } } };
const TEXT = '={{ $json.timestamp.slice(0, 16) }}';
const sender = (id: string, to: string, hour: number, timezone: string, options: object) =>
	wired(
		id,
		[daily(hour), textNode('Send', { destination: to, message: TEXT, options })],
		[['Daily', 'Send']],
		{ timezone },
	);
/** In a workflow of its own for each night: what it sends, and the same by a key. */
const [PLAIN, KEYED] = ['09120000001', '09120000002'] as const;
const idsOf = (night: number) => [`plain-${night}`, `keyed-${night}`] as const;

/** A recipe in Berlin, by a schedule of three o'clock. */
function atThree(recipe: string, trigger: string): Workflow {
	const made = structuredClone(exampleWorkflows().get(recipe) as Workflow);
	const nodes = made.nodes.map((node) => (node.name === trigger ? daily(3, trigger) : node));
	return { ...made, nodes, settings: { executionOrder: 'v1', timezone: 'Europe/Berlin' } };
}
const REMINDERS = atThree('appointment-reminders.json', 'Each hour from 10 to 19');
const CREDIT = atThree('credit-check.json', 'When clicking ‘Execute workflow’');
const reminder = REMINDERS.nodes.find(({ name }) => name === 'Send SMS');
(reminder?.parameters.options as { time: { values: { from: string } } }).time.values.from = '00:00';

const n8n = ownN8n({
	settings: () => {
		writeFileSync(file, '2027-04-01T00:00:00.000Z');
		const clock = pathToFileURL(resolve('test/newest/clocks/setClock.mjs')).href;
		return {
			CLOCK_FILE: file,
			NODE_OPTIONS: `--import ${clock}`,
			// The others evaluate `$now` in an isolate, whose clock is the machine's.
			N8N_EXPRESSION_ENGINE: 'legacy',
			// A login that lasts for all the nights.
			N8N_USER_MANAGEMENT_JWT_DURATION_HOURS: '20000',
		};
	},
	workflows: () => [
		...NIGHTS.flatMap(([zone, hour], night) => {
			const [plain, keyed] = idsOf(night);
			return [sender(plain, PLAIN, hour, zone, {}), sender(keyed, KEYED, hour, zone, ONCE)];
		}),
		REMINDERS,
		CREDIT,
	],
});

beforeEach(() => n8n.sandbox.reset());
// Behind the end of n8n.
afterAll(() => rmSync(folder, { recursive: true }));

const QUARTER = 15 * 60_000;
const DAY = 96;
const ran = async (id: string, times: number) =>
	(await executionsOf(n8n.server, id)).filter(({ status }) => ENDED.includes(status)).length >=
	times;
const textsTo = (number: string) =>
	n8n.sandbox
		.messages()
		.flatMap(({ destination, message }) => (destination === number ? [message] : []));

/** In which quarters of an hour texts went to a number, but for the last, of the next day. */
const quartersOf = (number: string) =>
	textsTo(number)
		.sort()
		.slice(0, -1)
		.map((text) => new Date(Math.floor(Date.parse(`${text}Z`) / QUARTER) * QUARTER))
		.map((quarter) => quarter.toISOString().slice(11, 16));

/** Publishes workflows and goes by quarters of an hour through a night, and then to the next day, when each has to run once more. */
async function pass(
	change: string,
	ids: readonly string[],
	fires: readonly number[],
): Promise<void> {
	// n8n gives each schedule a second of its own, and a busy machine half a minute more.
	const at = (quarters: number) => Date.parse(change) + quarters * QUARTER + 90_000;
	await setClock(at(-9));
	await publish(n8n.server, ...ids);
	for (let quarters = -8; quarters <= 9; quarters++) {
		await setClock(at(quarters));
		const due = fires.filter((fire) => fire <= quarters).length;
		// Before the clock goes on: a text says when n8n came to it.
		for (const id of ids) await come(async () => await ran(id, due));
	}
	await setClock(at(DAY + 9));
	for (const id of ids) await come(async () => await ran(id, fires.length + 1));
	for (const id of ids) await unpublish(n8n.server, id);
}

test.each(NIGHTS.map((night, index) => [...night, index] as const))(
	'in %s a schedule of %i:00 fires at the change of %s, in quarters %j: %s, and a key holds',
	async (_zone, _hour, change, fires, times, night) => {
		await pass(change, idsOf(night), fires);
		expect(quartersOf(PLAIN)).toEqual(times.split(', '));
		expect(quartersOf(KEYED)).toEqual(times.split(', ').slice(0, 1));
	},
);

test('the recipes that send by a schedule send once in such a night', async () => {
	const table = await makeTable(n8n.server, 'Appointments', [
		'name',
		'phone',
		'at',
		'told',
		'toldAt',
	]);
	await table.add([{ name: 'Emma', phone: '09120000003', at: '2028-10-30 14:30' }]);
	await pass(LAST, [REMINDERS.id, CREDIT.id], [0, 4]);
	expect(textsTo('09120000003')).toEqual(['Hello Emma, we expect you tomorrow at 14:30.']);
	// One in the night, and one of the next day.
	expect(textsTo('09120000051')).toHaveLength(2);
});
