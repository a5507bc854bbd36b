import type { CaseId } from './cases.ts';
import { chart, type Series } from './chart.ts';
import { timeOf, type Measured } from './measured.ts';
import { time } from './table.ts';

const LINES: Array<{ id: CaseId; label: string; colour: Series['colour'] }> = [
	{ id: 'send', label: 'this node, Send', colour: 'green' },
	{ id: 'httpRequest', label: 'HTTP Request node', colour: 'orange' },
	{ id: 'bulk', label: 'this node, Send Bulk', colour: 'blue' },
	{ id: 'group', label: 'this node, Send, one text', colour: 'teal' },
	{ id: 'status', label: 'this node, Get Status', colour: 'pink' },
	{ id: 'fields', label: 'Edit Fields, no request', colour: 'violet' },
	{ id: 'limit', label: 'plain Node, bulk', colour: 'grey' },
];

/** The time of each case by the count of rows, without delay. */
export function rowsChart(results: Measured[]): string {
	const series = LINES.map(({ id, label, colour }) => {
		const ours = results.filter((one) => one.id === id && one.delayMs === 0);
		const points = ours.flatMap((one) => {
			const ms = timeOf(one);
			return ms === undefined ? [] : [{ x: one.rows, y: Math.max(ms, 1) }];
		});
		const failed = ours.find(({ problem }) => problem !== undefined);
		const note = failed === undefined ? '' : ` (failed: ${failed.rows.toLocaleString('en')})`;
		return { label: label + note, colour, points };
	});
	return chart(series, {
		title: 'Time to send to every row, or to ask for its status',
		x: 'rows',
		y: "node's time, logarithmic",
		tick: time,
	});
}
