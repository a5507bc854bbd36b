import type { IDataObject } from 'n8n-workflow';

import type { Json } from '../values/json';
import { redactorOf, show } from './send';
import { repeatedIn } from '../keys/roundMemory';
import { duplicateOf, notSent, outOfHours } from '../row/failures';
import { rejected } from '../row/result';
import { isReady, isWrong, type Row } from '../row/row';
import { settle, settleAll } from '../keys/runMemory';
import type { ReadyContext, RunContext } from './runContext';
import { tooMuch } from './tooMuch';

/**
 * Gives their results to the rows that must not be sent: outside of their hours, wrong ones, in stop mode all where one is
 * wrong, and where they are too many; and to those that an earlier row has sent.
 */
export function check(rows: readonly Row[], runContext: RunContext): void {
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
	for (const row of repeatedIn(rows, runContext))
		settle(row, duplicateOf(row, runContext.operation), runContext);
	for (const isDry of [false, true]) {
		const open = rows.filter((row) => isReady(row) && row.dryRun === isDry);
		settleAll(open, tooMuch(open, runContext), runContext);
	}
}

/** Whether wrong rows keep only themselves back. */
function isSkipping({ settings, operation, continueOnFail }: RunContext): boolean {
	if (settings.invalidRows !== undefined) return settings.invalidRows === 'skip';
	return continueOnFail && operation.allOrNone !== true;
}

/** Gives the rows of a dry run what would be sent, and in which request. */
export function showDry(rows: readonly Row[], runContext: ReadyContext): void {
	const { operation, settings, login } = runContext;
	const now = Date.now();
	const shownOf = (row: Row): Row => {
		const closed = outOfHours(row, runContext, now)?.failure;
		const warnings = [
			...(row.warnings ?? []),
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
		const request = show(all, runContext);
		all.forEach((row, place) => {
			// Once, as the answer to it: in a table of many rows nobody would find those that are wrong.
			const shown = operation.dryRun?.(row, { batch, ...(place === 0 ? { request } : {}) });
			const items = [{ outcome: 'dryRun', ...shown }];
			settle(sharing[place] ?? row, { outcome: 'dryRun', items, ids: [], batch }, runContext);
		});
	});
}
