import {
	come,
	ENDED,
	endedRun,
	exampleWorkflows,
	executionsOf,
	http,
	makeTable,
	publish,
	type Served,
	type Workflow,
} from '../../e2e/n8n.ts';
import { alertmanagerItself } from './alertmanager.ts';
import { begunBy, latest as latestOf } from './keyed.ts';
import { alert, alertmanager, down, grafana, kuma, kumaNotice, zabbix } from './notices.ts';
import { notArrived } from './notArrived.ts';
import { A_DAY, LOST_TABLE, states } from './states.ts';
import { systemsThemselves } from './systems/systems.ts';
import { zabbixScript } from './zabbixScript.ts';

const example = exampleWorkflows().get('monitoring-alerts.json') as Workflow;
/** The two people of the recipe. */
export const [FIRST, NEXT] = ['09120000061', '09120000062'] as const;
const KEY = { name: 'X-Monitoring-Key', value: 'a-key-of-the-monitoring-9462' };
/** What Alertmanager and Grafana can send that have no headers of one's own. */
const BASIC = { user: 'alertmanager', password: 'a-password-of-the-monitoring' };
const credential = (type: string, id: string) => ({ id, name: type, type });
const HEADER = credential('httpHeaderAuth', 'monitoringKey001');
const PASSWORD = credential('httpBasicAuth', 'monitoringKey002');

/** The recipe, each at a path of its own: what a person gets in an hour is counted by workflow. */
const COPIES = {
	monitoring: [HEADER, 'headerAuth', 0],
	'monitoring-storm': [HEADER, 'headerAuth', 12],
	'monitoring-refused': [HEADER, 'headerAuth', 12],
	'monitoring-alertmanager': [PASSWORD, 'basicAuth', 0],
	'monitoring-systems': [HEADER, 'headerAuth', 0],
	'monitoring-lost': [HEADER, 'headerAuth', 0],
} as const;
export type Copy = keyof typeof COPIES;

function copy(id: Copy): Workflow {
	const [auth, authentication, perHour] = COPIES[id];
	const nodes = example.nodes.map((node) => {
		const { name, parameters } = node;
		const { options = {} } = parameters as { options?: Record<string, object> };
		const changed = (more: object) => ({ ...node, parameters: { ...parameters, ...more } });
		const credentials = { [auth.type]: auth };
		if (name === 'Webhook')
			return { ...changed({ path: id, authentication }), webhookId: id, credentials };
		// Ten seconds are long for a test. The sandbox says when a text is final.
		const waitUntilFinal = { values: { every: 1, atMost: 600 } };
		if (name === 'Get Status') return changed({ options: { ...options, waitUntilFinal } });
		if (options.limits === undefined || perHour > 0) return node;
		return changed({ options: { ...options, limits: undefined } });
	});
	const whole = { ...example, id, name: id, nodes };
	if (id !== 'monitoring-lost') return whole;
	const text = JSON.stringify(whole).replaceAll('"Incidents"', JSON.stringify(LOST_TABLE));
	return JSON.parse(text.replace(A_DAY.written, A_DAY.here)) as Workflow;
}

export type Monitoring = ReturnType<typeof recipe>;

/** The copies on a running n8n. */
function recipe(served: () => Served) {
	const url = (path: string) => `${served().server.url}/webhook/${path}`;
	const latest = (id: Copy) => latestOf(served(), id);
	/** The messages that left. */
	const left = () =>
		served()
			.sandbox.messages()
			.map(({ kind, destination, message }) =>
				kind === 'sms' ? [destination, message] : [destination, 'a call'],
			);
	/** Posts an alert as the monitoring system does, and gives the execution that it began. */
	async function begun(body: unknown, id: Copy = 'monitoring', type?: string): Promise<string> {
		const headers: Record<string, string> = { [KEY.name]: KEY.value };
		if (type) headers['content-type'] = type;
		const posts = async () => (await http.post<string>(url(id), body, { headers })).status === 200;
		return await begunBy(served(), id, () => come(posts));
	}
	const ended = async (execution: string) => (await endedRun(served().server, execution)).status;
	/** The same, and waits for the end of its run. */
	async function posted(...args: Parameters<typeof begun>): Promise<void> {
		expect(await ended(await begun(...args))).toBe('success');
	}
	/** Waits until nothing runs any more. */
	const quiet = (id: Copy) =>
		come(async () =>
			(await executionsOf(served().server, id)).every(({ status }) => ENDED.includes(status)),
		);
	return { url, latest, left, begun, ended, posted, quiet, login: BASIC, key: KEY.value };
}

/** The recipe of a monitoring system's alerts. */
export function monitoring(served: () => Served): void {
	let n8n: Served;
	const made = recipe(served);
	const { url, left, posted } = made;

	beforeAll(async () => {
		n8n = served();
		await makeTable(n8n.server, 'Incidents', ['key', 'incident', 'state', 'says', 'next']);
		await n8n.host.importCredentials([
			{ ...HEADER, data: KEY },
			{ ...PASSWORD, data: BASIC },
		]);
		const copies = Object.keys(COPIES) as Copy[];
		await n8n.host.importWorkflows(copies.map(copy));
		await publish(n8n.server, ...copies);
	});

	beforeEach(() => n8n.sandbox.reset());

	test('takes nothing without the header', async () => {
		await posted(kuma('2026-11-26 08:00:00.000', 0));
		await posted(kuma('2026-11-26 08:00:30.000', 1));
		n8n.sandbox.reset();
		expect((await http.post<string>(url('monitoring'), kuma('08:01', 0))).status).toBe(403);
		expect(left()).toEqual([]);
	});

	test.each<[string, object[], object, string]>([
		[
			'Uptime Kuma',
			[kuma('2026-11-26 09:00:00.000', 0), kuma('2026-11-26 09:05:00.000', 0, false)],
			kuma('2026-11-26 09:20:00.000', 1),
			'shop: connect ECONNREFUSED',
		],
		[
			'Alertmanager',
			[
				alertmanager(alert('a1', 'firing')),
				// The same instant, and an alert that was renewed with its end only.
				alertmanager(alert('a1', 'firing', { startsAt: '2026-11-26T12:30:00.000+03:30' })),
				alertmanager(alert('a1', 'firing', { startsAt: '2026-11-29T09:00:00Z' })),
			],
			alertmanager(alert('a1', 'resolved')),
			down('a1'),
		],
		['Zabbix', [zabbix('1')], zabbix('0'), 'Unavailable by ICMP ping on mail'],
		[
			'a service of Monit',
			[zabbix('1', 'nginx')],
			zabbix('0', 'nginx'),
			'Unavailable by ICMP ping on mail',
		],
	])('%s: one text for an incident, and one when it is over', async (_, notices, over, says) => {
		const once = [
			[FIRST, `ALERT: ${says}`],
			[FIRST, `OK, was: ${says}`],
		];
		// As a system repeats it while it lasts.
		for (const notice of [...notices, notices[0]]) await posted(notice);
		await posted(over);
		await posted(over);
		expect(left()).toEqual(once);
		// The next one has a time of its own, where it has one at all.
		const [again] = JSON.parse(
			JSON.stringify(notices).replace('09:00:00.000', '10:00:00.000'),
		) as object[];
		await posted(again);
		await posted(over);
		expect(left()).toEqual([...once, ...once]);
	});

	test("a monitor of Uptime Kuma's whose end n8n never heard of", async () => {
		await posted(kuma('2026-11-27 09:00:00.000', 0));
		await posted(kuma('2026-11-27 11:00:00.000', 0));
		await posted(kuma('2026-11-27 11:10:00.000', 1));
		const text = 'shop: connect ECONNREFUSED';
		expect(left().map(([, words]) => words)).toEqual([
			`ALERT: ${text}`,
			`ALERT: ${text}`,
			`OK, was: ${text}`,
		]);
	});

	test('Grafana, and a list of alerts of which one was there before', async () => {
		await posted(grafana);
		await posted(alertmanager(alert('b1', 'firing'), alert('g1', 'firing')));
		expect(left()).toEqual([
			[FIRST, 'ALERT: InstanceDown on g1:9100: the disk is full'],
			[FIRST, `ALERT: ${down('b1')}`],
		]);
	});

	test('a notice is read in whatever form it comes, or called unreadable', async () => {
		const form = new FormData();
		form.append('data', JSON.stringify(kumaNotice('SMS Testing')));
		const expires = '[Shop][https://shop.example] CA certificate will be expired in 7 days';
		const notices: Array<[body: unknown, says: string, type?: string]> = [
			[kumaNotice(expires), `NOTE: ${expires}`],
			[kuma('2026-11-26 12:00:00.000', 3), 'NOTE: MAINTENANCE: shop: 200 - OK'],
			[form, 'NOTE: SMS Testing'],
			[{ Title: 'Alert', Body: '[shop] Down' }, 'ALERT: Alert, [shop] Down'],
			[{ sensor: 'Hall 3', temperature: 84 }, 'ALERT: Hall 3, 84'],
			['disk is full', 'ALERT: disk is full', 'text/plain'],
			[['one', { msg: 5 }], 'ALERT: one'],
			['', 'ALERT: unreadable alert from monitoring', 'application/json'],
			[{ alerts: {} }, 'ALERT: unreadable alert from monitoring'],
		];
		for (const [body, says, type = ''] of notices) {
			n8n.sandbox.reset();
			await posted(body, undefined, type);
			expect(left()[0]).toEqual([FIRST, says]);
		}
		await posted(kumaNotice('another'));
		// As Uptime Kuma repeats it.
		await posted(kumaNotice(expires));
		expect(left().at(-1)).toEqual([FIRST, 'NOTE: another']);
	});

	test("no alert acts in another's place, whatever its names are", async () => {
		await posted(kuma('2026-11-26 14:00:00.000', 0));
		await posted(zabbix('1', '4712'));
		for (const name of ['kuma 7', '["kuma",7]', '7', 'event 4712', '4712', ''])
			await posted(alertmanager(alert(name, 'resolved')));
		await posted(zabbix('0', 'x","4712'));
		expect(left().map(([, words = '']) => words.split(':')[0])).toEqual(['ALERT', 'ALERT']);
	});

	test('an odd alert keeps no other one back, and what it says is one line', async () => {
		const odd: unknown[] = [{ a: 1 }, ['x'], undefined, null, 'a\0b'];
		const without = (fingerprint: unknown, index: number) => ({
			...alert(`o${index}`, 'firing'),
			fingerprint,
			annotations: { summary: 'one\r\nOK, was:\0 two' },
		});
		await posted(alertmanager(...odd.map(without), alert('o9', 'firing')));
		expect(left().map(([, words]) => words)).toEqual([
			...odd.map((_, index) => `ALERT: InstanceDown on o${index}:9100: one OK, was: two`),
			`ALERT: ${down('o9')}`,
		]);
	});

	test('what a notice leaves out is told of, and so are more', async () => {
		const cut = (truncatedAlerts: number, status = 'firing') => ({
			...alertmanager(alert('t1', 'firing')),
			groupKey: 'cut',
			truncatedAlerts,
			status,
		});
		for (const count of [5, 5, 3, 4]) await posted(cut(count));
		await posted(cut(4, 'resolved'));
		await posted(cut(2));
		expect(left().map(([, words]) => words)).toEqual([
			`ALERT: ${down('t1')}`,
			'ALERT: 5 more alerts, left out of the notice',
			'ALERT: 4 more alerts, left out of the notice',
			'OK, was: 4 more alerts, left out of the notice',
			'ALERT: 2 more alerts, left out of the notice',
		]);
	});

	describe('an alert that does not arrive', () => notArrived(served, made));
	describe("Zabbix's script", () => zabbixScript(served, made));
	describe('a state', () => states(served, made));
	describe('a system itself', () => systemsThemselves(served, made));
	describe('Alertmanager itself', () => alertmanagerItself(served, made));
}
