import type { Server } from '../host/server.ts';
import { wrongWith } from './arrived.ts';
import { runWorkflow, type Executed } from './execution.ts';
import { startLimit } from './limit.ts';
import type { Measured } from './measured.ts';
import type { PeakMemory } from './memory.ts';
import { WARM_UP_ROWS, type Step } from './plan.ts';
import { rowsOf } from './rows.ts';
import type { RemoteSandbox } from './sandbox.ts';
import { workflowId } from './workflow.ts';

/** Measures plain Node, in a process of its own. */
export async function measureLimit(step: Step, sandbox: RemoteSandbox): Promise<Measured> {
	const { errand = 'texts' } = step.one;
	const limit = startLimit(sandbox, errand, step.rows);
	try {
		await sandbox.begin(0, errand, WARM_UP_ROWS);
		await limit.run(WARM_UP_ROWS);
		return await runs(step, sandbox, async () => ({ ms: await limit.run(step.rows) }));
	} finally {
		await limit.stop();
	}
}

/** Measures a node on an n8n that has been started. */
export async function measureNode(
	step: Step,
	sandbox: RemoteSandbox,
	{ server, memory }: { server: Server; memory: PeakMemory },
): Promise<Measured> {
	await sandbox.begin(0, step.one.errand, WARM_UP_ROWS);
	await runWorkflow(server, workflowId(step.one, WARM_UP_ROWS), memory, WARM_UP_ROWS);
	const id = workflowId(step.one, step.rows);
	return await runs(step, sandbox, () => runWorkflow(server, id, memory, step.rows));
}

/** The runs of a step, each checked by what has arrived. The memory is the first one's, before the others add to it. */
async function runs(
	{ one, rows, delayMs, runs: count }: Step,
	sandbox: RemoteSandbox,
	run: () => Promise<Executed>,
): Promise<Measured> {
	const measured: Measured = { ...one, rows, delayMs, runs: [] };
	while (measured.runs.length < count) {
		await sandbox.begin(delayMs, one.errand, rows);
		const { ms, problem, ...peaks } = await run();
		const requests = await sandbox.requests();
		const wrong = wrongWith(await sandbox.arrived(one.errand), rowsOf(rows), one.errand);
		if (problem !== undefined || wrong !== undefined || ms === undefined) {
			const problems = [problem, wrong].filter((text) => text !== undefined);
			return { ...measured, runs: [], requests, problem: problems.join('; ') };
		}
		Object.assign(measured, { requests }, measured.runs.length === 0 ? peaks : {});
		measured.runs.push(ms);
	}
	return measured;
}
