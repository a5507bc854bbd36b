import type { Outcome } from '../../response/outcome';

/** A row, as far as a count goes. */
export interface Ended {
	result: { outcome: Outcome };
}

/** The rows of a run by how they ended, each list in their order. */
export function tallyOf<R extends Ended>(
	rows: readonly R[],
): Readonly<Record<Outcome, readonly R[]>> {
	const tally: Record<Outcome, R[]> = {
		...{ accepted: [], rejected: [], unknown: [], notSent: [], duplicate: [], dryRun: [] },
	};
	for (const row of rows) tally[row.result.outcome].push(row);
	return tally;
}
