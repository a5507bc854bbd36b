import { expect, test } from '@jest/globals';
import { chart } from '../../../bench/chart.ts';
import { rowsChart } from '../../../bench/rows-chart.ts';
import { KNOWN } from './known.ts';

const svg = rowsChart(KNOWN);

/** The elements of the text in order, where every one is closed as XML wants it; throws where one is not. */
function elements(text: string): string[] {
	const open: string[] = [];
	const all: string[] = [];
	const rest = text.replace(
		/<(\/?)([a-z]+)((?: [a-zA-Z0-9-]+="[^"<&]*(?:&(?:amp|lt|gt|quot);[^"<&]*)*")*) *(\/?)>/g,
		(_tag, closing: string, name: string, _attributes: string, single: string) => {
			if (closing === '') all.push(name);
			if (closing !== '' && open.pop() !== name) throw new Error(`</${name}> closes nothing`);
			if (closing === '' && single === '') open.push(name);
			return '';
		},
	);
	if (open.length > 0) throw new Error(`not closed: ${open.join(', ')}`);
	if (/[<>]|&(?!amp;|lt;|gt;|quot;)/.test(rest)) throw new Error(`not well-formed: ${rest}`);
	return all;
}

const attributes = (name: string): Array<[number, number]> =>
	[...svg.matchAll(new RegExp(`class="${name}" cx="([\\d.]+)" cy="([\\d.]+)"`, 'g'))].map(
		([, x, y]) => [Number(x), Number(y)],
	);

test('it is well-formed SVG with a line for each case and a point for each time', () => {
	const all = elements(svg);
	expect(all[0]).toBe('svg');
	expect(all.filter((name) => name === 'polyline')).toHaveLength(7);
	expect(all.filter((name) => name === 'circle')).toHaveLength(14);
});

test('a text with signs of XML in it stays well-formed', () => {
	const text = { title: 'a < b & "c"', x: 'x', y: 'y', tick: String };
	const series = [{ label: '<&>', colour: 'blue' as const, points: [{ x: 10, y: 10 }] }];
	expect(elements(chart(series, text))).toContain('circle');
});

test('ten times the rows or the time is the same way everywhere', () => {
	const [first, second] = attributes('green');
	const [bulkFirst, bulkSecond] = attributes('blue');
	expect((second?.[0] ?? 0) - (first?.[0] ?? 0)).toBe(
		(bulkSecond?.[0] ?? 0) - (bulkFirst?.[0] ?? 0),
	);
	const [limitFirst, limitSecond] = attributes('grey');
	const decade = (limitFirst?.[1] ?? 0) - (limitSecond?.[1] ?? 0);
	expect(decade).toBeGreaterThan(0);
	// Send's 17,000 ms and Send Bulk's 300 ms lie log10(17000 / 300) powers of ten apart.
	expect((bulkSecond?.[1] ?? 0) - (second?.[1] ?? 0)).toBeCloseTo(
		decade * Math.log10(17_000 / 300),
		0,
	);
});

test('a case that failed says so', () => {
	expect(svg).toContain('HTTP Request node (failed: 10,000)');
});

test('it has colours for both themes', () => {
	expect(svg).toContain('prefers-color-scheme:dark');
});
