import type { IDataObject } from 'n8n-workflow';

import type { Failure } from '../row/failure';
import { pause } from '../../wire/pause';
import type { ReadyContext, RunContext } from '../runContext';
import { deliver } from './deliver';
import { hasFailed } from '../row/result';
import type { Operation } from '../operation';
import { isReady, type CheckedRow, type DoneRow, type ReadyRow } from '../row/row';

/** A row that is polled for, round after round. */
interface Polled {
	row: ReadyRow;
	/** What of it to ask for in the next round; undefined where nothing is left. */
	open: object | undefined;
	/** How it has ended so far, and its items, where there was an answer. */
	done?: DoneRow;
	items?: IDataObject[];
	/** Why the last question brought nothing. */
	lastFailure: Failure | undefined;
}

/**
 * Sends the rows that have no result yet; where the user wishes it, asks again for what may still change, until nothing
 * is left or the time is over. Gives each row with its result: of one that was answered once, what is known of it.
 * Never throws.
 */
export async function deliverUntilFinal(
	rows: readonly CheckedRow[],
	runContext: ReadyContext,
): Promise<DoneRow[]> {
	const { again } = runContext.operation;
	const { waitUntilFinal: untilFinal } = runContext.settings;
	if (again === undefined || untilFinal === undefined) return await deliver(rows, runContext);
	const signal = runContext.context.getExecutionCancelSignal();
	const polled = new Map(
		rows
			.filter(isReady)
			.map((row): [ReadyRow, Polled] => [row, { row, open: row.fields, lastFailure: undefined }]),
	);
	const all = [...polled.values()];
	const until = (runContext.memory.ofTry?.began ?? Date.now()) + untilFinal.atMost;
	// Whatever fails later, an answer is there already, which must come out.
	let continueOnFail = runContext.continueOnFail;
	for (; ; continueOnFail = true) {
		const began = Date.now();
		await askOnce(all, { ...runContext, continueOnFail }, again);
		if (Date.now() >= until || !all.some(({ open }) => open) || endsRun(all, runContext)) break;
		const next = Math.min(began + untilFinal.every, until);
		if (await pause(next - Date.now(), signal)) break;
	}
	return rows.flatMap((row) => (isReady(row) ? endOf(polled.get(row)) : row));
}

/** One round: a question for all that is open, and what its answers change. */
async function askOnce(
	polled: readonly Polled[],
	runContext: ReadyContext,
	again: NonNullable<Operation['again']>,
): Promise<void> {
	const open = polled.filter((one) => one.open !== undefined);
	const questions = open.map(({ row, open: fields = {} }): ReadyRow => ({ ...row, fields }));
	const answers = await deliver(questions, runContext);
	open.forEach((one, index) => {
		const done = answers[index];
		if (done === undefined) return;
		const { result } = done;
		if (hasFailed(result)) {
			one.lastFailure = result.failure;
			if (!mayPass(result.failure, one.items !== undefined)) one.open = undefined;
			one.done = done;
			return;
		}
		one.lastFailure = undefined;
		one.items = one.items === undefined ? result.items : again.renew(one.items, result.items);
		one.open = again.open(one.row.fields, one.items);
		one.done = { ...done, result: { ...result, items: one.items } };
	});
}

/** Whether the next question may be answered: not where the service refused this one, or was never reached. */
function mayPass({ outcome, httpStatus }: Failure, wasAnswered: boolean): boolean {
	if (outcome !== 'rejected' || httpStatus === 429) return true;
	return httpStatus === undefined && wasAnswered;
}

/** Whether the run ends with an error whatever comes of the next question. */
function endsRun(polled: readonly Polled[], { continueOnFail }: RunContext): boolean {
	return (
		!continueOnFail && polled.some(({ items, open }) => items === undefined && open === undefined)
	);
}

/** A row's end; of statuses that may be older than the others, because the last question for them failed, it says so. */
function endOf({ done, items, lastFailure }: Partial<Polled> = {}): DoneRow[] {
	if (done === undefined) return [];
	if (items === undefined || lastFailure === undefined) return [done];
	const warnings = [`This is the last known status: asking again failed (${lastFailure.message})`];
	const marked = items.map((item) => (item.final === true ? item : { ...item, warnings }));
	return [{ ...done, result: { outcome: 'accepted', items: marked } }];
}
