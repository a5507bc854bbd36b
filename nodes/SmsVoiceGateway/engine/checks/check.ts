import type { IDataObject } from 'n8n-workflow';

import { LOOKED_UP } from '../../options/sendOnce';
import type { Json } from '../../values/json';
import { redactorOf, show } from '../delivery/send';
import { Claims, keptOf } from '../keys/claims';
import { duplicateOf, notSent, outOfHours } from '../row/failures';
import { rejected } from '../row/result';
import { contentOf, isReady, isWrong, type Row, settle, settleAll } from '../row/row';
import type { ReadyContext, RunContext } from '../runContext';
import { tooMuch } from './tooMuch';

type LookedUp = Awaited<ReturnType<typeof lookUpKeys>>;

/**
 * Finds out which keys of a dry run an earlier execution has used, and of which it does not say what became of them; records
 * nothing. Where n8n's store can't be used, as of a workflow that was never saved, nothing is known. Never throws.
 */
export async function lookUpKeys(
	rows: readonly Row[],
	runContext: RunContext,
): ReturnType<Claims['lookUp']> {
	const { overItems, context, notes } = runContext;
	const byKey = new Map(
		rows.flatMap((row) => (row.dryRun && isReady(row) && row.key ? [[row.key, row]] : [])),
	);
	const nothing = { used: new Set<string>(), doubtful: new Set<string>() };
	notes.tooManyKeys = byKey.size > LOOKED_UP;
	if (overItems === undefined || byKey.size === 0 || notes.tooManyKeys) return nothing;
	try {
		return await new Claims(overItems, keptOf(runContext)).lookUp([...byKey.values()]);
	} catch (error) {
		context.logger.debug(`The keys of a dry run could not be looked up: ${String(error)}`);
		return nothing;
	}
}

/**
 * Gives their results to the rows that must not be sent: outside of their hours, wrong ones, in stop mode all where one is
 * wrong, and where they are too many; of a dry run also those that an earlier row or execution has sent.
 */
export function check(rows: readonly Row[], { used }: LookedUp, runContext: RunContext): void {
	const now = Date.now();
	for (const row of rows) {
		const closed = row.dryRun || !isReady(row) ? undefined : outOfHours(row, runContext, now);
		if (closed !== undefined) settle(row, closed, runContext);
	}
	const isHeld = rows.some((row) => isWrong(row) && !row.dryRun) && !isSkipping(runContext);
	for (const row of rows)
		if (row.problem !== undefined) settle(row, rejected(row.problem), runContext);
	if (isHeld)
		settleAll(
			rows.filter((row) => !row.dryRun),
			notSent('otherItemWrong'),
			runContext,
		);
	for (const row of [...repeatedIn(rows, runContext), ...repeatedDry(rows, new Set(used))])
		settle(row, duplicateOf(row, runContext.operation), runContext);
	for (const isDry of [false, true]) {
		const open = rows.filter((row) => isReady(row) && row.dryRun === isDry);
		settleAll(open, tooMuch(open, runContext), runContext);
	}
}

/** The rows of a dry run whose keys were used, or are those of earlier rows. */
const repeatedDry = (rows: readonly Row[], seen: Set<string>): Row[] =>
	rows.filter((row) => {
		if (!isReady(row) || !row.dryRun || row.key === undefined) return false;
		return seen.size === seen.add(row.key).size;
	});

/** Where 'Send Once' goes by the run: the rows whose numbers and text an earlier one has, whatever becomes of that when it leaves. */
function repeatedIn(rows: readonly Row[], { operation, settings }: RunContext): Row[] {
	if (settings.sendOnce.by !== 'run') return [];
	const seen = new Set<string>();
	return rows.filter((row) => {
		if (row.problem !== undefined || row.result?.outcome === 'notSent') return false;
		const content = contentOf(row, operation, settings.numberFormat);
		return seen.size === seen.add(JSON.stringify([row.dryRun, content])).size;
	});
}

/** Whether wrong rows keep only themselves back. */
function isSkipping({ settings, operation, continueOnFail }: RunContext): boolean {
	if (settings.invalidRows !== undefined) return settings.invalidRows === 'skip';
	return continueOnFail && operation.allOrNone !== true;
}

const DOUBTFUL = "It may have been sent by an earlier execution, so it would come out as 'unknown'";

/** Gives the rows of a dry run what would be sent, and in which request. */
export function showDry(
	rows: readonly Row[],
	{ doubtful }: LookedUp,
	runContext: ReadyContext,
): void {
	const { operation, settings, login } = runContext;
	const now = Date.now();
	const shownOf = (row: Row): Row => {
		const isDoubtful = row.key !== undefined && doubtful.has(row.key) && !settings.resendUnknown;
		const closed = outOfHours(row, runContext, now)?.failure;
		const warnings = [
			...(row.warnings ?? []),
			...(isDoubtful ? [DOUBTFUL] : []),
			...(closed ? [`Now it would be 'notSent'. ${closed.advice}`] : []),
		];
		if (row.additional === undefined) return { ...row, warnings };
		// The user may fill them with anything, also with what a secret field holds.
		const redactor = redactorOf(row.fields, operation.secretFields, login);
		const additional = Object.entries(row.additional).map(([name, value]) => [
			redactor.text(name),
			redactor.json(value as Json),
		]);
		return { ...row, warnings, additional: Object.fromEntries(additional) as IDataObject };
	};
	const dry = rows.filter((row) => isReady(row) && row.dryRun);
	operation.share(dry, settings.speed.batchSize).forEach((sharing, index) => {
		const batch = index + 1;
		const all = sharing.map(shownOf);
		const { body, ...request } = show(all, runContext);
		all.forEach((row, place) => {
			const own = { batch, request: { ...request, body: { ...(body as object) } } };
			const items = [{ outcome: 'dryRun', ...operation.dryRun?.(row, own) }];
			settle(sharing[place] ?? row, { outcome: 'dryRun', items, ids: [], batch }, runContext);
		});
	});
}
