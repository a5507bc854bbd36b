import type { Outcome } from '../row/outcome';

/** The rows of a run by how they ended, each list in their order. */
export function tallyOf<R extends { result: { outcome: Outcome } }>(
	rows: readonly R[],
): Readonly<Record<Outcome, readonly R[]>> {
	const tally: Record<Outcome, R[]> = {
		...{ accepted: [], rejected: [], unknown: [], notSent: [], duplicate: [], dryRun: [] },
	};
	for (const row of rows) tally[row.result.outcome].push(row);
	return tally;
}
