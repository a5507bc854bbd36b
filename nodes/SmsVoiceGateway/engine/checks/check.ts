import type { IDataObject } from 'n8n-workflow';

import { InputProblem } from '../../values/inputProblem';
import type { Json } from '../../values/json';
import { messageParts } from '../../text/messageParts';
import { withPlainPunctuation } from '../../text/plainPunctuation';
import type { ReadyContext, RunContext } from '../runContext';
import { duplicateOf } from '../row/duplicate';
import { failed } from '../row/result';
import { invalid, notSent } from '../row/failures';
import type { Operation } from '../operation';
import { messagesOf, refuseLongTexts, tooMany, tooManyKeys } from './tooMuch';
import { isWhole } from '../row/row';
import type { Row, RowOf } from '../row/row';
import { redactorOf, show } from '../delivery/send';
import { settle, settleAll } from '../row/settle';

/** Settles the rows that are not sent: those of a dry run, wrong ones, and in stop mode all where one is wrong. */
export function check(rows: readonly Row[], runContext: ReadyContext): void {
	const open = rows.filter(({ result }) => result === undefined);
	refuseLongTexts(open, runContext);
	const dry = open.filter(({ dryRun }) => dryRun);
	refuseTooMany(dry, runContext);
	showDry(dry, runContext);
	settleWrong(dry, true, runContext);
	const meant = open.filter(({ dryRun }) => !dryRun);
	const sparing = meant.every(({ problem }) => problem === undefined) || isSkipping(runContext);
	settleWrong(meant, sparing, runContext);
	settleAll(
		meant.filter((row) => row.result === undefined && !isWhole(row)),
		notSent('stopped'),
		runContext,
	);
	if (sparing) refuseTooMany(meant, runContext);
}

/** Settles rows that are too many to be sent by accident. None has left yet. */
function refuseTooMany(rows: readonly Row[], runContext: RunContext): void {
	const open = rows.filter(isWhole);
	const failure = tooManyKeys(open, runContext) ?? tooMany(open, runContext);
	if (failure !== undefined) settleAll(open, failed(failure), runContext);
}

/** Whether wrong rows keep only themselves back. */
function isSkipping({ settings, operation, continueOnFail }: RunContext): boolean {
	if (settings.invalidRows !== undefined) return settings.invalidRows === 'skip';
	return continueOnFail && operation.allOrNone !== true;
}

/** Settles all rows where the credential or an option is wrong that holds for all. */
export function refuseAll(rows: readonly Row[], runContext: RunContext): void {
	const { target } = runContext;
	if (!(target instanceof InputProblem)) return;
	const open = rows.filter(({ result }) => result === undefined);
	settleAll(open, invalid(target), runContext);
}

/**
 * Settles the rows of a dry run: what would be sent, and in which request. A key's second row is a
 * duplicate, and so is one that an earlier execution has sent.
 */
function showDry(rows: readonly Row[], runContext: ReadyContext): void {
	const { operation, settings } = runContext;
	const seen = new Set<Row['key']>();
	const first: RowOf[] = [];
	for (const row of rows) {
		if (row.result !== undefined || !isWhole(row)) continue;
		if (seen.has(row.key) || row.isSentBefore) {
			settle(row, duplicateOf(row, operation), runContext);
			continue;
		}
		if (row.key !== undefined) seen.add(row.key);
		hideSecrets(row, runContext);
		row.partsSaved = savingOf(row, operation);
		first.push(row);
	}
	operation.share(first, settings.speed.batchSize).forEach((sharing, index) => {
		const batch = index + 1;
		const { body, ...request } = show(sharing, runContext);
		for (const row of sharing) {
			row.batch = batch;
			const own = { batch, request: { ...request, body: { ...(body as object) } } };
			const item = { outcome: 'dryRun', ...operation.dryRun?.(row, own) };
			settle(row, { outcome: 'dryRun', items: [item] }, runContext);
		}
	});
}

/** The message parts that plain punctuation would save, over all numbers of a row. */
function savingOf(row: RowOf, operation: Operation): number {
	const message = operation.text?.(row.fields);
	const plain = message === undefined ? undefined : withPlainPunctuation(message);
	if (message === undefined || plain === undefined) return 0;
	return (messageParts(message).parts - messageParts(plain).parts) * messagesOf(row, operation);
}

/** Masks secrets among the further fields of a row, which the user may fill with anything. */
function hideSecrets(row: RowOf, { operation, login }: RunContext): void {
	if (row.additional === undefined) return;
	const redactor = redactorOf(row.fields, operation.secretFields, login);
	row.additional = redactor.json(row.additional as Json) as IDataObject;
}

/** Settles wrong rows. With `sparing`, the right ones are left to be sent; else they are not sent either. */
function settleWrong(rows: readonly Row[], sparing: boolean, runContext: RunContext): void {
	for (const row of rows) {
		if (row.problem !== undefined) settle(row, invalid(row.problem), runContext);
		else if (!sparing) settle(row, notSent('otherItemWrong'), runContext);
	}
}
