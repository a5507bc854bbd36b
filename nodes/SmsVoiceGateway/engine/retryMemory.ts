import { createHmac } from 'node:crypto';
import type { IDataObject } from 'n8n-workflow';

import { hostOf, secretOf } from '../host/host';
import { NAME } from './keys/n8nRows';
import type { Operation } from './operation';
import { unknownBefore } from './row/failures';
import { hasFailed, nameIds, POLICY, type Result } from './row/result';
import { keepingDoubt, give, isReady, type Row } from './row/row';
import type { Known, RunContext } from './runContext';

/** What a run that failed leaves of itself, for n8n's Retry: as JSON, as n8n keeps of 100,000 lists each with all in it. */
type Saved = {
	/** The execution that failed first: its retries, and theirs, have it too. */
	execution: string;
	run: string;
	accepted: string;
	unknown: string;
};

/** Enough characters of a hash that no two of a million rows have the same: 66 bits. */
const HASH_LENGTH = 11;

/** In place of the place of what an earlier retry has sent, and this one had not: no row has it. */
const NOWHERE = '';

const OUTCOMES = ['accepted', 'unknown'] as const;

/** The member of the node's context in the execution's data: all of it is this node's own. */
const MEMBER = 'sent';

/** The context of a run whose rows n8n's Retry concerns: a tool's agent calls it anew, and n8n's routing tells nothing of other items. */
const retryable = ({ operation, overItems, host }: RunContext) =>
	operation.sends && !host.isTool ? overItems : undefined;

const isRetry = (runContext: RunContext): boolean => retryable(runContext)?.getMode() === 'retry';

/** Whether the contents of rows will be asked for. */
export const needsContents = (runContext: RunContext): boolean =>
	isRetry(runContext) || (retryable(runContext) !== undefined && !runContext.continueOnFail);

/**
 * In an n8n Retry: lets the run remember what the execution that failed has sent, as if that had been a try of its own.
 * A row is known again by its place, where parameters and input are the same; else by its content, each as often as it
 * was sent. What was left is taken out: a later round of a loop is none of it.
 */
export function restoreForRetry(rows: readonly Row[], runContext: RunContext): void {
	const { memory, operation } = runContext;
	const context = isRetry(runContext) ? retryable(runContext) : undefined;
	const node = context?.getContext('node');
	const saved = node?.[MEMBER] as Saved | undefined;
	if (context === undefined || saved === undefined) return;
	delete node?.[MEMBER];
	// Left by an earlier try of this run, which knows more of it.
	if (memory.retried !== undefined || saved.execution === context.getExecutionId()) return;
	const { hash, run } = hashesOf(context);
	const isSame = saved.run === run();
	const open = rows.filter(isReady).map((row) => ({ row, own: hash(row.content) }));
	const times = new Map<string, number>();
	const keys = new Map<Row['id'], string>();
	for (const { row, own } of open) {
		const time = (times.get(own) ?? 0) + 1;
		times.set(own, time);
		keys.set(row.id, `${NAME} retry of ${saved.execution}: ${own} ${time}`);
	}
	const before = new Set<Row['id']>();
	const rest = new Set(
		OUTCOMES.flatMap((outcome) =>
			(JSON.parse(saved[outcome]) as Array<Known['sent']>).map((sent): Known => ({
				outcome,
				sent,
			})),
		),
	);
	const remember = (row: Row, known: Known | undefined) => {
		if (known === undefined) return;
		const { outcome, sent } = known;
		const [, , ...ids] = sent;
		rest.delete(known);
		before.add(row.id);
		const items = [{ outcome, ...operation.sentBefore?.(row, ids) }];
		memory.results.set(
			row.id,
			outcome === 'accepted'
				? { outcome, items, ids }
				: keepingDoubt(row, unknownBefore(), runContext),
		);
	};
	const byPlace = new Map([...rest].map((known) => [known.sent[0], known]));
	for (const { row, own } of open) {
		const known = byPlace.get(row.id);
		if (isSame || known?.sent[1] === own) remember(row, known);
	}
	// Backwards, so that the first of each is taken off the end.
	const byHash = Map.groupBy([...rest].reverse(), ({ sent: [, own] }) => own);
	for (const { row, own } of open) if (!before.has(row.id)) remember(row, byHash.get(own)?.pop());
	memory.retried = { execution: saved.execution, keys, before, others: [...rest] };
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
		const again = settings.resendUnknown && !row.dryRun;
		if (POLICY[before.outcome].again === 'ifWanted' && again) continue;
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

/**
 * Where a failure ends the run, leaves what was accepted, or may have been, in the execution's data: n8n keeps that with
 * a failed execution, and gives it to the retry (n8n 2.41, ExecutionService.retry). No number and no text is in it.
 */
export function saveForRetry(rows: readonly Row[], runContext: RunContext): void {
	const context = retryable(runContext);
	if (context === undefined) return;
	const { hash, run } = hashesOf(context);
	const { retried } = runContext.memory;
	const sent = (outcome: Known['outcome']): Array<Known['sent']> => [
		...rows.flatMap(({ id, content, result }): Array<Known['sent']> =>
			result?.outcome === outcome
				? [[id, content ? hash(content) : '', ...(hasFailed(result) ? [] : result.ids)]]
				: [],
		),
		...(retried?.others ?? []).flatMap(({ outcome: own, sent: [, ...one] }): Array<Known['sent']> =>
			// Its place is another row's by now.
			own === outcome ? [[NOWHERE, ...one]] : [],
		),
	];
	const [accepted, unknown] = [sent('accepted'), sent('unknown')];
	if (accepted.length + unknown.length === 0) return;
	context.getContext('node')[MEMBER] = {
		execution: retried?.execution ?? context.getExecutionId(),
		run: run(),
		accepted: JSON.stringify(accepted),
		unknown: JSON.stringify(unknown),
	} satisfies Saved;
}

/** Hashes of a row's content and of a run's parameters and input: with a secret of the n8n, so that who sees an execution's data can't try all numbers, or all codes. */
function hashesOf(context: NonNullable<RunContext['overItems']>) {
	const key = secretOf(context);
	const hash = (value: unknown): string =>
		createHmac('sha256', key)
			.update(JSON.stringify(value))
			.digest('base64url')
			.slice(0, HASH_LENGTH);
	const run = (): string => {
		const whole = createHmac('sha256', key);
		whole.update(JSON.stringify(hostOf(context).node.parameters));
		try {
			for (const { json } of context.getInputData()) whole.update(JSON.stringify(json));
		} catch {
			// An item that holds itself, or what JSON has not: such inputs are never the same.
			whole.update(context.getExecutionId());
		}
		return whole.digest('base64url');
	};
	return { hash, run };
}
