import type { IExecuteFunctions } from 'n8n-workflow';

import { keysUnavailable, notSent } from '../dispatch/ownFailures';
import type { Run } from '../dispatch/run';
import { send } from '../dispatch/send';
import { hasFailed, isToBeRemembered } from '../dispatch/settled';
import type { Settled } from '../dispatch/settled';
import { batchesOf } from '../lib/batches';
import type { BulkMessage } from '../lib/wire';
import { duplicateOf } from './duplicate';
import type { ToRequest } from './request';
import type { Row } from './row';
import type { Settings } from './settings';
import type { UniqueKeys } from './uniqueKeys';

/** What the batches of one try have in common. */
export interface Course {
	context: IExecuteFunctions;
	run: Run;
	settings: Settings;
	/** Whether a failure lets the others leave all the same. */
	goesOn: boolean;
	/** Set by the first failure in stop mode: nothing is sent any more. */
	stopped: boolean;
	keys?: UniqueKeys;
	toRequest: ToRequest;
}

/** Sends rows in batches, in order. Afterwards each of them has its end. Never throws. */
export async function deliver(rows: Row[], course: Course): Promise<void> {
	for (let waiting = rows; waiting.length > 0;) {
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
	if (course.stopped && !course.goesOn) return end(rows, course, notSent('earlierFailed'));
	for (const pace of settings.paces) await pace.next(context.getExecutionCancelSignal());
	if (isCancelled(course)) return end(rows, course, notSent('stopped'));
	const { free, busy } = await claim(rows, course);
	if (free.length === 0) {
		for (const pace of settings.paces) pace.giveBack();
		return busy;
	}
	if (isCancelled(course)) {
		end(free, course, notSent('stopped'));
		await release(free, course);
		return busy;
	}
	const batch = ++course.run.batches;
	const messages = free.map(({ message }) => message as BulkMessage);
	const settled = await send(context, course.toRequest(messages, batch));
	if (hasFailed(settled)) course.stopped = true;
	end(free, course, settled);
	if (isToBeRemembered(settled))
		free.forEach(({ key }) => key !== undefined && course.keys?.keep(key));
	else await release(free, course);
	return busy;
}

function isCancelled({ context }: Course): boolean {
	return context.getExecutionCancelSignal()?.aborted === true;
}

/** Gives each row its own end, from that of its batch. Nothing has to wait any more. */
function end(rows: Row[], { run }: Course, settled: Settled): [] {
	const remember = isToBeRemembered(settled);
	rows.forEach((row, index) => {
		row.end = hasFailed(settled)
			? { ...settled, failure: { ...settled.failure, ...destinationOf(row) } }
			: { outcome: settled.outcome, items: settled.items.slice(index, index + 1) };
		if (remember) run.memory.set(row.id, row.end);
	});
	return [];
}

const destinationOf = ({ message }: Row) =>
	message === undefined ? {} : { destination: message.destination };

/** The rows of a batch that may leave; those whose key was used before are given their end. */
async function claim(rows: Row[], course: Course): Promise<{ free: Row[]; busy: Row[] }> {
	const { keys } = course;
	if (keys === undefined) return { free: rows, busy: [] };
	const first = new Map<string | undefined, Row>();
	for (const row of rows) if (!first.has(row.key)) first.set(row.key, row);
	try {
		const claimed = await keys.claim([...first.keys()].map(String));
		const free: Row[] = [];
		const busy: Row[] = [];
		for (const row of rows) {
			const key = String(row.key);
			if (claimed.free.has(key)) (first.get(row.key) === row ? free : busy).push(row);
			else if (claimed.busy.has(key)) busy.push(row);
			else row.end = duplicateOf(row);
		}
		return { free, busy };
	} catch (error) {
		course.stopped = true;
		end(rows, course, keysUnavailable(error));
		return { free: [], busy: [] };
	}
}

/** Frees the keys of rows that were not sent. */
async function release(rows: Row[], { keys, context }: Course): Promise<void> {
	if (keys === undefined) return;
	try {
		await keys.release(rows.flatMap(({ key }) => key ?? []));
	} catch (error) {
		const said = error instanceof Error ? error.message : String(error);
		for (const { end: ended } of rows) {
			if (ended === undefined || !hasFailed(ended)) continue;
			ended.failure.advice += ` Its unique key could not be freed (${said}): give the row another one before you send it again.`;
		}
		context.logger.warn(`Unique keys could not be freed: ${said}`);
	}
}
