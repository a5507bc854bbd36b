import {
	AFTER,
	ASK,
	cameOut,
	come,
	endedRun,
	found,
	gateway,
	http,
	newestLink,
	ownNode,
	question,
	storedBytes,
	waitingRun,
	webhookNode,
	wired,
} from '../e2e/n8n.ts';
import { DEBUG_LOG } from '../../host/settings.ts';
import { storedInPostgres, storedInRedis, type Entry, hang } from './cluster.ts';
import { NOTICED, ownCluster } from './ownCluster.ts';
import { BATCH, BULK, bulkWorkflow, rowsOf, type Row } from './workflows.ts';
import { isNamed } from '../named.ts';

const AT_ONCE = 20;
const ROWS = 50;
const KEYED = { sendOnce: { values: { by: 'key', key: '={{ $json.order }}' } } };
const ERRORS = 'onError';
const ASKS = 'asks';
const ERROR_TRIGGER = 'On error';

/** The part of the password that every usual encoding but Base64 leaves as it is. */
const CORE = 'Kx9QvT7mZ2wR';
const PASSWORD = `p"&${CORE}`;

let sheets = 0;
/** Rows that were not used before. */
const freshRows = (count = ROWS) => rowsOf(++sheets, count);

const errors = { errorWorkflow: ERRORS };
const asking = [webhookNode('Start', ASKS), gateway(ASK, question()), ownNode(AFTER, 'noOp', 1)];
const cluster = ownCluster(
	[
		wired(ERRORS, [ownNode(ERROR_TRIGGER, 'errorTrigger', 1)], []),
		bulkWorkflow('plain', {}, errors),
		bulkWorkflow('keyed', KEYED, errors),
		bulkWorkflow('keyedGoesOn', KEYED, {}, { onError: 'continueRegularOutput' }),
		wired(ASKS, asking, [
			['Start', ASK],
			[ASK, AFTER],
		]),
	],
	DEBUG_LOG,
	{ credit: 1_000_000, password: PASSWORD },
);
const { sent, saidBy, outcomesOf } = cluster;

const requests = () => cluster.sandbox.requests().length;
const messages = () => cluster.sandbox.messages();
const delay = (ms: number) =>
	cluster.sandbox.setFaults([{ match: { path: BULK }, fault: { kind: 'delay', ms } }]);

const isTwice = (rows: Row[]) => sent(rows).some((count) => count > 1);
const times = (count: number, value: number) => Array.from({ length: count }, () => value);

/** The most executions that ran at one moment. */
const atOneMoment = (list: Entry[]): number =>
	Math.max(
		...list.map(
			({ startedAt: moment }) =>
				list.filter(({ startedAt, stoppedAt }) => startedAt <= moment && stoppedAt > moment).length,
		),
	);

/** Why executions have failed. */
const errorsOf = async (list: Entry[]) => {
	const failed = list.filter(({ status }) => status !== 'success');
	const runs = await Promise.all(failed.map(async ({ id }) => await endedRun(cluster.server, id)));
	return runs.map(({ data }) => data.resultData.error);
};

const isOnBoth = (list: Entry[]) => new Set(list.map(cluster.workerOf)).size === 2;

/** Runs fresh rows at once; anew where one worker, of a busy machine, has taken all of them. */
async function atOnce(id: string, tries = 5): Promise<{ all: Row[][]; ended: Entry[] }> {
	cluster.sandbox.reset();
	delay(300);
	const all = Array.from({ length: AT_ONCE }, () => freshRows());
	const ended = await cluster.run(id, ...all);
	const isSo = isOnBoth(ended) && atOneMoment(ended) > 1;
	return isSo || tries === 1 ? { all, ended } : await atOnce(id, tries - 1);
}

test.each(['plain', 'keyed'])(
	'20 executions at once send every message once, and each row has its message id; with keys, run again, none: %s',
	async (id) => {
		const { all, ended } = await atOnce(id);
		expect(await errorsOf(ended)).toEqual([]);
		expect(messages()).toHaveLength(AT_ONCE * ROWS);
		expect(sent(all.flat())).toEqual(times(AT_ONCE * ROWS, 1));
		expect(requests()).toBe((AT_ONCE * ROWS) / BATCH);
		const byId = new Map(messages().map((message) => [message.id, message.destination]));
		const reported = (await Promise.all(ended.map(saidBy))).flat();
		for (const { outcome, messageId, to } of reported) {
			expect(outcome).toBe('accepted');
			expect(byId.get(String(messageId))).toBe(to);
		}
		expect(new Set(reported.map(({ messageId }) => messageId)).size).toBe(AT_ONCE * ROWS);

		expect(new Set(ended.map(cluster.workerOf))).toEqual(new Set([0, 1]));
		expect(atOneMoment(ended)).toBeGreaterThan(1);
		if (id === 'plain') return;
		cluster.sandbox.reset();
		const [again] = await cluster.run(id, all.flat());
		expect(await outcomesOf(again as Entry)).toEqual(all.flat().map(() => 'duplicate'));
		expect(messages()).toEqual([]);
	},
);

describe('a question that a worker has asked', () => {
	/** Answers at the main process: without WEBHOOK_URL a link leads to the worker that has made it. */
	const approve = async (link: string) => {
		const { host, pathname, search } = new URL(link);
		const answer = await http.post<string>(
			`${cluster.server.url}${pathname}${search}`,
			new URLSearchParams({ answer: 'approve' }).toString(),
			{ headers: { host, 'content-type': 'application/x-www-form-urlencoded' } },
		);
		return { status: answer.status, html: answer.data };
	};
	const begun = (id: string) =>
		cluster.outputs().join('').split(`Worker started execution ${id} (`).length - 1;

	test.each([
		['lives', false],
		['is dead', true],
	])(
		'is answered at the main process, and goes on on a worker, where that one %s',
		async (_, dies) => {
			const before = (await cluster.executions(ASKS)).length;
			await cluster.post(ASKS, []);
			const execution = await found(async () => (await cluster.executions(ASKS))[before]);
			const { id } = execution;
			await waitingRun(cluster.server, id);
			const worker = cluster.workerOf(execution);
			expect([begun(id), worker === -1]).toEqual([1, false]);
			if (dies) await cluster.kill(worker);
			expect(await approve(newestLink(cluster.sandbox))).toMatchObject({
				status: 200,
				html: expect.stringContaining('Your answer has arrived.'),
			});
			const ended = await endedRun(cluster.server, id);
			expect([ended.status, begun(id)]).toEqual(['success', 2]);
			expect(cameOut(ended)).toMatchObject([
				{ json: { data: { approved: true }, outcome: 'accepted', ended: 'answered' } },
			]);
			expect(messages()).toHaveLength(1);
			if (dies) await cluster.replace(worker);
		},
	);
});

// n8n gives both up after three quarters of a minute: they begin together. Killed with keys: pairs.test.ts.
describe('where one worker is killed and another one hangs, each in the middle of a bulk', () => {
	const [plain, keyed] = [freshRows(), freshRows()];
	const gone = 3 * BATCH;
	let killed: Entry;
	let hanging: Entry;
	let wake: (() => void) | undefined;
	/** Of the same rows, run twice once more while that one hangs. */
	let meanwhile: Entry[];
	let before: number[];
	let errorsBefore = 0;
	const errors = async () => (await cluster.executions(ERRORS)).length - errorsBefore;
	const statusOf = async ({ id }: Entry) =>
		(await cluster.executions('keyedGoesOn')).find((one) => one.id === id)?.status;

	beforeAll(async () => {
		cluster.sandbox.reset();
		errorsBefore = (await cluster.executions(ERRORS)).length;
		/** Begins a bulk, and waits until this request of it is on its way, and takes so long. */
		const begun = async (id: string, rows: Row[], nth: number, ms: number) => {
			const destination = rows[(nth - 1) * BATCH]?.to ?? '';
			const delay = { match: { destination }, fault: { kind: 'delay', ms } as const };
			cluster.sandbox.setFaults([...cluster.sandbox.faults(), delay]);
			const isOnItsWay = ({ body }: { body: string }) => body.includes(destination);
			return await cluster.inTheMiddle(id, rows, () => cluster.sandbox.requests().some(isOnItsWay));
		};
		killed = await begun('plain', plain, 3, 15_000);
		const worker = cluster.workerOf(killed);
		await cluster.kill(worker);
		const ended = endedRun(cluster.server, killed.id);
		await cluster.replace(worker);
		hanging = await begun('keyedGoesOn', keyed, 2, 15_000);
		const other = cluster.workers[cluster.workerOf(hanging)];
		if (other === undefined) throw new Error('no worker has it');
		wake = await hang(other);
		// One of them falls to the worker that hangs, which waits for work as the other one does.
		meanwhile = await cluster.run('keyedGoesOn', keyed, keyed);
		await Promise.all([ended, endedRun(cluster.server, hanging.id)]);
		// What was asked is carried out although nobody waits for the answer any more.
		await come(() => sent(plain).filter((count) => count > 0).length >= gone);
		before = sent([...plain, ...keyed]);
	});
	afterAll(() => wake?.());

	/** That n8n took its worker for dead. */
	const expectGivenUp = async ({ id }: Entry) => {
		const ended = await endedRun(cluster.server, id);
		expect(ended.status).toBe('error');
		expect(ended.data.resultData.error?.message).toMatch(NOTICED);
		expect(ended.data.resultData.runData).toEqual({});
	};

	test('the one that hangs goes on when it wakes up, after n8n has given it up; with keys no row is sent twice', async () => {
		await expectGivenUp(hanging);
		const [fell, ran] = meanwhile.toSorted((one, two) => (one.status < two.status ? -1 : 1));
		expect([fell?.status, ran?.status]).toEqual(['error', 'success']);
		// What the one that hangs had claimed is unknown to the others.
		const outcomes = (await outcomesOf(ran as Entry)).join();
		expect(outcomes).toMatch(/^(duplicate,)+(unknown,)+(accepted,?)+$/);
		const all = () => sent(keyed).map((count, row) => count + (before[ROWS + row] ?? 0));
		expect(Math.max(...all())).toBe(1);
		expect(await statusOf(hanging)).toBe('error');
		wake?.();
		await come(async () => (await statusOf(hanging)) !== 'error');
		expect(await statusOf(hanging)).toBe('success');
		expect(all()).toEqual(times(ROWS, 1));
		await cluster.run('plain', freshRows(1), freshRows(1));
		expect(all()).toEqual(times(ROWS, 1));
	});

	test('the bulk of the killed one is not repeated by n8n, but by another run', async () => {
		await expectGivenUp(killed);
		expect(before.slice(0, ROWS)).toEqual([...times(gone, 1), ...times(ROWS - gone, 0)]);
		await come(async () => (await errors()) > 0);
		// If n8n wanted to repeat it, it would stand in the queue before these.
		await cluster.run('plain', freshRows(1), freshRows(1), freshRows(1), freshRows(1));
		expect(await errors()).toBe(1);
		// n8n leaves this without an answer where the worker is done before it listens.
		cluster.server.rest('POST', `/rest/executions/${killed.id}/retry`, {}).catch(() => undefined);
		const retry = await found(async () =>
			(await cluster.executions('plain')).find(({ retryOf }) => retryOf === killed.id),
		);
		expect((await endedRun(cluster.server, retry.id)).status).toBe('error');
		expect(sent(plain)).toEqual(times(ROWS, 0));

		const [second] = await cluster.run('plain', plain);
		expect(await outcomesOf(second as Entry)).toEqual(plain.map(() => 'accepted'));
		expect(sent(plain)).toEqual(times(ROWS, 1));
	});
});

test("n8n's Retry on another worker sends only the rest", async () => {
	const rows = freshRows();
	const refused = { match: { destination: rows[25]?.to ?? '' } };
	cluster.sandbox.setFaults([{ ...refused, fault: { kind: 'status', status: 400 } }]);
	const [execution] = await cluster.run('plain', rows);
	expect(execution?.status).toBe('error');
	expect(sent(rows)).toEqual([...times(20, 1), ...times(ROWS - 20, 0)]);
	const before = messages().map(({ id }) => String(id));
	cluster.sandbox.setFaults([]);
	const worker = cluster.workerOf(execution as Entry);
	await cluster.kill(worker);
	try {
		cluster.server
			.rest('POST', `/rest/executions/${execution?.id}/retry`, {})
			.catch(() => undefined);
		const retry = await found(async () =>
			(await cluster.executions('plain')).find(({ retryOf }) => retryOf === execution?.id),
		);
		const said = await saidBy(retry);
		expect(cluster.workerOf(retry)).toBe(1 - worker);
		expect(said.map(({ outcome }) => outcome)).toEqual(rows.map(() => 'accepted'));
		expect(said.slice(0, 20).map(({ messageId }) => messageId)).toEqual(before);
		expect(sent(rows)).toEqual(times(ROWS, 1));
	} finally {
		await cluster.replace(worker);
	}
});

/** What a process has written since: the output goes on before the errors, which stand at the end. */
function addedTo(before: string, now: string): string {
	let same = 0;
	while (same < before.length && before[same] === now[same]) same++;
	return now.slice(same);
}

test('Stop at the main process stops the worker between requests', async () => {
	// The sandbox counts ids from the beginning in each test: what stands before is of others.
	const written = cluster.workers.map((worker) => worker.output());
	delay(300);
	const rows = freshRows(200);
	const execution = await cluster.inTheMiddle('plain', rows, () => messages().length >= 3 * BATCH);
	const stop = await cluster.server.rest('POST', `/rest/executions/${execution.id}/stop`);
	expect(stop.status).toBe(200);
	const atStop = requests();
	const output = () => {
		const worker = cluster.workerOf(execution);
		return addedTo(written[worker] ?? '', cluster.workers[worker]?.output() ?? '');
	};
	await come(() => /"Send SMS" was stopped\. \d+ rows: \d+ accepted/.test(output()));
	await come(() => cluster.sandbox.requests().every(({ status }) => status !== undefined));
	// A queued execution that has run shows that the worker had its chance to go on.
	await cluster.run('plain', freshRows(1), freshRows(1));
	const ofRows = sent(rows).filter((count) => count > 0).length / BATCH;
	// The one on its way when n8n was told may already have been followed by the next.
	expect(ofRows).toBeLessThanOrEqual(atStop + 1);
	expect(isTwice(rows)).toBe(false);
	const ended = await endedRun(cluster.server, execution.id);
	expect(ended.status).toBe('canceled');
	const stored = messages().filter(({ id }) => ended.raw.includes(id)).length;
	const logged = messages().filter(({ id }) => isNamed(output(), id)).length;
	expect(logged).toBeGreaterThanOrEqual((ofRows - 1) * BATCH);
	// Main and worker both write what they have; who comes last is not settled.
	expect([0, logged]).toContain(stored);
});

test('the password is nowhere in PostgreSQL, in Redis, in the files or in what main and workers write', async () => {
	cluster.sandbox.setFaults([
		{ fault: { kind: 'refuse', code: 1002, message: `wrong: ${PASSWORD}` } },
	]);
	const [refused] = await cluster.run('plain', freshRows());
	expect(refused?.status).toBe('error');
	const places: Record<string, string> = {
		PostgreSQL: await storedInPostgres(cluster.services.postgres),
		Redis: await storedInRedis(cluster.services.redis),
		files: (await storedBytes(cluster.host)).toString('latin1'),
		...Object.fromEntries(cluster.outputs().map((text, nth) => [`process ${nth}`, text])),
	};
	const forms = [CORE, ...[0, 1, 2].map((shift) => insideBase64(CORE, shift))];
	for (const [place, text] of Object.entries(places)) {
		const found = forms.filter((form) => text.includes(form));
		expect({ place, found }).toEqual({ place, found: [] });
	}
	expect(places.PostgreSQL).toContain('(code 1002, HTTP');
	expect(places.Redis).not.toBe('');
	expect(places.files).toContain('"Send SMS"');
});

/** The Base64 of a text in the middle of another: without the letters that its neighbours decide. */
const insideBase64 = (text: string, shift: number): string =>
	Buffer.concat([Buffer.alloc(shift), Buffer.from(text)])
		.toString('base64')
		.slice(shift === 0 ? 0 : 4, -4);
