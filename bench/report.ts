import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { BATCH_SIZE } from './cases.ts';
import { rowsChart } from './rows-chart.ts';
import { machine, type Machine } from './machine.ts';
import type { Measured } from './measured.ts';
import { DELAY_MS, REPEATED_UP_TO, WARM_UP_ROWS } from './plan.ts';
import { Ratios } from './ratios.ts';
import { whole } from './table.ts';
import { delayTable, growthTable, measuredTable, ratioTable } from './tables.ts';

/** Writes the results into the folder, and gives them as lines for the terminal. */
export function report(results: Measured[], out: string): string[] {
	const where = machine();
	const lines = markdown(results, where);
	mkdirSync(out, { recursive: true });
	const write = (name: string, text: string) => writeFileSync(join(out, name), `${text}\n`);
	write('results.json', JSON.stringify({ ...where, results }, null, 2));
	write('results.md', lines.join('\n'));
	write('rows.svg', rowsChart(results));
	return ['', ...lines, '', `Written to ${out}/: results.md, results.json, rows.svg`];
}

export function markdown(results: Measured[], where: Machine): string[] {
	const ratios = new Ratios(results);
	const slow = results.some(({ delayMs }) => delayMs > 0);
	const problems = results.flatMap(({ title, rows, problem }) =>
		problem === undefined ? [] : [`- ${title}, ${rows} rows, failed: ${problem}`],
	);
	return [
		`n8n ${where.n8n} on Node ${where.node}; ${where.cores} cores (${where.processor}), ${where.memoryGB} GB; ${where.date}. The stand-in for the service ran on the same machine, in a process of its own, and answered at once.`,
		'',
		...measuredTable(ratios),
		'',
		...problems,
		...(problems.length > 0 ? [''] : []),
		...ratioTable(ratios),
		'',
		...growthTable(ratios),
		'',
		...(slow ? [`Every answer ${DELAY_MS} ms later:`, '', ...delayTable(ratios), ''] : []),
		...NOTES.map((note) => `- ${note}`),
	];
}

const NOTES = [
	`Time is n8n's own of that one node (\`executionTime\`), without reading the file and without storing the execution. For plain Node it is that of the loop that builds the bodies, posts them one after the other over one connection and reads the answers. What shares requests puts at most ${BATCH_SIZE} rows into one, here and there.`,
	`Up to ${whole(REPEATED_UP_TO.single)} rows, and up to ${whole(REPEATED_UP_TO.shared)} where rows share requests and the answers came at once, each case ran three times in one process, and the middle one counts; with more it ran once, in an n8n or a plain Node that had just been started. With slow answers all cases had one n8n.`,
	`Each had sent ${WARM_UP_ROWS} rows before, so that loading and compiling are not counted with the rows.`,
	"n8n's request helper is a bare custom operation (`bench/helper/`): `helpers.httpRequest` for one row after the other, with the two expressions of each row evaluated by n8n, and once with the columns put into the text by that node itself.",
	'Edit Fields works out the same number and text of every row and sends nothing: what n8n takes where it evaluates the two expressions row by row.',
	"Memory is the peak of the n8n process (resident set) from the start of the execution until the node ended, in an n8n started for this case alone, less that of the same with a No Operation node in the sender's place. It holds garbage that n8n had no need to collect yet, and varies by some 10 MB. `results.json` has the peak with the storing of the execution as well. The memory per row is the difference between the fewest rows and the most.",
	"Memory kept is n8n's heap right after V8 had collected all garbage: by how much it grew from the first such moment of a run to the last, for each row of the time between. V8 does that now and then by itself; short runs have no two such moments.",
	'HTTP Request had its default options, with which it starts the requests of all rows at once; its speed where answers are slow comes from that.',
	'What arrived was looked for at the stand-in: each row once, with its own text or, with Get Status, its own id.',
];
