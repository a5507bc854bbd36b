/** `npm run bench`: the node on a real n8n beside n8n's request helper, its HTTP Request node and plain Node. See README.md here. */
import { createHash } from 'node:crypto';
import { cp, mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { CASES, COMPARED, NOTHING, otherBuild, type Case, type Login } from './cases.ts';
import { openQueue, openSingle, startOver, workflowOf, wrongWith, type Place } from './place.ts';
import { rowsChart, tables, type Measured } from './report.ts';
import { ERRANDS, rowsOf } from './rows.ts';

const string = { type: 'string' } as const;
const options = { rows: string, only: string, runs: string, against: string };
const { values: given } = parseArgs({ options });
const counts = (given.rows ?? (given.against ? '10000,100000' : '1000,10000,100000'))
	.split(',')
	.map(Number);
const most = Math.max(...counts);
const runs = Number(given.runs ?? 3);
if (![runs, ...counts].every((count) => Number.isInteger(count) && count > 0 && count < 1e7))
	throw new Error('--rows and --runs take whole numbers, --rows with commas between');
const ids = given.only?.split(',') ?? (given.against ? COMPARED : Object.keys(CASES));
if (!ids.every((id) => Object.hasOwn(CASES, id)))
	throw new Error(`--only takes of these, with commas between: ${Object.keys(CASES).join()}`);
const cases = ids.map((id) => CASES[id] ?? NOTHING);
const chosen = cases.flatMap((one) => (one.isOurs && given.against ? [one, otherBuild(one)] : one));

/** One run of a case, with a workflow of its own, and so with keys of its own. */
const stepOf = (one: Case, rows: number, what: 'warm' | 'timed' | 'memory', run = 0) => {
	const name = `${one.title}-${rows}-${what}-${run}`.replace(/\W+/g, '-');
	// PostgreSQL takes 36 characters of an ID.
	const id = name.length > 36 ? createHash('md5').update(name).digest('hex') : name;
	return { id, one, rows, what };
};
type Step = ReturnType<typeof stepOf>;

/** Each case sends so many before it is measured, so that loading and compiling are not counted with the rows. */
const WARM_UP = 100;
/** What takes a minute runs once. */
const isLong = ({ errand = 'text', delayMs = 2 }: Case, rows: number) =>
	!given.runs && (rows / ERRANDS[errand].batch) * delayMs > 50_000;

/** All runs in their order: of each count of rows the cases in turn, so that a busy moment hits all of them. */
const stepsOf = (all: Case[]): Step[] => [
	...all.map((one) => stepOf(one, WARM_UP, 'warm')),
	...counts.flatMap((rows) =>
		[...Array(runs).keys()].flatMap((run) => {
			const few = all.filter(({ mostRows = rows }) => rows <= mostRows);
			const due = few.filter((one) => run === 0 || !isLong(one, rows));
			return due.map((one) => stepOf(one, rows, 'timed', run));
		}),
	),
];
const onQueue = stepsOf(chosen.filter(({ queue }) => queue));
const onSingle = stepsOf(chosen.filter(({ queue }) => !queue));
if (given.against) {
	const [bulk] = cases.filter(({ isOurs, queue }) => isOurs && !queue);
	const both = bulk === undefined ? [] : [bulk, otherBuild(bulk)];
	const inTurn = Array.from({ length: runs }, () => both).flat();
	if (bulk !== undefined)
		onSingle.push(...[NOTHING, ...inTurn].map((one, run) => stepOf(one, most, 'memory', run)));
}

const folder = await realpath(await mkdtemp(join(tmpdir(), 'sms-voice-gateway-bench-')));
let place: Place | undefined;
const close = async () => {
	await place?.close();
	await rm(folder, { recursive: true, force: true });
};
for (const signal of ['SIGINT', 'SIGTERM'] as const)
	process.once(signal, () => void close().finally(() => process.exit(130)));

const file = join(folder, 'rows.json');
const workflowsOf = (steps: Step[]) => (login: Login) =>
	steps.map(({ id, one, rows }) => workflowOf(id, one, login, { file, count: rows }));
const results: Measured[] = [];
const problems: string[] = [];

/** Does a step, looks at what has arrived, and keeps what came out. */
async function measure({ one, rows, id, what }: Step, { sandbox, ...n8n }: Place): Promise<void> {
	const { title, errand, delayMs = 0 } = one;
	// In an n8n of its own no garbage of another's is counted.
	if (what === 'memory') await n8n.restart?.();
	const sheet = rowsOf(rows, await startOver(sandbox, errand === 'ids' ? rows : 0));
	if (delayMs > 0) sandbox.setFaults([{ fault: { kind: 'delay', ms: delayMs } }]);
	const ms = await n8n.run(id).catch((error: unknown) => String(error).slice(0, 300));
	const problem = typeof ms === 'string' ? ms : wrongWith(sandbox, errand, sheet);
	console.log(`${rows.toLocaleString('en')} rows, ${title}, ${what}: ${problem ?? `${ms} ms`}`);
	if (problem !== undefined) problems.push(`- Failed: ${title}, ${rows} rows: ${problem}`);
	if (what === 'warm' || typeof ms === 'string' || problem !== undefined) return;
	const [, peak, cpu] = [...n8n.output().matchAll(/bench: peak (\d+) kB, cpu (\d+)/g)].at(-1) ?? [];
	const isTimed = what === 'timed';
	results.push(
		isTimed ? { title, rows, ms, cpu: Number(cpu) } : { title, rows, peak: Number(peak) * 1024 },
	);
}

async function all(): Promise<void> {
	// n8n takes all nodes of its own from one folder: those of `helper/`, and another build's, away from its modules.
	const N8N_CUSTOM_EXTENSIONS = join(folder, 'nodes');
	await mkdir(N8N_CUSTOM_EXTENSIONS);
	await symlink(resolve('bench/helper'), join(N8N_CUSTOM_EXTENSIONS, 'helper'), 'junction');
	const [other, recursive] = [join(N8N_CUSTOM_EXTENSIONS, 'other'), true];
	if (given.against) await cp(join(given.against, 'dist', 'nodes'), other, { recursive });
	let version = '';
	for (const [steps, open] of [[onSingle, openSingle] as const, [onQueue, openQueue] as const]) {
		if (steps.length === 0) continue;
		place = await open(workflowsOf(steps), { N8N_CUSTOM_EXTENSIONS });
		[, version = version] = /Version: (\S+)/.exec(place.output()) ?? [];
		await writeFile(file, JSON.stringify(rowsOf(most, await startOver(place.sandbox, most))));
		for (const step of steps) await measure(step, place);
		await place.close();
	}
	const day = new Date().toISOString().slice(0, 10);
	const where = `n8n ${version} on Node ${process.versions.node}; ${cpus().length} cores (${cpus()[0]?.model.trim()}); ${day}.`;
	const text = [where, '', tables(results), ...problems].join('\n');
	// Only a whole run replaces what is committed.
	const out = process.argv.length > 2 ? 'test-results/bench' : 'bench/results';
	await mkdir(out, { recursive: true });
	await writeFile(join(out, 'results.md'), `${text.trim()}\n`);
	await writeFile(join(out, 'rows.svg'), rowsChart(results));
	console.log(`\n${text}\nWritten to ${out}/: results.md, rows.svg`);
}

await all().finally(close);
process.exit(problems.length > 0 ? 1 : 0);
