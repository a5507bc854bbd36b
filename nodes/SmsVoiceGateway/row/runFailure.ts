import { amount } from '../text/wording';
import { hasFailed, rejected, type Failed } from './result';
import { isWrong, type Row } from './row';
import type { RunContext } from '../engine/runContext';

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
	rows: readonly Row[],
	runContext: RunContext,
): { failed: Failed; item: number } | undefined {
	const { continueOnFail, operation, settings } = runContext;
	if (continueOnFail) return undefined;
	// Where no row is right nothing would be sent, and all would look well.
	const isSkipping = settings.invalidRows === 'skip' && rows.some(({ problem }) => !problem);
	const isShown = (row: Row) => isWrong(row) && (isSkipping || row.dryRun);
	const ends = rows.flatMap((row) => {
		const { result, item, dryRun } = row;
		if (!hasFailed(result) || isShown(row)) return [];
		const isLimit = result.failure.retryAfter !== undefined && operation.asks !== true;
		return isLimit ? [] : [{ row, failed: result, item, dryRun }];
	});
	const wrong = ends.find(({ row }) => isWrong(row));
	if (wrong !== undefined) return { ...wrong, failed: rejected(wrongRows(rows, runContext)) };
	ends.sort((a, b) => Number(a.dryRun) - Number(b.dryRun));
	return ends.find(({ failed }) => failed.outcome !== 'notSent') ?? ends[0];
}

/** The failure of a try in which nothing is sent, because rows are wrong: the first ones, and how many. */
function wrongRows(all: readonly Row[], { memory, operation }: RunContext) {
	const sentBefore = memory.results.size > 0;
	const rows = all.filter(({ dryRun, id }) => !dryRun && !memory.results.has(id));
	const problems = rows.flatMap((row) => (isWrong(row) && row.problem) || []);
	const isFixable = operation.options.invalidRows !== undefined && problems.length < rows.length;
	const ways = isFixable
		? ["Correct the rows, or add the option 'Invalid Rows' and choose Skip to send the others."]
		: [];
	const [first] = problems;
	if (problems.length === 1 && first !== undefined)
		return { message: first.message, advice: [first.advice, ...ways].join(' ') };
	const advices = [...new Set(problems.map(({ advice }) => advice))];
	const rest = problems.length - DESCRIBED;
	const done = operation.sends ? 'sent' : 'asked';
	return {
		message: `${amount(problems.length)} of ${amount(rows.length)} rows are wrong, so nothing ${sentBefore ? 'more ' : ''}was ${done}`,
		advice: [
			...problems.slice(0, DESCRIBED).map(({ message }) => `${message}.`),
			...(rest > 0 ? [`And ${amount(rest)} more.`] : []),
			...(advices.length <= ADVICES ? advices : []),
			...ways,
		].join(' '),
	};
}
