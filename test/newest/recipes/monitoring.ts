import { beforeAll, beforeEach, expect, test } from '@jest/globals';

import { come, found } from '../../../host/found.ts';
import { http } from '../../../host/http.ts';
import { exampleWorkflows, type Workflow } from '../../../host/workflows.ts';
import type { Served } from '../../e2e/opened.ts';
import { endedRun, executionsOf, publish } from '../../e2e/rest-run.ts';

const FILE = 'monitoring-alerts.json';
const [FIRST, NEXT] = ['09120000061', '09120000062'];
const STORM = 'monitoring-storm';
const HEADER = { name: 'X-Monitoring-Key', value: 'a-key-of-the-monitoring-9462' };
const AUTH = { id: 'monitoringKey001', name: 'Monitoring', type: 'httpHeaderAuth' };

/** Uptime Kuma, "Webhook" with the preset application/json: server/notification-providers/webhook.js, `{ heartbeat, monitor, msg }`. */
const kuma = (time: string, status: 0 | 1) => ({
	heartbeat: {
		monitorID: 7,
		status,
		time,
		msg: status === 0 ? 'connect ECONNREFUSED' : '200 - OK',
		important: true,
		duration: 61,
	},
	monitor: { id: 7, name: 'shop', url: 'https://shop.example.com', type: 'http' },
	msg: status === 0 ? '[shop] [🔴 Down] connect ECONNREFUSED' : '[shop] [✅ Up] 200 - OK',
});

/** Alertmanager, webhook_config, version 4 (prometheus.io/docs/alerting/latest/configuration/#webhook_config). */
const alert = (fingerprint: string, status: 'firing' | 'resolved', instance: string) => ({
	status,
	labels: { alertname: 'InstanceDown', instance, severity: 'critical' },
	annotations: { summary: 'no answer for five minutes' },
	startsAt: '2026-11-26T09:00:00Z',
	endsAt: status === 'resolved' ? '2026-11-26T09:20:00Z' : '0001-01-01T00:00:00Z',
	generatorURL: 'https://prometheus.example.com/graph',
	fingerprint,
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
/** Grafana's webhook contact point: Alertmanager's form, with more members (grafana.com/docs, webhook notifier). */
const grafana = {
	...alertmanager({
		...alert('g1', 'firing', 'db-2'),
		annotations: { description: 'the disk is full' },
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
const zabbix = (value: '0' | '1') => ({
	event: '4711',
	value,
	name: 'Unavailable by ICMP ping',
	host: 'mail',
});

/** The recipe of a monitoring system's alerts. */
export function monitoring(served: () => Served): void {
	let n8n: Served;
	const example = exampleWorkflows().get(FILE) as Workflow;

	beforeAll(async () => {
		n8n = served();
		await n8n.host.importCredentials([{ ...AUTH, data: HEADER }]);
		const nodes = example.nodes.map((node) => {
			if (node.name === 'Webhook') return { ...node, credentials: { [AUTH.type]: AUTH } };
			if (node.name !== 'Get Status') return node;
			// Ten seconds are long for a test.
			const options = { waitUntilFinal: { values: { every: 1, atMost: 2 } } };
			return { ...node, parameters: { ...node.parameters, options } };
		});
		// What a person may get in an hour is counted by workflow: a storm has one of its own.
		const stormy = nodes.map((node) =>
			node.name === 'Webhook'
				? { ...node, webhookId: STORM, parameters: { ...node.parameters, path: STORM } }
				: node,
		);
		await n8n.host.importWorkflows([
			{ ...example, nodes },
			{ ...example, id: STORM, name: STORM, nodes: stormy },
		]);
		await publish(n8n.server, example.id, STORM);
	});

	beforeEach(() => n8n.sandbox.reset());

	const url = (path = 'monitoring') => `${n8n.server.url}/webhook/${path}`;

	/** Posts an alert as the monitoring system does, and waits for the end of its run. */
	async function posted(body: object, path?: string): Promise<void> {
		const id = path ?? example.id;
		const before = (await executionsOf(n8n.server, id)).length;
		const headers = { [HEADER.name]: HEADER.value };
		await come(async () => (await http.post<string>(url(path), body, { headers })).status === 200);
		const run = await found(async () => {
			const [latest, ...earlier] = await executionsOf(n8n.server, id);
			return earlier.length >= before ? latest?.id : undefined;
		});
		expect((await endedRun(n8n.server, run)).status).toBe('success');
	}
	const left = () =>
		n8n.sandbox
			.messages()
			.map(({ kind, destination, message }) =>
				kind === 'sms' ? [destination, message] : [destination, 'a call'],
			);

	test('takes nothing without the header', async () => {
		await posted(kuma('2026-11-26 08:00:00.000', 0));
		n8n.sandbox.reset();
		expect((await http.post<string>(url(), kuma('2026-11-26 08:01:00.000', 0))).status).toBe(403);
		expect(left()).toEqual([]);
	});

	test.each<[string, object, object, string, string]>([
		[
			'Uptime Kuma',
			kuma('2026-11-26 09:00:00.000', 0),
			kuma('2026-11-26 09:20:00.000', 1),
			'[shop] [🔴 Down] connect ECONNREFUSED',
			'[shop] [✅ Up] 200 - OK',
		],
		[
			'Alertmanager',
			alertmanager(alert('a1', 'firing', 'shop-1:9100')),
			alertmanager(alert('a1', 'resolved', 'shop-1:9100')),
			'InstanceDown on shop-1:9100: no answer for five minutes',
			'InstanceDown on shop-1:9100: no answer for five minutes',
		],
		[
			'Zabbix',
			zabbix('1'),
			zabbix('0'),
			'Unavailable by ICMP ping on mail',
			'Unavailable by ICMP ping on mail',
		],
	])('%s: one text for an incident, and one when it is over', async (_, down, over, says, ends) => {
		await posted(down);
		// As a system repeats it while it lasts.
		await posted(down);
		await posted(over);
		expect(left()).toEqual([
			[FIRST, `ALERT: ${says}`],
			[FIRST, `OK: ${ends}`],
		]);
	});

	test('Grafana, and a list of alerts of which one was there before', async () => {
		await posted(grafana);
		const list = [alert('b1', 'firing', 'shop-2'), alert('g1', 'firing', 'db-2')];
		await posted(alertmanager(...list));
		expect(left()).toEqual([
			[FIRST, 'ALERT: InstanceDown on db-2: the disk is full'],
			[FIRST, 'ALERT: InstanceDown on shop-2: no answer for five minutes'],
		]);
	});

	test('a text that is not delivered becomes a call, and the next person gets it', async () => {
		n8n.sandbox.setDelivery({ failed: [FIRST] });
		await posted(alertmanager(alert('c1', 'firing', 'shop-3')));
		expect(left()).toEqual([
			[FIRST, 'ALERT: InstanceDown on shop-3: no answer for five minutes'],
			[FIRST, 'a call'],
			[NEXT, `ALERT: InstanceDown on shop-3: no answer for five minutes. ${FIRST} was called.`],
		]);
	});

	test('a text that is refused becomes a call, and its repetition sends nothing twice', async () => {
		n8n.sandbox.setFaults([
			{
				match: { host: 'sms', destination: FIRST },
				fault: { kind: 'refuse', code: 1010, message: 'no', status: 406 },
			},
		]);
		await posted(alertmanager(alert('d1', 'firing', 'shop-4')));
		await posted(alertmanager(alert('d1', 'firing', 'shop-4')));
		expect(left()).toEqual([
			[FIRST, 'a call'],
			[NEXT, `ALERT: InstanceDown on shop-4: no answer for five minutes. ${FIRST} was called.`],
		]);
	});

	test("Uptime Kuma's Test button gives a text, and no call", async () => {
		n8n.sandbox.setDelivery({ failed: [FIRST] });
		await posted({ heartbeat: null, monitor: null, msg: 'SMS Testing' });
		expect(left()).toEqual([[FIRST, 'OK: SMS Testing']]);
	});

	test('what no system is known to post is texted as it is, and a long one is cut', async () => {
		await posted({ state: 'bad' }, STORM);
		await posted({ alerts: { msg: 5 } }, STORM);
		await posted(
			alertmanager({ ...alert('l1', 'firing', 'x'), annotations: { summary: '🔥'.repeat(999) } }),
			STORM,
		);
		const [[, other = ''] = [], [, number = ''] = [], [, long = ''] = []] = left();
		expect(other).toBe('ALERT: {"state":"bad"}');
		expect(number).toBe('ALERT: 5');
		expect(long).toMatch(/^ALERT: InstanceDown on x: (🔥)+$/u);
		expect([...long]).toHaveLength('ALERT: '.length + 300);
	});

	test('of a storm while texts are refused a person is called six times an hour, and the next gets twelve texts', async () => {
		n8n.sandbox.setFaults([
			{
				match: { host: 'sms', destination: FIRST },
				fault: { kind: 'refuse', code: 1002, message: 'no' },
			},
		]);
		const storm = Array.from({ length: 30 }, (_, host) => alert(`r${host}`, 'firing', `r-${host}`));
		await posted(alertmanager(...storm), STORM);
		const calls = left().filter(([, words]) => words === 'a call').length;
		expect(calls).toBeGreaterThan(0);
		expect(calls).toBeLessThanOrEqual(6);
		const texts = left().length - calls;
		expect(texts).toBeGreaterThan(0);
		expect(texts).toBeLessThanOrEqual(12);
	});

	// What was refused above has taken no place.
	test('of a storm of incidents a person gets twelve texts an hour, and no call for the rest', async () => {
		const storm = Array.from({ length: 13 }, (_, host) =>
			alert(`s${host}`, 'firing', `web-${host}`),
		);
		await posted(alertmanager(...storm), STORM);
		const got = left();
		expect(got.length).toBeGreaterThan(0);
		expect(got.length).toBeLessThanOrEqual(12);
		expect(got.filter(([to, words]) => to !== FIRST || words === 'a call')).toEqual([]);
	});
}
