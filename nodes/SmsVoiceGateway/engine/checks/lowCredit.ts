import { InputProblem, quote } from '../../values/inputProblem';
import { readCredit } from '../../service/credit';
import type { Failure } from '../row/failure';
import { CREDIT } from '../../wire/endpoint';
import { targetOf } from '../../wire/target';
import type { RunContext } from '../runContext';
import { runFailureOf } from '../finish/runFailure';
import { failed } from '../row/result';
import { isReady, type CheckedRow } from '../row/row';
import { ask } from '../delivery/send';
import { settle } from '../row/settle';

/** The longest that a dry run waits for the credit, of which only its hint speaks: milliseconds. */
const PATIENCE = 5000;

/**
 * Keeps back the rows that were to be sent, or shown in a dry run, where the account has less credit than the user
 * wants for that, or nobody can tell. Without such a limit the credit is asked only for the hint of a dry run.
 */
export async function refuseLowCredit(
	rows: readonly CheckedRow[],
	runContext: RunContext,
): Promise<readonly CheckedRow[]> {
	const { minCredit } = runContext.settings.limits;
	// Nothing is left to be sent, and no hint will be read.
	if (!rows.some(isReady) && runFailureOf(rows, runContext) !== undefined) return rows;
	if (minCredit === 0) {
		if (isToldOfCredit(rows, runContext)) await readCreditOf(runContext, PATIENCE);
		return rows;
	}
	const isConcerned = (row: CheckedRow) => isReady(row) || isShown(row);
	if (!rows.some(isConcerned)) return rows;
	const failure = await refusalBelow(minCredit, runContext);
	if (failure === undefined) return rows;
	return rows.map((row) => (isConcerned(row) ? settle(row, failed(failure), runContext) : row));
}

/** Whether a row shows what would be sent. */
const isShown = (row: CheckedRow) => !isReady(row) && row.result.outcome === 'dryRun';

/** Whether the run ends with the hint of a dry run, which somebody reads who wants to know what sending would take. */
function isToldOfCredit(rows: readonly CheckedRow[], { overItems, host }: RunContext): boolean {
	if (overItems === undefined || host.isTool) return false;
	return rows.some((row) => isShown(row) && !row.isHeldByTest);
}

/** Asks for the credit, and keeps what is told. Gives why nothing was. */
async function readCreditOf(
	runContext: RunContext,
	patience?: number,
): Promise<Failure | undefined> {
	const { host, login, settings } = runContext;
	const target = targetOf(host.node, CREDIT, login.credentials);
	if (target instanceof InputProblem)
		return { outcome: 'rejected', message: target.message, advice: target.advice };
	const answered = await ask(
		{
			body: {},
			multipart: false,
			options: settings.request,
			target,
			sends: false,
			rows: [],
			patience,
		},
		runContext,
	);
	if (answered.failure !== undefined) return answered.failure;
	runContext.notes.credit = readCredit(answered.response) ?? undefined;
	return undefined;
}

async function refusalBelow(least: number, runContext: RunContext): Promise<Failure | undefined> {
	const failure = await readCreditOf(runContext);
	const notSent = "Nothing was sent, because 'Min Credit' wants the credit to be known first";
	// Whatever became of the question: of the messages nothing has left.
	if (failure !== undefined)
		return { ...failure, outcome: 'rejected', message: `${notSent}: ${failure.message}` };
	const { credit } = runContext.notes;
	if (typeof credit !== 'number') {
		return {
			outcome: 'rejected',
			message:
				credit === undefined
					? `${notSent}, and the answer names none`
					: `${notSent}, and the answer has ${quote(credit)}, which is no plain number`,
			advice: "Run 'Get Credit' to see what the service answers, or remove 'Min Credit'.",
		};
	}
	if (credit >= least) return undefined;
	return {
		outcome: 'rejected',
		message: `The credit is ${credit}, and 'Min Credit' is ${least}, so nothing was sent`,
		advice: "Top up the account, or lower 'Min Credit'.",
	};
}
