import type { IDataObject, NodeExecutionHint } from 'n8n-workflow';

import type { RunContext } from '../runContext';
import { LOOKED_UP } from '../../options/uniqueKey';
import { shorten } from '../../text/shorten';
import { hasFailed } from '../row/result';
import type { Result } from '../row/result';
import type { Row } from '../row/row';

/** A row of a dry run is wrong; nobody has rejected it. What was accepted before n8n's Retry costs nothing now. */
type Kind = Result['outcome'] | 'wrong' | 'before';

const NAMES: Array<[Kind, string]> = [
	['accepted', 'accepted'],
	['before', 'accepted before this retry'],
	['dryRun', 'would be sent'],
	['duplicate', 'duplicate'],
	['wrong', 'wrong'],
	['rejected', 'rejected'],
	['unknown', 'unknown, may have been sent'],
	['notSent', 'not sent'],
];

/** The summary for the output pane: rows by outcome, message parts and requests; of a dry run also what could be saved. */
export function hintOf(
	rows: readonly Row[],
	{
		memory,
		credit,
		lostZeros: zeros = 0,
		emptyRows = 0,
	}: Pick<RunContext, 'memory' | 'credit' | 'lostZeros' | 'emptyRows'>,
): NodeExecutionHint {
	const pushedOut = memory.keys?.pushedOut ?? 0;
	const counts = new Map<Kind, number>();
	const kinds = rows.map(kindOf);
	const counted = kinds.includes('accepted') ? 'accepted' : 'dryRun';
	const batches = new Set<unknown>();
	let messages = 0;
	let parts = 0;
	let partsSaved = 0;
	for (const [index, { result, batch, partsSaved: own = 0 }] of rows.entries()) {
		const kind = kinds[index];
		if (result === undefined || kind === undefined) continue;
		counts.set(kind, (counts.get(kind) ?? 0) + 1);
		const [item] = 'items' in result ? result.items : [];
		if (item === undefined || kind !== counted) continue;
		messages += messagesIn(item);
		parts += Number(item.parts ?? 0) * messagesIn(item);
		partsSaved += own;
		batches.add(batch);
	}
	const onlyDry =
		rows.some(({ dryRun }) => dryRun) &&
		!counts.has('accepted') &&
		!counts.has('before') &&
		!counts.has('unknown');
	const named = NAMES.flatMap(([outcome, name]) => {
		const count = counts.get(outcome) ?? 0;
		return count > 0 ? [`${amount(count)} ${name}`] : [];
	});
	const failed = (['wrong', 'rejected', 'unknown', 'notSent'] as const).some((outcome) =>
		counts.has(outcome),
	);
	const amounts = [
		...(messages > (counts.get(counted) ?? 0) ? [some(messages, 'message')] : []),
		...(parts > 0 ? [some(parts, 'message part')] : []),
	];
	const cost =
		batches.size === 0
			? ''
			: ` ${amounts.length > 0 ? `${amounts.join(', ')} in ` : ''}${some(batches.size, 'request')}.`;
	const account = creditIn(credit, onlyDry ? 'is' : 'was');
	const advice =
		partsSaved === 0 ? '' : ` 'Plain Punctuation' would save ${some(partsSaved, 'message part')}.`;
	const gaps = rows.filter(({ hasGap }) => hasGap).length;
	const gapped =
		gaps === 0
			? ''
			: ` ${some(gaps, 'text')} ${gaps === 1 ? 'has' : 'have'} gaps, where an expression gives nothing.`;
	const held = rows.filter(({ isHeldByTest }) => isHeldByTest).length;
	const test =
		held === 0
			? ''
			: ` The credential has 'Test Numbers': ${some(held, 'row')} to others ${held === 1 ? 'is' : 'are'} not sent.`;
	const keys = new Set(rows.flatMap(({ key, dryRun }) => (dryRun && key) || [])).size;
	const unasked =
		keys > LOOKED_UP
			? ` What earlier executions have sent is looked up for ${amount(LOOKED_UP)} keys at the most, and not for these.`
			: '';
	const lost =
		zeros === 0
			? ''
			: ` ${some(zeros, 'number')} ${zeros === 1 ? 'is' : 'are'} a digit shorter than the others and without their 0, as where a sheet has dropped it: 'Number Format' puts it back.`;
	const empty =
		emptyRows === 0
			? ''
			: ` ${some(emptyRows, 'empty row')} at the end ${emptyRows === 1 ? 'was' : 'were'} left out.`;
	const first = failed ? firstFailure(rows) : '';
	const isAgain = failed && counts.has('accepted') && rows.some(({ key }) => key === undefined);
	const again = isAgain
		? ` Running it again sends what was accepted again, unless 'Send Once' is set.`
		: '';
	const room =
		pushedOut === 0
			? ''
			: ` n8n keeps the last 100,000 keys of a node: ${some(pushedOut, 'key')} of earlier runs ${pushedOut === 1 ? 'is' : 'are'} forgotten.`;
	return {
		message: `${onlyDry ? 'Dry run, nothing was sent. ' : ''}${some(rows.length, 'row')}: ${named.join(', ')}.${first}${cost}${account}${empty}${test}${gapped}${lost}${unasked}${again}${advice}${room}`,
		type: failed ? 'warning' : 'info',
		location: 'outputPane',
	};
}

function kindOf({ result, dryRun, isBefore }: Row): Kind | undefined {
	if (result?.outcome === 'rejected' && dryRun) return 'wrong';
	return result?.outcome === 'accepted' && isBefore ? 'before' : result?.outcome;
}

/** As much of a reason as a hint holds; the whole stands in its row. */
const REASON = 200;

/**
 * Why the first row failed: in the table that stands columns away. n8n draws a hint as HTML, and a reason may quote the
 * service, so no mark of HTML is left in it.
 */
function firstFailure(rows: readonly Row[]): string {
	const failures = rows.flatMap(({ result }) =>
		result !== undefined && hasFailed(result) ? [result.failure] : [],
	);
	const first = failures.find(({ outcome }) => outcome !== 'notSent') ?? failures[0];
	if (first === undefined) return '';
	const message = first.message.replace(/[<>&]/g, ' ');
	return ` First: ${shorten(`${message}.`, REASON)}`;
}

/** The summary of a run that waited for what is final, and how many requests that took. */
export function hintOfWaiting(rows: readonly Row[], requests: number): NodeExecutionHint {
	const ends = rows.flatMap(({ result }) => result ?? []);
	const items = ends.flatMap((result) => (hasFailed(result) ? [] : result.items));
	const final = items.filter((item) => item.final === true).length;
	const failed = ends.filter(hasFailed).length;
	const open = items.length - final;
	const named = [
		`${amount(final)} final`,
		...(open > 0 ? [`${amount(open)} not final in time`] : []),
		...(failed > 0 ? [`${some(failed, 'row')} failed`] : []),
	];
	return {
		message: `${named.join(', ')}. ${some(requests, 'request')}.`,
		type: open + failed > 0 ? 'warning' : 'info',
		location: 'outputPane',
	};
}

const amount = (count: number) => count.toLocaleString('en-US');

const some = (count: number, noun: string) => `${amount(count)} ${noun}${count === 1 ? '' : 's'}`;

/** How many messages a row's item speaks of: one for each number. */
function messagesIn({ destinations }: IDataObject): number {
	return Array.isArray(destinations) ? destinations.length : 1;
}

/** A credit as a service writes it: anything else may be meant for whoever reads the hint. */
const READABLE = /^[\p{L}\p{N}\p{Sc} .,+-]{1,30}$/u;

function creditIn(credit: string | number | undefined, verb: string): string {
	const shown = typeof credit === 'number' ? credit.toLocaleString('en-US') : credit;
	return shown === undefined || !READABLE.test(shown) ? '' : ` The credit ${verb} ${shown}.`;
}
