import type { NodeExecutionHint } from 'n8n-workflow';

import { LOOKED_UP } from '../../options/sendOnce';
import { amount, shorten } from '../../text/wording';
import { hasFailed, hasLeft } from '../row/result';
import type { Row } from '../row/row';
import { canonicalNumber } from '../../numbers/formatNumber';
import type { RunContext } from '../runContext';
import { namesOf, placesIn, spansOf } from './report';

/** As much of a reason as a hint holds; the whole stands in its row. */
const REASON = 200;

/** A credit as a service writes it: anything else may be meant for whoever reads the hint. */
const READABLE = /^[\p{L}\p{N}\p{Sc} .,+-]{1,30}$/u;

/** How rows end, as a sentence counts them, in this order. */
const ENDS = {
	accepted: 'accepted',
	/** It costs nothing now. */
	before: 'accepted before this retry',
	dryRun: 'would be sent',
	held: "held back by 'Test Numbers'",
	duplicate: 'duplicate',
	/** Of a dry run: nobody has rejected it. */
	wrong: 'wrong',
	rejected: 'rejected',
	unknown: 'unknown, may have been sent',
	notSent: 'not sent',
};

/**
 * The summary of a run for the output pane: what became of its rows, why the first one failed, what it took or would take,
 * and what running it again would do. Each is one sentence, or none.
 */
export function hintOf(rows: readonly Row[], runContext: RunContext): NodeExecutionHint {
	const isAnswer = runContext.operation.again !== undefined;
	const became = isAnswer ? answeredOf(rows, runContext) : becameOf(rows, runContext);
	const why = whyFirst(rows);
	const said = [became, why, tookOf(rows, runContext), againOf(rows, runContext)];
	return {
		message: said.filter((sentence) => sentence !== '').join(' '),
		type: why !== '' || /not final|without an ID/.test(became) ? 'warning' : 'info',
		location: 'outputPane',
	};
}

/** The same of a run whose error says why: what became of its rows, and what the user's next click would do. */
export function toldOf(rows: readonly Row[], runContext: RunContext): string[] {
	return [becameOf(rows, runContext, true), ...clicksOf(rows, runContext)];
}

/** n8n keeps no output of a node that is stopped with its execution: its log is where this can be read. */
export function logIfStopped(rows: readonly Row[], runContext: RunContext): void {
	const { context, host } = runContext;
	if (!context.getExecutionCancelSignal()?.aborted) return;
	context.logger.warn(`"${host.node.name}" was stopped. ${becameOf(rows, runContext, true)}`);
}

/** What became of the rows; `isPlaced`: with the items of each end, and the ids of what was accepted. */
function becameOf(rows: readonly Row[], runContext: RunContext, isPlaced = false): string {
	const { operation, notes } = runContext;
	const ends = Map.groupBy(rows, (row) => countedAs(row, runContext));
	const places = isPlaced ? placesIn(rows) : undefined;
	const counted = Object.entries(ENDS).flatMap(([end, words]) => {
		const some = ends.get(end as keyof typeof ENDS);
		if (some === undefined) return [];
		const named = places ? ` (${namesOf(some, places, operation.resource)})` : '';
		return [`${amount(some.length)} ${words}${named}`];
	});
	const nothing = isDry(rows) ? 'Dry run, nothing was sent; ' : 'Nothing was sent; ';
	const { emptyRows = 0 } = notes;
	const left = emptyRows > 0 ? `, and ${amount(emptyRows, 'empty row')} left out` : '';
	return `${hasSent(rows) || !operation.sends ? '' : nothing}${amount(rows.length, 'row')}: ${counted.join(', ')}${left}.`;
}

function countedAs({ result, id, dryRun, isHeldByTest }: Row, { memory }: RunContext) {
	const outcome = result?.outcome ?? 'notSent';
	if (memory.retried?.before.has(id) && outcome === 'accepted' && result && !('batch' in result))
		return 'before';
	if (outcome === 'dryRun' && isHeldByTest) return 'held';
	return outcome === 'rejected' && dryRun ? 'wrong' : outcome;
}

const hasSent = (rows: readonly Row[]): boolean => rows.some(({ result }) => hasLeft(result));

const isDry = (rows: readonly Row[]): boolean =>
	!hasSent(rows) && rows.some(({ dryRun }) => dryRun);

/** What became of what was asked. */
function answeredOf(rows: readonly Row[], { operation, settings }: RunContext): string {
	const items = rows.flatMap(({ result }) => (result && 'items' in result ? result.items : []));
	const counted = operation.again?.countOf(items) ?? '';
	const open = items.filter((item) => item.final !== true && item.messageId !== null).length;
	const late = settings.waitUntilFinal && open > 0 ? `; ${amount(open)} not final in time` : '';
	const failed = rows.filter(({ result }) => hasFailed(result)).length;
	return `${counted}${late}${failed > 0 ? `; ${amount(failed, 'row')} failed` : ''}.`;
}

/**
 * Why the first row failed: in the table that stands columns away. n8n draws a hint as HTML, and a reason may quote the
 * service, so no mark of HTML is left in it.
 */
function whyFirst(rows: readonly Row[]): string {
	const failures = rows.flatMap(({ result }) => (hasFailed(result) ? [result] : []));
	const first = failures.find(({ outcome }) => outcome !== 'notSent') ?? failures[0];
	if (first === undefined) return '';
	return `First: ${shorten(`${first.failure.message.replace(/[<>&]/g, ' ')}.`, REASON)}`;
}

/** What the messages of accepted rows, or of shown ones, come to, the requests that they take, and the credit there is. */
function tookOf(rows: readonly Row[], runContext: RunContext): string {
	const { settings, memory, notes } = runContext;
	const accepted = rows.filter((row) => countedAs(row, runContext) === 'accepted');
	const counted =
		accepted.length > 0 ? accepted : rows.filter(({ result }) => result?.outcome === 'dryRun');
	const batches = new Set<number | undefined>();
	let messages = 0;
	let parts = 0;
	for (const { result } of counted) {
		if (result === undefined || hasFailed(result)) continue;
		const [{ destinations, parts: each = 0 } = {}] = result.items;
		const own = Array.isArray(destinations) ? destinations.length : 1;
		messages += own;
		parts += Number(each) * own;
		if (result.batch !== undefined) batches.add(result.batch);
	}
	const requests = settings.waitUntilFinal === undefined ? batches.size : memory.batches;
	const amounts = [
		...(messages > counted.length ? [amount(messages, 'message')] : []),
		...(parts > 0 ? [amount(parts, 'message part')] : []),
	].join(', ');
	const credit = typeof notes.credit === 'number' ? amount(notes.credit) : (notes.credit ?? '');
	const said = [
		...(requests > 0 ? [`${amounts && `${amounts} in `}${amount(requests, 'request')}`] : []),
		...sameOf(counted, placesIn(rows), runContext),
		...(isDry(rows) && settings.hours ? [`the hours are those of ${settings.hours.timeZone}`] : []),
		...(READABLE.test(credit) ? [`the credit ${isDry(rows) ? 'is' : 'was'} ${credit}`] : []),
	].join('; ');
	return said && `${said.charAt(0).toUpperCase()}${said.slice(1)}.`;
}

/** The numbers that get the same more than once, as where a list has somebody in it twice, and the rows of the first few. */
function sameOf(
	rows: readonly Row[],
	places: ReturnType<typeof placesIn>,
	{ operation, settings }: RunContext,
): string[] {
	const sent = rows.flatMap((row) =>
		(operation.recipients?.(row.fields) ?? []).map((number) => ({
			row,
			number: canonicalNumber(number, settings.numberFormat),
		})),
	);
	const same = [...Map.groupBy(sent, ({ number }) => number).values()].flatMap((some) => {
		if (some.length === 1) return [];
		const equal = Map.groupBy(some, ({ row }) => JSON.stringify(operation.content?.(row.fields)));
		return [...equal.values()].filter(({ length }) => length > 1);
	});
	if (same.length === 0) return [];
	const named = spansOf([...new Set(same.flat().map(({ row }) => row))], places);
	const numbers = `${amount(same.length, 'number')} ${same.length === 1 ? 'gets' : 'get'}`;
	const cure = settings.sendOnce.by === undefined ? ": 'Send Once' sends it once" : '';
	return [`${numbers} the same more than once (${named})${cure}`];
}

/** What running it again would do, where that is no matter of course. */
function againOf(rows: readonly Row[], { memory, notes, operation, settings }: RunContext): string {
	const forgotten = memory.claims?.pushedOut ?? 0;
	if (forgotten > 0)
		return `n8n keeps the last 100,000 keys of a node, so running earlier rows again would send up to ${amount(forgotten)} of them once more.`;
	if (notes.tooManyKeys)
		return `Sent for real, it would leave out what was sent before, which a dry run looks up for ${amount(LOOKED_UP)} keys at the most.`;
	const accepted = rows.filter(({ result }) => result?.outcome === 'accepted');
	const isMixed = rows.some(({ result }) => hasFailed(result));
	const isAgain = accepted.some(({ key }) => key === undefined) && !settings.limits.maxPerNumber;
	return operation.sends && isMixed && isAgain
		? `Running it again sends what was accepted again, ${UNLESS_KEPT}.`
		: '';
}

const UNLESS_KEPT = "unless 'Send Once' goes by Campaign or Key";

/** What n8n's Retry and 'Execute workflow' would do, where some were sent. */
function clicksOf(
	rows: readonly Row[],
	{ host, overItems, operation, settings }: RunContext,
): string[] {
	if (!operation.sends || overItems === undefined || host.isTool || !hasSent(rows)) return [];
	const ends = new Set(rows.map(({ result }) => result?.outcome));
	const beyond = "once 'On Error' is set to continue";
	const retry =
		ends.has('unknown') && !settings.resendUnknown
			? `none of these again, and the rest ${beyond}`
			: `only the rest${ends.has('unknown') ? ', and again what is unknown' : ''}${ends.has('rejected') ? `, what is behind a refused row ${beyond}` : ''}`;
	const anew = rows.every(({ key }) => key !== undefined)
		? "'Execute workflow' sends only the rest"
		: `'Execute workflow' sends all again, ${UNLESS_KEPT}`;
	return [`n8n's Retry sends ${retry}; ${anew}.`];
}
