import { setTimeout as sleep } from 'node:timers/promises';
import { readFlatted, type Execution } from '../../host/run-data.ts';
import type { Server } from '../../host/server.ts';

/** An execution as n8n has stored it; `raw` is the stored text of its data. */
export interface StoredExecution extends Execution {
	id: string;
	finished: boolean;
	raw: string;
}

const ENDED = ['success', 'error', 'canceled', 'crashed'];

/** Starts a workflow as the editor's button does, and gives the execution's id. */
export async function startRun(server: Server, workflowId: string): Promise<string> {
	const answer = await server.rest('POST', `/rest/workflows/${workflowId}/run`, {
		triggerToStartFrom: { name: TRIGGER },
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
		if (ENDED.includes(stored.status)) return stored;
		await sleep(100);
	}
}
