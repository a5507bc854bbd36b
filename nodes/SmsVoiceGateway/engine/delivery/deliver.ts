import type { Failure } from '../row/failure';
import { runFailureOf } from '../finish/runFailure';
import type { ReadyContext, RunContext } from '../runContext';
import { keepToHours } from './keepToHours';
import { CircuitBreaker } from './circuitBreaker';
import { Claims } from './claim';
import { release, type Delivery } from './release';
import type { Outcome } from '../../response/outcome';
import { POLICY } from '../row/policy';
import { hasFailed } from '../row/result';
import { notSent } from '../row/failures';
import { isReady, type CheckedRow, type DoneRow, type ReadyRow } from '../row/row';
import { send } from './send';
import { settle } from '../row/settle';
import { StartQueue } from './startQueue';

/** Sends the rows that have no result yet, in order, and gives all rows with theirs. Never throws. */
export async function deliver(
	rows: readonly CheckedRow[],
	runContext: ReadyContext,
): Promise<DoneRow[]> {
	const { operation, settings, continueOnFail } = runContext;
	const { batchSize, parallelRequests } = settings.speed;
	const failed = runFailureOf(rows, runContext) !== undefined;
	const delivery: Delivery = { done: new Map(), failed };
	const { done } = delivery;
	// In stop mode the first failure ends all.
	const breaker = new CircuitBreaker(continueOnFail ? settings.limits.stopAfterFailures : 0);
	const startQueue = parallelRequests > 1 ? new StartQueue() : undefined;
	let isBroken = false;
	const hindrance = () => (isBroken ? 'failuresInRow' : hindranceOf(runContext, delivery));
	for (let waiting = rows.filter(isReady); waiting.length > 0;) {
		const requests = operation.share(waiting, batchSize);
		const claims = new Claims(requests, runContext, delivery);
		let next = 0;
		const worker = async () => {
			while (next < requests.length && hindrance() === undefined) {
				const claimed = claims.of.bind(claims, next++);
				if (await breaker.enter())
					breaker.leave(await sendInTurn(claimed, runContext, delivery, startQueue));
				else isBroken = true;
			}
		};
		await Promise.all(Array.from({ length: parallelRequests }, worker));
		const why = hindrance();
		if (why !== undefined) {
			for (const row of waiting)
				if (!done.has(row)) done.set(row, settle(row, notSent(why), runContext));
		}
		await claims.giveBack();
		// Those that had to wait for another row with their key.
		waiting = waiting.filter((row) => !done.has(row));
	}
	return rows.flatMap((row) => (isReady(row) ? (done.get(row) ?? []) : row));
}

/** Sends one request when its turn has come, and gives its failure; nothing where none has left. */
async function sendInTurn(
	claimed: () => Promise<ReadyRow[]>,
	runContext: ReadyContext,
	delivery: Delivery,
	startQueue: StartQueue | undefined,
): Promise<{ failure: Failure | undefined } | undefined> {
	const { context, rateLimiter, memory } = runContext;
	const { done } = delivery;
	const turn = await rateLimiter.next(context.getExecutionCancelSignal());
	if (hindranceOf(runContext, delivery) !== undefined) return undefined;
	const all = await claimed();
	const now = Date.now();
	for (const row of all) {
		// Hours may end while a run goes on.
		const kept = keepToHours(row, runContext, now);
		if (!isReady(kept)) done.set(row, kept);
	}
	const free = all.filter((row) => !done.has(row));
	await release(
		all.filter((row) => done.has(row)),
		runContext,
		done,
	);
	if (free.length === 0) {
		rateLimiter.giveBack(turn);
		return undefined;
	}
	await startQueue?.pass();
	const hindrance = hindranceOf(runContext, delivery);
	if (hindrance !== undefined) {
		for (const row of free) done.set(row, settle(row, notSent(hindrance), runContext));
		await release(free, runContext, done);
		return undefined;
	}
	rateLimiter.leave(turn);
	const batch = ++memory.batches;
	const failures: Failure[] = [];
	const byKey: Record<(typeof POLICY)[Outcome]['key'], ReadyRow[]> = {
		...{ used: [], inDoubt: [], free: [] },
	};
	for (const [row, given] of await send(free, batch, runContext)) {
		const ended = settle(row, given, runContext);
		done.set(row, { ...ended, batch });
		byKey[POLICY[ended.result.outcome].key].push(row);
		if (hasFailed(given)) failures.push(given.failure);
	}
	delivery.failed ||= failures.length > 0;
	for (const is of ['used', 'inDoubt'] as const)
		memory.keys?.end(
			byKey[is].flatMap(({ key }) => key ?? []),
			is === 'used',
		);
	await release(byKey.free, runContext, done);
	return { failure: failures.length === free.length ? failures[0] : undefined };
}

/** Why nothing may leave any more; it may come up during any wait. */
function hindranceOf(
	{ context, continueOnFail }: RunContext,
	{ failed }: Delivery,
): 'stopped' | 'earlierFailed' | undefined {
	if (context.getExecutionCancelSignal()?.aborted) return 'stopped';
	return failed && !continueOnFail ? 'earlierFailed' : undefined;
}
