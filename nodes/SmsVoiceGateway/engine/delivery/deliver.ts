import { pause } from '../../wire/pause';
import { runFailureOf } from '../finish/runFailure';
import { outsideHours } from '../row/failures';
import { hasFailed, type Result } from '../row/result';
import { isReady, type Row } from '../row/row';
import type { ReadyContext } from '../runContext';
import { CHUNK, chunkFrom, claimed, LONGEST_CHUNK } from './chunk';
import { CircuitBreaker } from './circuitBreaker';
import { Delivery } from './delivery';
import { closed } from './keepToHours';
import { send } from './send';
import { StartQueue } from './startQueue';

/** ms until what others have on their way is asked for again: at first, and at most. */
const ASK_AGAIN = { first: 250, most: 5000 };

/**
 * Sends the rows that have no result yet, in order, and gives each its own. What is kept over executions is claimed chunk by
 * chunk: take, send, end. What has to wait for another row, or for another execution, is taken in the next round. Never
 * throws.
 */
export async function deliver(rows: readonly Row[], runContext: ReadyContext): Promise<void> {
	const { operation, settings, continueOnFail, memory, context } = runContext;
	const { batchSize, batchInterval, parallelRequests } = settings.speed;
	const delivery = new Delivery(runContext, runFailureOf(rows, runContext) !== undefined);
	// In stop mode the first failure ends all.
	const breaker = new CircuitBreaker(continueOnFail ? settings.limits.stopAfterFailures : 0);
	const startQueue = parallelRequests > 1 ? new StartQueue() : undefined;
	const sendAll = async (requests: Row[][]) =>
		await sendChunk(requests, delivery, breaker, startQueue);
	// What waits for its turn must not have been claimed: nobody else could tell whether it was sent.
	const limit = Math.max(1, CHUNK / batchInterval);
	let most = Math.min(limit, parallelRequests);
	let idle = 0;
	for (let waiting = rows.filter(isReady); waiting.length > 0;) {
		if (idle > 0) await pause(idle, context.getExecutionCancelSignal());
		const requests = operation.share(waiting, batchSize);
		for (let from = 0; from < requests.length && delivery.hindrance === undefined;) {
			const chunk = memory.claims ? chunkFrom(requests, from, most) : requests;
			from += chunk.length;
			most = Math.min(limit, (await sendAll(chunk)) < CHUNK ? most * 2 : Math.ceil(most / 2));
		}
		delivery.endAll(waiting);
		const left = waiting.filter(isReady);
		idle = left.length < waiting.length ? 0 : Math.min(ASK_AGAIN.most, idle * 2 || ASK_AGAIN.first);
		waiting = left;
	}
}

/** Claims what the rows of some requests need, sends what may leave, and frees what was not sent after all; gives the ms since it was claimed. */
async function sendChunk(
	requests: Row[][],
	delivery: Delivery,
	breaker: CircuitBreaker,
	startQueue: StartQueue | undefined,
): Promise<number> {
	const { runContext } = delivery;
	const { context, rateLimiter, memory, settings } = runContext;
	const { claims } = memory;
	const signal = context.getExecutionCancelSignal();
	// Before anything is claimed: others wait for it.
	let first: number | undefined = await rateLimiter.next(signal);
	const free = delivery.hindrance
		? []
		: claims === undefined
			? requests
			: await claimed(requests, claims, delivery);
	const began = Date.now();
	const isOver = () => claims !== undefined && Date.now() - began > LONGEST_CHUNK;
	const unsent = new Map<Row, Result>();
	const sendNext = async (rows: Row[]): Promise<Result | undefined> => {
		const turn = first ?? (await rateLimiter.next(signal));
		first = undefined;
		const now = Date.now();
		const open = rows.filter((row) => {
			// Hours may end while a run goes on.
			const found = closed(row, runContext, now);
			if (found !== undefined) unsent.set(row, outsideHours(found.words, found.from));
			return found === undefined;
		});
		if (open.length > 0) await startQueue?.pass();
		if (open.length === 0 || delivery.hindrance !== undefined || isOver()) {
			rateLimiter.giveBack(turn);
			return undefined;
		}
		rateLimiter.leave(turn);
		const results = await send(open, ++memory.batches, runContext);
		for (const [row, result] of delivery.endSent(results)) unsent.set(row, result);
		const all = [...results.values()];
		// What was merely in the request of a refused row says nothing of the service.
		return (
			all.find((result) => !hasFailed(result)) ?? all.find(({ outcome }) => outcome !== 'notSent')
		);
	};
	let next = 0;
	const worker = async () => {
		while (next < free.length && delivery.hindrance === undefined && !isOver()) {
			const rows = free[next++] ?? [];
			if (await breaker.enter()) breaker.leave(await sendNext(rows));
			else delivery.isBroken = true;
		}
	};
	const ended = new AbortController();
	// While a slow request is waited for, the others must not look as if they were on their way too.
	const giveBack = async () => {
		while (claims !== undefined && !(await pause(LONGEST_CHUNK, ended.signal))) {
			const rest = free.slice(next).flat();
			next = free.length;
			await delivery.release(rest, new Map());
			await claims.record().catch(() => undefined);
		}
	};
	const givenBack = giveBack();
	await Promise.all(Array.from({ length: settings.speed.parallelRequests }, worker));
	ended.abort();
	await givenBack;
	if (first !== undefined) rateLimiter.giveBack(first);
	await delivery.release(free.flat().filter(isReady), unsent);
	// Else it would be so long on its way to others.
	if (settings.speed.batchInterval > CHUNK) await claims?.record().catch(() => undefined);
	return Date.now() - began;
}
