import type { IDataObject } from 'n8n-workflow';

import type { Failure } from '../row/failure';
import { pause } from '../../wire/pause';
import type { ReadyContext, RunContext } from '../runContext';
import { deliver } from './deliver';
import { hasFailed } from '../row/result';
import type { Operation } from '../operation';
import { isWhole } from '../row/row';
import type { Row } from '../row/row';

/** A row that is asked for, round after round. */
interface Asked {
	row: Row;
	/** All that it asks for. */
	fields: object;
	/** What of that to ask for in the next round; undefined where nothing is left. */
	open: object | undefined;
	/** Its items so far, where there was an answer. */
	items?: IDataObject[];
	/** Why the last question brought nothing. */
	lastFailure: Failure | undefined;
}

/**
 * Sends the rows that have no end yet; where the user wishes it, asks again for what may still change, until nothing
 * is left or the time is over. Afterwards each row has its result: of one that was answered once, what is known of it.
 * Never throws.
 */
export async function deliverUntilFinal(
	rows: readonly Row[],
	runContext: ReadyContext,
): Promise<void> {
	const { again } = runContext.operation;
	const { untilFinal } = runContext.settings;
	if (again === undefined || untilFinal === undefined) return await deliver(rows, runContext);
	const signal = runContext.context.getExecutionCancelSignal();
	const asked = rows
		.filter((row) => row.result === undefined)
		.filter(isWhole)
		.map((row): Asked => ({ row, fields: row.fields, open: row.fields, lastFailure: undefined }));
	const until = (runContext.memory.ofTry?.began ?? Date.now()) + untilFinal.atMost;
	// Whatever fails later, an answer is there already, which must come out.
	let continueOnFail = runContext.continueOnFail;
	for (let isLast = false; ; continueOnFail = true) {
		const began = Date.now();
		await askOnce(asked, { ...runContext, continueOnFail, failed: false }, again);
		const isOver = isLast || Date.now() >= until || signal?.aborted === true;
		if (isOver || !asked.some(({ open }) => open) || endsRun(asked, runContext)) break;
		const next = Math.min(began + untilFinal.every, until);
		isLast = next === until;
		await pause(next - Date.now(), signal);
		if (signal?.aborted) break;
	}
	for (const one of asked) sayMissed(one);
}

/** One round: a question for all that is open, and what its answers change. */
async function askOnce(
	asked: readonly Asked[],
	runContext: ReadyContext,
	again: NonNullable<Operation['again']>,
): Promise<void> {
	const round = asked.flatMap((one) =>
		one.open === undefined
			? []
			: [{ one, question: { ...one.row, fields: one.open, result: undefined } as Row }],
	);
	const questions = round.map(({ question }) => question);
	await deliver(questions, runContext);
	for (const { one, question } of round) {
		const { result } = question;
		if (result === undefined) continue;
		if (hasFailed(result)) {
			one.lastFailure = result.failure;
			if (!mayPass(result.failure, one.items !== undefined)) one.open = undefined;
			if (one.items === undefined) one.row.result = result;
			continue;
		}
		one.lastFailure = undefined;
		one.items = one.items === undefined ? result.items : again.renew(one.items, result.items);
		one.open = again.open(one.fields, one.items);
		one.row.result = { ...result, items: one.items };
	}
}

/** Whether the next question may be answered: not where the service refused this one, or was never reached. */
function mayPass({ outcome, httpStatus }: Failure, wasAnswered: boolean): boolean {
	if (outcome !== 'rejected' || httpStatus === 429) return true;
	return httpStatus === undefined && wasAnswered;
}

/** Whether the run ends with an error whatever comes of the next question. */
function endsRun(asked: readonly Asked[], { continueOnFail }: RunContext): boolean {
	return (
		!continueOnFail && asked.some(({ items, open }) => items === undefined && open === undefined)
	);
}

/** Says of statuses that may be older than the others, because the last question for them failed. */
function sayMissed({ row, items, lastFailure }: Asked): void {
	if (items === undefined || lastFailure === undefined) return;
	const warnings = [`This is the last known status: asking again failed (${lastFailure.message})`];
	const marked = items.map((item) => (item.final === true ? item : { ...item, warnings }));
	row.result = { outcome: 'accepted', items: marked };
}
