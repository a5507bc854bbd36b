import { createHmac } from 'node:crypto';
import type { IExecuteFunctions } from 'n8n-workflow';

import { hostOf, isOneByOne, roundOf, secretOf } from '../host/host';
import { NAME } from './n8nRows';
import { type Operation, contentOf, onceName } from '../row/operation';
import { unknownBefore } from '../row/failures';
import { idsOf } from '../row/report';
import { hasLeft } from '../row/result';
import { isReady, type Row } from '../row/row';
import { keepingDoubt } from './runMemory';
import type { Copy, Known, RunContext } from '../engine/runContext';

/** Enough characters of a hash that no two of a million rows have the same: 66 bits. */
const HASH_LENGTH = 11;

/**
 * Members of the node's context in the execution's data, all of which is this node's own. n8n keeps it with the execution,
 * and gives it to its retry (n8n 2.41, ExecutionService.retry). No number and no text is in it.
 */
interface ExecutionData {
	/** The execution in which the node ran first: its retries, and theirs, have it too. */
	first?: string;
	/** What a run that failed had sent, or may have: as JSON, as n8n keeps of 100,000 lists each with all in it. */
	sent?: string | undefined;
	/** Hashes of what rounds of a loop have sent, one behind the other. */
	once?: string;
}

/** What this node keeps in the data of an execution. */
export const keptOf = (context: IExecuteFunctions): ExecutionData => context.getContext('node');

/** The context where n8n's Retry concerns the rows: a tool's agent calls it anew, and n8n's routing tells nothing of other items. */
const retryable = ({ operation, context }: Pick<RunContext, 'operation' | 'context'>) =>
	!isOneByOne(context) && operation.sends && !hostOf(context).isTool ? context : undefined;

/** Notes in the execution's data that the node has begun: by that its retries know one another, whatever becomes of it. */
export function noteExecution(context: IExecuteFunctions, operation: Operation): void {
	const retried = retryable({ operation, context });
	if (retried !== undefined) keptOf(retried).first ??= retried.getExecutionId();
}

/**
 * In an n8n Retry: lets the run remember what the execution that failed has sent, as if that had been a try of its own. A row
 * is known again by its content, as often as that was sent; each copy has a number, under which it is kept so that no
 * other retry sends it too. What was left is taken out: a later round of a loop is none of it.
 */
export function restoreForRetry(rows: readonly Row[], runContext: RunContext): void {
	const { memory, operation } = runContext;
	const context = retryable(runContext);
	if (context === undefined) return;
	const kept = keptOf(context);
	const { first = '', sent = '[]' } = kept;
	// What an earlier try of this run has left is its own, and it knows more of it.
	if (memory.retried !== undefined || memory.results.size > 0) return;
	kept.sent = undefined;
	if (context.getMode() !== 'retry' || first === context.getExecutionId()) return;
	const known = JSON.parse(sent) as Known[];
	const byHash = Map.groupBy(known, ([content]) => content);
	const hash = hashesOf(context);
	const round = roundOf(context);
	const copies = new Map<Row['id'], Copy>();
	for (const [content, equal] of Map.groupBy(rows.filter(isReady), (row) =>
		hash(contentOf(row, operation)),
	)) {
		const before = byHash.get(content) ?? [];
		const numbers = freeNumbers(before);
		for (const [index, row] of equal.entries()) {
			const message: Known = before[index] ?? [content, numbers.next().value, 0];
			const [, number, doubts, ...ids] = message;
			const name = `${NAME} retry of ${first} in round ${round}: ${content} ${number}`;
			const later = Array.from({ length: doubts }, (_, more) => `${name} again ${more + 1}`);
			const wasSent = index < before.length;
			copies.set(row.id, { message, wasSent, names: [name, ...later].reverse() });
			if (!wasSent) continue;
			const items = [{ outcome: 'accepted', ...operation.sentBefore?.(row, ids) }];
			memory.results.set(
				row.id,
				doubts === 0
					? { outcome: 'accepted', items, ids }
					: keepingDoubt(row, unknownBefore(), runContext),
			);
		}
	}
	memory.retried = { known, copies };
}

/** The numbers from 1 on that no copy has. */
function* freeNumbers(copies: readonly Known[]): Generator<number, never> {
	const taken = new Set(copies.map(([, number]) => number));
	for (let number = 1; ; number++) if (!taken.has(number)) yield number;
}

/** Where a failure ends the run, leaves what was accepted, or may have been, in the execution's data. */
export function saveForRetry(rows: readonly Row[], runContext: RunContext): void {
	const context = retryable(runContext);
	if (context === undefined) return;
	const { retried, results, claims } = runContext.memory;
	const kept = keptOf(context);
	const left = rows.filter(({ result, asGiven }) => asGiven !== undefined && hasLeft(result));
	// A try that was stopped before it had read its rows knows less than the one before.
	if (left.length < results.size && kept.sent !== undefined) return;
	const hash = hashesOf(context);
	const numbers = new Map<string, number>();
	const numbered = (content: string): Known => {
		const number = (numbers.get(content) ?? 0) + 1;
		numbers.set(content, number);
		return [content, number, 0];
	};
	const changed = new Set<Known>();
	const sent = left.flatMap((row): Known[] => {
		const { id, result } = row;
		const copy = retried?.copies.get(id);
		const wasSent = copy?.wasSent === true;
		const isAccepted = result?.outcome === 'accepted';
		const message = copy?.message ?? numbered(hash(contentOf(row, runContext.operation)));
		const [content, number, doubts] = message;
		// It is what it was; or another execution left it in doubt, as its key says.
		if (isAccepted ? wasSent && doubts === 0 : !(claims?.hasDoubt(row) ?? !wasSent)) return [];
		changed.add(message);
		return [[content, number, isAccepted ? 0 : doubts + 1, ...idsOf(row)]];
	});
	const before = (retried?.known ?? []).filter((message) => !changed.has(message));
	kept.sent = JSON.stringify([...before, ...sent]);
}

/** Where a run succeeds, nothing of it is left: a later round of a loop is none of it. */
export function clearForRetry(runContext: RunContext): void {
	const context = retryable(runContext);
	if (context !== undefined) keptOf(context).sent = undefined;
}

/** A hash of a row's content: with a secret of the n8n, so that who sees an execution's data can't try all numbers, or all codes. */
function hashesOf(context: IExecuteFunctions): (content: unknown) => string {
	let key: string | undefined;
	return (content) =>
		createHmac('sha256', (key ??= secretOf(context)))
			.update(JSON.stringify(content))
			.digest('base64url')
			.slice(0, HASH_LENGTH);
}

/** A cache of what stands in the data of an execution, for as long as n8n keeps that. */
const caches = new WeakMap<object, Set<string>>();

/**
 * What a row is known by to its run and to later rounds of a loop: whom it goes to, and what it says where that counts. Where it
 * has a key, n8n's store knows it; but that is not asked in a dry run. Undefined where it may be sent twice.
 */
function nameOf(row: Row, { operation, settings }: RunContext): string | undefined {
	const { by } = settings.sendOnce;
	if (row.key !== undefined) return row.dryRun ? row.key : undefined;
	return by === 'key' ? undefined : onceName(row, operation, by);
}

function sentIn(context: IExecuteFunctions): Set<string> {
	const kept = keptOf(context);
	const cached = caches.get(kept);
	if (cached !== undefined) return cached;
	const { once = '' } = kept;
	const hashes = new Set<string>();
	for (let at = 0; at < once.length; at += HASH_LENGTH)
		hashes.add(once.slice(at, at + HASH_LENGTH));
	caches.set(kept, hashes);
	return hashes;
}

/** The rows that an earlier one of the run equals, whatever becomes of that, or one that an earlier round of a loop has sent, or may have. */
export function repeatedIn(rows: readonly Row[], runContext: RunContext): Row[] {
	const { context, memory, settings } = runContext;
	if (isOneByOne(context) || settings.sendOnce.by === undefined) return [];
	const before = sentIn(context);
	const hash = hashesOf(context);
	const seen = new Set<string>();
	return rows.filter((row) => {
		if (row.problem !== undefined || row.result?.outcome === 'notSent') return false;
		const name = nameOf(row, runContext);
		if (name === undefined) return false;
		const isRepeated = seen.size === seen.add(`${row.dryRun}${name}`).size;
		// Of an earlier try of this run it may be the row itself.
		return isRepeated || (before.size > 0 && !memory.results.has(row.id) && before.has(hash(name)));
	});
}

/** Has later rounds of a loop know what this one has sent, or may have. */
export function noteForRounds(rows: readonly Row[], runContext: RunContext): void {
	const { context, settings } = runContext;
	if (isOneByOne(context) || settings.sendOnce.by === undefined) return;
	const before = sentIn(context);
	const hash = hashesOf(context);
	const kept = keptOf(context);
	for (const row of rows) {
		const name = hasLeft(row.result) ? nameOf(row, runContext) : undefined;
		if (name === undefined) continue;
		const hashed = hash(name);
		if (!before.has(hashed)) kept.once = (kept.once ?? '') + hashed;
		before.add(hashed);
	}
}
