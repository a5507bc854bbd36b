import { setTimeout as sleep } from 'node:timers/promises';
import {
	type BrokenOff,
	callNode,
	come,
	endedRun,
	executionsOf,
	http,
	itemsOf,
	type OwnN8n,
	ownNode,
	startRun,
	type StoredExecution,
	textNode,
	TRIGGER,
	webhookNode,
	wired,
	workflowOf,
} from './n8n.ts';
import { isNamed } from '../named.ts';

/** Many more than are called while several runs are begun, one after the other, on a busy machine. */
const ITEMS = 90;
/** So long that several runs are in the middle at one moment, also on a busy machine. */
const DELAY_MS = 1000;
const CALLS = '/v1/call/voice-file';
const ERRORS = 'onError';

/** A node that has ended when the run is broken off, and one that is in the middle. */
const nodes = (more = {}) => [
	textNode('Texts', { message: 'Hello' }),
	callNode('Calls', { destination: '={{ $json.destinations[0] }}' }, more),
];

/** Each run, and with what its node of the calls or its workflow is set up. */
const RUNS: Record<string, { more?: object; settings?: Record<string, unknown> }> = {
	stop: {},
	retry: { more: { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 } },
	goOn: { more: { onError: 'continueErrorOutput', retryOnFail: true } },
	progress: { settings: { saveExecutionProgress: true } },
	// Published: n8n runs it by itself when its webhook is called, and tells its Error Workflow.
	prod: { settings: { errorWorkflow: ERRORS } },
};
const IDS = Object.keys(RUNS);
/** What the numbers of a workflow's rows begin with. */
const prefixOf = (id: string) => `091${IDS.indexOf(id)}1000`;
const rowsOf = (id: string) =>
	Array.from({ length: ITEMS }, (_, item) => ({ to: `${prefixOf(id)}${100 + item}` }));

const workflow = (id: string) => {
	const { more, settings } = RUNS[id] ?? {};
	if (id !== 'prod') return workflowOf(id, rowsOf(id), nodes(more), settings);
	const rows = ownNode('Rows', 'splitOut', 1, { fieldToSplitOut: 'body.rows', options: {} });
	const all = [webhookNode(TRIGGER, id), rows, ...nodes()];
	const names = all.map(({ name }) => name);
	return wired(
		id,
		all,
		names.slice(1).map((name, index) => [names[index] ?? '', name]),
		settings,
	);
};

let n8n: OwnN8n;

const calls = (id: string) =>
	n8n.sandbox
		.messages()
		.filter(({ kind, destination: to }) => kind === 'voiceFile' && to.startsWith(prefixOf(id)));
/** The requests for the calls of a workflow; each has its answer in the end. */
const requests = (id: string) =>
	n8n.sandbox
		.requests()
		.filter(({ path, body }) => path === CALLS && body.includes(`"${prefixOf(id)}`));
/** The ids that the sandbox answered to them, in order. */
const callIds = (id: string) =>
	requests(id).flatMap(({ answer = '' }) => /"call_id":"([^"]+)"/.exec(answer)?.[1] ?? []);

/** Starts a run of each and gives their ids when some of the calls of each, not all, were accepted. */
async function inTheMiddle(ids: string[]): Promise<string[]> {
	const delay = { kind: 'delay', ms: DELAY_MS } as const;
	n8n.sandbox.setFaults([...n8n.sandbox.faults(), { match: { path: CALLS }, fault: delay }]);
	const executions = [];
	for (const id of ids) {
		if (id !== 'prod') executions.push(await startRun(n8n.server, id));
		else {
			await http.post(`${n8n.server.url}/webhook/${id}`, { rows: rowsOf(id) });
			executions.push((await executionsOf(n8n.server, id))[0]?.id ?? '');
		}
	}
	await come(() => ids.every((id) => calls(id).length >= 2));
	return executions;
}

/** Waits until the last request was carried out, and then for as long as several more would take. */
async function quiet(): Promise<void> {
	await come(() => n8n.sandbox.requests().every(({ status }) => status !== undefined));
	await sleep(3 * DELAY_MS);
}

/** What n8n has stored of an execution that was broken off: nothing of the calls, and no text but where it saves as it goes. */
function expectLost(id: string, { raw }: StoredExecution): void {
	const texts = n8n.sandbox
		.messages()
		.filter(({ kind, destination: to }) => kind === 'sms' && to.startsWith(prefixOf(id)));
	const stored = (ids: string[]) => ids.filter((one) => raw.includes(`"${one}"`)).length;
	const textsStored = stored(texts.map((text) => text.id));
	expect([id, stored(callIds(id)), textsStored]).toEqual([id, 0, id === 'progress' ? ITEMS : 0]);
	expect(calls(id).length).toBeLessThan(ITEMS);
}

const expectNothingTwice = (): void => {
	const all = n8n.sandbox.messages().map(({ kind, destination }) => `${kind} ${destination}`);
	const own = all.filter((one) => IDS.some((id) => one.includes(` ${prefixOf(id)}`)));
	expect(new Set(own).size).toBe(own.length);
};

/** The runs that a kill breaks off. */
const KILLED = ['stop', 'progress', 'prod'];
let executions: string[] = [];
let before: Array<[runs: number, requests: number]> = [];
const counts = async () =>
	await Promise.all(
		KILLED.map(async (id): Promise<[number, number]> => [
			(await executionsOf(n8n.server, id)).length,
			requests(id).length,
		]),
	);

/** Runs that are stopped, and runs whose n8n is killed. */
export const stopped: BrokenOff = {
	workflows: () => [
		...IDS.map(workflow),
		wired(ERRORS, [ownNode('On error', 'errorTrigger', 1)], []),
	],
	published: [ERRORS, 'prod'],
	tests(own) {
		n8n = own;

		test('Stop in n8n stops at once between requests; log and Error Workflow are told what was sent', async () => {
			n8n.sandbox.reset();
			const executions = await inTheMiddle(IDS);
			const atStop: number[] = [];
			for (const [nth, id] of IDS.entries()) {
				await n8n.server.rest('POST', `/rest/executions/${executions[nth]}/stop`);
				atStop.push(requests(id).length);
			}
			await quiet();
			expectNothingTwice();
			for (const [nth, id] of IDS.entries()) {
				// The one on its way when n8n was told may already have been followed by the next.
				expect(requests(id).length).toBeLessThanOrEqual((atStop[nth] ?? 0) + 1);
				const ended = await endedRun(n8n.server, executions[nth] ?? '');
				expect([id, ended.status]).toEqual([id, 'canceled']);
				expect(ended.data.resultData.error?.message).toBe('The execution was cancelled manually');
				// n8n writes what it had in the database when Stop was pressed, and lets nothing replace that.
				expect(ended.data.resultData.runData.Calls).toBeUndefined();
				expectLost(id, ended);
				// So the node tells n8n's log; the one that Stop broke off has no id.
				const logged = callIds(id).filter((call) => isNamed(n8n.server.output(), call));
				expect(logged.length).toBeGreaterThanOrEqual(calls(id).length - 1);
			}
			expect(n8n.server.output()).toMatch(/"Calls" was stopped\. \d+ rows: \d+ accepted/);

			await come(async () => (await executionsOf(n8n.server, ERRORS)).length > 0);
			const [told, ...others] = await executionsOf(n8n.server, ERRORS);
			expect(others).toEqual([]);
			const [item] = itemsOf(await endedRun(n8n.server, told?.id ?? ''), 'On error');
			const { execution } = item?.json as {
				execution: { id: string; error: { description: string } };
			};
			expect(execution.id).toBe(executions[IDS.indexOf('prod')]);
			const { description } = execution.error;
			const [accepted = 0, unknown = 0, notSent = 0] = [
				'accepted',
				'unknown, may have been sent',
				'not sent',
			].map((end) => Number(new RegExp(`(\\d+) ${end} \\(`).exec(description)?.[1] ?? 0));
			// n8n breaks the request off that is on its way: the service may have taken it all the same.
			expect(unknown).toBeLessThanOrEqual(1);
			expect(accepted + unknown + notSent).toBe(ITEMS);
			expect(accepted).toBeGreaterThanOrEqual(1);
			expect(calls('prod').length).toBeGreaterThanOrEqual(accepted);
			expect(calls('prod').length).toBeLessThanOrEqual(accepted + unknown);
			for (const id of callIds('prod').slice(0, accepted)) expect(description).toContain(id);
		});
	},

	async begin() {
		executions = await inTheMiddle(KILLED);
		before = await counts();
	},
	async carriedOut() {
		await quiet();
		before = before.map(([runs], nth) => [runs, requests(KILLED[nth] ?? '').length]);
	},
	title: 'no run goes on, and what it sent is not sent again',
	async look() {
		const all = await Promise.all(executions.map((execution) => endedRun(n8n.server, execution)));
		await quiet();
		expect(await counts()).toEqual(before);
		expectNothingTwice();
		for (const [nth, ended] of all.entries()) {
			expect(ended.status).toBe('crashed');
			expect(ended.data.resultData.error?.message).toBe(
				'Workflow did not finish, possible out-of-memory issue',
			);
			expect(ended.data.resultData.runData.Calls).toEqual([
				expect.objectContaining({ executionStatus: 'crashed' }),
			]);
			expectLost(KILLED[nth] ?? '', ended);
		}
	},
};
