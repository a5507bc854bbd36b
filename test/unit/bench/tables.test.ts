import { expect, test } from '@jest/globals';
import { Ratios } from '../../../bench/ratios.ts';
import { table } from '../../../bench/table.ts';
import { delayTable, growthTable, measuredTable, ratioTable } from '../../../bench/tables.ts';
import { KNOWN } from './known.ts';

const ratios = new Ratios(KNOWN);

/** The cells of a table's line that begins with these words. */
const cells = (lines: string[], ...begin: string[]): string[] | undefined =>
	lines
		.map((line) => line.split('|').map((cell) => cell.trim()))
		.map((line) => line.slice(1, -1))
		.find((line) => begin.every((text, column) => line[column] === text));

test('the ratios are those of the times, the middle one where there are several', () => {
	const lines = ratioTable(ratios);
	const head = ['1,000 rows', '10,000 rows', '100,000 rows', 'At most'];
	expect(cells(lines, 'Ratio')?.slice(1)).toEqual(head);
	expect(cells(lines, 'Edit Fields ÷ Send Bulk')?.slice(1)).toEqual(['0.5 ×', '0.667 ×', '–', '–']);
	expect(cells(lines, 'HTTP Request ÷ Send Bulk')?.slice(1)).toEqual(['50 ×', '–', '–', '–']);
});

test.each([
	['Send ÷ HTTP Request', '0.8 ×, ABOVE', '–', '–', '0.7 × at 1,000 and 10,000'],
	["Send ÷ n8n's request helper", '1.6 ×, ABOVE', '–', '–', '1.25 × at 1,000 and 10,000'],
	['Send, a row ÷ a row of a tenth of them', '–', '1.06 ×', '1 ×', '1.2 × at 100,000'],
	['Send, peak memory for each row', '–', '2,222 B', '4,000 B, ABOVE', '3,000 B at 100,000'],
	['Send, memory kept of each row', '–', '–', '450 B', '3,000 B at 100,000'],
	['Send, 20 in parallel ÷ waiting 50 ms for each answer', '1.1 ×', '–', '–', '1.3 × at 1,000'],
	['Send, one text ÷ plain Node', '–', '3 ×', '–', '3 × at 10,000'],
	['Get Status ÷ plain Node', '–', '–', '–', '3 × at 10,000'],
	['Send Bulk ÷ plain Node', '2 ×', '1.5 ×', '2.6 ×, ABOVE', '2.5 × at 100,000'],
])('%s stands beside what it may be, and says where it is above', (title, ...figures) => {
	expect(cells(ratioTable(ratios), title)?.slice(1)).toEqual(figures);
});

test('the memory is that above the pass-through with the same rows', () => {
	const lines = measuredTable(ratios);
	expect(cells(lines, '10,000', 'This node, Send Bulk')).toEqual([
		'10,000',
		'This node, Send Bulk',
		'300 ms',
		'100',
		'20 MB',
	]);
	expect(cells(lines, '10,000', 'Plain Node, bulk requests (the limit)')?.slice(4)).toEqual(['–']);
});

test('what failed is not given a time', () => {
	expect(cells(measuredTable(ratios), '10,000', 'HTTP Request node')).toEqual([
		'10,000',
		'HTTP Request node',
		'failed',
		'7,000',
		'–',
	]);
});

test('the time per row shows whether it grows with the rows, and the memory by how much', () => {
	expect(cells(growthTable(ratios), 'This node, Send Bulk')?.slice(1)).toEqual([
		'0.04 ms',
		'0.03 ms',
		'0.026 ms',
		'0.65 ×',
		'2,000 B',
	]);
});

test('slow answers have a table of their own', () => {
	const lines = delayTable(ratios);
	expect(lines).toHaveLength(5);
	expect(cells(lines, '1,000', 'This node, Send Bulk, 5 in parallel')?.slice(2)).toEqual([
		'150 ms',
		'10',
		'0.25 ×',
	]);
});

test('every line of a table is equally long', () => {
	const lines = table(
		['Case', 'Time'],
		[
			['short', '1 ms'],
			['a longer one', '1,000,000 ms'],
		],
	);
	expect(new Set(lines.map((line) => line.length)).size).toBe(1);
	expect(lines[1]).toMatch(/^\| -+ \| -+: \|$/);
});
