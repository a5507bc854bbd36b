import type { IDataObject } from 'n8n-workflow';

import type { RunContext } from '../engine/runContext';
import { isOneByOne } from '../host/host';
import { windowAt } from '../time/clock';
import { numbersIn, give, type Row } from '../row/row';
import {
	brokenOff,
	duplicateOf,
	heldBack,
	keysUnavailable,
	notSent,
	stillKept,
} from '../row/failures';
import type { Operation } from '../row/operation';
import { hasFailed, hasLeft, nameIds, POLICY, type Result } from '../row/result';
import { messageOf } from '../values/inputProblem';
import { type Claim, Claims, type Kept } from './claims';

/** Gives a row its result, which the run remembers where a later try must not send the row again. */
export function settle(row: Row, given: Result, run: RunContext): void {
	if (row.result !== undefined) return;
	const result = keepingDoubt(row, given, run);
	if (run.operation.sends && hasLeft(result)) run.memory.results.set(row.id, result);
	give(row, result);
}

/** Gives rows that have none yet the same result. */
export function settleAll(rows: readonly Row[], result: Result, run: RunContext): void {
	for (const row of rows) settle(row, result, run);
}

/** What a result is for a row: what may have been sent stays so, whatever became of sending it again. */
export function keepingDoubt(row: Row, given: Result, { memory }: RunContext): Result {
	if (!hasFailed(given)) return given;
	const before = memory.results.get(row.id);
	if (before?.outcome === 'unknown' && given.outcome !== 'unknown') return before;
	const numbers = numbersIn(row.fields);
	// Of a wrong row its problem names it.
	if (row.problem !== undefined || numbers.length === 0) return given;
	return { ...given, failure: { ...given.failure, destination: numbers.join(',') } };
}

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
		({ id, dryRun }) =>
			!dryRun && retried.copies.get(id)?.wasSent === true && results.get(id)?.outcome === 'unknown',
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

/** Gives the run what it keeps over executions: where rows have keys, n8n retries them, or their numbers have a limit. */
export function openClaims(rows: readonly Row[], runContext: RunContext): void {
	const { context, memory, settings } = runContext;
	const isKept =
		rows.some(({ key }) => key !== undefined) ||
		settings.limits.maxPerNumber > 0 ||
		memory.retried !== undefined;
	if (!isOneByOne(context) && isKept) memory.claims ??= new Claims(context, promisesOf(runContext));
}

const HOUR = 3_600_000;

/**
 * What a run keeps. With *Forget After* a key's name begins with its window, as it is when the run begins, and a message may
 * leave where the window before has none either: so it is kept for its hours at least. In an n8n Retry each row has a key.
 */
function promisesOf({ settings, memory, context }: RunContext): Kept {
	const { limits, sendOnce, resendUnknown } = settings;
	const { hours } = sendOnce;
	const nameAt = (instant: number) => windowAt(instant, hours, context.getTimezone()).name;
	const now = Date.now();
	const windows = hours > 0 ? [nameAt(now), nameAt(now - hours * HOUR)] : [];
	return {
		namesOf: ({ key, id }) => {
			if (key === undefined) {
				const [retried] = memory.retried?.copies.get(id)?.names ?? [];
				return retried === undefined ? undefined : [retried];
			}
			const [within, before] = windows.map((name) => `${name}: ${key}`);
			return within === undefined || before === undefined ? [key] : [within, before];
		},
		doubtedNamesOf: ({ key, id }) =>
			key === undefined ? (memory.retried?.copies.get(id)?.names.slice(1) ?? []) : [],
		maxPerNumber: limits.maxPerNumber,
		perHours: limits.perHours,
		resendUnknown,
	};
}

/**
 * The rows of some requests that may leave, once their keys and numbers are claimed. Of the others those are settled that may
 * not; what is left has to wait: for another row with its key or its number, or another execution. Undefined where n8n's store
 * can't be used: then all are settled. Never throws.
 */
export async function claimed(
	requests: Row[][],
	claims: Claims,
	runContext: RunContext,
): Promise<Row[][] | undefined> {
	const { operation, context, settings, memory } = runContext;
	const keys = new Set<Row | string>();
	const first = requests
		.flat()
		.filter((row) => keys.size !== keys.add(claims.keyOf(row) ?? row).size);
	let all: Map<Row, Claim>;
	try {
		all = await claims.claim(first);
	} catch (error) {
		const isStopped = context.getExecutionCancelSignal()?.aborted === true;
		const isRetry = memory.retried !== undefined;
		for (const row of first) {
			const unkept = keysUnavailable(messageOf(error), row, isRetry);
			settle(row, isStopped ? notSent('stopped') : unkept, runContext);
		}
		return undefined;
	}
	const resultOf = (row: Row, claim: Claim): Result | undefined => {
		if (claim.state === 'unknown') return brokenOff(row);
		if (claim.state === 'used') return duplicateOf(row, operation);
		return claim.state === 'full' && !claim.mayYet
			? heldBack(claim, settings.limits, context.getTimezone())
			: undefined;
	};
	for (const [row, claim] of all) {
		const result = resultOf(row, claim);
		if (result !== undefined) settle(row, result, runContext);
	}
	return requests
		.map((rows) => rows.filter((row) => all.get(row)?.state === 'ours'))
		.filter(({ length }) => length > 0);
}

/** Frees what rows that were not sent have claimed, then gives those of them their results that have one. Never throws. */
export async function release(
	rows: readonly Row[],
	results: ReadonlyMap<Row, Result>,
	runContext: RunContext,
): Promise<void> {
	const { memory, context } = runContext;
	let said = '';
	if (rows.length > 0)
		await memory.claims?.giveBack(rows).catch((error: unknown) => {
			said = messageOf(error);
			context.logger.warn(
				`What messages had claimed that were not sent could not be freed: ${said}`,
			);
		});
	for (const [row, result] of results) {
		const isKept = said !== '' && row.key !== undefined;
		settle(row, isKept && hasFailed(result) ? stillKept(result, said) : result, runContext);
	}
}
