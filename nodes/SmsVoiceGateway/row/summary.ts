import type { NodeExecutionHint } from 'n8n-workflow';

import { isOneByOne } from '../host/host';
import { amount, shorten } from '../text/wording';
import { type Hours, nextOpening } from '../time/clock';
import { momentInWords, wireTime } from '../time/schedule';
import type { Failed, Failure } from './result';
import type { Row } from './row';
import type { RunContext } from '../engine/runContext';
import { namesOf, sameOf } from './report';
import { type End, ENDS, type Tally, tallyOf } from './tally';

/** As much of a reason as a hint holds; the whole stands in its row. */
const REASON = 200;

/** In what a credit is counted is up to the provider. */
const LESS = ', less than the message parts, if it is counted in them';

/** A credit as a service writes it: anything else may be meant for whoever reads the hint. */
const READABLE = /^[\p{L}\p{N}\p{Sc} .,+-]{1,30}$/u;

/**
 * The summary of a run for the output pane: what became of its rows, why the first one failed, what it took or would take,
 * and what running it again would do. Each is one sentence, or none.
 */
export function hintOf(rows: readonly Row[], runContext: RunContext): NodeExecutionHint {
	const tally = tallyOf(rows, runContext);
	const isAnswer = runContext.operation.polling !== undefined;
	const became = isAnswer ? answeredOf(rows, tally, runContext) : becameOf(tally, runContext);
	const why = whyFirst(tally);
	const took = tookOf(tally, runContext);
	const sentences = [became, why, took, rerunOf(rows, tally, runContext)];
	const isWarning = why !== '' || /not final|without an ID/.test(became) || took.includes(LESS);
	return {
		message: sentences.filter((sentence) => sentence !== '').join(' '),
		type: isWarning ? 'warning' : 'info',
		location: 'outputPane',
	};
}

/** The same behind the `failure` that ends a run: what became of its rows, and what the user's next click would do. */
export function toldOf(
	rows: readonly Row[],
	runContext: RunContext,
	{ message, advice }: Failure,
): string[] {
	const tally = tallyOf(rows, runContext);
	const isSaid = /nothing (more )?was sent/i.test(`${message} ${advice}`);
	const became = becameOf(tally, runContext, 'first', isSaid);
	return [became, ...clicksOf(rows, tally, runContext)];
}

/** n8n keeps no output of a node that is stopped with its execution: its log is where this can be read. */
export function logIfStopped(rows: readonly Row[], runContext: RunContext): void {
	const { context, host } = runContext;
	if (!context.getExecutionCancelSignal()?.aborted) return;
	const became = becameOf(tallyOf(rows, runContext), runContext, 'all');
	context.logger.warn(`"${host.node.name}" was stopped. ${became}`);
}

/**
 * What became of the rows; `named`: with the items of each end, and the ids of what was accepted, the first of them or all.
 * `isSaid`: whether the reader knows that nothing was sent.
 */
function becameOf(
	tally: Tally,
	runContext: RunContext,
	named?: 'first' | 'all',
	isSaid = false,
): string {
	const { operation, forHint, host } = runContext;
	let all = 0;
	const counted: string[] = [];
	for (const [end, words] of Object.entries(ENDS)) {
		const rows = tally.ends.get(end as End);
		if (rows === undefined) continue;
		const names = named && ` (${namesOf(rows, operation.resource, named === 'all')})`;
		counted.push(`${amount(rows.length)} ${words}${names ?? ''}`);
		all += rows.length;
	}
	const nothing = tally.isDry ? 'Dry run, nothing was sent; ' : 'Nothing was sent; ';
	const { emptyRows = 0 } = forHint;
	const left = emptyRows > 0 ? `, and ${amount(emptyRows, 'empty row')} left out` : '';
	const once =
		host.node.executeOnce === true ? " ('Execute Once' is on: the other items are not read)" : '';
	const isSilent = isSaid || tally.hasSent || !operation.sends;
	return `${isSilent ? '' : nothing}${amount(all, 'row')}${once}: ${counted.join(', ')}${left}${warnedOf(tally)}.`;
}

/** How many rows that left, or would, have something to be looked at. */
function warnedOf({ amounts: { gaps, warned } }: Tally): string {
	const said = [
		...(gaps > 0 ? [`${amount(gaps)} with a gap in the text`] : []),
		...(warned > 0 ? [`${amount(warned)} with ${gaps > 0 ? 'another' : 'a'} warning`] : []),
	];
	return said.length === 0 ? '' : `; ${said.join(', ')}`;
}

/** What became of what was asked. */
function answeredOf(
	rows: readonly Row[],
	{ failed }: Tally,
	{ operation, settings }: RunContext,
): string {
	const items = rows.flatMap(({ result }) => (result && 'items' in result ? result.items : []));
	const counted = operation.polling?.countOf(items) ?? '';
	const open = items.filter((item) => item.final !== true && item.messageId !== null).length;
	const late = settings.waitUntilFinal && open > 0 ? `; ${amount(open)} not final in time` : '';
	return `${counted}${late}${failed.length > 0 ? `; ${amount(failed.length, 'row')} failed` : ''}.`;
}

/**
 * Why the first row failed of its own, or by a limit, else in consequence of another: in the table that stands columns away.
 * n8n draws a hint as HTML, and a reason may quote the service, so no mark of HTML is left in it.
 */
function whyFirst({ failed }: Tally): string {
	const isConsequence = ({ outcome, failure }: Failed) =>
		outcome === 'notSent' && failure.retryAfter === undefined;
	const first = failed.find((one) => !isConsequence(one)) ?? failed[0];
	if (first === undefined) return '';
	return `First: ${shorten(`${first.failure.message.replace(/[<>&]/g, ' ')}.`, REASON)}`;
}

/** What the messages of accepted rows, or of shown ones, come to, the requests that they take, and the credit there is. */
function tookOf(tally: Tally, runContext: RunContext): string {
	const { settings, memory, forHint } = runContext;
	const { isDry, amounts } = tally;
	const requests = settings.waitUntilFinal === undefined ? amounts.requests : memory.batches;
	const carried = [
		...(amounts.messages > amounts.rows ? [amount(amounts.messages, 'message')] : []),
		...(amounts.parts > 0 ? [amount(amounts.parts, 'message part')] : []),
	].join(', ');
	const credit =
		typeof forHint.credit === 'number' ? amount(forHint.credit) : (forHint.credit ?? '');
	const isLess = typeof forHint.credit === 'number' && forHint.credit < amounts.parts;
	const less = isDry && isLess ? LESS : '';
	const said = [
		...(requests > 0 ? [`${carried && `${carried} in `}${amount(requests, 'request')}`] : []),
		...scheduleOf(amounts, settings.timeZone),
		...sameOf(amounts, runContext),
		...(isDry ? hoursOf(tally, settings.hours) : []),
		...(READABLE.test(credit) ? [`the credit ${isDry ? 'is' : 'was'} ${credit}${less}`] : []),
	].join('; ');
	return said && `${said.charAt(0).toUpperCase()}${said.slice(1)}.`;
}

/** For when texts are scheduled: for the first and the last of them. */
function scheduleOf({ scheduled: [first, last] }: Tally['amounts'], timeZone: string): string[] {
	if (first === undefined) return [];
	const past = first < wireTime(Date.now(), timeZone) ? ', which is in the past' : '';
	return [`scheduled for ${first}${last === first ? '' : ` to ${last}`} (${timeZone})${past}`];
}

/** Which hours hold, and when messages would leave that they keep back now; those that are scheduled leave. */
function hoursOf({ amounts }: Tally, hours: Hours | undefined): string[] {
	if (hours === undefined) return [];
	const opening = amounts.scheduled.length > 0 ? undefined : nextOpening(Date.now(), hours);
	return opening === undefined
		? [`the hours are those of ${hours.timeZone}`]
		: [`now none would leave, but from ${momentInWords(opening, hours.timeZone)} on`];
}

/** What running it again would do, where that is no matter of course. */
function rerunOf(
	rows: readonly Row[],
	{ isDry, failed }: Tally,
	{ memory, operation, settings }: RunContext,
): string {
	const forgotten = memory.claims?.pushedOut ?? 0;
	if (forgotten > 0)
		return `n8n keeps the last 100,000 keys of a node, so running earlier rows again would send up to ${amount(forgotten)} of them once more.`;
	if (isDry && rows.some(({ key }) => key !== undefined))
		return "'Send Once' looks up what was sent before only when it sends.";
	const isKept = settings.limits.maxPerNumber > 0 || !operation.sends;
	if (isKept || failed.length === 0) return '';
	return rows.some(({ result, key }) => result?.outcome === 'accepted' && key === undefined)
		? `Running it again sends what was accepted again, ${UNLESS_KEPT}.`
		: '';
}

const UNLESS_KEPT = "unless 'Send Once' has a Key or a Campaign";

/** What n8n's Retry and 'Execute workflow' would do, where some were sent. */
function clicksOf(
	rows: readonly Row[],
	tally: Tally,
	{ host, context, operation, settings }: RunContext,
): string[] {
	if (!operation.sends || isOneByOne(context) || host.isTool || !tally.hasSent) return [];
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
