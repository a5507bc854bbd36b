import type { Failure } from '../row/failure';
import { hasFailed } from '../row/result';
import { isReady, type CheckedRow, type DoneRow } from '../row/row';
import type { RowProblem } from '../row/problem';
import type { RunContext } from '../runContext';
import { amount } from '../../text/amount';

/** How many wrong rows the error describes before it counts the rest. */
const DESCRIBED = 10;
/** How many different advices it says beside them: of more, nobody could tell which is for which row. */
const ADVICES = 2;

/**
 * The failure that ends a run in stop mode, and the item that n8n's editor shows it at, by how its rows ended: that of the
 * wrong rows where there are some; else the first that is not merely a consequence of another, of what was to be sent
 * before what was to be shown. Undefined where nothing failed but wrong rows that were to be skipped or shown, and what a
 * limit keeps back from which nobody waits for an answer.
 */
export function runFailureOf(
	rows: readonly CheckedRow[],
	runContext: RunContext,
): { failure: Failure; item: number } | undefined {
	const { continueOnFail, operation, settings } = runContext;
	if (continueOnFail) return undefined;
	const skipping = settings.invalidRows === 'skip';
	const wrong = rows.find((row) => isWrong(row) && !row.dryRun);
	if (wrong !== undefined && !skipping)
		return { failure: wrongRowsFailure(rows, runContext), item: wrong.item };
	const failures = rows.flatMap((row) => {
		if (isReady(row) || !hasFailed(row.result)) return [];
		const { result, item, dryRun } = row;
		const isShown = isWrong(row) && (skipping || dryRun);
		return isShown || (result.failure.retryAfter !== undefined && operation.asks !== true)
			? []
			: [{ failure: result.failure, item, dryRun }];
	});
	failures.sort((a, b) => Number(a.dryRun) - Number(b.dryRun));
	return failures.find(({ failure }) => failure.outcome !== 'notSent') ?? failures[0];
}

/** Whether a row ended because it was wrong. */
const isWrong = (row: CheckedRow): row is DoneRow & { problem: RowProblem } =>
	!isReady(row) && row.problem !== undefined;

/** The failure of a try in which nothing is sent, because rows are wrong: the first ones, and how many. */
function wrongRowsFailure(all: readonly CheckedRow[], { memory, operation }: RunContext): Failure {
	const sentBefore = memory.results.size > 0;
	const rows = all.filter(({ dryRun, id }) => !dryRun && !memory.results.has(id));
	const problems = rows.filter(isWrong).map(({ problem }) => problem);
	const [first] = problems;
	const ways =
		operation.options.invalidRows !== undefined && problems.length < rows.length
			? ["Correct the rows, or add the option 'Invalid Rows' and choose Skip to send the others."]
			: [];
	if (problems.length === 1 && first !== undefined) {
		return {
			outcome: 'rejected',
			message: first.message,
			advice: [first.advice, ...ways].join(' '),
		};
	}
	const advices = [...new Set(problems.map(({ advice }) => advice))];
	const described = problems.slice(0, DESCRIBED).map(({ message }) => `${message}.`);
	const rest = problems.length - described.length;
	const done = operation.sends ? 'sent' : 'asked';
	return {
		outcome: 'rejected',
		message: `${amount(problems.length)} of ${amount(rows.length)} rows are wrong, so nothing ${sentBefore ? 'more ' : ''}was ${done}`,
		advice: [
			...described,
			...(rest > 0 ? [`And ${amount(rest)} more.`] : []),
			...(advices.length <= ADVICES ? advices : []),
			...ways,
		].join(' '),
	};
}
