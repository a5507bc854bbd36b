import type { IExecuteFunctions } from 'n8n-workflow';

import { isOneByOne } from '../host/host';
import { HASH_LENGTH, hashesOf, keptOf } from './retryMemory';
import { hasLeft } from '../row/result';
import { onceName } from '../row/content';
import type { Row } from '../row/row';
import type { RunContext } from '../engine/runContext';

/** A cache of what stands in the data of an execution, for as long as n8n keeps that. */
const caches = new WeakMap<object, Set<string>>();

/** Whether a row is known again without a name that holds in other executions: by its run, and earlier rounds of a loop. */
const isOnceInExecution = ({ key }: Row, { settings }: RunContext): boolean =>
	key === undefined && (settings.sendOnce.by === 'text' || settings.sendOnce.by === 'number');

/** By what it is known again: whom it goes to, and what it says where that counts. */
const nameOf = (row: Row, { operation, settings }: RunContext): string =>
	onceName(row, operation, settings.sendOnce.by);

function sentIn(context: IExecuteFunctions): Set<string> {
	const kept = keptOf(context);
	const { once = '' } = kept;
	const cached = caches.get(kept);
	if (cached !== undefined) return cached;
	const hashes = new Set<string>();
	for (let at = 0; at < once.length; at += HASH_LENGTH)
		hashes.add(once.slice(at, at + HASH_LENGTH));
	caches.set(kept, hashes);
	return hashes;
}

/** The rows that an earlier one of the run equals, whatever becomes of that, or one that an earlier round of a loop has sent, or may have. */
export function repeatedIn(rows: readonly Row[], runContext: RunContext): Row[] {
	const { context, memory } = runContext;
	const known = rows.filter((row) => isOnceInExecution(row, runContext));
	if (isOneByOne(context) || known.length === 0) return [];
	const before = sentIn(context);
	const hash = hashesOf(context);
	const seen = new Set<string>();
	return known.filter((row) => {
		if (row.problem !== undefined || row.result?.outcome === 'notSent') return false;
		const name = nameOf(row, runContext);
		const isRepeated = seen.size === seen.add(`${row.dryRun}${name}`).size;
		// Of an earlier try of this run it may be the row itself.
		return isRepeated || (before.size > 0 && !memory.results.has(row.id) && before.has(hash(name)));
	});
}

/** Has later rounds of a loop know what this one has sent, or may have. */
export function noteForRounds(rows: readonly Row[], runContext: RunContext): void {
	const { context } = runContext;
	const left = rows.filter((row) => isOnceInExecution(row, runContext) && hasLeft(row.result));
	if (isOneByOne(context) || left.length === 0) return;
	const before = sentIn(context);
	const hash = hashesOf(context);
	const kept = keptOf(context);
	for (const row of left) {
		const hashed = hash(nameOf(row, runContext));
		if (!before.has(hashed)) kept.once = (kept.once ?? '') + hashed;
		before.add(hashed);
	}
}
