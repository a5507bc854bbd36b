import { beforeAll, expect, test } from '@jest/globals';

import { http } from '../../host/http.ts';
import { itemsOf } from '../../host/run-data.ts';
import type { Server } from '../../host/server.ts';
import { exampleWorkflows, type Workflow } from '../../host/workflows.ts';
import type { Served } from './opened.ts';
import { endedRun, publish, startRun } from './rest-run.ts';

const ID = 'alertStorm';

/** The example, whose webhook answers when all is done. */
const storm = (): Workflow => ({
	...(JSON.parse(
		JSON.stringify(exampleWorkflows().get('alert-storm.json')).replace(
			'"path":"sms-alert"',
			'"path":"sms-alert","responseMode":"lastNode"',
		),
	) as Workflow),
	id: ID,
	name: ID,
});
const ALERTS = 2800;

/** The recipe of a storm of alerts. */
export function alertStorm(served: () => Served): void {
	let opened: Served;
	let server: Server;

	beforeAll(async () => {
		opened = served();
		({ server } = opened);
		opened.sandbox.reset();
		await opened.host.importWorkflows([storm()]);
	});

	const texts = () => opened.sandbox.messages().length;

	/** Plays the storm, and counts what came out of the node that sends. */
	async function play(): Promise<Record<string, number>> {
		const id = await startRun(server, ID, 'When clicking ‘Execute workflow’');
		const execution = await endedRun(server, id);
		const counts: Record<string, number> = {};
		for (const { json } of itemsOf(execution, 'Send SMS')) {
			const outcome = String(json.outcome);
			counts[outcome] = (counts[outcome] ?? 0) + 1;
		}
		return counts;
	}

	test('2,800 equal alerts are one text; the same again, none', async () => {
		expect(await play()).toEqual({ accepted: 1, duplicate: ALERTS - 1 });
		expect([texts(), opened.sandbox.requests().length]).toEqual([1, 1]);
		expect(await play()).toEqual({ duplicate: ALERTS });
		expect([texts(), opened.sandbox.requests().length]).toEqual([1, 1]);
	});

	test('alerts that come by themselves are one text for each incident and hour', async () => {
		await publish(server, ID);
		const before = texts();
		const alert = (incident: string, time: string) => ({ incident, time, text: `${incident}!` });
		const times = ['2026-11-22T10:59:59Z', '2026-11-22T11:00:00Z', '2026-11-22T11:30:00Z'];
		const alerts = ['shop-1 down', 'shop-2 down'].flatMap((incident) =>
			times.flatMap((time) => Array.from({ length: 5 }, () => alert(incident, time))),
		);
		await Promise.all(
			alerts.map(async (data) => {
				const { status } = await http.post(`${server.url}/webhook/sms-alert`, data);
				expect(status).toBe(200);
			}),
		);
		// The storm above was of the first incident and the hour from 10 on.
		expect(texts() - before).toBe(3);
	});
}
