import type { Run } from '../dispatch/run';
import { hasFailed, isToBeRemembered } from '../dispatch/settled';
import type { Settled } from '../dispatch/settled';
import type { Row } from './row';

/** Gives each row its own end, from that of its batch. No row is left to wait. */
export function end(rows: Row[], run: Run, settled: Settled): [] {
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
