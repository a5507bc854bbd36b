import { messageOf } from '../values/inputProblem';
import { pause } from '../wire/pause';
import type { Claim, Claims } from '../keys/claims';
import {
	brokenOff,
	duplicateOf,
	heldBack,
	keysUnavailable,
	notSent,
	outOfHours,
} from '../row/failures';
import type { Result } from '../row/result';
import { isReady, type Row } from '../row/row';
import { runFailureOf } from '../row/error';
import type { ReadyContext } from './runContext';
import { Delivery } from './delivery';
import { StartQueue } from './rateLimiter';
import { send } from './send';

/** ms until what others have on their way is asked for again: at first, and at most. */
const ASK_AGAIN = { first: 250, most: 5000 };

/** ms that a chunk may take before the next one has fewer requests: its rows are unknown after a crash. */
const CHUNK = 2000;

/** ms after which the rest of a chunk is given back: the service has become slow, and others may wait for its keys. */
const LONGEST_CHUNK = 10_000;

/** Rows of a chunk, but for those of its first request. */
const MOST_ROWS = 10_000;

/**
 * Sends the rows that have no result yet, in order, and gives each its own. What is kept over executions is claimed chunk by
 * chunk: take, send, end. What has to wait for another row, or for another execution, is taken in the next round. Never
 * throws.
 */
export async function deliver(rows: readonly Row[], runContext: ReadyContext): Promise<void> {
	const { operation, settings, memory, context } = runContext;
	const { batchSize, batchInterval, parallelRequests } = settings.speed;
	const delivery = new Delivery(runContext, runFailureOf(rows, runContext) !== undefined);
	const startQueue = parallelRequests > 1 ? new StartQueue() : undefined;
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
			const took = await sendChunk(chunk, delivery, startQueue);
			most = Math.min(limit, took < CHUNK ? most * 2 : Math.ceil(most / 2));
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
	startQueue: StartQueue | undefined,
): Promise<number> {
	const { runContext } = delivery;
	const { context, rateLimiter, memory, settings } = runContext;
	const { claims } = memory;
	const signal = context.getExecutionCancelSignal();
	// Before anything is claimed: others wait for it.
	await rateLimiter.ready(signal);
	if (delivery.hindrance !== undefined) return 0;
	const leaving = claims === undefined ? requests : await claimed(requests, claims, delivery);
	const began = performance.now();
	const isOver = () => claims !== undefined && performance.now() - began > LONGEST_CHUNK;
	const ended = new Map<Row, Result>();
	let next = 0;
	const worker = async () => {
		while (next < leaving.length) {
			await startQueue?.pass();
			await rateLimiter.ready(signal);
			const rows = leaving[next];
			if (rows === undefined || delivery.hindrance !== undefined || isOver()) return;
			next++;
			// Hours may end while a run goes on.
			const now = Date.now();
			const open = rows.filter((row) => {
				const result = outOfHours(row, runContext, now);
				if (result !== undefined) ended.set(row, result);
				return result === undefined;
			});
			if (open.length === 0) continue;
			rateLimiter.leave();
			const results = await send(open, ++memory.batches, runContext);
			for (const [row, result] of delivery.endSent(results)) ended.set(row, result);
		}
	};
	const done = new AbortController();
	// While a slow request is waited for, the others must not look as if they were on their way too.
	const giveBack = async () => {
		while (claims !== undefined && !(await pause(LONGEST_CHUNK, done.signal))) {
			const rest = leaving.slice(next).flat();
			next = leaving.length;
			const over = new Map(ended);
			await delivery.release([...rest, ...over.keys()].filter(isReady), over);
			await claims.record().catch(() => undefined);
		}
	};
	const givenBack = giveBack();
	const workers = Math.min(leaving.length, settings.speed.parallelRequests);
	await Promise.all(Array.from({ length: workers }, worker));
	done.abort();
	await givenBack;
	await delivery.release(leaving.flat().filter(isReady), ended);
	// Else it would be so long on its way to others.
	if (settings.speed.batchInterval > CHUNK) await claims?.record().catch(() => undefined);
	return performance.now() - began;
}

/** The requests from one on that are claimed together: so many, of so many rows. */
function chunkFrom(requests: readonly Row[][], from: number, most: number): Row[][] {
	let rows = 0;
	let to = from;
	while (to < requests.length && to - from < most) {
		rows += requests[to]?.length ?? 0;
		if (rows > MOST_ROWS && to > from) break;
		to++;
	}
	return requests.slice(from, to);
}

/**
 * The rows of a chunk's requests that may leave. Of the others those are settled that may not; what is left has to wait: for
 * another row with its key or its number, or another execution. Never throws.
 */
async function claimed(requests: Row[][], claims: Claims, delivery: Delivery): Promise<Row[][]> {
	const { operation, context, settings, memory } = delivery.runContext;
	const byKey = new Map(
		requests
			.flat()
			.map((row) => [claims.keyOf(row) ?? row, row] as const)
			.reverse(),
	);
	const first = requests.flat().filter((row) => byKey.get(claims.keyOf(row) ?? row) === row);
	let all: Map<Row, Claim>;
	try {
		all = await claims.take(first);
	} catch (error) {
		const isStopped = context.getExecutionCancelSignal()?.aborted === true;
		if (!isStopped) delivery.hasFailure = true;
		for (const row of first)
			delivery.end(
				row,
				isStopped
					? notSent('stopped')
					: keysUnavailable(messageOf(error), row, memory.retried !== undefined),
			);
		return [];
	}
	const resultOf = (row: Row, claim: Claim): Result | undefined => {
		if (claim.state === 'unknown') return brokenOff();
		if (claim.state === 'used') return duplicateOf(row, operation);
		return claim.state === 'full' && !claim.mayYet ? heldBack(claim, settings.limits) : undefined;
	};
	for (const [row, claim] of all) {
		const result = resultOf(row, claim);
		if (result !== undefined) delivery.end(row, result);
	}
	return requests
		.map((rows) => rows.filter((row) => all.get(row)?.state === 'free'))
		.filter(({ length }) => length > 0);
}
