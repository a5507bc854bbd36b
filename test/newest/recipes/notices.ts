/** What monitoring systems post, in their own forms. */

/** Uptime Kuma, "Webhook" with the preset application/json: server/notification-providers/webhook.js, `{ heartbeat, monitor, msg }`. */
export const kuma = (time: string, status: 0 | 1 | 3, important = true) => ({
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
export const kumaNotice = (msg: string) => ({ heartbeat: null, monitor: null, msg });

/** Alertmanager, webhook_config, version 4 (prometheus.io/docs/alerting/latest/configuration/#webhook_config). */
export const alert = (fingerprint: string, status: 'firing' | 'resolved', more: object = {}) => ({
	status,
	labels: { alertname: 'InstanceDown', instance: `${fingerprint}:9100`, severity: 'critical' },
	annotations: { summary: 'no answer' },
	startsAt: '2026-11-26T09:00:00Z',
	endsAt: status === 'resolved' ? '2026-11-26T09:20:00Z' : '0001-01-01T00:00:00Z',
	generatorURL: 'https://prometheus.example.com/graph',
	fingerprint,
	...more,
});
export const alertmanager = (...alerts: object[]) => ({
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
export const several = (name: string, count: number, status: 'firing' | 'resolved' = 'firing') =>
	alertmanager(...Array.from({ length: count }, (_, one) => alert(`${name}-${one}`, status)));
/** Grafana's webhook contact point: Alertmanager's form, with more members (grafana.com/docs, webhook notifier). */
export const grafana = {
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
export const zabbix = (value: '0' | '1', event = '4711') => ({
	event,
	value,
	name: 'Unavailable by ICMP ping',
	host: 'mail',
});
export const down = (name: string) => `InstanceDown on ${name}:9100: no answer`;
