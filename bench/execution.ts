import { setTimeout as sleep } from 'node:timers/promises';
import type { Server } from '../host/server.ts';
import { startRun, storedRun } from '../test/e2e/rest-run.ts';
import { heapsIn, keptPerRow } from './kept.ts';
import type { PeakMemory } from './memory.ts';
import { MEASURED } from './workflow.ts';

/** What n8n says of one execution. `problem` is there where it did not go well. */
export interface Executed {
	/** n8n's own time of the node under test, in milliseconds. */
	ms?: number;
	/** Peak memory from the start of the execution until n8n had stored it. */
	peakBytes?: number;
	/** The same until the node under test ended, which leaves out the storing. */
	peakBytesAtNode?: number;
	/** What n8n kept of each row while the node ran; there where V8 collected all garbage twice meanwhile. */
	keptBytesPerRow?: number;
	problem?: string;
}

const SAMPLE_MS = 100;

/** Runs a workflow once, as the editor's button does, and waits until n8n has stored it. */
export async function runWorkflow(
	server: Server,
	workflowId: string,
	memory: PeakMemory,
	rows: number,
): Promise<Executed> {
	const samples: Array<{ at: number; peak: number | undefined }> = [];
	memory.begin();
	const sampler = setInterval(
		() => samples.push({ at: Date.now(), peak: memory.read() }),
		SAMPLE_MS,
	);
	try {
		const id = await startRun(server, workflowId);
		const status = await ended(server, workflowId, id);
		// Before the execution is fetched, which takes memory of its own.
		const peakBytes = memory.read();
		clearInterval(sampler);
		const { data } = await storedRun(server, id);
		const run = data.resultData.runData[MEASURED]?.[0] as
			{ startTime: number; executionTime: number; executionStatus: string } | undefined;
		const error = data.resultData.error?.message;
		if (status !== 'success' || run === undefined)
			return { problem: `n8n: ${status}${error === undefined ? '' : `, ${error}`}` };
		const nodeEnd = run.startTime + run.executionTime;
		const atNode = samples.find(({ at }) => at >= nodeEnd)?.peak;
		const kept = keptPerRow(heapsIn(server.output()), run, rows);
		return {
			ms: run.executionTime,
			...(peakBytes === undefined ? {} : { peakBytes }),
			...(atNode === undefined ? {} : { peakBytesAtNode: atNode }),
			...(kept === undefined ? {} : { keptBytesPerRow: kept }),
		};
	} catch (error) {
		if (!(await isGone(server))) throw error;
		return { problem: `n8n ended: ${lastWords(server)}` };
	} finally {
		clearInterval(sampler);
	}
}

/** Asks for the list, not for the execution: that one is large, and n8n would be busy with giving it out. */
async function ended(server: Server, workflowId: string, id: string): Promise<string> {
	const filter = encodeURIComponent(JSON.stringify({ workflowId }));
	for (let pause = 250; ; pause = Math.min(pause * 1.5, 5_000)) {
		await sleep(pause);
		// An n8n that is too busy to answer in time is asked again; one that is gone refuses the connection.
		const answer = await server
			.rest('GET', `/rest/executions?filter=${filter}&limit=5`)
			.catch((error: unknown) => {
				if (refused(error)) throw error;
				return undefined;
			});
		const { results = [] } = (answer?.data ?? {}) as {
			results?: Array<{ id: string; status: string }>;
		};
		const status = results.find((one) => String(one.id) === id)?.status;
		if (status !== undefined && !['new', 'running', 'waiting'].includes(status)) return status;
	}
}

const isGone = (server: Server): Promise<boolean> =>
	server.rest('GET', '/rest/settings').then(() => false, refused);

const refused = (error: unknown): boolean =>
	error instanceof Error &&
	(error.cause as { code?: unknown } | undefined)?.code === 'ECONNREFUSED';

function lastWords(server: Server): string {
	const output = server.output();
	const fatal = /FATAL ERROR: .*/.exec(output)?.[0];
	return fatal ?? output.trim().split('\n').at(-1) ?? 'without a word';
}
