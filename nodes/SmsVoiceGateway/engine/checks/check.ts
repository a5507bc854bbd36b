import type { IDataObject } from 'n8n-workflow';

import type { InputProblem } from '../../values/inputProblem';
import type { Json } from '../../values/json';
import { messageParts } from '../../text/messageParts';
import { withPlainPunctuation } from '../../text/plainPunctuation';
import type { Failure } from '../row/failure';
import type { Target } from '../../wire/target';
import type { RunContext } from '../runContext';
import { duplicateOf } from '../row/duplicate';
import { failed } from '../row/result';
import type { RunFailure } from '../row/result';
import { invalid, notSent } from '../row/failures';
import { messagesOf, refuseLongTexts, tooMany, tooManyKeys } from './tooMuch';
import { isWhole } from '../row/row';
import type { Row, RowOf } from '../row/row';
import { redactorOf, show } from '../delivery/send';
import { settle, settleAll } from '../row/settle';

/** How many wrong rows the error describes before it counts the rest. */
const DESCRIBED = 10;
/** How many different advices it says beside them: of more, nobody could tell which is for which row. */
const ADVICES = 2;

/**
 * Settles the rows that are not sent: those of a dry run, wrong ones, and in stop mode all where one is wrong.
 * Returns what then ends the run.
 */
export function check(
	rows: readonly Row[],
	target: Target,
	runContext: RunContext,
): RunFailure | undefined {
	const { continueOnFail, memory, operation, settings } = runContext;
	const open = rows.filter(({ result }) => result === undefined);
	refuseLongTexts(open, settings.limits);
	const dry = open.filter(({ dryRun }) => dryRun);
	refuseTooMany(dry, runContext);
	showDry(dry, target, runContext);
	settleWrong(dry, true, runContext);
	const meant = open.filter(({ dryRun }) => !dryRun);
	const wrong = meant.find(({ problem }) => problem !== undefined);
	const sparing = wrong === undefined || isSkipping(runContext);
	settleWrong(meant, sparing, runContext);
	settleAll(
		meant.filter((row) => row.result === undefined && !isWhole(row)),
		notSent('stopped'),
		runContext,
	);
	const excess = sparing ? refuseTooMany(meant, runContext) : undefined;
	if (sparing || continueOnFail) return continueOnFail ? undefined : excess;
	return { failure: wrongRowsFailure(meant, operation, memory.results.size > 0), item: wrong.item };
}

/** Settles rows that are too many to be sent by accident. None has left yet. */
function refuseTooMany(rows: readonly Row[], runContext: RunContext): RunFailure | undefined {
	const open = rows.filter(isWhole);
	const failure =
		tooManyKeys(open, runContext.settings.limits, runContext.settings.once.hours) ??
		tooMany(open, runContext.settings.limits);
	const [first] = open;
	if (failure === undefined || first === undefined) return undefined;
	settleAll(open, failed(failure), runContext);
	return { failure, item: first.item };
}

/** Whether wrong rows keep only themselves back. */
function isSkipping({ settings, operation, continueOnFail }: RunContext): boolean {
	if (settings.invalidRows !== undefined) return settings.invalidRows === 'skip';
	return continueOnFail && operation.allOrNone !== true;
}

/** Settles all rows where the credential or an option is wrong that holds for all. */
export function refuseAll(
	rows: readonly Row[],
	{ message, advice }: InputProblem,
	runContext: RunContext,
): RunFailure | undefined {
	const open = rows.filter(({ result }) => result === undefined);
	settleAll(open, invalid({ message, advice }), runContext);
	const [first] = open;
	return first === undefined
		? undefined
		: { failure: { outcome: 'rejected', message, advice }, item: first.item };
}

/**
 * Settles the rows of a dry run: what would be sent, and in which request. A key's second row is a
 * duplicate, and so is one that an earlier execution has sent.
 */
function showDry(rows: readonly Row[], target: Target, runContext: RunContext): void {
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
		row.partsSaved = savingOf(row);
		first.push(row);
	}
	operation.share(first, settings.speed.batchSize).forEach((sharing, index) => {
		const batch = index + 1;
		const { body, ...request } = show(sharing, target, runContext);
		for (const row of sharing) {
			row.batch = batch;
			const own = { batch, request: { ...request, body: { ...(body as object) } } };
			const item = { outcome: 'dryRun', ...operation.dryRun?.(row, own) };
			settle(row, { outcome: 'dryRun', items: [item] }, runContext);
		}
	});
}

/** The message parts that plain punctuation would save, over all numbers of a row. */
function savingOf(row: RowOf): number {
	const { message } = row.fields as { message?: string };
	const plain = message === undefined ? undefined : withPlainPunctuation(message);
	if (message === undefined || plain === undefined) return 0;
	return (messageParts(message).parts - messageParts(plain).parts) * messagesOf(row);
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

/**
 * The failure of a try in which nothing is sent, because rows are wrong: the first ones, and how many.
 * `sentBefore`: whether an earlier try has sent some.
 */
function wrongRowsFailure(
	rows: readonly Row[],
	operation: RunContext['operation'],
	sentBefore: boolean,
): Failure {
	const problems = rows.flatMap(({ problem }) => problem ?? []);
	const [first] = problems;
	const ways =
		operation.options.invalidRows !== undefined && problems.length < rows.length
			? ["Correct the rows, or add the option 'Invalid Rows' and choose Skip to send the others."]
			: [];
	if (problems.length === 1 && first !== undefined) {
		return {
			outcome: 'rejected',
			message: first.message,
			advice: [first.advice, ...ways].join(' '),
		};
	}
	const advices = [...new Set(problems.map(({ advice }) => advice))];
	const described = problems.slice(0, DESCRIBED).map(({ message }) => `${message}.`);
	const rest = problems.length - described.length;
	const done = operation.sends ? 'sent' : 'asked';
	return {
		outcome: 'rejected',
		message: `${problems.length.toLocaleString('en-US')} of ${rows.length.toLocaleString('en-US')} rows are wrong, so nothing ${sentBefore ? 'more ' : ''}was ${done}`,
		advice: [
			...described,
			...(rest > 0 ? [`And ${rest.toLocaleString('en-US')} more.`] : []),
			...(advices.length <= ADVICES ? advices : []),
			...ways,
		].join(' '),
	};
}
