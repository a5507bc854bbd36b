import type { Failure } from '../row/failure';
import { runFailureOf } from '../finish/runFailure';
import type { ReadyContext } from '../runContext';
import { keepToHours } from './keepToHours';
import { CircuitBreaker } from './circuitBreaker';
import { Claims } from './claim';
import { Delivery } from './delivery';
import type { Outcome } from '../row/outcome';
import { POLICY } from '../row/policy';
import { hasFailed } from '../row/result';
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
	const delivery = new Delivery(runContext, runFailureOf(rows, runContext) !== undefined);
	const { done } = delivery;
	// In stop mode the first failure ends all.
	const breaker = new CircuitBreaker(continueOnFail ? settings.limits.stopAfterFailures : 0);
	const startQueue = parallelRequests > 1 ? new StartQueue() : undefined;
	let isBroken = false;
	const hindrance = () => (isBroken ? 'failuresInRow' : delivery.hindrance);
	for (let waiting = rows.filter(isReady); waiting.length > 0;) {
		const requests = operation.share(waiting, batchSize);
		const claims = new Claims(requests, delivery);
		let next = 0;
		const worker = async () => {
			while (next < requests.length && hindrance() === undefined) {
				const claimed = claims.of.bind(claims, next++);
				if (await breaker.enter()) breaker.leave(await sendInTurn(claimed, delivery, startQueue));
				else isBroken = true;
			}
		};
		await Promise.all(Array.from({ length: parallelRequests }, worker));
		const why = hindrance();
		if (why !== undefined) delivery.endAll(waiting, why);
		await claims.giveBack();
		// Those that had to wait for another row with their key.
		waiting = waiting.filter((row) => !done.has(row));
	}
	return rows.flatMap((row) => (isReady(row) ? (done.get(row) ?? []) : row));
}

/** Sends one request when its turn has come, and gives its failure; nothing where none has left. */
async function sendInTurn(
	claimed: () => Promise<ReadyRow[]>,
	delivery: Delivery,
	startQueue: StartQueue | undefined,
): Promise<{ failure: Failure | undefined } | undefined> {
	const { done, runContext } = delivery;
	const { context, rateLimiter, memory } = runContext;
	const turn = await rateLimiter.next(context.getExecutionCancelSignal());
	if (delivery.hindrance !== undefined) return undefined;
	const all = await claimed();
	const now = Date.now();
	for (const row of all) {
		// Hours may end while a run goes on.
		const kept = keepToHours(row, runContext, now);
		if (!isReady(kept)) done.set(row, kept);
	}
	const free = all.filter((row) => !done.has(row));
	await delivery.release(all.filter((row) => done.has(row)));
	if (free.length === 0) {
		rateLimiter.giveBack(turn);
		return undefined;
	}
	await startQueue?.pass();
	const { hindrance } = delivery;
	if (hindrance !== undefined) {
		delivery.endAll(free, hindrance);
		await delivery.release(free);
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
	delivery.hasFailed ||= failures.length > 0;
	for (const is of ['used', 'inDoubt'] as const)
		memory.keys?.end(
			byKey[is].flatMap(({ key }) => key ?? []),
			is === 'used',
		);
	await delivery.release(byKey.free);
	return { failure: failures.length === free.length ? failures[0] : undefined };
}
