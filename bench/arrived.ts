import { ERRANDS, type Arrival, type Errand } from './errands.ts';
import type { Row } from './rows.ts';

/** What is wrong with what arrived; undefined where everything did for each row, once. */
export function wrongWith(
	arrived: Arrival[],
	rows: Row[],
	errand: Errand | undefined,
): string | undefined {
	const due = errand === undefined ? [] : rows.map(ERRANDS[errand].due);
	const problems: string[] = [];
	const what = errand === 'ids' ? 'ids were asked for' : 'messages arrived';
	if (arrived.length !== due.length)
		problems.push(`${arrived.length} ${what} instead of ${due.length}`);
	const byKey = new Map(arrived);
	const twice = arrived.length - byKey.size;
	if (twice > 0) problems.push(`${twice} of them twice`);
	const wrong = due.filter(([key, text]) => byKey.get(key) !== text);
	if (wrong.length > 0)
		problems.push(`${wrong.length} rows missing or changed, the first ${JSON.stringify(wrong[0])}`);
	return problems.length === 0 ? undefined : problems.join('; ');
}
