import { notSent } from '../dispatch/ownFailures';
import { send } from '../dispatch/send';
import { hasFailed, isToBeRemembered } from '../dispatch/settled';
import { batchesOf } from '../lib/batches';
import type { BulkMessage } from '../lib/wire';
import { claim, release } from './claim';
import type { Course } from './course';
import { end } from './end';
import type { Row } from './row';

/** Sends rows in batches, in order. Afterwards each of them has its end. Never throws. */
export async function deliver(rows: Row[], course: Course): Promise<void> {
	let waiting = rows;
	while (waiting.length > 0) {
		const later: Row[] = [];
		const batches = batchesOf(waiting, course.settings.batchSize);
		let next = 0;
		const lane = async () => {
			for (let batch = batches[next++]; batch !== undefined; batch = batches[next++]) {
				later.push(...(await sendBatch(batch, course)));
			}
		};
		await Promise.all(Array.from({ length: course.settings.parallel }, lane));
		waiting = later;
	}
}

/** Sends one batch when its turn has come; returns the rows that must wait for another row with their key. */
async function sendBatch(rows: Row[], course: Course): Promise<Row[]> {
	const { context, settings } = course;
	let hindrance = hindranceOf(course);
	const turns: number[] = [];
	if (hindrance === undefined) {
		for (const pace of settings.paces) {
			turns.push(await pace.next(context.getExecutionCancelSignal()));
		}
		hindrance = hindranceOf(course);
	}
	if (hindrance !== undefined) return end(rows, course.run, notSent(hindrance));
	const { free, busy } = await claim(rows, course);
	if (free.length === 0) {
		settings.paces.forEach((pace, index) => pace.giveBack(turns[index] ?? NaN));
		return busy;
	}
	hindrance = hindranceOf(course);
	if (hindrance !== undefined) {
		end(free, course.run, notSent(hindrance));
		await release(free, course);
		return busy;
	}
	settings.paces.forEach((pace, index) => pace.leave(turns[index] ?? NaN));
	const batch = ++course.run.batches;
	const messages = free.map(({ message }) => message as BulkMessage);
	const settled = await send(context, course.toRequest(messages, batch, free[0]?.request));
	if (hasFailed(settled)) course.stopped = true;
	end(free, course.run, settled);
	if (isToBeRemembered(settled)) course.keys?.keep(free.flatMap(({ key }) => key ?? []));
	else await release(free, course);
	return busy;
}

/** Why nothing may leave any more; it may come up during any wait. */
function hindranceOf({
	context,
	stopped,
	goesOn,
}: Course): 'stopped' | 'earlierFailed' | undefined {
	if (context.getExecutionCancelSignal()?.aborted) return 'stopped';
	return stopped && !goesOn ? 'earlierFailed' : undefined;
}
