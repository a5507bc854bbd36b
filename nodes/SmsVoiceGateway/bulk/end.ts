import type { Run } from '../dispatch/run';
import { hasFailed, isToBeRemembered, standing } from '../dispatch/settled';
import type { Settled } from '../dispatch/settled';
import type { Row } from './row';

/** Gives each row its own end, from that of its batch. No row is left to wait. */
export function end(rows: Row[], run: Run, settled: Settled): [] {
	if (hasFailed(settled)) {
		const { outcome, failure } = settled;
		for (const row of rows) {
			const destination = row.message?.destination;
			const own = {
				outcome,
				failure: { ...failure, ...(destination === undefined ? {} : { destination }) },
			};
			row.end = standing(run.memory.get(row.id), own);
		}
	} else {
		const { outcome, items } = settled;
		rows.forEach((row, index) => {
			const item = items[index];
			row.end = { outcome, items: item === undefined ? [] : [item] };
			// The text of a message that has left is not needed any more; 100,000 of them are worth letting go.
			row.message = undefined;
		});
	}
	if (!isToBeRemembered(settled)) return [];
	for (const { id, end: ended } of rows) if (ended !== undefined) run.memory.set(id, ended);
	return [];
}
