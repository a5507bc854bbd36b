import type { IExecuteFunctions } from 'n8n-workflow';

import { isOneByOne } from '../host/host';
import { HASH_LENGTH, hashesOf, keptOf } from './retryMemory';
import { hasLeft } from '../row/result';
import { onceName } from '../row/content';
import type { Row } from '../row/row';
import type { RunContext } from '../engine/runContext';

/** A cache of what stands in the data of an execution, for as long as n8n keeps that. */
const caches = new WeakMap<object, Set<string>>();

/**
 * What a row is known by to its run and to later rounds of a loop: whom it goes to, and what it says where that counts. Where it
 * has a key, n8n's store knows it; but that is not asked in a dry run. Undefined where it may be sent twice.
 */
function nameOf(row: Row, { operation, settings }: RunContext): string | undefined {
	const { by } = settings.sendOnce;
	if (row.key !== undefined) return row.dryRun ? row.key : undefined;
	return by === 'text' || by === 'number' ? onceName(row, operation, by) : undefined;
}

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
