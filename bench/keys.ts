/** `npm run bench -- keys`: what unique keys cost, in n8n's database of one process, and in that of several workers. See README.md here. */
import { mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Server } from '../host/server.ts';
import type { Workflow } from '../host/workflows.ts';
import type { Sandbox } from '../sandbox/index.ts';
import { gateway, ownNode, webhookNode, wired, workflowOf } from '../test/e2e/built.ts';
import { open } from '../test/e2e/opened.ts';
import { endedRun, startRun } from '../test/e2e/rest-run.ts';
import { openCluster } from '../test/queue/cluster.ts';
import { BATCH_SIZE } from './cases.ts';
import { csvOf, EXPRESSIONS, rowsOf, SOURCE } from './rows.ts';
import { MEASURED } from './workflow.ts';

const COUNTS = (process.argv[2] ?? '1000,10000,100000').split(',').map(Number);
const ANSWERS_AFTER_MS = [0, 100];
const REPEATED_UP_TO = 10_000;
const REPEATED = 3;

/** One n8n: gives the ms that a workflow's node took. */
interface Place {
	name: string;
	sandbox: Sandbox;
	run(workflow: string): Promise<number>;
	close(): Promise<void>;
}

/** Each has a workflow of its own, and so keys of its own. */
interface Step {
	id: string;
	rows: number;
	campaign: boolean;
}

const stepsOf = (rows: number): Step[] =>
	ANSWERS_AFTER_MS.flatMap((ms) =>
		Array.from({ length: repeated(rows) }, (_, index) =>
			[true, false].map((campaign) => ({
				id: `${rows}-${ms}-${index}-${campaign}`,
				rows,
				campaign,
			})),
		).flat(),
	);
const repeated = (rows: number) => (rows <= REPEATED_UP_TO ? REPEATED : 1);
const steps = COUNTS.flatMap(stepsOf);

const folder = await realpath(await mkdtemp(join(tmpdir(), 'sms-voice-gateway-keys-')));
const csvFile = (rows: number) => join(folder, `${rows}.csv`);
for (const rows of COUNTS) await writeFile(csvFile(rows), csvOf(rowsOf(rows)));
const settings = { N8N_RESTRICT_FILE_ACCESS_TO: folder };

const nodesOf = ({ rows, campaign }: Step) => [
	ownNode('Read', 'readWriteFile', 1.1, { fileSelector: csvFile(rows), options: {} }),
	ownNode('Rows', 'extractFromFile', 1.1, { operation: 'csv', options: {} }),
	gateway(MEASURED, {
		resource: 'sms',
		operation: 'sendBulk',
		messagesFrom: 'inputItems',
		source: SOURCE,
		...EXPRESSIONS,
		options: {
			speed: { values: { batchSize: BATCH_SIZE } },
			...(campaign ? { sendOnce: { values: { by: 'campaign', campaign: 'Benchmark' } } } : {}),
		},
	}),
];

async function msOf(server: Server, id: string): Promise<number> {
	const { status, data } = await endedRun(server, id);
	const [run] = data.resultData.runData[MEASURED] ?? [];
	if (status !== 'success' || run === undefined)
		throw new Error(data.resultData.error?.message ?? status);
	return (run as unknown as { executionTime: number }).executionTime;
}

async function sqlite(): Promise<Place> {
	const { host, sandbox, close } = await open(settings, { credit: 1e9 }, true);
	await host.importWorkflows(steps.map((step) => workflowOf(step.id, [{}], nodesOf(step))));
	const server = await host.serve();
	const run = async (id: string) => await msOf(server, await startRun(server, id));
	return { name: 'SQLite', sandbox, run, close };
}

async function postgres(): Promise<Place> {
	const workflows = steps.map((step): Workflow => {
		const nodes = [webhookNode('Start', step.id), ...nodesOf(step)];
		const links = nodes.slice(1).map(({ name }, index) => [nodes[index]?.name ?? '', name]);
		return wired(step.id, nodes, links as Array<[string, string]>);
	});
	const cluster = await openCluster(workflows, settings, { credit: 1e9 }, true);
	const run = async (workflow: string) => {
		const [execution] = await cluster.run(workflow, []);
		return await msOf(cluster.server, execution?.id ?? '');
	};
	return { name: 'PostgreSQL, 2 workers', sandbox: cluster.sandbox, run, close: cluster.close };
}

const middle = (list: number[]) => list.sort((a, b) => a - b)[Math.floor(list.length / 2)] ?? NaN;
const seconds = (ms: number) => `${(ms / 1000).toFixed(2)} s`;

async function measure({ name, sandbox, run }: Place, rows: number, ms: number): Promise<string> {
	const times = { plain: [] as number[], keyed: [] as number[], again: [] as number[] };
	for (let index = 0; index < repeated(rows); index++) {
		const timed = async (campaign: boolean, expected: number) => {
			sandbox.reset();
			if (ms > 0) sandbox.setFaults([{ fault: { kind: 'delay', ms } }]);
			const took = await run(`${rows}-${ms}-${index}-${campaign}`);
			const { length } = sandbox.messages();
			if (length !== expected) throw new Error(`${length} messages arrived, not ${expected}`);
			return took;
		};
		times.plain.push(await timed(false, rows));
		times.keyed.push(await timed(true, rows));
		times.again.push(await timed(true, 0));
	}
	const [plain, keyed, again] = [times.plain, times.keyed, times.again].map(middle);
	const ratio = ((keyed ?? NaN) / (plain ?? NaN)).toFixed(2);
	return `| ${name} | ${rows.toLocaleString('en')} | ${ms} ms | ${[plain, keyed].map((one) => seconds(one ?? NaN)).join(' | ')} | ${ratio} | ${seconds(again ?? NaN)} |`;
}

console.log('| Database | Rows | Answers after | Without | With a campaign | Ratio | Run again |');
console.log('|---|---|---|---|---|---|---|');
for (const openPlace of [sqlite, postgres]) {
	const place = await openPlace();
	try {
		for (const rows of COUNTS) {
			await place.run(`${rows}-0-0-false`);
			for (const ms of ANSWERS_AFTER_MS) console.log(await measure(place, rows, ms));
		}
	} finally {
		await place.close();
	}
}
await rm(folder, { recursive: true, force: true });
process.exit(0);
