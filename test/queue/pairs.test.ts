import { setTimeout as sleep } from 'node:timers/promises';

import { come, endedRun } from '../e2e/n8n.ts';
import { type Entry, hang } from './cluster.ts';
import { ownCluster } from './ownCluster.ts';
import { BULK, bulkWorkflow, rowsOf, type Row } from './workflows.ts';

const setting = (name: string, usual: number) => Number(process.env[name] ?? usual);
/**
 * What the notes say is measured by `PAIRS=1000 WORKERS=4 HARMED=20 KILLS=20 ROWS=10000 ALERTS=2800 npm run test:queue
 * -- pairs --testTimeout=86400000`.
 */
const PAIRS = setting('PAIRS', 10);
const WORKERS = setting('WORKERS', 2);
const HARMED = setting('HARMED', 1);
const KILLS = setting('KILLS', 1);
const ROWS = setting('ROWS', 1000);
const ALERTS = setting('ALERTS', 60);

const ROWS_OF_PAIR = 10;
const BATCH = 100;
const MOST_PER_NUMBER = 5;
const ALERTS_AT_ONCE = 20;
/** Longer than the lock of a dead holder stands. */
const HANGING_MS = 20_000;
const KEYED = {
	sendOnce: { values: { by: 'key', key: '={{ $json.order }}' } },
	speed: { values: { batchSize: BATCH } },
};
const GOES_ON = { onError: 'continueRegularOutput' };

/** n8n's words for an execution whose worker it takes for dead, and ours where the store was busy for too long: nothing is sent. */
const GIVEN_UP =
	/This execution failed to be processed too many times|^Not sent, because n8n could not count it/;

let rowsUsed = 0;
const freshRows = (count: number): Row[] => {
	const rows = Array.from({ length: Math.ceil(count / 1000) }, (_, part) =>
		rowsOf(rowsUsed + part + 1, Math.min(1000, count - part * 1000)),
	);
	rowsUsed += rows.length;
	return rows.flat();
};

// So many hours that no test meets their end.
const perNumber = { values: { maxPerNumber: MOST_PER_NUMBER, perHours: 8760 } };
const cluster = ownCluster(
	[
		bulkWorkflow('pairs', KEYED, {}, GOES_ON),
		bulkWorkflow('points', KEYED, {}, GOES_ON),
		bulkWorkflow('alerts', { limits: perNumber }),
	],
	{},
	{ credit: 10_000_000 },
);
const { sent, outcomesOf } = cluster;

beforeAll(async () => {
	for (let worker = 2; worker < WORKERS; worker++) await cluster.replace(worker);
});

const say = (line: string) => process.stderr.write(`${line}\n`);
const requests = () => cluster.sandbox.requests();
const seconds = (since: number) => Math.round((Date.now() - since) / 1000);

/** Waits until the sandbox has carried out what it was asked for, also by those that are gone. */
async function atRest(): Promise<void> {
	await come(() => requests().every(({ status }) => status !== undefined));
}

/** Of rows that were run once more none was sent twice, and each that was not sent is said to be unknown; gives how many are. */
async function unknownOf(rows: Row[], again: Entry | undefined): Promise<number> {
	const outcomes = await outcomesOf(again as Entry);
	const counts = sent(rows);
	expect(counts.filter((count) => count > 1)).toEqual([]);
	expect(rows.filter((_, row) => counts[row] === 0 && outcomes[row] !== 'unknown')).toEqual([]);
	const known = ['accepted', 'duplicate', 'unknown'];
	expect(outcomes.filter((outcome) => !known.includes(String(outcome)))).toEqual([]);
	return outcomes.filter((outcome) => outcome === 'unknown').length;
}

describe('two executions of the same rows at the same moment', () => {
	test('send each row once, and the other one calls it a duplicate', async () => {
		const all: Row[] = [];
		let apart = 0;
		const start = Date.now();
		for (let pair = 0; pair < PAIRS; pair++) {
			const rows = freshRows(ROWS_OF_PAIR);
			all.push(...rows);
			const both = await cluster.run('pairs', rows, rows);
			if (new Set(both.map(cluster.workerOf)).size === 2) apart++;
			expect(both.map(({ status }) => status)).toEqual(['success', 'success']);
			if (pair % 50 !== 0) continue;
			const said = await Promise.all(both.map(outcomesOf));
			rows.forEach((_, row) => {
				expect(said.map((outcomes) => outcomes[row]).sort()).toEqual(['accepted', 'duplicate']);
			});
		}
		const spent = Date.now() - start;
		expect(sent(all)).toEqual(all.map(() => 1));
		cluster.sandbox.reset();
		const [again] = await cluster.run('pairs', all);
		expect(await outcomesOf(again as Entry)).toEqual(all.map(() => 'duplicate'));
		expect(cluster.sandbox.messages()).toEqual([]);
		say(
			`${PAIRS} pairs on ${WORKERS} workers, ${apart} of them on two: 0 of ${all.length} rows sent twice, 0 keys lost, 0 stuck, ${Math.round(spent / PAIRS)} ms a pair`,
		);
	});

	test('send no row twice where a worker stands still for a while', async () => {
		let unknown = 0;
		let longest = 0;
		for (let pair = 0; pair < HARMED; pair++) {
			cluster.sandbox.reset();
			const rows = freshRows(ROWS_OF_PAIR);
			const start = Date.now();
			const both = cluster.run('pairs', rows, rows);
			await sleep(Math.random() * 250);
			const worker = cluster.workers[Math.floor(Math.random() * WORKERS)];
			if (worker === undefined) throw new Error('no such worker');
			const wake = await hang(worker);
			await sleep(HANGING_MS);
			wake();
			await both;
			longest = Math.max(longest, seconds(start));
			await atRest();
			const [again] = await cluster.run('pairs', rows);
			unknown += await unknownOf(rows, again);
		}
		say(
			`${HARMED} pairs with a worker that stood still: 0 of ${HARMED * ROWS_OF_PAIR} rows sent twice, 0 lost, 0 stuck, ${unknown} said to be unknown, at most ${longest} s`,
		);
	});
});

// What is on its way when a worker is killed is waited for for a minute: both begin together, for one kill.
test('where a worker is killed at any point, two executions of the same rows and a bulk go on where they ended: nothing twice, nothing lost', async () => {
	let unknown = [0, 0];
	let longest = 0;
	for (let kill = 0; kill < KILLS; kill++) {
		cluster.sandbox.reset();
		// So the bulk is still in the middle when the others are.
		cluster.sandbox.setFaults([{ match: { path: BULK }, fault: { kind: 'delay', ms: 100 } }]);
		const [pair, bulk] = [freshRows(ROWS_OF_PAIR), freshRows(ROWS)];
		const until = Math.floor(Math.random() * (ROWS / BATCH - 4));
		const execution = await cluster.inTheMiddle('points', bulk, () => requests().length > until);
		const start = Date.now();
		const both = cluster.run('pairs', pair, pair);
		await sleep(Math.random() * 250);
		const worker = cluster.workerOf(execution);
		await cluster.kill(worker);
		expect(sent(bulk)).toContain(0);
		await cluster.replace(worker);
		// Once more what may have been sent, while the one that is left of the two is at it.
		const more = [cluster.run('pairs', pair), cluster.run('points', bulk)];
		const [[ofPair], [ofBulk]] = (await Promise.all(more)) as [Entry[], Entry[]];
		await both;
		longest = Math.max(longest, seconds(start));
		await atRest();
		// Of a bulk as many as were claimed together: on a busy machine more than one request's.
		const now = [await unknownOf(pair, ofPair), await unknownOf(bulk, ofBulk)];
		unknown = unknown.map((count, nth) => count + (now[nth] ?? 0));
	}
	say(
		`a worker killed ${KILLS} times, each in the middle of a pair and of a bulk of ${ROWS} rows: 0 sent twice, 0 lost, 0 stuck, ${unknown.join(' and ')} rows said to be unknown, at most ${longest} s`,
	);
});

test('of alerts that come in an execution each, so many reach a phone as may, and one less at most for each run that gave up', async () => {
	const phones = freshRows(2).map(({ to }) => to);
	const alerts = Array.from({ length: ALERTS }, (_, index): Row[] => [
		{ order: `alert ${index}`, to: phones[index % 2] ?? '' },
	]);
	const start = Date.now();
	const executions: Entry[] = [];
	for (let from = 0; from < ALERTS; from += ALERTS_AT_ONCE)
		executions.push(...(await cluster.run('alerts', ...alerts.slice(from, from + ALERTS_AT_ONCE))));
	const failed = executions.filter(({ status }) => status !== 'success');
	const ended = await Promise.all(failed.map(async ({ id }) => await endedRun(cluster.server, id)));
	// On a busy machine n8n may give up an execution whose worker lives, but could not say so for ten seconds; and a run may
	// not get its turn at the store, or lose it where nobody can tell any more whose a message to the number was: it stays counted.
	const errors = ended.flatMap(({ data }) => data.resultData.error?.message ?? '');
	expect(errors.filter((message) => !GIVEN_UP.test(message))).toEqual([]);
	// Of an execution that n8n has let another worker begin anew the end is that one's: how the first gave up stands nowhere.
	const begun = cluster.workers.flatMap((worker) => [
		...worker.output().matchAll(/Worker started execution (\d+) \(/g),
	]);
	const ours = begun.filter(([, id]) => executions.some((execution) => execution.id === id));
	const least = MOST_PER_NUMBER - errors.length - (ours.length - executions.length);
	const messages = () => phones.map((to) => sent([{ order: '', to }])[0] ?? 0);
	await come(() => messages().every((count) => count >= least));
	await atRest();
	expect(messages().filter((count) => count > MOST_PER_NUMBER)).toEqual([]);
	const used = new Set(executions.map(cluster.workerOf));
	expect(used.size).toBeGreaterThan(1);
	const [last] = executions.filter(({ status }) => status === 'success').slice(-1);
	expect(await outcomesOf(last as Entry)).toEqual(['notSent']);
	say(
		`${ALERTS} alerts to 2 phones on ${WORKERS} workers: ${cluster.sandbox.messages().length} messages, ${MOST_PER_NUMBER} allowed to each, in ${seconds(start)} s`,
	);
});
