import { setTimeout as sleep } from 'node:timers/promises';

import {
	exampleWorkflows,
	executionsOf,
	found,
	makeTable,
	open,
	publish,
	type Workflow,
} from '../e2e/n8n.ts';

/** The reminders, due once at this time, and missed where they are a second late. */
function dueAt(due: Date): Workflow {
	const made = structuredClone(exampleWorkflows().get('appointment-reminders.json') as Workflow);
	const schedule = made.nodes.find(({ name }) => name === 'Each hour from 10 to 19');
	const expression = `${due.getUTCSeconds()} ${due.getUTCMinutes()} ${due.getUTCHours()} * * *`;
	Object.assign(schedule?.parameters ?? {}, {
		rule: { interval: [{ field: 'cronExpression', expression }] },
		misfireGraceSeconds: 1,
	});
	return { ...made, settings: { ...(made.settings as object), timezone: 'UTC' } };
}

test.each([
	['true', 1],
	['false', 0],
])(
	'reminders that n8n missed, with its scheduler at %s, run %i times once it is back',
	async (N8N_SCHEDULER_ENABLED, runs) => {
		const opened = await open({ N8N_SCHEDULER_ENABLED });
		try {
			const first = await opened.host.serve();
			await makeTable(first, 'Appointments', ['name', 'phone', 'at', 'told', 'toldAt']);
			const due = new Date(Date.now() + 60_000);
			const workflow = dueAt(due);
			await opened.host.importWorkflows([workflow]);
			await publish(first, workflow.id);
			await first.stop();
			await sleep(due.getTime() + 3_000 - Date.now());
			const server = await opened.host.serve();
			const ran = async () => (await executionsOf(server, workflow.id)).length;
			if (runs > 0) await found(async () => ((await ran()) >= runs ? true : undefined));
			// As long as n8n takes to look for what is due, twice.
			await sleep(20_000);
			expect(await ran()).toBe(runs);
		} finally {
			await opened.close();
		}
	},
);
