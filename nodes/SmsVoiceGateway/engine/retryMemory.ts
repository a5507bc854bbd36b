import { createHmac } from 'node:crypto';
import type { IExecuteFunctions } from 'n8n-workflow';

import { hostOf } from '../host/host';
import { secretOf } from '../host/signedLink';
import type { RunContext } from './runContext';
import type { Sent } from './runMemory';
import { unknownBefore } from './row/failures';
import { hasFailed, type Result } from './row/result';
import { isReady, type Row } from './row/row';
import { endOf } from './row/settle';

/** What a run that failed leaves in its execution's data, for n8n's Retry of it. */
type Saved = {
	/** The execution that failed. */
	execution: string;
	/** The hash of the node's parameters and input. */
	run: string;
	/** As JSON: n8n keeps a text as it is, and of 100,000 lists each with everything in it. */
	accepted: string;
	unknown: string;
};

/** Enough characters of a hash that no two of a million rows have the same: 66 bits. */
const HASH_LENGTH = 11;

/** The member of the node's context in the execution's data: all of it is this node's own. */
const MEMBER = 'sent';

/**
 * Where a failure ends the run, leaves what was accepted, or may have been, in the execution's data: n8n keeps that with
 * a failed execution, and gives it to the retry (n8n 2.41, ExecutionService.retry). No number and no text is in it.
 */
export function saveForRetry(rows: readonly Row[], runContext: RunContext): void {
	const { overItems, memory } = runContext;
	if (overItems === undefined || !isRetryable(runContext)) return;
	const hash = hasher(overItems);
	const sent = (outcome: Result['outcome']): Sent[] =>
		rows.flatMap(({ id, content, result }): Sent[] => {
			if (result?.outcome !== outcome) return [];
			return [[id, content ? hash(content) : '', ...(hasFailed(result) ? [] : result.ids)]];
		});
	const { others = { accepted: [], unknown: [] } } = memory.retried ?? {};
	const accepted = [...sent('accepted'), ...others.accepted];
	const unknown = [...sent('unknown'), ...others.unknown];
	if (accepted.length + unknown.length === 0) return;
	const saved: Saved = {
		execution: overItems.getExecutionId(),
		run: hashOfRun(overItems),
		accepted: JSON.stringify(accepted),
		unknown: JSON.stringify(unknown),
	};
	overItems.getContext('node')[MEMBER] = saved;
}

/**
 * In an n8n Retry: lets the run remember what the execution that failed has sent, as if that had been a try of its own.
 * A row is known again by its place, where parameters and input are the same; else by its content, each as often as it
 * was sent. What was left is taken out: a later round of a loop is none of it.
 */
export function restoreForRetry(rows: readonly Row[], runContext: RunContext): void {
	const { overItems, memory, operation } = runContext;
	if (overItems === undefined || !isRetry(runContext)) return;
	const context = overItems.getContext('node');
	const saved = context[MEMBER] as Saved | undefined;
	if (saved === undefined) return;
	delete context[MEMBER];
	const hash = hasher(overItems);
	const isSame = saved.run === hashOfRun(overItems);
	const open = rows.filter(isReady).map((row) => ({ row, hash: hash(row.content) }));
	const before = new Set<Row['id']>();
	const restore = (json: string, resultOf: (row: Row, ids: string[]) => Result): Sent[] => {
		const rest = new Map((JSON.parse(json) as Sent[]).map((one) => [one[0], one]));
		const give = (row: Row, [id, , ...ids]: Sent) => {
			rest.delete(id);
			before.add(row.id);
			memory.results.set(row.id, resultOf(row, ids));
		};
		for (const { row, hash: own } of open) {
			const found = rest.get(row.id);
			if (found !== undefined && (isSame || found[1] === own)) give(row, found);
		}
		if (isSame) return [...rest.values()];
		// Backwards, so that the first of each is taken off the end.
		const byHash = Map.groupBy([...rest.values()].reverse(), ([, own]) => own);
		for (const { row, hash: own } of open) {
			const found = before.has(row.id) ? undefined : byHash.get(own)?.pop();
			if (found !== undefined) give(row, found);
		}
		return [...rest.values()];
	};
	memory.retried = {
		execution: saved.execution,
		before,
		isOurs: false,
		others: {
			accepted: restore(saved.accepted, (row, ids) => ({
				outcome: 'accepted',
				items: [{ outcome: 'accepted', ...operation.sentBefore?.(row, ids) }],
				ids,
			})),
			unknown: restore(saved.unknown, (row) => endOf(row, unknownBefore(), runContext)),
		},
	};
}

/** Whether n8n's Retry concerns the rows: a tool's agent calls it anew, and n8n's routing tells nothing of other items. */
function isRetryable({ operation, overItems, host }: RunContext): boolean {
	return operation.sends && overItems !== undefined && !host.isTool;
}

/** Whether n8n retries a failed execution. */
function isRetry(runContext: RunContext): boolean {
	return isRetryable(runContext) && runContext.overItems?.getMode() === 'retry';
}

/** Whether the contents of rows will be asked for. */
export function needsContents(runContext: RunContext): boolean {
	return isRetry(runContext) || (isRetryable(runContext) && !runContext.continueOnFail);
}

/** With a secret of the n8n: who sees an execution's data can't try all numbers, or all codes. */
function hasher(context: IExecuteFunctions): (value: unknown) => string {
	const key = secretOf(context);
	return (value) =>
		createHmac('sha256', key)
			.update(JSON.stringify(value))
			.digest('base64url')
			.slice(0, HASH_LENGTH);
}

function hashOfRun(context: IExecuteFunctions): string {
	const hash = createHmac('sha256', secretOf(context));
	hash.update(JSON.stringify(hostOf(context).node.parameters));
	for (const { json } of context.getInputData()) hash.update(JSON.stringify(json));
	return hash.digest('base64url');
}
