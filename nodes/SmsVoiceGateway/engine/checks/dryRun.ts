import type { IDataObject } from 'n8n-workflow';

import { LOOKED_UP } from '../../options/sendOnce';
import type { Json } from '../../values/json';
import { redactorOf, show } from '../delivery/send';
import { Claims, keptOf } from '../keys/claims';
import { isReady, type Row } from '../row/row';
import { outOfHours, settle } from '../row/settle';
import type { ReadyContext, RunContext } from '../runContext';

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
		return { ...row, warnings, additional: redactor.json(row.additional as Json) as IDataObject };
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

/** The keys of a dry run that an earlier execution has used, and those of which it does not say what became of them. */
export interface LookedUp {
	used: ReadonlySet<string>;
	doubtful: ReadonlySet<string>;
}

/**
 * Finds out which rows of a dry run an earlier execution has sent, or may have, and records nothing. Where n8n's store
 * can't be used, as of a workflow that was never saved, nothing is known. Never throws.
 */
export async function lookUpKeys(rows: readonly Row[], runContext: RunContext): Promise<LookedUp> {
	const { overItems, context, notes } = runContext;
	const byKey = new Map(
		rows.flatMap((row) => (row.dryRun && isReady(row) && row.key ? [[row.key, row]] : [])),
	);
	const nothing: LookedUp = { used: new Set(), doubtful: new Set() };
	notes.tooManyKeys = byKey.size > LOOKED_UP;
	if (overItems === undefined || byKey.size === 0 || notes.tooManyKeys) return nothing;
	try {
		return await new Claims(overItems, keptOf(runContext)).lookUp([...byKey.values()]);
	} catch (error) {
		context.logger.debug(`The keys of a dry run could not be looked up: ${String(error)}`);
		return nothing;
	}
}
