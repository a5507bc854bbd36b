import { runFailureOf } from '../finish/runFailure';
import { outsideHours } from '../row/failures';
import { POLICY } from '../row/policy';
import { hasFailed, type Result } from '../row/result';
import { isReady, type Row } from '../row/row';
import { endOf } from '../row/settle';
import type { ReadyContext } from '../runContext';
import { CircuitBreaker } from './circuitBreaker';
import { Claims } from './claim';
import { Delivery } from './delivery';
import { closed } from './keepToHours';
import { send } from './send';
import { StartQueue } from './startQueue';

/** Sends the rows that have no result yet, in order, and gives each its own. Never throws. */
export async function deliver(rows: readonly Row[], runContext: ReadyContext): Promise<void> {
	const { operation, settings, continueOnFail } = runContext;
	const { batchSize, parallelRequests } = settings.speed;
	const delivery = new Delivery(runContext, runFailureOf(rows, runContext) !== undefined);
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
		await claims.giveBack();
		const why = hindrance();
		if (why !== undefined) delivery.endAll(waiting, why);
		// Those that had to wait for another row with their key.
		waiting = waiting.filter(isReady);
	}
}

/** Sends one request when its turn has come, and says how it ended; nothing where none has left. */
async function sendInTurn(
	claimed: () => Promise<Row[]>,
	delivery: Delivery,
	startQueue: StartQueue | undefined,
): Promise<Result | undefined> {
	const { runContext } = delivery;
	const { context, rateLimiter, memory } = runContext;
	const turn = await rateLimiter.next(context.getExecutionCancelSignal());
	if (delivery.hindrance !== undefined) return undefined;
	const free: Row[] = [];
	const late: Array<[Row, Result]> = [];
	const all = await claimed();
	const now = Date.now();
	for (const row of all) {
		// Hours may end while a run goes on.
		const found = closed(row, runContext, now);
		if (found === undefined) free.push(row);
		else late.push([row, outsideHours(found.words, found.from)]);
	}
	await endFreed(late, delivery);
	if (free.length === 0) {
		rateLimiter.giveBack(turn);
		return undefined;
	}
	await startQueue?.pass();
	const { hindrance } = delivery;
	if (hindrance !== undefined) {
		await delivery.release(free);
		delivery.endAll(free, hindrance);
		return undefined;
	}
	rateLimiter.leave(turn);
	const results = [...(await send(free, ++memory.batches, runContext))];
	delivery.hasFailed ||= results.some(([, result]) => hasFailed(result));
	const ended = { used: [] as string[], inDoubt: [] as string[] };
	const refused: Array<[Row, Result]> = [];
	for (const [row, result] of results) {
		const { key } = POLICY[endOf(row, result, runContext).outcome];
		if (key === 'free') refused.push([row, result]);
		else {
			delivery.end(row, result);
			if (row.key !== undefined) ended[key].push(row.key);
		}
	}
	for (const is of ['used', 'inDoubt'] as const) memory.keys?.end(ended[is], is === 'used');
	await endFreed(refused, delivery);
	return (results.find(([, result]) => !hasFailed(result)) ?? results[0])?.[1];
}

/** Gives rows that were not sent their results, once their keys and slots are free again. */
async function endFreed(rows: ReadonlyArray<[Row, Result]>, delivery: Delivery): Promise<void> {
	await delivery.release(rows.map(([row]) => row));
	for (const [row, result] of rows) delivery.end(row, result);
}
