import { CASES, type CaseId } from './cases.ts';
import { timeOf, type Measured } from './measured.ts';
import type { Ratios } from './ratios.ts';
import { digits, NONE, ratio, table, time, whole } from './table.ts';

const TIMED: CaseId[] = ['limit', 'fields', 'bulk', 'send', 'httpRequest'];

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

/** The ratios that the package is judged by, for each count of rows. */
export function ratioTable(ratios: Ratios): string[] {
	const counts = countsOf(ratios.results);
	const of = (title: string, one: CaseId, other: CaseId) => [
		title,
		...counts.map((rows) => ratio(ratios.time(ratios.find(one, rows), ratios.find(other, rows)))),
	];
	return table(
		['Times as long', ...counts.map((rows) => `${whole(rows)} rows`)],
		[
			of('Send Bulk ÷ plain Node', 'bulk', 'limit'),
			of('Edit Fields ÷ Send Bulk', 'fields', 'bulk'),
			of('HTTP Request ÷ Send Bulk', 'httpRequest', 'bulk'),
			of('Send ÷ HTTP Request', 'send', 'httpRequest'),
		],
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
		const bytes = ratios.bytesPerRow(id, counts[0], counts.at(-1));
		return [
			CASES[id].title,
			...perRow.map((ms) => unit(digits(ms), 'ms')),
			ratio(growth),
			unit(whole(bytes), 'B'),
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

const unit = (value: string, name: string): string => (value === NONE ? NONE : `${value} ${name}`);
