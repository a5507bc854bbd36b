import { claimed, keepingDoubt, release, settle, settleAll } from '../keys/runMemory';
import { runFailureOf } from '../row/error';
import { notSent, outOfHours } from '../row/failures';
import { hasFailed, POLICY, type Result } from '../row/result';
import { isReady, type Row } from '../row/row';
import { pause } from '../wire/pause';
import { StartQueue } from './rateLimiter';
import type { ReadyContext } from './runContext';
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
 * chunk: claim, send, end. What has to wait for another row, or for another execution, is taken in the next round. Never
 * throws.
 */
export async function deliver(rows: readonly Row[], runContext: ReadyContext): Promise<void> {
	const { operation, settings, memory, context } = runContext;
	const { batchSize, batchInterval, parallelRequests } = settings.speed;
	const delivery = new Delivery(runContext, runFailureOf(rows, runContext) !== undefined);
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
			const took = await sendChunk(chunk, delivery);
			most = Math.min(limit, took < CHUNK ? most * 2 : Math.ceil(most / 2));
		}
		const { hindrance } = delivery;
		if (hindrance !== undefined) settleAll(waiting, notSent(hindrance), runContext);
		const left = waiting.filter(isReady);
		idle = left.length < waiting.length ? 0 : Math.min(ASK_AGAIN.most, idle * 2 || ASK_AGAIN.first);
		waiting = left;
	}
}

/** Claims what the rows of some requests need, sends what may leave, and frees what was not sent after all; gives the ms since it was claimed. */
async function sendChunk(requests: Row[][], delivery: Delivery): Promise<number> {
	const { runContext, startQueue } = delivery;
	const { context, rateLimiter, memory, settings } = runContext;
	const { claims } = memory;
	const signal = context.getExecutionCancelSignal();
	// Before anything is claimed: others wait for it.
	await rateLimiter.ready(signal);
	if (delivery.hindrance !== undefined) return 0;
	const leaving = claims === undefined ? requests : await claimed(requests, claims, runContext);
	if (leaving === undefined) {
		delivery.hasFailure = true;
		return 0;
	}
	const began = performance.now();
	// What gives the rest back may come late, where the whole process stood still: an answer may be read before.
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
			await release([...rest, ...over.keys()].filter(isReady), over, runContext);
			await claims.record().catch(() => undefined);
		}
	};
	const givenBack = giveBack();
	const workers = Math.min(leaving.length, settings.speed.parallelRequests);
	await Promise.all(Array.from({ length: workers }, worker));
	done.abort();
	await givenBack;
	await release(leaving.flat().filter(isReady), ended, runContext);
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

/** What is known of a try while its rows are being sent. */
class Delivery {
	readonly runContext: ReadyContext;

	/** Requests that go side by side begin one by one. */
	readonly startQueue: StartQueue | undefined;

	/** Whether there was a failure: in stop mode nothing is sent any more. */
	hasFailure: boolean;

	/** Of requests without an accepted row. What is on its way once it is broken changes nothing of it. */
	private readonly failures: NonNullable<ReadyContext['memory']['ofTry']>['failures'];

	constructor(runContext: ReadyContext, hasFailure: boolean) {
		this.runContext = runContext;
		this.startQueue = runContext.settings.speed.parallelRequests > 1 ? new StartQueue() : undefined;
		this.hasFailure = hasFailure;
		this.failures = runContext.memory.ofTry?.failures ?? { inRow: 0, isBroken: false };
	}

	/** Why nothing may leave any more; it may come up during any wait. */
	get hindrance(): 'stopped' | 'earlierFailed' | 'failuresInRow' | undefined {
		const { context, continueOnFail } = this.runContext;
		if (context.getExecutionCancelSignal()?.aborted) return 'stopped';
		if (!continueOnFail) return this.hasFailure ? 'earlierFailed' : undefined;
		return this.failures.isBroken ? 'failuresInRow' : undefined;
	}

	/** Gives the rows of a request that was sent their results; gives those that others may send again, with theirs. */
	endSent(results: ReadonlyMap<Row, Result>): Array<[Row, Result]> {
		const { runContext } = this;
		const all = [...results.values()];
		this.hasFailure ||= all.some(hasFailed);
		const { failures } = this;
		failures.inRow = all.every(hasFailed) ? failures.inRow + 1 : 0;
		const { stopAfterFailures: most } = runContext.settings.limits;
		failures.isBroken ||= most > 0 && failures.inRow >= most;
		return [...results].filter(([row, result]) => {
			const { key } = POLICY[keepingDoubt(row, result, runContext).outcome];
			if (key === 'free') return true;
			if (key === 'used') runContext.memory.claims?.end(row);
			else runContext.memory.claims?.doubt(row);
			settle(row, result, runContext);
			return false;
		});
	}
}
