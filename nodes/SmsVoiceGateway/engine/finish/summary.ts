import type { NodeExecutionHint } from 'n8n-workflow';

import { LOOKED_UP } from '../../options/uniqueKey';
import { amount } from '../../text/amount';
import { shorten } from '../../text/shorten';
import { grouped } from '../../values/grouped';
import { hasLeft } from '../row/policy';
import { hasFailed } from '../row/result';
import type { Row } from '../row/row';
import type { RunContext } from '../runContext';
import { namedOf, placed, spansOf } from './report';

/** As much of a reason as a hint holds; the whole stands in its row. */
const REASON = 200;

/** A credit as a service writes it: anything else may be meant for whoever reads the hint. */
const READABLE = /^[\p{L}\p{N}\p{Sc} .,+-]{1,30}$/u;

/** How rows end, as a sentence counts them, in this order. */
const ENDS = [
	...['accepted', 'accepted before this retry', 'would be sent', "held back by 'Test Numbers'"],
	...['duplicate', 'wrong', 'rejected', 'unknown, may have been sent', 'not sent'],
] as const;

/**
 * The summary of a run for the output pane: what became of its rows, why the first one failed, what it took or would take,
 * and what running it again would do. Each is one sentence, or none.
 */
export function hintOf(rows: readonly Row[], runContext: RunContext): NodeExecutionHint {
	const why = whyFirst(rows);
	const became = becameOf(rows, runContext);
	const said = [became, why, tookOf(rows, runContext), againOf(rows, runContext)];
	return {
		message: said.filter((sentence) => sentence !== '').join(' '),
		type: why !== '' || became.includes('not final') ? 'warning' : 'info',
		location: 'outputPane',
	};
}

/** The same of a run that ends with an error, which says itself why: what became of its rows, and what the user's next click would do. */
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
	const { operation, settings, notes } = runContext;
	if (settings.untilFinal !== undefined && !isPlaced) return finalOf(rows);
	const hasSent = rows.some(({ result }) => hasLeft(result));
	const isDry = rows.some(({ dryRun }) => dryRun) && !hasSent;
	const nothing =
		hasSent || !operation.sends ? '' : `${isDry ? 'Dry run, n' : 'N'}othing was sent; `;
	const { noun, all } = placed(rows);
	const ends = grouped(all, ({ row }) => endOf(row, runContext));
	const counted = ENDS.flatMap((end) => {
		const some = ends.get(end);
		if (some === undefined) return [];
		const named = end.startsWith('accepted')
			? namedOf(some, noun, operation.resource)
			: spansOf(some, noun);
		return [`${amount(some.length)} ${end}${isPlaced ? ` (${named})` : ''}`];
	});
	const { emptyRows = 0 } = notes;
	const left = emptyRows > 0 ? `, and ${amount(emptyRows, 'empty row')} at the end left out` : '';
	return `${nothing}${amount(rows.length, 'row')}: ${counted.join(', ')}${left}.`;
}

function endOf({ result, id, dryRun, isHeldByTest }: Row, { memory }: RunContext) {
	switch (result?.outcome) {
		case 'accepted': {
			// What was accepted before n8n's Retry costs nothing now.
			const isBefore = !('batch' in result) && memory.retried?.before.has(id) === true;
			return isBefore ? 'accepted before this retry' : 'accepted';
		}
		case 'dryRun':
			return isHeldByTest ? "held back by 'Test Numbers'" : 'would be sent';
		// A row of a dry run is wrong; nobody has rejected it.
		case 'rejected':
			return dryRun ? 'wrong' : 'rejected';
		case 'unknown':
			return 'unknown, may have been sent';
		case 'duplicate':
			return 'duplicate';
		default:
			return 'not sent';
	}
}

/** What became of what was waited for. */
function finalOf(rows: readonly Row[]): string {
	const items = rows.flatMap(({ result }) => (result && 'items' in result ? result.items : []));
	const final = items.filter((item) => item.final === true).length;
	const failed = rows.filter(({ result }) => hasFailed(result)).length;
	const open = items.length - final;
	return `${[
		`${amount(final)} final`,
		...(open > 0 ? [`${amount(open)} not final in time`] : []),
		...(failed > 0 ? [`${amount(failed, 'row')} failed`] : []),
	].join(', ')}.`;
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
	const ends = grouped(rows, (row) => endOf(row, runContext));
	const isDry = !rows.some(({ result }) => hasLeft(result)) && rows.some(({ dryRun }) => dryRun);
	const shown = rows.filter(({ result }) => result?.outcome === 'dryRun');
	const counted = ends.get('accepted') ?? shown;
	const batches = new Set<number | undefined>();
	let messages = 0;
	let parts = 0;
	for (const { result } of counted) {
		if (result === undefined || hasFailed(result)) continue;
		const [{ destinations, parts: each = 0 } = {}] = result.items;
		const own = Array.isArray(destinations) ? destinations.length : 1;
		messages += own;
		parts += Number(each) * own;
		batches.add(result.batch);
	}
	const amounts = [
		...(messages > counted.length ? [amount(messages, 'message')] : []),
		...(parts > 0 ? [amount(parts, 'message part')] : []),
	].join(', ');
	const requests = settings.untilFinal === undefined ? batches.size : memory.batches;
	const credit = typeof notes.credit === 'number' ? amount(notes.credit) : notes.credit;
	const said = [
		...(requests > 0 ? [`${amounts}${amounts && ' in '}${amount(requests, 'request')}`] : []),
		...(credit !== undefined && READABLE.test(credit)
			? [`the credit ${isDry ? 'is' : 'was'} ${credit}`]
			: []),
	].join('; ');
	return said && `${said.replace(/^t/, 'T')}.`;
}

/** What running it again would do, where that is no matter of course. */
function againOf(rows: readonly Row[], { memory, notes, operation }: RunContext): string {
	const forgotten = memory.keys?.pushedOut ?? 0;
	if (forgotten > 0)
		return `n8n keeps the last 100,000 keys of a node, so running earlier rows again would send up to ${amount(forgotten)} of them once more.`;
	if (notes.tooManyKeys)
		return `Sent for real, it would leave out what was sent before, which a dry run looks up for ${amount(LOOKED_UP)} keys at the most.`;
	const isMixed =
		rows.some(({ result }) => hasFailed(result)) &&
		rows.some(({ result }) => result?.outcome === 'accepted');
	return operation.sends && isMixed && rows.some(({ key }) => key === undefined)
		? "Running it again sends what was accepted again, unless 'Send Once' is set."
		: '';
}

/** What n8n's Retry and 'Execute workflow' would do, where some were sent. */
function clicksOf(rows: readonly Row[], { host, overItems, operation }: RunContext): string[] {
	const isOffered = operation.sends && overItems !== undefined && !host.isTool;
	if (!isOffered || !rows.some(({ result }) => hasLeft(result))) return [];
	const retry = rows.some(({ result }) => result?.outcome === 'unknown')
		? "none of these again, and the rest once 'On Error' is set to continue"
		: 'only the rest';
	const anew = rows.every(({ key }) => key !== undefined)
		? "so does 'Execute workflow'"
		: "'Execute workflow' sends all again, unless 'Send Once' is set";
	return [`n8n's Retry sends ${retry}; ${anew}.`];
}
