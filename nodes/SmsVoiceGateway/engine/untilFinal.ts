import type { IDataObject } from 'n8n-workflow';

import { pause } from '../wire/pause';
import type { ReadyContext } from './runContext';
import { deliver } from './deliver';
import { hasFailed, type Failed, type Result } from '../row/result';
import { give, isReady, type Row } from '../row/row';

/** A row that is asked for, in one question or in several: its items, where there was an answer, and how the last one ended. */
interface Polled {
	row: Row;
	parts: readonly object[];
	items?: IDataObject[];
	last?: Result;
	isOver?: boolean;
}

/**
 * Sends the rows that have no result yet; where the user wishes it, asks again for those that may still change, until none is
 * left or the time is over. Gives each row its result: of one that was answered once, what is known of it.
 * Never throws.
 */
export async function deliverUntilFinal(
	rows: readonly Row[],
	runContext: ReadyContext,
): Promise<void> {
	const { operation, settings, memory, context } = runContext;
	const { polling } = operation;
	const { waitUntilFinal: untilFinal = ONCE, speed } = settings;
	if (polling === undefined) return await deliver(rows, runContext);
	const ready = rows
		.filter(isReady)
		.map((row): Polled => ({ row, parts: polling.parts(row.fields, speed.batchSize) }));
	const all = ready.filter(({ parts }) => parts.length > 0);
	for (const { row, parts } of ready)
		if (parts.length === 0) give(row, { outcome: 'accepted', items: polling.unasked(), ids: [] });
	// Then each is asked for once and whole.
	if (settings.waitUntilFinal === undefined && all.every(({ parts }) => parts.length === 1))
		return await deliver(
			all.map(({ row }) => row),
			runContext,
		);
	const until = (memory.ofTry?.began ?? performance.now()) + untilFinal.atMost;
	// Whatever fails later, an answer is there already, which must come out.
	let continueOnFail = runContext.continueOnFail;
	for (let open = all; open.length > 0; continueOnFail = true) {
		const began = performance.now();
		const questions = open.map(({ row, parts }) =>
			parts.map((fields): Row => ({ ...row, fields })),
		);
		await deliver(questions.flat(), { ...runContext, continueOnFail });
		for (const [index, polled] of open.entries())
			noteAnswer(polled, together(questions[index]), polling);
		open = all.filter(({ isOver }) => isOver !== true);
		// Else the run ends with an error whatever comes of the next question.
		const isLost = all.some(({ isOver, items }) => isOver === true && items === undefined);
		const now = performance.now();
		if (now >= until || (isLost && !continueOnFail)) break;
		const next = Math.min(began + untilFinal.every, until);
		if (open.length > 0 && (await pause(next - now, context.getExecutionCancelSignal()))) break;
	}
	for (const polled of all) {
		const result = lastKnown(polled);
		if (result !== undefined) give(polled.row, result);
	}
}

/** Without 'Wait Until Final' each is asked for once. */
const ONCE = { every: 0, atMost: -1 };

/** How a row ended that was asked for in some questions: as the first that failed, or with the items of all. */
function together(questions: readonly Row[] = []): Result | undefined {
	const results = questions.flatMap(({ result }) => result ?? []);
	const [first] = results;
	const failed = results.find(hasFailed);
	if (first === undefined || failed !== undefined || hasFailed(first)) return failed;
	return { ...first, items: results.flatMap((result) => (hasFailed(result) ? [] : result.items)) };
}

/** Takes what the last question for a row came to. */
function noteAnswer(
	polled: Polled,
	result: Result | undefined,
	{ renew, isOver }: NonNullable<ReadyContext['operation']['polling']>,
): void {
	if (result === undefined) return;
	const { items } = polled;
	polled.last = result;
	if (hasFailed(result)) {
		polled.isOver = !mayPass(result, items !== undefined);
		return;
	}
	polled.items = items === undefined ? result.items : renew(items, result.items);
	polled.isOver = isOver(polled.items);
}

/** Whether the next question may be answered: not where the service refused this one, or was never reached. */
function mayPass({ outcome, failure: { httpStatus } }: Failed, wasAnswered: boolean): boolean {
	if (outcome !== 'rejected' || httpStatus === 429) return true;
	return httpStatus === undefined && wasAnswered;
}

/** A row's end; of statuses that may be older than the others, because the last question for them failed, it says so. */
function lastKnown({ last, items }: Polled): Result | undefined {
	if (last === undefined || items === undefined) return last;
	if (!hasFailed(last)) return { ...last, items };
	const warning = `This is the last known status: asking again failed (${last.failure.message})`;
	// What is held has a warning of its own, and is not asked for again.
	const marked = items.map((item) =>
		item.final === true || item.warnings !== undefined ? item : { ...item, warnings: [warning] },
	);
	return { outcome: 'accepted', items: marked, ids: [] };
}
