import type { IDataObject } from 'n8n-workflow';

import type { Json } from '../../values/json';
import { redactorOf, show } from '../delivery/send';
import type { ReadyContext } from '../runContext';
import { isReady, type Row } from '../row/row';
import { settle } from '../row/settle';
import { outOfHours } from '../row/hours';
import type { LookedUp } from './lookUp';

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
