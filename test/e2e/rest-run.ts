import { setTimeout as sleep } from 'node:timers/promises';
import { readFlatted, type Execution } from '../../host/run-data.ts';
import type { Server } from '../../host/server.ts';

/** An execution as n8n has stored it; `raw` is the stored text of its data. */
export interface StoredExecution extends Execution {
	id: string;
	finished: boolean;
	raw: string;
}

/** The states of an execution that is over. */
export const ENDED = ['success', 'error', 'canceled', 'crashed'];

/** Starts a workflow as the editor's button does, and gives the execution's id. */
export async function startRun(
	server: Server,
	workflowId: string,
	trigger = TRIGGER,
): Promise<string> {
	// n8n 1 wants the whole workflow, as its editor sends it.
	const { data: workflowData } = await server.rest('GET', `/rest/workflows/${workflowId}`);
	const answer = await server.rest('POST', `/rest/workflows/${workflowId}/run`, {
		workflowData,
		triggerToStartFrom: { name: trigger },
	});
	const { executionId } = (answer.data ?? {}) as { executionId?: unknown };
	if (executionId === undefined) throw new Error(`Not started: ${JSON.stringify(answer.body)}`);
	return String(executionId);
}

/** The name that the workflows of these tests give their manual trigger. */
export const TRIGGER = 'Start';

/** What n8n has stored of an execution by now. */
export async function storedRun(server: Server, executionId: string): Promise<StoredExecution> {
	const { data, body } = await server.rest('GET', `/rest/executions/${executionId}`);
	const stored = data as (Omit<StoredExecution, 'data' | 'raw'> & { data: string }) | undefined;
	if (stored === undefined) throw new Error(`No execution: ${JSON.stringify(body)}`);
	return {
		...stored,
		raw: stored.data,
		data: readFlatted(stored.data) as Execution['data'],
	};
}

/** Waits until n8n has stored that an execution has ended. */
export async function endedRun(server: Server, executionId: string): Promise<StoredExecution> {
	for (;;) {
		const stored = await storedRun(server, executionId);
		// n8n 1 writes the status first.
		if (ENDED.includes(stored.status) && stored.data !== undefined) return stored;
		await sleep(100);
	}
}

/** Publishes workflows, as n8n wants it since 2.0: from then on their triggers run by themselves. */
export async function publish(server: Server, ...workflowIds: string[]): Promise<void> {
	for (const id of workflowIds) {
		const { data } = await server.rest('GET', `/rest/workflows/${id}`);
		const { versionId } = data as { versionId: string };
		const { status, body } = await server.rest('POST', `/rest/workflows/${id}/activate`, {
			versionId,
		});
		if (status !== 200 && !runsUnpublished(body))
			throw new Error(`${id} was not published: ${JSON.stringify(body)}`);
	}
	for (const id of workflowIds) await publicationOver(server, id);
}

/** n8n 1 cannot publish a workflow that has only an error trigger: it runs without. */
const runsUnpublished = (body: unknown): boolean =>
	JSON.stringify(body).includes('has no node to start the workflow');

/** Takes a published workflow back. */
export async function unpublish(server: Server, workflowId: string): Promise<void> {
	const { status, body } = await server.rest('POST', `/rest/workflows/${workflowId}/deactivate`);
	if (status !== 200) throw new Error(`${workflowId} stays published: ${JSON.stringify(body)}`);
	await publicationOver(server, workflowId);
}

/** n8n answers before it has set the triggers up, or taken them away; it does so in the background. */
async function publicationOver(server: Server, workflowId: string): Promise<void> {
	for (;;) {
		const { data } = await server.rest('GET', `/rest/workflows/${workflowId}/publication-status`);
		const { status } = (data ?? {}) as { status?: string };
		if (status === 'failed') throw new Error(`n8n could not set up the triggers of ${workflowId}`);
		if (status !== 'in_progress') return;
		await sleep(50);
	}
}

/** A workflow's executions, the latest first. */
export async function executionsOf(
	server: Server,
	workflowId: string,
): Promise<Array<{ id: string; status: string }>> {
	const filter = encodeURIComponent(JSON.stringify({ workflowId }));
	const { data } = await server.rest('GET', `/rest/executions?filter=${filter}`);
	return (data as { results: Array<{ id: string; status: string }> }).results;
}
