import {
	type IDataObject,
	type INode,
	type INodeExecutionData,
	type JsonObject,
	NodeApiError,
	NodeOperationError,
} from 'n8n-workflow';

import type { Host } from '../host/host';
import type { RunContext } from '../engine/runContext';
import { amount } from '../text/wording';
import { type Failed, hasFailed, rejected, type Result } from './result';
import { isWrong, type Row, unread } from './row';
import { reportOf } from './report';

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
	const ends = rows.flatMap((row) => {
		const { result: failed, item, dryRun } = row;
		const isShown = isWrong(row) && (isSkipping || dryRun);
		if (!hasFailed(failed) || isShown) return [];
		const isLimit = failed.failure.retryAfter !== undefined && operation.asks !== true;
		return isLimit ? [] : { row, failed, item };
	});
	const wrong = ends.find(({ row }) => isWrong(row));
	if (wrong !== undefined) return { ...wrong, failed: rejected(wrongRows(rows, runContext)) };
	ends.sort((a, b) => Number(a.row.dryRun) - Number(b.row.dryRun));
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

/**
 * The output of an item that failed. Throws where failures end the run: with what is `said` of all items behind the advice,
 * and the `report` of them in its data. Nothing of the request or the answer is attached to it.
 */
export function fail(
	host: Host,
	failed: Failed,
	itemIndex: number,
	said: readonly string[] = [],
	report = reportOf([unread(itemIndex, failed)]),
): INodeExecutionData[] {
	const { node, isTool, isRunByEngine, continueOnFail } = host;
	const worded = isTool ? inOneMessage(failed) : failed;
	const { message, advice, httpStatus, cause } = worded.failure;
	if (continueOnFail || (!isRunByEngine && isReplaced(node, message)))
		return [failedItemOf(host, failed, itemIndex)];
	const description = [advice, ...said].join(' ');
	const bare: JsonObject = { message };
	const error = new NodeApiError(node, bare, {
		message,
		description,
		// n8n's editor writes it behind the message.
		...(namesItem(message, itemIndex) ? {} : { itemIndex }),
		level: 'warning',
		...(httpStatus === undefined ? {} : { httpCode: String(httpStatus) }),
		...(cause === undefined ? {} : { failure: { cause } }),
	});
	// n8n replaces a message that holds an error code by a stock text, which advises to send again.
	error.message = message;
	error.description = description;
	error.context.data = report;
	throw error;
}

/**
 * Whether n8n, where a tool is called outside its engine, would show a stock text instead of a message: it does so
 * with one that holds such a code as ECONNRESET, and may then advise to try again (n8n-workflow 2.40, NodeError).
 */
const isReplaced = (node: INode, message: string): boolean =>
	new NodeOperationError(node, message).message !== message;

const namesItem = (message: string, item: number) =>
	new RegExp(`\\bitem ${item}(?!\\d)`).test(message);

/** The names that a row's item has of its own, however it ended: of any operation that sends, as one's ids may stand behind another. */
export const OF_ANY_END =
	'outcome error advice code httpStatus retryAfter warnings batch destination destinations messageId messageIds callId'.split(
		' ',
	);

/**
 * The item of a failed row. For n8n's error output only `error` and `details`, and no `item.error`: the one shape that n8n
 * merges with the input row's own columns (n8n-core 2.40, handleNodeErrorOutput). In the regular output what is wrong, and
 * with whom, stands in the first columns of a table, and behind it the row's own `columns`, where they are its own: those of
 * a sheet. An object is none, such as the headers of a webhook's call, which nobody wants in the answer to it.
 */
export function failedItemOf(
	{ hasErrorOutput }: Host,
	{ outcome, failure }: Failed,
	item: number,
	columns: IDataObject = {},
): INodeExecutionData {
	const { destination, message: error, advice, code, httpStatus, retryAfter } = failure;
	const pairedItem = { item };
	if (hasErrorOutput) {
		const details = withoutGaps({ outcome, code, httpStatus, destination, retryAfter, advice });
		return { json: { error, details }, pairedItem };
	}
	const said = withoutGaps({ outcome, error, destination, advice, code, httpStatus, retryAfter });
	const own = Object.entries(columns).filter(
		([, value]) => typeof value !== 'object' || value === null,
	);
	return { json: { ...said, ...Object.fromEntries(own) }, pairedItem };
}

const withoutGaps = (values: Record<string, string | number | undefined>): IDataObject =>
	Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));

/** What a model must know besides: its nature is to try again. */
export function forModel(failed: Failed, sends: boolean): Failed {
	if (!sends || failed.outcome !== 'unknown') return failed;
	const advice = `${failed.failure.advice} Don't repeat this call: tell the user.`;
	return { ...failed, failure: { ...failed.failure, advice } };
}

/**
 * A failure whose message says all: of an error n8n gives a model nothing else (n8n-core 2.40,
 * handleNodeExecutionError). It names no code such as ECONNRESET, see `isReplaced`.
 */
function inOneMessage({ outcome, failure }: Failed): Failed {
	const advice = failure.advice.replace(/ \(E[A-Z_]+\)/g, '');
	const message = `${failure.message}. Outcome: ${outcome}. ${advice}`;
	return { outcome, failure: { ...failure, message, advice } };
}

/**
 * The item of a review that was not answered, with the reason where n8n looks for the words of a reviewer. Without, the
 * model is told that the user has declined (n8n-nodes-langchain 2.41, processHitlResponses). An answer takes its place.
 */
export function forReviewer({ isReview }: Host, item: IDataObject, reason: string): IDataObject {
	if (!isReview) return item;
	const chatInput = `This call was not reviewed, and the tool did not run: ${reason}. Tell the user, and don't repeat this call unless the user says so.`;
	return { ...item, data: { chatInput } };
}

/** Why nobody is asked by a review whose text ended so; undefined where somebody is. */
export function reasonOf(result: Result): string | undefined {
	if (hasFailed(result)) {
		const { message, advice } = result.failure;
		return `${message}. Outcome of its text: ${result.outcome}. ${advice}`.replace(/\.$/, '');
	}
	if (result.outcome === 'dryRun')
		return "its text was not sent, because 'Dry Run' is on or its number is none of the 'Test Numbers'";
	if (result.outcome === 'duplicate') return 'its text was sent before, and is not sent again';
	return undefined;
}
