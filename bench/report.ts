import { CASES, NOTHING, OTHER, RATIOS } from './cases.ts';
import { chart, type Series } from './chart.ts';

/** What came out of one run of a case: its time and n8n's processor time (ms), or the most memory that n8n had meanwhile. */
export type Measured = { title: string; rows: number; ms?: number; cpu?: number; peak?: number };

const middle = (list: number[]) =>
	list.sort((one, other) => one - other)[Math.floor(list.length / 2)] ?? NaN;
const of = (results: Measured[], title: string) => results.filter((one) => one.title === title);
const msOf = (results: Measured[], title: string, rows: number, figure: 'ms' | 'cpu' = 'ms') =>
	middle(of(results, title).flatMap((one) => (one.rows === rows && one[figure]) || []));
const countsIn = (results: Measured[]) =>
	Array.from(new Set(results.flatMap(({ rows, ms }) => (ms ? rows : []))));
const megabytes = (bytes: number) => `${Math.round(bytes / 1e6)} MB`;
const rowCount = (rows: number) => `${rows.toLocaleString('en')} rows`;
const duration = (ms: number) =>
	ms < 1000 ? `${Number(ms.toPrecision(3))} ms` : `${Number((ms / 1000).toPrecision(3))} s`;

/** A Markdown table whose columns line up in a terminal as well. */
function table(rows: string[][]): string {
	const longest = (column: number) => Math.max(...rows.map((row) => row[column]?.length ?? 0));
	const widths = rows[0]?.map((_, at) => longest(at)) ?? [];
	const rule = widths.map((wide, at) => (at ? `${'-'.repeat(wide - 1)}:` : '-'.repeat(wide)));
	const lines = [...rows.slice(0, 1), rule, ...rows.slice(1)].map((row) =>
		widths.map((wide, at) => (at ? row[at]?.padStart(wide) : row[at]?.padEnd(wide))),
	);
	return lines.map((cells) => `| ${cells.join(' | ')} |\n`).join('');
}

/**
 * Times by the count of rows and, beside another build's, n8n's processor time and peaks of memory; and below the ratios of
 * all. Each figure is the median of its runs.
 */
export function tables(results: Measured[]): string {
	const isBeside = results.some(({ peak }) => peak);
	const columns = countsIn(results).flatMap((rows) => {
		const time = {
			head: rowCount(rows),
			at: (title: string) => msOf(results, title, rows),
			shown: duration,
		};
		const cpu = {
			head: 'processor',
			at: (title: string) => msOf(results, title, rows, 'cpu'),
			shown: duration,
		};
		return isBeside ? [time, cpu] : [time];
	});
	if (isBeside) {
		const at = (title: string) => middle(of(results, title).flatMap(({ peak = [] }) => peak));
		const above = (title: string) => at(title) - at(NOTHING.title);
		columns.push({ head: 'peak memory', at, shown: megabytes });
		columns.push({ head: 'above No Operation', at: above, shown: megabytes });
	}
	const heads = columns.map(({ head }) => head);
	const titles = [...new Set(results.map(({ title }) => title))];
	const shownOf = (title: string) =>
		columns.map(({ at, shown }) => (isNaN(at(title)) ? '–' : shown(at(title))));
	const lines = titles.map((title) => [title, ...shownOf(title)]);
	const pairs = RATIOS.map((pair) => pair.split('/').map((id) => CASES[id]?.title));
	pairs.push(...titles.map((title) => [title, title + OTHER]));
	const ratios = pairs.flatMap(([one = '', other = '']) => {
		const values = columns.map(({ at }) => at(one) / at(other));
		const shown = values.map((value) => (isNaN(value) ? '–' : `${value.toFixed(2)} ×`));
		return values.every(isNaN) ? [] : [[`${one} ÷ ${other}`, ...shown]];
	});
	return `${table([['Case', ...heads], ...lines])}\n${table([['Ratio', ...heads], ...ratios])}`;
}

/** The time of some cases by the count of rows. */
export function rowsChart(results: Measured[]): string {
	const drawn = Object.values(CASES).filter(({ isDrawn }) => isDrawn);
	const series = drawn.flatMap(({ title, isOurs }): Series[] => {
		const counts = countsIn(of(results, title));
		const points = counts.map((rows): [number, number] => [rows, msOf(results, title, rows)]);
		return points.length > 0 ? [{ label: isOurs ? `this node, ${title}` : title, points }] : [];
	});
	return chart(series, 'Time to send to every row, or to ask for its status', rowCount, duration);
}
