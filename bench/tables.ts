import { figures } from './asked.ts';
import { CASES, type CaseId } from './cases.ts';
import { timeOf, type Measured } from './measured.ts';
import type { Ratios } from './ratios.ts';
import { bytes, digits, NONE, ratio, table, time, unit, whole } from './table.ts';

const TIMED = (Object.keys(CASES) as CaseId[]).filter((id) => id !== 'pass');

const countsOf = (results: Measured[]): number[] => [
	...new Set(results.filter(({ delayMs }) => delayMs === 0).map(({ rows }) => rows)),
];

const timeOrFailure = (one: Measured): string =>
	one.problem === undefined ? time(timeOf(one)) : 'failed';

/** What was measured without delay. */
export function measuredTable(ratios: Ratios): string[] {
	const plain = ratios.results.filter(({ id, delayMs }) => delayMs === 0 && id !== 'pass');
	return table(
		['Rows', 'Case', 'Time', 'Requests', 'Memory above No Operation'],
		plain.map((one) => [
			whole(one.rows),
			one.title,
			timeOrFailure(one),
			whole(one.requests),
			unit(whole(ratios.extraMegabytes(one)), 'MB'),
		]),
		2,
	);
}

/** What the package is judged by, for each count of rows. A figure above what it may be says so. */
export function ratioTable(ratios: Ratios): string[] {
	const counts = countsOf(ratios.results);
	return table(
		['Ratio', ...counts.map((rows) => `${whole(rows)} rows`), 'At most'],
		figures(ratios, counts[0]).map(({ title, at, shown, atMost }) => [
			title,
			...counts.map((rows) => {
				const value = at(rows);
				const limit = atMost?.rows.includes(rows) ? atMost.value : Infinity;
				return value !== undefined && value > limit ? `${shown(value)}, ABOVE` : shown(value);
			}),
			atMost === undefined
				? NONE
				: `${shown(atMost.value)} at ${atMost.rows.map(whole).join(' and ')}`,
		]),
	);
}

/**
 * Time per row, which stays the same where the time grows with the rows and no faster; and what every row more takes of
 * memory, from the fewest rows to the most.
 */
export function growthTable(ratios: Ratios): string[] {
	const counts = countsOf(ratios.results);
	const rows = TIMED.map((id) => {
		const perRow = counts.map((count) => ratios.perRowMs(ratios.find(id, count)));
		const [first, last] = [perRow[0], perRow.at(-1)];
		const growth = first === undefined || last === undefined ? undefined : last / first;
		return [
			CASES[id].title,
			...perRow.map((ms) => unit(digits(ms), 'ms')),
			ratio(growth),
			bytes(ratios.bytesPerRow(id, counts[0], counts.at(-1))),
		];
	});
	const head = counts.map((count) => `${whole(count)} rows`);
	return table(['Time per row', ...head, 'last ÷ first', 'Memory per row'], rows);
}

/** What was measured with slow answers. */
export function delayTable(ratios: Ratios): string[] {
	const slow = ratios.results.filter(({ delayMs }) => delayMs > 0);
	return table(
		['Rows', 'Case', 'Time', 'Requests', '÷ plain Node'],
		slow.map((one) => [
			whole(one.rows),
			one.title,
			timeOrFailure(one),
			whole(one.requests),
			ratio(ratios.time(one, ratios.find('limit', one.rows, one.delayMs))),
		]),
		2,
	);
}
