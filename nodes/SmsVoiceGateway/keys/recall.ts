import type { IDataObject } from 'n8n-workflow';

import type { RunContext } from '../engine/runContext';
import type { Operation } from '../row/operation';
import { hasFailed, nameIds, POLICY, type Result } from '../row/result';
import { give, type Row } from '../row/row';
import { openClaims } from './openClaims';

/**
 * Forgets the doubt about rows of which another retry knows more: one with *Resend Unknown* has sent them, as their keys
 * say. Then they are duplicates. Where n8n's store can't be asked they stay in doubt.
 */
export async function forgetResent(rows: readonly Row[], runContext: RunContext): Promise<void> {
	const { memory, settings } = runContext;
	const { retried, results } = memory;
	// With *Resend Unknown* they are taken, and what another one has sent is found then.
	if (retried === undefined || settings.resendUnknown) return;
	const doubted = rows.filter(
		({ id, dryRun }) => !dryRun && retried.before.has(id) && results.get(id)?.outcome === 'unknown',
	);
	if (doubted.length === 0) return;
	openClaims(rows, runContext);
	const sent = await memory.claims?.sentOf(doubted).catch(() => []);
	for (const { id } of sent ?? []) results.delete(id);
}

/** Gives their results to the rows that an earlier try of the run has sent, or may have, so that this one must not. */
export function recall(
	rows: readonly Row[],
	{ memory, host, operation, settings }: RunContext,
): void {
	if (memory.results.size === 0) return;
	for (const row of rows) {
		const before = memory.results.get(row.id);
		if (before === undefined) continue;
		const isWanted = settings.resendUnknown && !row.dryRun;
		if (POLICY[before.outcome].resend === 'ifWanted' && isWanted) continue;
		give(row, host.isTool && operation.sends ? repeated(before, operation) : before);
	}
}

/** How a tool's call ends that repeats one of the same agent run: with that one's end, and the word that it was not sent again. */
function repeated(first: Result, { resource }: Operation): Result {
	if (hasFailed(first)) {
		const message = `Not sent again, because the same call may have been sent earlier in this run. Then: ${first.failure.message}`;
		return { ...first, failure: { ...first.failure, message } };
	}
	const said = `The same was accepted earlier in this run${nameIds(first.ids, resource)}, so it was not sent again. Take it as done.`;
	const items = first.items.map((item): IDataObject => ({
		...item,
		outcome: 'duplicate',
		warnings: [...((item.warnings ?? []) as string[]), said],
	}));
	return { ...first, outcome: 'duplicate', items };
}
