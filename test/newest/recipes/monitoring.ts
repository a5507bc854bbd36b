import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { debianProgram } from '../../../host/debian.ts';
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
import { run } from '../../../host/process.ts';
import { blocksOf, readPage } from '../../unit/docs/markdown.ts';
import { alertmanagerItself } from './alertmanager.ts';
import { begunBy, latest as latestOf } from './keyed.ts';
import { A_DAY, LOST_TABLE, states } from './states.ts';
import { systemsThemselves } from './systems/systems.ts';

const example = exampleWorkflows().get('monitoring-alerts.json') as Workflow;
const [FIRST, NEXT] = ['09120000061', '09120000062'];
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

/** Uptime Kuma, "Webhook" with the preset application/json: server/notification-providers/webhook.js, `{ heartbeat, monitor, msg }`. */
const kuma = (time: string, status: 0 | 1 | 3, important = true) => ({
	heartbeat: {
		monitorID: 7,
		status,
		time,
		important,
		duration: 61,
		msg: status === 0 ? 'connect ECONNREFUSED' : '200 - OK',
	},
	monitor: { id: 7, name: 'shop', url: 'https://shop.example.com', type: 'http' },
	msg: status === 0 ? '[shop] [🔴 Down] connect ECONNREFUSED' : '[shop] [✅ Up] 200 - OK',
});
const kumaNotice = (msg: string) => ({ heartbeat: null, monitor: null, msg });

/** Alertmanager, webhook_config, version 4 (prometheus.io/docs/alerting/latest/configuration/#webhook_config). */
const alert = (fingerprint: string, status: 'firing' | 'resolved', more: object = {}) => ({
	status,
	labels: { alertname: 'InstanceDown', instance: `${fingerprint}:9100`, severity: 'critical' },
	annotations: { summary: 'no answer' },
	startsAt: '2026-11-26T09:00:00Z',
	endsAt: status === 'resolved' ? '2026-11-26T09:20:00Z' : '0001-01-01T00:00:00Z',
	generatorURL: 'https://prometheus.example.com/graph',
	fingerprint,
	...more,
});
const alertmanager = (...alerts: object[]) => ({
	version: '4',
	groupKey: '{}:{alertname="InstanceDown"}',
	truncatedAlerts: 0,
	status: 'firing',
	receiver: 'sms',
	groupLabels: { alertname: 'InstanceDown' },
	commonLabels: { alertname: 'InstanceDown' },
	commonAnnotations: {},
	externalURL: 'https://alertmanager.example.com',
	alerts,
});
const several = (name: string, count: number, status: 'firing' | 'resolved' = 'firing') =>
	alertmanager(...Array.from({ length: count }, (_, one) => alert(`${name}-${one}`, status)));
/** Grafana's webhook contact point: Alertmanager's form, with more members (grafana.com/docs, webhook notifier). */
const grafana = {
	...alertmanager({
		...alert('g1', 'firing', { annotations: { description: 'the disk is full' } }),
		valueString: "[ var='A' value=97 ]",
		dashboardURL: 'https://grafana.example.com/d/1',
	}),
	version: '1',
	orgId: 1,
	title: '[FIRING:1] InstanceDown',
	state: 'alerting',
	message: '**Firing**',
};
/** Zabbix, by the script of the recipe's page. */
const zabbix = (value: '0' | '1', event = '4711') => ({
	event,
	value,
	name: 'Unavailable by ICMP ping',
	host: 'mail',
});
const down = (name: string) => `InstanceDown on ${name}:9100: no answer`;

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
		const headers = { [KEY.name]: KEY.value, ...(type && { 'content-type': type }) };
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
	const { url, left, begun, ended, posted } = made;

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

	const refuse = (...destinations: string[]) =>
		n8n.sandbox.setFaults(
			destinations.map((destination) => ({
				match: { host: 'sms', destination },
				fault: { kind: 'refuse', code: 1010, message: 'no', status: 406 },
			})),
		);

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

	test('texts of one notice that are not delivered become one call, one text to the next, and one at the end', async () => {
		n8n.sandbox.setDelivery({ failed: [FIRST] });
		await posted(several('c', 9));
		const list = Array.from({ length: 9 }, (_, one) => down(`c-${one}`));
		const nine = `9 alerts: ${list.join('; ')}`;
		expect(left()).toEqual([
			...list.map((says) => [FIRST, `ALERT: ${says}`]),
			[FIRST, 'a call'],
			[NEXT, `ALERT, ${FIRST} was called: ${nine}`],
		]);
		n8n.sandbox.reset();
		await posted(several('c', 9, 'resolved'));
		expect(left()).toEqual([FIRST, NEXT].map((to) => [to, `OK, was: ${nine}`]));
	});

	test.each([
		['was called', undefined],
		['was not called', { kind: 'refuse', code: 1010, message: 'no', status: 406 }],
		['may have been called', { kind: 'drop', when: 'after' }],
	] as const)(
		'the next person is told that the first one %s, and nothing goes twice',
		async (what, fault) => {
			const name = what.replaceAll(' ', '-');
			refuse(FIRST);
			const faults = n8n.sandbox.faults();
			if (fault) n8n.sandbox.setFaults([...faults, { match: { host: 'call' }, fault }]);
			await posted(alertmanager(alert(name, 'firing')));
			await posted(alertmanager(alert(name, 'firing')));
			const texts = left().filter(([, words]) => words !== 'a call');
			expect(texts).toEqual([[NEXT, `ALERT, ${FIRST} ${what}: ${down(name)}`]]);
			expect(left().length - texts.length).toBe(fault?.kind === 'refuse' ? 0 : 1);
		},
	);

	test('nobody is called for what is over before its text has arrived', async () => {
		n8n.sandbox.setDelivery({ deliveredAfter: 3600 });
		const first = await begun(alertmanager(alert('e1', 'firing')));
		await come(() => left().length === 1);
		await posted(alertmanager(alert('e1', 'resolved')));
		n8n.sandbox.setDelivery({ deliveredAfter: 0, failed: [FIRST] });
		expect(await ended(first)).toBe('success');
		expect(left()).toEqual([
			[FIRST, `ALERT: ${down('e1')}`],
			[FIRST, `OK, was: ${down('e1')}`],
		]);
	});

	test("Uptime Kuma's Test button gives a text, and no call", async () => {
		n8n.sandbox.setDelivery({ failed: [FIRST] });
		await posted(kumaNotice('Phone Testing'));
		refuse(FIRST);
		await posted(kumaNotice('Phone Testing'));
		expect(left()).toEqual([[FIRST, 'NOTE: Phone Testing']]);
	});

	// Limits count by the hour: where one ends meanwhile, there is more.
	const theHour = () => new Date().getUTCHours();

	test('of a storm a person gets twelve texts an hour; the rest, and what comes later, is a call and a text to the next', async () => {
		const hour = theHour();
		await posted(several('s', 30), 'monitoring-storm');
		await posted(several('later', 1), 'monitoring-storm');
		await posted(several('s', 30, 'resolved'), 'monitoring-storm');
		if (theHour() !== hour) return;
		expect(left().map(([to, words = '']) => [to, words.replace(/(alerts): .*/, '$1')])).toEqual([
			...Array.from({ length: 12 }, (_, one) => [FIRST, `ALERT: ${down(`s-${one}`)}`]),
			[FIRST, 'a call'],
			[NEXT, `ALERT, ${FIRST} was called: 18 alerts`],
			[FIRST, 'a call'],
			[NEXT, `ALERT, ${FIRST} was called: ${down('later-0')}`],
			[FIRST, 'OK, was: 30 alerts'],
			[NEXT, 'OK, was: 30 alerts'],
		]);
	});

	test('while texts are refused, a person is called six times an hour; the run of which nobody hears fails', async () => {
		const hour = theHour();
		refuse(FIRST);
		for (let notice = 0; notice < 8; notice++)
			await posted(several(`r${notice}`, 2), 'monitoring-refused');
		if (theHour() !== hour) return;
		const called = left().map(([, words = '']) => words.split(':')[0]);
		expect(called.filter((words) => words === 'a call')).toHaveLength(6);
		expect(called.slice(-2)).toEqual(Array(2).fill(`ALERT, ${FIRST} was not called`));
		for (let notice = 8; notice < 12; notice++)
			await posted(several(`r${notice}`, 2), 'monitoring-refused');
		// The next one has had twelve texts as well, so nobody hears of it.
		const last = await ended(await begun(several('r12', 2), 'monitoring-refused'));
		if (theHour() !== hour) return;
		expect(last).toBe('error');
	});

	describe("Zabbix's script", () => zabbixScript(served, made));
	describe('a state', () => states(served, made));
	describe('a system itself', () => systemsThemselves(served, made));
	describe('Alertmanager itself', () => alertmanagerItself(served, made));
}

/** The script of the page, run by Zabbix's own program. */
function zabbixScript(
	served: () => Served,
	{ url, left, quiet }: Pick<Monitoring, 'url' | 'left' | 'quiet'>,
): void {
	const program = debianProgram('zabbix_js');
	if (program === undefined) return;
	const page = readPage('docs/recipes/monitoring-alerts.md');
	const script = page.sections.flatMap((section) => blocksOf(section, 'js')).join('\n');

	/** What Zabbix would show: the end of the script, or why it failed. */
	async function shown(address: string, key = KEY.value): Promise<string> {
		const file = join(served().host.n8nFolders[0] ?? '.', 'zabbix.js');
		await writeFile(file, script);
		const input = JSON.stringify({ url: address, key, ...zabbix('1', `script ${address}`) });
		const args = ['-s', file, '-p', input];
		const options = { cwd: program?.cwd ?? '.', env: process.env };
		const { exitCode, stdout, stderr } = await run(program?.path ?? '', args, options);
		return `${exitCode} ${stdout}${stderr}`;
	}

	test('posts what the recipe takes', async () => {
		expect(await shown(url('monitoring'))).toMatch(/^0 /);
		await come(() => left().length > 0);
		await quiet('monitoring');
		expect(left()).toEqual([[FIRST, 'ALERT: Unavailable by ICMP ping on mail']]);
	});

	test.each([
		['with another key', () => url('monitoring'), 'a-wrong-key', /^1 .*403/s],
		['at a workflow that is not published', () => url('monitoring-none'), undefined, /^1 .*404/s],
	])('fails %s, and says why', async (_, address, key, said) => {
		expect(await shown(address(), key)).toMatch(said);
		expect(left()).toEqual([]);
	});

	test.each([
		[200, /^0 /],
		[204, /^0 /],
		[403, /^1 .*403/s],
		[500, /^1 .*500/s],
	])('after an answer of %i', async (status, said) => {
		const server = createServer((_, answer) => void answer.writeHead(status).end());
		await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
		try {
			const { port } = server.address() as AddressInfo;
			expect(await shown(`http://127.0.0.1:${port}/`)).toMatch(said);
		} finally {
			server.closeAllConnections();
			server.close();
		}
	});
}
