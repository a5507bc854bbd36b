import type { IDataObject, NodeExecutionHint } from 'n8n-workflow';

import type { RunContext } from '../runContext';
import { LOOKED_UP } from '../../options/uniqueKey';
import { amount } from '../../text/amount';
import { shorten } from '../../text/shorten';
import { hasFailed } from '../row/result';
import { tallyOf } from './tally';
import type { DoneRow } from '../row/row';

/** The summary for the output pane: rows by outcome, message parts and requests; of a dry run also what could be saved. */
export function hintOf(
	rows: readonly DoneRow[],
	{ memory, notes }: Pick<RunContext, 'memory' | 'notes'>,
): NodeExecutionHint {
	const { accepted, rejected, unknown, notSent, duplicate, dryRun } = tallyOf(rows);
	const now = accepted.filter(({ isBefore }) => !isBefore);
	const outcomes: Array<[count: number, name: string]> = [
		[now.length, 'accepted'],
		// What was accepted before n8n's Retry costs nothing now.
		[accepted.length - now.length, 'accepted before this retry'],
		[dryRun.length, 'would be sent'],
		[duplicate.length, 'duplicate'],
		// A row of a dry run is wrong; nobody has rejected it.
		[rejected.filter((row) => row.dryRun).length, 'wrong'],
		[rejected.filter((row) => !row.dryRun).length, 'rejected'],
		[unknown.length, 'unknown, may have been sent'],
		[notSent.length, 'not sent'],
	];
	const named = outcomes.flatMap(([count, name]) =>
		count > 0 ? [`${amount(count)} ${name}`] : [],
	);
	const onlyDry = rows.some((row) => row.dryRun) && accepted.length + unknown.length === 0;
	const first = firstFailure(rows);
	const counted = now.length > 0 ? now : dryRun;
	const saved = counted.reduce((sum, { partsSaved = 0 }) => sum + partsSaved, 0);
	const said = [
		first === undefined ? '' : ` First: ${first}`,
		costOf(counted),
		creditIn(notes.credit, onlyDry ? 'is' : 'was'),
		...findings(rows, notes),
		first !== undefined && accepted.length > 0 && rows.some(({ key }) => key === undefined)
			? ` Running it again sends what was accepted again, unless 'Send Once' is set.`
			: '',
		some(saved, 'message part', (parts) => ` 'Plain Punctuation' would save ${parts}.`),
		some(
			memory.keys?.pushedOut,
			'key',
			(keys, are) =>
				` n8n keeps the last 100,000 keys of a node: ${keys} of earlier runs ${are} forgotten.`,
		),
	];
	return {
		message: `${onlyDry ? 'Dry run, nothing was sent. ' : ''}${amount(rows.length, 'row')}: ${named.join(', ')}.${said.join('')}`,
		type: first === undefined ? 'info' : 'warning',
		location: 'outputPane',
	};
}

/** What the messages of accepted rows, or of shown ones, come to, and the requests that they take. */
function costOf(rows: readonly DoneRow[]): string {
	let messages = 0;
	let parts = 0;
	for (const { result } of rows) {
		const [item] = 'items' in result ? result.items : [];
		const own = item === undefined ? 0 : messagesIn(item);
		messages += own;
		parts += Number(item?.parts ?? 0) * own;
	}
	const requests = new Set(rows.map(({ batch }) => batch)).size;
	const amounts = [
		...(messages > rows.length ? [amount(messages, 'message')] : []),
		...(parts > 0 ? [amount(parts, 'message part')] : []),
	].join(', ');
	return some(requests, 'request', (words) => ` ${amounts}${amounts && ' in '}${words}.`);
}

/** What was found out about the rows themselves. */
function findings(
	rows: readonly DoneRow[],
	{ emptyRows, lostZeros }: RunContext['notes'],
): string[] {
	const held = rows.filter(({ isHeldByTest }) => isHeldByTest).length;
	const gaps = rows.filter(({ hasGap }) => hasGap).length;
	const keys = new Set(rows.flatMap(({ key, dryRun }) => (dryRun && key) || [])).size;
	return [
		some(
			emptyRows,
			'empty row',
			(empty) => ` ${empty} ${emptyRows === 1 ? 'was' : 'were'} left out.`,
		),
		some(
			held,
			'row',
			(others, are) => ` The credential has 'Test Numbers': ${others} to others ${are} not sent.`,
		),
		some(
			gaps,
			'text',
			(texts) =>
				` ${texts} ${gaps === 1 ? 'has' : 'have'} gaps, where an expression gives nothing.`,
		),
		some(
			lostZeros,
			'number',
			(numbers, are) =>
				` ${numbers} ${are} a digit shorter than the others and without their 0, as where a sheet has dropped it: 'Number Format' puts it back.`,
		),
		keys > LOOKED_UP
			? ` What earlier executions have sent is looked up for ${amount(LOOKED_UP)} keys at the most, and not for these.`
			: '',
	];
}

/** As much of a reason as a hint holds; the whole stands in its row. */
const REASON = 200;

/**
 * Why the first row failed: in the table that stands columns away. n8n draws a hint as HTML, and a reason may quote the
 * service, so no mark of HTML is left in it.
 */
function firstFailure(rows: readonly DoneRow[]): string | undefined {
	const failures = rows.flatMap(({ result }) => (hasFailed(result) ? [result.failure] : []));
	const first = failures.find(({ outcome }) => outcome !== 'notSent') ?? failures[0];
	return first && shorten(`${first.message.replace(/[<>&]/g, ' ')}.`, REASON);
}

/** The summary of a run that waited for what is final, and how many requests that took. */
export function hintOfWaiting(rows: readonly DoneRow[], requests: number): NodeExecutionHint {
	const items = rows.flatMap(({ result }) => (hasFailed(result) ? [] : result.items));
	const final = items.filter((item) => item.final === true).length;
	const failed = rows.filter(({ result }) => hasFailed(result)).length;
	const open = items.length - final;
	const named = [
		`${amount(final)} final`,
		...(open > 0 ? [`${amount(open)} not final in time`] : []),
		...(failed > 0 ? [`${amount(failed, 'row')} failed`] : []),
	];
	return {
		message: `${named.join(', ')}. ${amount(requests, 'request')}.`,
		type: open + failed > 0 ? 'warning' : 'info',
		location: 'outputPane',
	};
}

/** A sentence about so many; none about none. */
const some = (
	count: number | undefined,
	noun: string,
	sentence: (counted: string, are: string) => string,
): string => (count ? sentence(amount(count, noun), count === 1 ? 'is' : 'are') : '');

/** How many messages a row's item speaks of: one for each number. */
function messagesIn({ destinations }: IDataObject): number {
	return Array.isArray(destinations) ? destinations.length : 1;
}

/** A credit as a service writes it: anything else may be meant for whoever reads the hint. */
const READABLE = /^[\p{L}\p{N}\p{Sc} .,+-]{1,30}$/u;

function creditIn(credit: string | number | undefined, verb: string): string {
	const shown = typeof credit === 'number' ? amount(credit) : credit;
	return shown === undefined || !READABLE.test(shown) ? '' : ` The credit ${verb} ${shown}.`;
}
