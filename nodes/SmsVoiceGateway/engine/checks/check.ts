import type { IDataObject } from 'n8n-workflow';

import type { Json } from '../../values/json';
import { messageParts } from '../../text/messageParts';
import { withPlainPunctuation } from '../../text/plainPunctuation';
import type { ReadyContext, RunContext } from '../runContext';
import { duplicateOf } from '../row/duplicate';
import { invalid, notSent } from '../row/failures';
import type { RowProblem } from '../row/problem';
import type { Operation } from '../operation';
import { messagesOf, refuseLongText, tooMuch } from './tooMuch';
import {
	isReady,
	isWrong,
	type CheckedRow,
	type DoneRow,
	type ReadyRow,
	type Row,
} from '../row/row';
import { redactorOf, show } from '../delivery/send';
import { settle } from '../row/settle';

/** Gives their results to the rows that are not sent: those of a dry run, wrong ones, and in stop mode all where one is wrong. */
export function check(given: readonly Row[], runContext: ReadyContext): CheckedRow[] {
	const rows = given.map((row) => {
		if (!isReady(row)) return row;
		return refuseLongText(row.dryRun ? hideSecrets(row, runContext) : row, runContext);
	});
	const open = rows.filter(isReady);
	const shown = showDry(
		open.filter(({ dryRun }) => dryRun),
		runContext,
	);
	const sparing = !rows.some((row) => isWrong(row) && !row.dryRun) || isSkipping(runContext);
	const failure = sparing
		? tooMuch(
				open.filter(({ dryRun }) => !dryRun),
				runContext,
			)
		: notSent('otherItemWrong');
	return rows.map((row) => {
		if (isWrong(row)) {
			const { problem } = row;
			return { ...settle(row, invalid(problem), runContext), problem };
		}
		if (!isReady(row)) return row;
		return shown.get(row) ?? (failure === undefined ? row : settle(row, failure, runContext));
	});
}

/** Whether wrong rows keep only themselves back. */
function isSkipping({ settings, operation, continueOnFail }: RunContext): boolean {
	if (settings.invalidRows !== undefined) return settings.invalidRows === 'skip';
	return continueOnFail && operation.allOrNone !== true;
}

/** Gives all rows that are left the same failure, where the credential or an option is wrong that holds for all. */
export function refuseAll(
	rows: readonly Row[],
	problem: RowProblem,
	runContext: RunContext,
): DoneRow[] {
	const failure = invalid(problem);
	return rows.map((row) => (row.state === 'done' ? row : settle(row, failure, runContext)));
}

/**
 * The rows of a dry run with what would be sent, and in which request. A key's second row is a duplicate, and so is one
 * that an earlier execution has sent.
 */
function showDry(rows: readonly ReadyRow[], runContext: ReadyContext): Map<Row, DoneRow> {
	const { operation, settings } = runContext;
	const done = new Map<Row, DoneRow>();
	const failure = tooMuch(rows, runContext);
	const seen = new Set<Row['key']>();
	const first: ReadyRow[] = [];
	for (const row of rows) {
		if (failure !== undefined) done.set(row, settle(row, failure, runContext));
		else if (seen.has(row.key) || row.isSentBefore)
			done.set(row, settle(row, duplicateOf(row, operation), runContext));
		else first.push(row);
		if (row.key !== undefined) seen.add(row.key);
	}
	operation.share(first, settings.speed.batchSize).forEach((sharing, index) => {
		const batch = index + 1;
		const { body, ...request } = show(sharing, runContext);
		for (const row of sharing) {
			const own = { batch, request: { ...request, body: { ...(body as object) } } };
			const item = { outcome: 'dryRun', ...operation.dryRun?.(row, own) };
			const result = settle(row, { outcome: 'dryRun', items: [item] }, runContext);
			done.set(row, { ...result, batch, partsSaved: savingOf(row, operation) });
		}
	});
	return done;
}

/** The message parts that plain punctuation would save, over all numbers of a row. */
function savingOf(row: ReadyRow, operation: Operation): number {
	const message = operation.text?.(row.fields);
	const plain = message === undefined ? undefined : withPlainPunctuation(message);
	if (message === undefined || plain === undefined) return 0;
	return (messageParts(message).parts - messageParts(plain).parts) * messagesOf(row, operation);
}

/** A row with secrets masked among its further fields, which the user may fill with anything. */
function hideSecrets(row: ReadyRow, { operation, login }: RunContext): ReadyRow {
	if (row.additional === undefined) return row;
	const redactor = redactorOf(row.fields, operation.secretFields, login);
	return { ...row, additional: redactor.json(row.additional as Json) as IDataObject };
}
