import { expect, test } from '@jest/globals';
import { rowsChart, tables, type Measured } from '../../../bench/report.ts';

const timed = (title: string, rows: number, ...times: number[]): Measured[] =>
	times.map((ms) => ({ title, rows, ms }));
const RESULTS = [
	...timed('Send Bulk', 1_000, 90, 30, 40),
	...timed("n8n's helper, bulk", 1_000, 20),
	...timed('Send Bulk', 10_000, 300),
	...timed('Send Bulk, other build', 10_000, 400),
	{ title: 'No Operation', rows: 10_000, peak: 500e6 },
	{ title: 'Send Bulk', rows: 10_000, peak: 520e6 },
	{ title: 'Send Bulk, other build', rows: 10_000, peak: 540e6 },
];

/** The cells of the line that begins so, behind its title. */
const cells = (title: string) =>
	tables(RESULTS)
		.split('\n')
		.map((line) => line.split('|').map((cell) => cell.trim()))
		.find((line) => line[1] === title)
		?.slice(2, -1);

test.each([
	['Case', ['1,000 rows', '10,000 rows', 'peak memory', 'above No Operation']],
	['Send Bulk', ['40 ms', '300 ms', '520 MB', '20 MB']],
	["Send Bulk ÷ n8n's helper, bulk", ['2.00 ×', '–', '–', '–']],
	['Send Bulk ÷ Send Bulk, other build', ['–', '0.75 ×', '0.96 ×', '0.50 ×']],
	['Keyed bulk ÷ Send Bulk', undefined],
])('the line %s, the middle run of several', (title, expected) => {
	expect(cells(title)).toEqual(expected);
});

test('ten times the rows, or the time, is the same way everywhere on the chart', () => {
	const decades = [...timed('Send', 1_000, 10), ...timed('Send', 10_000, 100)];
	const svg = rowsChart([...decades, ...timed('Get Status', 10_000, 1_000)]);
	const points = [...svg.matchAll(/cx="([\d.]+)" cy="([\d.]+)"/g)].map(([, x, y]) => [x, y]);
	expect(points).toEqual([
		['570', '56'],
		['84', '400'],
		['570', '228'],
	]);
	expect(svg).toContain('prefers-color-scheme:dark');
	expect(svg).toContain('>this node, Get Status</text>');
});
