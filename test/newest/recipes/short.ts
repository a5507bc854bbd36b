import {
	come,
	endedRun,
	exampleWorkflows,
	itemsOf,
	makeTable,
	publish,
	type Served,
	startRun,
	type Workflow,
} from '../../e2e/n8n.ts';
import { copyOf, post, RECIPES_KEY } from './keyed.ts';

const MANUAL = 'When clicking ‘Execute workflow’';
const ALERTS = 'several-alerts-in-one-text.json';
const OPTED_OUT = 'people-who-opted-out.json';
const HOOK = 'alerts-in-one-text';

/** The recipes of a few nodes, run as they are shipped. */
export function shortRecipes(served: () => Served): void {
	let n8n: Served;
	const example = (file: string) => exampleWorkflows().get(file) as Workflow;

	beforeAll(async () => {
		n8n = served();
		await n8n.host.importCredentials([RECIPES_KEY]);
		await n8n.host.importWorkflows([copyOf(ALERTS, HOOK), example(OPTED_OUT)]);
		await publish(n8n.server, HOOK);
	});

	beforeEach(() => n8n.sandbox.reset());

	const run = async (id: string) =>
		await endedRun(n8n.server, await startRun(n8n.server, id, MANUAL));
	const left = () =>
		n8n.sandbox.messages().map(({ destination, message }) => [destination, message]);
	test('three alerts are one text', async () => {
		expect((await run(HOOK)).status).toBe('success');
		const text = 'Alerts: 3\nALERT DiskFull on db-1\nALERT DiskFull on db-2\nOK HighLoad on web-1';
		expect(left()).toEqual([['09120000061', text]]);
	});

	test('hundreds of alerts of one post are one text of three parts, with their count; without the header none', async () => {
		const alerts = Array.from({ length: 300 }, (_, host) => ({
			status: 'firing',
			labels: { alertname: 'InstanceDown', instance: host > 0 ? `web-${host}` : undefined },
		}));
		const body = { version: '4', alerts };
		expect((await post(n8n, HOOK, body)).status).toBe(200);
		await come(() => left().length > 0);
		const [message = ''] = left().map(([, text]) => text);
		expect(message).toMatch(
			/^Alerts: 300\nALERT InstanceDown\nALERT InstanceDown on web-1\n[^]*\.\.\.$/,
		);
		// Three parts of 153.
		expect(message.length).toBeLessThanOrEqual(459);
		expect((await post(n8n, HOOK, body, {})).status).toBe(403);
		expect(left()).toHaveLength(1);
	});

	test('where a person has had the twelve texts of the hour, the run fails', async () => {
		const hour = new Date().getUTCHours();
		for (let count = 0; count < 12; count++) await run(HOOK);
		const { status, data } = await run(HOOK);
		if (new Date().getUTCHours() !== hour) return;
		expect(status).toBe('error');
		expect(data.resultData.error?.message).toMatch(/^Nobody was told: Not sent, because/);
	});

	test.each([
		['nobody', [], ['91', '92', '93']],
		['one in other digits and spaces', ['۰۹۱۲ ۰۰۰ ۰۰۹۱', ''], ['92', '93']],
		[
			'all, as a sheet and as the service write them',
			['9120000091', '09120000092', '+98 912-000-0093'],
			[],
		],
	])('who opted out gets nothing: %s', async (_, phones, got) => {
		const table = await makeTable(n8n.server, 'Opted out', ['phone']);
		if (phones.length > 0) await table.add(phones.map((phone) => ({ phone })));
		await n8n.host.importWorkflows([{ ...example(OPTED_OUT), id: `optedOut${got.length}` }]);
		const ended = await run(`optedOut${got.length}`);
		expect(ended.status).toBe('success');
		expect(left().map(([to]) => to)).toEqual(got.map((end) => `091200000${end}`));
	});

	test('the table is read once behind all rows, which keep their file', async () => {
		const table = await makeTable(n8n.server, 'Opted out', ['phone']);
		await table.add([{ phone: '09120000092' }, { phone: '09120000099' }]);
		const people = ['91', '92', '93'].map((end) => ({ name: end, phone: `091200000${end}` }));
		const file = { data: Buffer.from('a file').toString('base64'), mimeType: 'text/plain' };
		const pinData = { Example: [{ json: { people }, binary: { List: file } }] };
		const id = 'optedOutBehind';
		await n8n.host.importWorkflows([{ ...example(OPTED_OUT), id, pinData }]);
		const ended = await run(id);
		expect(itemsOf(ended, 'Opted out').map(({ json }) => json.phone)).toEqual([
			'09120000092',
			'09120000099',
		]);
		expect(itemsOf(ended, 'Not opted out')).toMatchObject(
			['91', '93'].map((name) => ({
				json: { name },
				binary: { List: { mimeType: 'text/plain' } },
			})),
		);
	});

	test('where the table can not be read, nobody gets anything', async () => {
		const { nodes, ...rest } = example(OPTED_OUT);
		const astray = JSON.parse(
			JSON.stringify(nodes).replace('"value":"Opted out"', '"value":"No such table"'),
		) as typeof nodes;
		await n8n.host.importWorkflows([{ ...rest, id: 'optedOutAstray', nodes: astray }]);
		const ended = await run('optedOutAstray');
		expect(ended.status).toBe('error');
		expect(left()).toEqual([]);
	});
}
