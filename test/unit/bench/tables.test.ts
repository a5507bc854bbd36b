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
	expect(cells(lines, 'Times as long')?.slice(1)).toEqual(['1,000 rows', '10,000 rows']);
	expect(cells(lines, 'Send Bulk ÷ plain Node')?.slice(1)).toEqual(['2 ×', '1.5 ×']);
	expect(cells(lines, 'HTTP Request ÷ Send Bulk')?.slice(1)).toEqual(['50 ×', '–']);
	expect(cells(lines, 'Send ÷ HTTP Request')?.slice(1)).toEqual(['0.8 ×', '–']);
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
		'0.75 ×',
		'1,111 B',
	]);
});

test('slow answers have a table of their own', () => {
	const lines = delayTable(ratios);
	expect(lines).toHaveLength(4);
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
