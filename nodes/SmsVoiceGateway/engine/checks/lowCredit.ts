import { readCredit } from '../../service/credit';
import { InputProblem, quote } from '../../values/inputProblem';
import { CREDIT } from '../../wire/endpoint';
import { targetOf } from '../../wire/target';
import { ask } from '../delivery/send';
import { runFailureOf } from '../finish/runFailure';
import { rejected, type Failure } from '../row/result';
import { isReady, type Row } from '../row/row';
import type { RunContext } from '../runContext';
import { settleAll } from './check';

/** The longest that a dry run waits for the credit, of which only its hint speaks: milliseconds. */
const PATIENCE = 5000;

/**
 * Keeps back the rows that are to be sent, or shown in a dry run, where the account has less credit than the user wants for
 * that, or nobody can tell. Without such a limit the credit is asked only for the hint of a dry run.
 */
export async function refuseLowCredit(rows: readonly Row[], runContext: RunContext): Promise<void> {
	const { settings, overItems, host } = runContext;
	const { minCredit } = settings.limits;
	const open = rows.filter(isReady);
	// Nothing is left to be sent, and no hint will be read.
	if (open.every(({ dryRun }) => dryRun) && runFailureOf(rows, runContext) !== undefined) return;
	if (minCredit > 0 && open.length > 0) {
		const failure = await refusalBelow(minCredit, runContext);
		settleAll(open, failure && rejected(failure), runContext);
	} else if (overItems !== undefined && !host.isTool) {
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
	runContext.notes.credit = readCredit(answered.response) ?? undefined;
	return undefined;
}

async function refusalBelow(least: number, runContext: RunContext): Promise<Failure | undefined> {
	const failure = await readCreditOf(runContext);
	const notSent = "Nothing was sent, because 'Min Credit' wants the credit to be known first";
	// Whatever became of the question: of the messages nothing has left.
	if (failure !== undefined) return { ...failure, message: `${notSent}: ${failure.message}` };
	const { credit } = runContext.notes;
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
