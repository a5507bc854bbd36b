import { keysUnavailable } from '../dispatch/ownFailures';
import { hasFailed } from '../dispatch/settled';
import type { Course } from './course';
import { duplicateOf } from './duplicate';
import { end } from './end';
import type { Row } from './row';

/** The rows of a batch that may leave; those whose key was used before are given their end. */
export async function claim(rows: Row[], course: Course): Promise<{ free: Row[]; busy: Row[] }> {
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
		end(rows, course.run, keysUnavailable(error));
		return { free: [], busy: [] };
	}
}

/** Frees the keys of rows that were not sent. */
export async function release(rows: Row[], { keys, context }: Course): Promise<void> {
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
