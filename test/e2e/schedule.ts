import { endedRun, gateway, itemsOf, type Served, startRun, workflowOf } from './n8n.ts';

/** Dates as n8n's expressions give them. */
export function schedule(served: () => Served): void {
	test('a date of an expression reaches the service from the isolate of the real n8n, in the zone it is meant in', async () => {
		const send = (name: string, scheduled: string, zone = {}) =>
			gateway(name, {
				resource: 'sms',
				operation: 'send',
				source: '3000',
				destination: '09120000000',
				message: name,
				options: { time: { values: { scheduled, ...zone } } },
			});
		await served().host.importWorkflows([
			workflowOf(
				'smsVoiceSchedul1',
				[{ at: '2030-05-06T07:08:00' }],
				[
					send('moment', "={{ DateTime.fromISO('2030-01-02T03:04:00Z') }}"),
					send('later', "={{ DateTime.fromISO('2030-01-02T03:04:00Z').plus({ days: 1 }) }}", {
						timeZone: 'Asia/Tehran',
					}),
					send('text', '2030-05-06 07:08'),
					send('now', '={{ $now.plus({ days: 1 }) }}'),
				],
				{ timezone: 'America/New_York' },
			),
		]);
		const { server } = served();
		const execution = await endedRun(server, await startRun(server, 'smsVoiceSchedul1'));
		expect(execution.status).toBe('success');
		const sent = served()
			.sandbox.messages()
			.map(({ message, scheduled }) => [message, scheduled]);
		expect(sent.slice(0, 3)).toEqual([
			['moment', '2030-01-01 22:04'],
			['later', '2030-01-03 06:34'],
			['text', '2030-05-06 07:08'],
		]);
		expect(sent[3]?.[1]).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d$/);
		expect(itemsOf(execution, 'now')[0]?.json.warnings).toBeUndefined();
	});
}
