import { isBlank } from '../values/inputProblem';
import type { RunContext } from '../engine/runContext';

/** What a sheet or a table fills in by itself: Google Sheets' place of a row, and what n8n's data tables keep of each. */
const FILLED_IN = new Set(['row_number', 'id', 'createdAt', 'updatedAt']);

/**
 * Whether an item is an empty row: it has no number, nothing stands in its columns but what a sheet fills in by itself (a
 * box without a tick, a zero), and no expression of the text gave anything, as from an earlier node.
 */
export function emptyItems({ inputs }: RunContext): (item: number) => boolean {
	const to = inputs.template('destination');
	const message = inputs.template('message');
	const isUnfilled = (value: unknown) => isBlank(value) || value === false || value === 0;
	return (item) => {
		const columns = Object.entries(inputs.jsonOf(item));
		if (columns.some(([name, value]) => !FILLED_IN.has(name) && !isUnfilled(value))) return false;
		try {
			return isBlank(to.valueFor(item)) && message.readFor(item).gave.every(isBlank);
		} catch {
			// Somebody has to look at it.
			return false;
		}
	};
}
