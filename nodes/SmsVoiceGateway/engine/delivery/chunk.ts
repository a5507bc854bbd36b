import { messageOf } from '../../values/inputProblem';
import type { Claim, Claims } from '../keys/claims';
import { brokenOff, duplicateOf, heldBack, keysUnavailable, notSent } from '../row/failures';
import type { Result } from '../row/result';
import type { Row } from '../row/row';
import type { Delivery } from './delivery';

/** ms that a chunk may take before the next one has fewer requests: its rows are unknown after a crash. */
export const CHUNK = 2000;

/** ms after which the rest of a chunk is given back: the service has become slow, and others may wait for its keys. */
export const LONGEST_CHUNK = 10_000;

/** Rows of a chunk, but for those of its first request. */
const MOST_ROWS = 2000;

/** The requests from one on that are claimed together: so many, of so many rows. */
export function chunkFrom(requests: readonly Row[][], from: number, most: number): Row[][] {
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
export async function claimed(
	requests: Row[][],
	claims: Claims,
	delivery: Delivery,
): Promise<Row[][]> {
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
		if (!isStopped) delivery.hasFailed = true;
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
