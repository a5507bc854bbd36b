import { parse } from 'flatted';

import { found } from './found.ts';
import type { Server } from './server.ts';

/** An execution as n8n has stored it; `raw` is the stored text of its data. */
export interface StoredExecution extends Execution {
	id: string;
	finished: boolean;
	/** Until when it waits, where it does. */
	waitTill?: string | null;
	raw: string;
}

/** The states of an execution that is over. */
export const ENDED = ['success', 'error', 'canceled', 'crashed'];

/** Starts a workflow as the editor's button does, and gives the execution's id. */
export async function startRun(server: Server, id: string, trigger: string): Promise<string> {
	const { data: workflowData } = await server.rest('GET', `/rest/workflows/${id}`);
	const asked = { workflowData, triggerToStartFrom: { name: trigger } };
	const { data, body } = await server.rest('POST', `/rest/workflows/${id}/run`, asked);
	const { executionId } = (data ?? {}) as { executionId?: unknown };
	if (executionId === undefined) throw new Error(`Not started: ${JSON.stringify(body)}`);
	return String(executionId);
}

/** What n8n has stored of an execution by now. */
export async function storedRun(server: Server, executionId: string): Promise<StoredExecution> {
	const { data, body } = await server.rest('GET', `/rest/executions/${executionId}`);
	const stored = data as (Omit<StoredExecution, 'data' | 'raw'> & { data: string }) | undefined;
	if (stored === undefined) throw new Error(`No execution: ${JSON.stringify(body)}`);
	return { ...stored, raw: stored.data, data: parse(stored.data) as Execution['data'] };
}

/** A run that was stopped before its first node never gets more than it has. */
const NO_MORE_MS = 30_000;

/** Waits until n8n has stored that an execution has ended, and, in a second statement, what it came to. */
export async function endedRun(server: Server, executionId: string): Promise<StoredExecution> {
	let end = Infinity;
	return await found(async () => {
		const stored = await storedRun(server, executionId);
		if (!ENDED.includes(stored.status)) return undefined;
		end = Math.min(end, Date.now());
		return isWhole(stored) || Date.now() - end > NO_MORE_MS ? stored : undefined;
	});
}

function isWhole({ status, waitTill, data }: StoredExecution): boolean {
	const { resultData, executionData } = (data ?? {}) as Partial<Execution['data']>;
	const { lastNodeExecuted, error } = resultData ?? {};
	// Coming up, n8n writes of what waits that it crashed, and a moment later that it waits still (`recoverFromLogs`).
	if (status === 'crashed') return !waitTill && error !== undefined;
	// The data of a run that waited is what it was when it began to wait, with the rest still to come.
	const isDone = status !== 'success' || !executionData?.nodeExecutionStack?.length;
	return isDone && (lastNodeExecuted !== undefined || error !== undefined);
}

/** One item of a node's output, as n8n stores it. */
export interface RunItem {
	json: Record<string, unknown>;
	pairedItem?: unknown;
	error?: unknown;
}

type Told = { message?: string; description?: string | null };

/** One run of one node. */
export interface NodeRun {
	executionStatus: string;
	error?: Told;
	data?: { main: Array<RunItem[] | null> };
}

/** What n8n tells of a workflow's execution. */
export interface Execution {
	status: string;
	data: {
		resultData: {
			runData: Record<string, NodeRun[]>;
			lastNodeExecuted?: string;
			error?: Told;
		};
		/** What n8n would go on with. */
		executionData?: { nodeExecutionStack?: unknown[] };
	};
}

/** The items that a node's first run gave out at one of its outputs. */
export function itemsOf(execution: Execution, node: string, output = 0): RunItem[] {
	return execution.data.resultData.runData[node]?.[0]?.data?.main[output] ?? [];
}
