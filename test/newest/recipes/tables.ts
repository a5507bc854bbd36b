import { beforeAll, beforeEach, expect, test } from '@jest/globals';

import { exampleWorkflows, type Workflow } from '../../../host/workflows.ts';
import type { Served } from '../../e2e/opened.ts';
import { endedRun, startRun } from '../../e2e/rest-run.ts';
import { makeTable } from '../../e2e/tables.ts';
import { lastItemsOf } from '../docs/running.ts';

const MANUAL = 'When clicking ‘Execute workflow’';
const REMINDERS = 'appointment-reminders.json';
const STATUS = 'status-each-hour.json';

/** A day from today, in UTC, as the workflow counts here. */
const day = (from: number): string =>
	new Date(Date.now() + from * 86_400_000).toISOString().slice(0, 10);

/** The recipes that work on n8n's own tables by the clock. */
export function tables(served: () => Served): void {
	let n8n: Served;

	const example = (file: string): Workflow => exampleWorkflows().get(file) as Workflow;

	beforeAll(async () => {
		n8n = served();
		await n8n.host.importWorkflows([inUtc(example(REMINDERS)), example(STATUS)]);
	});

	beforeEach(() => n8n.sandbox.reset());

	const run = async (file: string) => {
		const ended = await endedRun(n8n.server, await startRun(n8n.server, example(file).id, MANUAL));
		expect(ended.status).toBe('success');
		return ended;
	};
	const texts = () =>
		n8n.sandbox.messages().map(({ destination, message }) => ({ destination, message }));

	/** At any time of the day, whatever the hours are in which it may send. */
	function inUtc(workflow: Workflow): Workflow {
		const made = structuredClone(workflow);
		const send = made.nodes.find(({ name }) => name === 'Send SMS');
		const { options } = send?.parameters as { options: { time: { values: object } } };
		expect(options.time.values).toEqual({ from: '09:00', to: '20:00', timeZone: '' });
		options.time.values = { from: '00:00', to: '23:59', timeZone: 'UTC' };
		return { ...made, settings: { ...(made.settings as object), timezone: 'UTC' } };
	}

	test('who has an appointment tomorrow is reminded, once', async () => {
		const table = await makeTable(n8n.server, 'Appointments', ['name', 'phone', 'at']);
		await table.add([
			{ name: 'Emma', phone: '9120000091', at: `${day(1)} 14:30` },
			{ name: 'James', phone: '09120000092', at: `${day(2)} 09:00` },
			{ name: 'Nina', phone: '09120000093', at: 'next Monday' },
			{ name: '', phone: '09120000094', at: `${day(1)}T08:15` },
		]);
		const first = await run(REMINDERS);
		const reminder = {
			destination: '09120000091',
			message: 'Hello Emma, we expect you tomorrow at 14:30.',
		};
		expect(texts()).toEqual([reminder]);
		const failed = lastItemsOf(first, 'Not reminded', 0).map(({ json }) => json);
		expect(failed.map(({ phone }) => phone)).toEqual(['09120000093', '09120000094']);
		expect(failed[0]?.error).toContain('Invalid DateTime');
		expect(failed[1]?.error).toContain('$json.name');

		await run(REMINDERS);
		expect(texts()).toEqual([reminder]);
	});

	test('what was accepted and is not final is asked for, and its status written into its row', async () => {
		const columns = ['phone', 'outcome', 'messageId', 'sentAt', 'status', 'final'];
		const table = await makeTable(n8n.server, 'Texts to send', columns);
		n8n.sandbox.setDelivery({ deliveredAfter: 3600 });
		const send = async (destination: string) => {
			const { status } = await fetch(`${n8n.sandbox.url}/webservice/v2rest/sendsms`, {
				method: 'POST',
				headers: { 'content-type': 'application/json' },
				body: JSON.stringify({
					username: n8n.sandbox.username,
					password: n8n.sandbox.password,
					...{ source: '3000', destination, message: 'Hello' },
				}),
			});
			expect(status).toBe(200);
			return n8n.sandbox.messages().at(-1)?.id ?? '';
		};
		const [first, second] = [await send('09120000091'), await send('09120000092')];
		await table.add([
			{ phone: '09120000091', outcome: 'accepted', messageId: first },
			{
				phone: '09120000092',
				outcome: 'accepted',
				messageId: second,
				final: 'yes',
				status: 'Delivered',
			},
			{ phone: '09120000093', outcome: 'rejected', messageId: '' },
			{ phone: '09120000094', outcome: 'accepted', messageId: '' },
		]);
		const shown = async () => (await table.rows()).map(({ status, final }) => [status, final]);
		const asked = () =>
			n8n.sandbox
				.requests()
				.flatMap(({ path, fields }) =>
					path.endsWith('/msgstatus') ? (fields as { msgid: string }).msgid : [],
				);
		await run(STATUS);
		const [open] = await shown();
		expect(open?.[0]).not.toBe('');
		expect(open?.[1]).toBe('');
		n8n.sandbox.setDelivery({ deliveredAfter: 0 });
		await run(STATUS);
		expect(await shown()).toEqual([
			['Delivered', 'yes'],
			['Delivered', 'yes'],
			['', ''],
			['', ''],
		]);
		await run(STATUS);
		// The third time there is nothing to ask for.
		expect(asked()).toEqual([first, first]);
	});
}
