import type { Failure } from '../row/failure';
import type { ReadyContext, RunContext } from '../runContext';
import { keepToHours } from './keepToHours';
import { CircuitBreaker } from './circuitBreaker';
import { Claims, release } from './claim';
import type { Claimed } from './claim';
import type { Outcome } from '../../response/outcome';
import { POLICY } from '../row/policy';
import { failed, hasFailed } from '../row/result';
import { notSent } from '../row/failures';
import type { Row, RowOf } from '../row/row';
import { isWhole } from '../row/row';
import { send } from './send';
import type { Sent } from './send';
import { settle, settleAll } from '../row/settle';
import { StartQueue } from './startQueue';

/** Sends the rows that have no result yet, in order. Afterwards each of them has one. Never throws. */
export async function deliver(rows: readonly Row[], runContext: ReadyContext): Promise<void> {
	const { operation, settings, continueOnFail } = runContext;
	// In stop mode the first failure ends all.
	const breaker = new CircuitBreaker(continueOnFail ? settings.limits.stopAfterFailures : 0);
	const startQueue = settings.speed.parallelRequests > 1 ? new StartQueue() : undefined;
	let waiting = rows.filter((row) => row.result === undefined).filter(isWhole);
	while (waiting.length > 0) {
		const later: RowOf[] = [];
		const requests = operation.share(waiting, settings.speed.batchSize);
		const claims = new Claims(requests, runContext);
		let next = 0;
		const worker = async () => {
			while (next < requests.length) {
				const index = next++;
				const sharing = requests[index] ?? [];
				if (!(await breaker.enter())) {
					settleAll(sharing, notSent('failuresInRow'), runContext);
					continue;
				}
				const claimed = async () => await claims.of(index);
				const { busy, sent } = await sendInTurn(sharing, claimed, runContext, startQueue);
				breaker.leave(sent && { failure: failureOf(sent) });
				later.push(...busy);
			}
		};
		await Promise.all(Array.from({ length: settings.speed.parallelRequests }, worker));
		await claims.giveBack();
		waiting = later;
	}
}

/** The failure of a request; also of one whose rows were all refused one by one. */
function failureOf(sent: Sent): Failure | undefined {
	if (sent.failure !== undefined) return sent.failure;
	const failures = sent.ends.filter(hasFailed);
	return failures.length === sent.ends.length ? failures[0]?.failure : undefined;
}

/** What became of a request's turn. */
interface Turn {
	/** The rows that must wait for another row with their key. */
	busy: RowOf[];
	/** How the request ended, where one left. */
	sent?: Sent;
}

/** Sends one request when its turn has come. */
async function sendInTurn(
	rows: RowOf[],
	claimed: () => Promise<Claimed>,
	runContext: ReadyContext,
	startQueue: StartQueue | undefined,
): Promise<Turn> {
	const { context, rateLimiter, memory } = runContext;
	let hindrance = hindranceOf(runContext);
	let turn = NaN;
	if (hindrance === undefined) {
		turn = await rateLimiter.next(context.getExecutionCancelSignal());
		hindrance = hindranceOf(runContext);
	}
	if (hindrance !== undefined) {
		settleAll(rows, notSent(hindrance), runContext);
		return { busy: [] };
	}
	const { free: all, busy } = await claimed();
	// Hours may end while a run goes on.
	const free = keepToHours(all, runContext);
	if (free.length < all.length) {
		await release(
			all.filter((row) => !free.includes(row)),
			runContext,
		);
	}
	if (free.length === 0) {
		rateLimiter.giveBack(turn);
		return { busy };
	}
	await startQueue?.pass();
	hindrance = hindranceOf(runContext);
	if (hindrance !== undefined) {
		settleAll(free, notSent(hindrance), runContext);
		await release(free, runContext);
		return { busy };
	}
	rateLimiter.leave(turn);
	const batch = ++memory.batches;
	const sent = await send(free, batch, runContext);
	if (sent.failure !== undefined) {
		runContext.failed = true;
		settleAll(free, failed(sent.failure), runContext);
	} else {
		free.forEach((row, index) => {
			const result = sent.ends[index] ?? { outcome: 'accepted', items: [] };
			row.batch = batch;
			if (hasFailed(result)) runContext.failed = true;
			settle(row, result, runContext);
		});
	}
	const whoseKey = (is: (typeof POLICY)[Outcome]['key']) =>
		free.filter(({ result }) => result !== undefined && POLICY[result.outcome].key === is);
	for (const is of ['used', 'inDoubt'] as const)
		memory.keys?.end(
			whoseKey(is).flatMap(({ key }) => key ?? []),
			is === 'used',
		);
	await release(whoseKey('free'), runContext);
	return { busy, sent };
}

/** Why nothing may leave any more; it may come up during any wait. */
function hindranceOf({
	context,
	failed: hasFailure,
	continueOnFail,
}: RunContext): 'stopped' | 'earlierFailed' | undefined {
	if (context.getExecutionCancelSignal()?.aborted) return 'stopped';
	return hasFailure && !continueOnFail ? 'earlierFailed' : undefined;
}
