import { afterAll, beforeAll, beforeEach, describe } from '@jest/globals';
import type { Server } from '../../../host/server.ts';
import type { Sandbox } from '../../../sandbox/index.ts';
import { openApart } from '../../e2e/apart.ts';
import { open, type Opened } from '../../e2e/opened.ts';
import { publish } from '../../e2e/rest-run.ts';
import type { Stage, Subject } from './stage.ts';

/** Runs the tests of some subjects on one n8n. */
export function onOneN8n(subjects: Record<string, Subject>): void {
	let opened: Opened;
	let apart: Sandbox;
	let server: Server;

	beforeAll(async () => {
		const all = Object.values(subjects);
		opened = await open();
		apart = await openApart(opened);
		await opened.host.importWorkflows(all.flatMap(({ workflows }) => workflows));
		server = await opened.host.serve();
		await publish(server, ...all.flatMap(({ published }) => published));
	});

	afterAll(async () => {
		// Undefined where the beginning failed.
		await (opened as Opened | undefined)?.close();
		await (apart as Sandbox | undefined)?.close();
	});

	beforeEach(() => opened.sandbox.reset());

	const stage = (): Stage => ({
		opened,
		apart,
		server,
		async restart() {
			await server.stop();
			server = await opened.host.serve();
		},
	});

	describe.each(Object.entries(subjects))('%s', (_name, { tests }) => tests(stage));
	for (const [name, { late }] of Object.entries(subjects))
		if (late) describe(name, () => late(stage));
}
