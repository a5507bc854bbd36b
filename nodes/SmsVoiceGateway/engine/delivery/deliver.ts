import type { Failure } from '../row/failure';
import type { Target } from '../../wire/target';
import type { Attempt } from '../attempt';
import { keepToHours } from '../checks/keepToHours';
import { Breaker } from './breaker';
import { Claims, release } from './claim';
import type { Claimed } from './claim';
import { failed, hasFailed, isToBeRemembered } from '../row/end';
import type { End } from '../row/end';
import { notSent } from '../row/failures';
import type { Row, RowOf } from '../row/row';
import { isWhole } from '../row/row';
import { send } from './send';
import type { Sent } from './send';
import { settle, settleAll } from '../row/settle';
import { Turnstile } from './turnstile';

/** Sends the rows that have no end yet, in order. Afterwards each of them has its end. Never throws. */
export async function deliver(
	rows: readonly Row[],
	target: Target,
	attempt: Attempt,
): Promise<void> {
	const { operation, settings, goesOn } = attempt;
	// In stop mode the first failure ends all.
	const breaker = new Breaker(goesOn ? settings.limits.stopAfterFailures : 0);
	const turnstile = settings.speed.parallelRequests > 1 ? new Turnstile() : undefined;
	let waiting = rows.filter((row) => row.end === undefined).filter(isWhole);
	while (waiting.length > 0) {
		const later: RowOf[] = [];
		const requests = operation.share(waiting, settings.speed.batchSize);
		const claims = new Claims(requests, attempt);
		let next = 0;
		const worker = async () => {
			while (next < requests.length) {
				const index = next++;
				const sharing = requests[index] ?? [];
				if (!(await breaker.enter())) {
					settleAll(sharing, notSent('failuresInRow'), attempt);
					continue;
				}
				const claimed = async () => await claims.of(index);
				const { busy, sent } = await sendInTurn(sharing, claimed, target, attempt, turnstile);
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
	target: Target,
	attempt: Attempt,
	turnstile: Turnstile | undefined,
): Promise<Turn> {
	const { context, pace, run } = attempt;
	let hindrance = hindranceOf(attempt);
	let turn = NaN;
	if (hindrance === undefined) {
		turn = await pace.next(context.getExecutionCancelSignal());
		hindrance = hindranceOf(attempt);
	}
	if (hindrance !== undefined) {
		settleAll(rows, notSent(hindrance), attempt);
		return { busy: [] };
	}
	const { free: all, busy } = await claimed();
	// Hours may end while a run goes on.
	const free = keepToHours(all, attempt);
	if (free.length < all.length) {
		await release(
			all.filter((row) => !free.includes(row)),
			attempt,
		);
	}
	if (free.length === 0) {
		pace.giveBack(turn);
		return { busy };
	}
	await turnstile?.pass();
	hindrance = hindranceOf(attempt);
	if (hindrance !== undefined) {
		settleAll(free, notSent(hindrance), attempt);
		await release(free, attempt);
		return { busy };
	}
	pace.leave(turn);
	const batch = ++run.batches;
	const sent = await send(free, batch, target, attempt);
	if (sent.failure !== undefined) {
		attempt.failed = true;
		settleAll(free, failed(sent.failure), attempt);
	} else {
		free.forEach((row, index) => {
			const end = sent.ends[index] ?? { outcome: 'accepted', items: [] };
			row.batch = batch;
			if (hasFailed(end)) attempt.failed = true;
			settle(row, end, attempt);
		});
	}
	for (const outcome of ['accepted', 'unknown'] as const) {
		const ended = free.filter(({ end }) => end?.outcome === outcome);
		run.keys?.end(
			ended.flatMap(({ key }) => key ?? []),
			outcome === 'accepted',
		);
	}
	const isOver = (end: End | undefined) => end !== undefined && isToBeRemembered(end);
	await release(
		free.filter(({ end }) => !isOver(end)),
		attempt,
	);
	return { busy, sent };
}

/** Why nothing may leave any more; it may come up during any wait. */
function hindranceOf({
	context,
	failed: hasFailure,
	goesOn,
}: Attempt): 'stopped' | 'earlierFailed' | undefined {
	if (context.getExecutionCancelSignal()?.aborted) return 'stopped';
	return hasFailure && !goesOn ? 'earlierFailed' : undefined;
}
