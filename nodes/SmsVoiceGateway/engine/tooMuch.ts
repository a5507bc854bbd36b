import { isOneByOne } from '../host/host';
import { KEYS_KEPT } from '../options/sendOnce';
import { readCredit } from '../service/entries';
import { amount } from '../text/wording';
import { InputProblem, quote } from '../values/inputProblem';
import { CREDIT, targetOf } from '../wire/target';
import { ask } from './send';
import { ENTRIES_PER_KEY } from '../keys/keys';
import { numbersIn } from '../row/content';
import { type Failed, type Failure, hasLeft, notTried, rejected } from '../row/result';
import { runFailureOf } from '../row/error';
import { isReady, type Row } from '../row/row';
import { settle } from '../keys/runMemory';
import type { RunContext } from './runContext';

/** How rows end that are too many to be recorded, or to be sent but by accident; undefined where they are not. */
export function tooMuch(
	rows: readonly Row[],
	{
		settings: { limits },
		memory,
	}: {
		settings: { limits: { maxMessages: number; maxPerNumber: number } };
		memory: Pick<RunContext['memory'], 'ofTry'>;
	},
): Failed | undefined {
	const { maxMessages, maxPerNumber } = limits;
	const isCounted = maxMessages > 0 || maxPerNumber > 0;
	// Of a run whose items n8n hands over one by one also those that have left.
	const before = memory.ofTry?.rows.filter(({ result }) => hasLeft(result)) ?? [];
	const all = isCounted ? [...before, ...rows] : [];
	const messages = all.reduce((sum, row) => sum + numbersIn(row.fields).length, 0);
	const found =
		tooManyKeys(rows, maxPerNumber === 0 ? 0 : messages) ??
		tooMany(messages, maxMessages, before.length > 0);
	const isDry = rows.some(({ dryRun }) => dryRun);
	return found && keptBack(found, isDry);
}

/** Nothing is wrong with the rows; of a dry run, in which none leaves, only this tells them from the others. */
const keptBack = (failure: Failure, isDry: boolean): Failed =>
	isDry ? rejected(failure) : notTried(failure);

/** What is wrong with a run that has more to record than n8n keeps: each further entry would push out another of them. */
function tooManyKeys(rows: readonly Row[], messages: number): Failure | undefined {
	const each = ENTRIES_PER_KEY;
	const most = each * KEYS_KEPT;
	if (each * rows.length + messages <= most) return undefined;
	const keys = new Set(rows.flatMap(({ key }) => key ?? [])).size;
	if (each * keys + messages <= most) return undefined;
	const given = [
		...(keys > 0 ? [`${amount(keys)} different keys of 'Send Once'`] : []),
		...(messages > 0 ? [`${amount(messages)} messages for 'Max per Number' to count`] : []),
	];
	const limit =
		messages > 0
			? `more than n8n keeps of a node`
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
	if (minCredit > 0 && open.length > 0) {
		const failure = await refusalBelow(minCredit, runContext);
		if (failure === undefined) return;
		for (const row of open) settle(row, keptBack(failure, row.dryRun), runContext);
	} else if (!isOneByOne(context) && !host.isTool) {
		// Who tries it dry wants to know what sending would take; test numbers are no such try.
		const isTold = open.some(({ dryRun, isHeldByTest }) => dryRun && !isHeldByTest);
		if (isTold) await readCreditOf(runContext, PATIENCE);
	}
}

/** Asks for the credit, and keeps what is told. Gives why nothing was. */
async function readCreditOf(
	runContext: RunContext,
	patience?: number,
): Promise<Failure | undefined> {
	const { host, login, settings } = runContext;
	const target = targetOf(host.node, CREDIT, login.credentials);
	if (target instanceof InputProblem) return { message: target.message, advice: target.advice };
	const options = settings.request;
	const answered = await ask(
		{ body: {}, multipart: false, options, target, sends: false, rows: [], patience },
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
		return {
			message:
				credit === undefined
					? `${notSent}, and the answer names none`
					: `${notSent}, and the answer has ${quote(credit)}, which is no plain number`,
			advice: "Run 'Get Credit' to see what the service answers, or remove 'Min Credit'.",
		};
	}
	if (credit >= least) return undefined;
	return {
		message: `The credit is ${credit}, and 'Min Credit' is ${least}, so nothing was sent`,
		advice: "Top up the account, or lower 'Min Credit'.",
	};
}
