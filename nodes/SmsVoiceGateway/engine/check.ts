import type { IDataObject } from 'n8n-workflow';

import type { Json } from '../values/json';
import { redactorOf, show, ask } from './send';
import { repeatedIn } from '../keys/executionMemory';
import { duplicateOf, notSent, outOfHours } from '../row/failures';
import { rejected, type Failure, hasLeft, notTried } from '../row/result';
import { isReady, isWrong, type Row, numbersIn } from '../row/row';
import { settle, settleAll } from '../keys/runMemory';
import type { ReadyContext, RunContext } from './runContext';
import { isOneByOne } from '../host/host';
import { KEYS_KEPT } from '../options/sendOnce';
import { readCredit } from '../service/entries';
import { amount } from '../text/wording';
import { InputProblem, quote } from '../values/inputProblem';
import { CREDIT, targetOf } from '../wire/target';
import { ENTRIES_PER_KEY } from '../keys/keys';
import { runFailureOf } from '../row/error';

/**
 * Gives their results to the rows that must not be sent: outside of their hours, wrong ones, in stop mode all where one is
 * wrong, and where they are too many; and to those that an earlier row has sent.
 */
export function check(rows: readonly Row[], runContext: RunContext): void {
	const isHeld = rows.some((row) => isWrong(row) && !row.dryRun) && !isSkipping(runContext);
	const now = Date.now();
	for (const row of rows) {
		const closed = row.dryRun ? undefined : outOfHours(row, runContext, now);
		const refused = row.problem === undefined ? closed : rejected(row.problem);
		if (refused !== undefined) settle(row, refused, runContext);
	}
	if (isHeld)
		settleAll(
			rows.filter((row) => !row.dryRun),
			notSent('otherItemWrong'),
			runContext,
		);
	for (const row of repeatedIn(rows, runContext))
		settle(row, duplicateOf(row, runContext.operation), runContext);
	// Of a run whose items n8n hands over one by one.
	const before = runContext.memory.ofTry?.rows.filter(({ result }) => hasLeft(result));
	for (const isDry of [false, true]) {
		const open = rows.filter((row) => isReady(row) && row.dryRun === isDry);
		keepBack(open, tooMuch(open, runContext.settings.limits, before), runContext);
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
	const previewOf = (row: Row): Row => {
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
		const all = sharing.map(previewOf);
		const request = show(all, runContext);
		all.forEach((row, place) => {
			// Once, as the answer to it: in a table of many rows nobody would find those that are wrong.
			const preview = operation.dryRun?.(row, { batch, ...(place === 0 ? { request } : {}) });
			const items = [{ outcome: 'dryRun', ...preview }];
			settle(sharing[place] ?? row, { outcome: 'dryRun', items, ids: [], batch }, runContext);
		});
	});
}

/** Why rows are too many to be recorded, or to be sent but by accident, after those that have left `before`; undefined where they are not. */
export function tooMuch(
	rows: readonly Row[],
	{ maxMessages, maxPerNumber }: { maxMessages: number; maxPerNumber: number },
	before: readonly Row[] = [],
): Failure | undefined {
	// Where n8n hands items over one by one, all before are counted for each.
	const counted = maxMessages > 0 || maxPerNumber > 0 ? [...before, ...rows] : [];
	const messages = counted.reduce((sum, { fields }) => sum + numbersIn(fields).length, 0);
	return (
		tooManyKeys(rows, maxPerNumber === 0 ? 0 : messages) ??
		tooMany(messages, maxMessages, before.length > 0)
	);
}

/** Keeps rows back for a reason, where there is one. */
function keepBack(
	rows: readonly Row[],
	failure: Failure | undefined,
	runContext: RunContext,
): void {
	if (failure === undefined) return;
	// Nothing is wrong with them; of a dry run, in which none leaves, only this tells them from the others.
	for (const row of rows)
		settle(row, row.dryRun ? rejected(failure) : notTried(failure), runContext);
}

/** What is wrong with a run that has more to record than n8n keeps: each further entry would push out another of them. */
function tooManyKeys(rows: readonly Row[], messages: number): Failure | undefined {
	const room = ENTRIES_PER_KEY * KEYS_KEPT - messages;
	if (ENTRIES_PER_KEY * rows.length <= room) return undefined;
	const keys = new Set(rows.flatMap(({ key }) => key ?? [])).size;
	if (ENTRIES_PER_KEY * keys <= room) return undefined;
	const given = [
		...(keys > 0 ? [`${amount(keys)} different keys of 'Send Once'`] : []),
		...(messages > 0 ? [`${amount(messages)} messages for 'Max per Number' to count`] : []),
	];
	const limit =
		messages > 0
			? 'more than n8n keeps of a node'
			: `and n8n keeps the last ${amount(KEYS_KEPT)} of a node`;
	const part = Math.floor(KEYS_KEPT / (messages > 0 && keys > 0 ? 2 : 1));
	return {
		message: `This run has ${given.join(' and ')}, ${limit}, so nothing was sent`,
		advice: `Split the rows, and give each part of up to ${amount(part)} to a copy of this node: each copy keeps its own.`,
	};
}

function tooMany(messages: number, most: number, hasBegun: boolean): Failure | undefined {
	if (most === 0 || messages <= most) return undefined;
	return {
		message: `This run would send ${amount(messages)} messages, and 'Max Messages' allows ${amount(most)}, so ${hasBegun ? 'this one was not' : 'nothing was'} sent`,
		advice: "Look at the input of the node. If all of them are meant, raise 'Max Messages'.",
	};
}

/** The longest that a dry run waits for the credit, of which only its hint speaks: milliseconds. */
const PATIENCE = 5000;

/**
 * Keeps back the rows that are to be sent, or shown in a dry run, where the account has less credit than the user wants for
 * that, or nobody can tell. Without such a limit the credit is asked only for the hint of a dry run.
 */
export async function refuseLowCredit(rows: readonly Row[], runContext: RunContext): Promise<void> {
	const { settings, context, host } = runContext;
	const { minCredit } = settings.limits;
	const open = rows.filter(isReady);
	// Nothing is left to be sent, and no hint will be read.
	if (open.every(({ dryRun }) => dryRun) && runFailureOf(rows, runContext) !== undefined) return;
	// Who tries it dry wants to know what sending would take; test numbers are no such try.
	const isTold = open.some(({ dryRun, isHeldByTest }) => dryRun && !isHeldByTest);
	if (minCredit > 0 && open.length > 0)
		keepBack(open, await refusalBelow(minCredit, runContext), runContext);
	else if (isTold && !isOneByOne(context) && !host.isTool) await readCreditOf(runContext, PATIENCE);
}

/** Asks for the credit, and keeps what is told. Gives why nothing was. */
async function readCreditOf(
	runContext: RunContext,
	patience?: number,
): Promise<Failure | undefined> {
	const { host, login } = runContext;
	const target = targetOf(host.node, CREDIT, login.credentials);
	if (target instanceof InputProblem) return { message: target.message, advice: target.advice };
	const answered = await ask(
		{ body: {}, multipart: false, target, sends: false, rows: [], patience },
		runContext,
	);
	if ('failure' in answered) return answered.failure;
	runContext.forHint.credit = readCredit(answered.response) ?? undefined;
	return undefined;
}

async function refusalBelow(least: number, runContext: RunContext): Promise<Failure | undefined> {
	const failure = await readCreditOf(runContext);
	const notSent = "Nothing was sent, because 'Min Credit' wants the credit to be known first";
	// Whatever became of the question: of the messages nothing has left.
	if (failure !== undefined) return { ...failure, message: `${notSent}: ${failure.message}` };
	const { credit } = runContext.forHint;
	if (typeof credit !== 'number') {
		const none =
			credit === undefined ? 'names none' : `has ${quote(credit)}, which is no plain number`;
		return {
			message: `${notSent}, and the answer ${none}`,
			advice: "Run 'Get Credit' to see what the service answers, or remove 'Min Credit'.",
		};
	}
	if (credit >= least) return undefined;
	return {
		message: `The credit is ${credit}, and 'Min Credit' is ${least}, so nothing was sent`,
		advice: "Top up the account, or lower 'Min Credit'.",
	};
}
