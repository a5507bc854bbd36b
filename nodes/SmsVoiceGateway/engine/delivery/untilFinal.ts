import type { IDataObject } from 'n8n-workflow';

import { pause } from '../../wire/pause';
import type { ReadyContext, RunContext } from '../runContext';
import { deliver } from './deliver';
import { hasFailed, type Failed, type Result } from '../row/result';
import type { Operation } from '../operation';
import { isReady, type Row } from '../row/row';
import { give } from '../row/settle';

/** A row that is polled for, round after round. */
interface Polled {
	row: Row;
	/** What of it to ask for in the next round; undefined where nothing is left. */
	open: object | undefined;
	/** How the last question for it ended. */
	last?: Result | undefined;
	/** Its items, where there was an answer. */
	items?: IDataObject[];
}

/**
 * Sends the rows that have no result yet; where the user wishes it, asks again for what may still change, until nothing
 * is left or the time is over. Gives each row its result: of one that was answered once, what is known of it.
 * Never throws.
 */
export async function deliverUntilFinal(
	rows: readonly Row[],
	runContext: ReadyContext,
): Promise<void> {
	const { again } = runContext.operation;
	const { waitUntilFinal: untilFinal } = runContext.settings;
	if (again === undefined || untilFinal === undefined) return await deliver(rows, runContext);
	const signal = runContext.context.getExecutionCancelSignal();
	const polled = rows.filter(isReady).map((row): Polled => ({ row, open: row.fields }));
	const until = (runContext.memory.ofTry?.began ?? Date.now()) + untilFinal.atMost;
	// Whatever fails later, an answer is there already, which must come out.
	let continueOnFail = runContext.continueOnFail;
	for (; ; continueOnFail = true) {
		const began = Date.now();
		await askOnce(polled, { ...runContext, continueOnFail }, again);
		if (Date.now() >= until || !polled.some(({ open }) => open) || endsRun(polled, runContext))
			break;
		const next = Math.min(began + untilFinal.every, until);
		if (await pause(next - Date.now(), signal)) break;
	}
	for (const one of polled) {
		const result = endOf(one);
		if (result !== undefined) give(one.row, result);
	}
}

/** One round: a question for all that is open, and what its answers change. */
async function askOnce(
	polled: readonly Polled[],
	runContext: ReadyContext,
	again: NonNullable<Operation['again']>,
): Promise<void> {
	const open = polled.filter((one) => one.open !== undefined);
	const questions = open.map(({ row, open: fields = {} }): Row => ({ ...row, fields }));
	await deliver(questions, runContext);
	open.forEach((one, index) => {
		const result = questions[index]?.result;
		if (result === undefined) return;
		one.last = result;
		if (hasFailed(result)) {
			if (!mayPass(result, one.items !== undefined)) one.open = undefined;
			return;
		}
		one.items = one.items === undefined ? result.items : again.renew(one.items, result.items);
		one.open = again.open(one.row.fields, one.items);
	});
}

/** Whether the next question may be answered: not where the service refused this one, or was never reached. */
function mayPass({ outcome, failure: { httpStatus } }: Failed, wasAnswered: boolean): boolean {
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
function endOf({ last, items }: Polled): Result | undefined {
	if (last === undefined || items === undefined) return last;
	if (!hasFailed(last)) return { ...last, items };
	const warning = `This is the last known status: asking again failed (${last.failure.message})`;
	// What is held has a warning of its own, and is not asked for again.
	const marked = items.map((item) =>
		item.final === true || item.warnings !== undefined ? item : { ...item, warnings: [warning] },
	);
	return { outcome: 'accepted', items: marked, ids: [] };
}
