import { come } from '../../host/found.ts';
import { startRun as startWorkflow } from '../../host/runs.ts';
import type { Server } from '../../host/server.ts';

export { ENDED, endedRun, storedRun, type StoredExecution } from '../../host/runs.ts';

/** The name that the workflows of these tests give their manual trigger. */
export const TRIGGER = 'Start';

/** Starts a workflow as the editor's button does, and gives the execution's id. */
export const startRun = (server: Server, workflowId: string, trigger = TRIGGER): Promise<string> =>
	startWorkflow(server, workflowId, trigger);

/** Publishes workflows, as n8n wants it since 2.0: from then on their triggers run by themselves. */
export async function publish(server: Server, ...workflowIds: string[]): Promise<void> {
	for (const id of workflowIds) {
		const { data } = await server.rest('GET', `/rest/workflows/${id}`);
		const { versionId } = data as { versionId: string };
		const { status, body } = await server.rest('POST', `/rest/workflows/${id}/activate`, {
			versionId,
		});
		if (status !== 200) throw new Error(`${id} was not published: ${JSON.stringify(body)}`);
	}
	for (const id of workflowIds) await publicationOver(server, id);
}

/** Takes a published workflow back. */
export async function unpublish(server: Server, workflowId: string): Promise<void> {
	const { status, body } = await server.rest('POST', `/rest/workflows/${workflowId}/deactivate`);
	if (status !== 200) throw new Error(`${workflowId} stays published: ${JSON.stringify(body)}`);
	await publicationOver(server, workflowId);
}

/** n8n answers before it has set the triggers up, or taken them away; it does so in the background. */
async function publicationOver(server: Server, workflowId: string): Promise<void> {
	await come(async () => {
		const { data } = await server.rest('GET', `/rest/workflows/${workflowId}/publication-status`);
		const { status } = (data ?? {}) as { status?: string };
		if (status === 'failed') throw new Error(`n8n could not set up the triggers of ${workflowId}`);
		return status !== 'in_progress';
	});
}

/** A workflow's executions, the latest first, up to a hundred. */
export async function executionsOf(
	server: Server,
	workflowId: string,
): Promise<Array<{ id: string; status: string }>> {
	const filter = encodeURIComponent(JSON.stringify({ workflowId }));
	const { data } = await server.rest('GET', `/rest/executions?limit=100&filter=${filter}`);
	return (data as { results: Array<{ id: string; status: string }> }).results;
}
