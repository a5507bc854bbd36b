import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import { come } from '../../host/found.ts';
import { http } from '../../host/http.ts';
import { itemsOf } from '../../host/runs.ts';
import type { Server } from '../../host/server.ts';
import type { Workflow } from '../../host/workflows.ts';
import { gateway, workflowOf } from './built.ts';
import { open, type Opened } from './opened.ts';
import {
	endedRun,
	executionsOf,
	publish,
	startRun,
	TRIGGER,
	type StoredExecution,
} from './rest-run.ts';

const ITEMS = 20;
const DELAY_MS = 300;
const CALLS = '/v1/call/voice-file';
const WEBHOOK = 'stop-test';
const ERROR_TRIGGER = 'On error';
/** So long that several runs are in the middle at one moment, also on a busy machine. */
const KILL_DELAY_MS = 1000;
const IDS = ['stop', 'retry', 'goOn', 'progress', 'prod'];
/** What the numbers of a workflow's rows begin with. */
const prefixOf = (id: string) => (id === '' ? '' : `091${IDS.indexOf(id)}`);
const rowsOf = (id: string) =>
	Array.from({ length: ITEMS }, (_, item) => ({ to: `${prefixOf(id)}${item + 1000000}` }));

/** A node that has ended when the run is broken off, and one that is in the middle. */
const nodes = (more: Record<string, unknown> = {}) => [
	gateway('Texts', {
		resource: 'sms',
		operation: 'send',
		source: '3000',
		destination: '={{ $json.to }}',
		message: 'Hello',
		options: {},
	}),
	gateway(
		'Calls',
		{
			resource: 'call',
			operation: 'playVoiceFile',
			fileId: '77',
			destination: '={{ $json.destinations[0] }}',
			options: {},
		},
		more,
	),
];

/** A workflow that is active: n8n runs it by itself when its webhook is called, and has an Error Workflow. */
function productionWorkflow(): Workflow {
	const made = workflowOf('prod', [], nodes(), { errorWorkflow: 'onError' });
	const webhook = {
		id: 'Webhook',
		name: TRIGGER,
		type: 'n8n-nodes-base.webhook',
		typeVersion: 2,
		position: [0, 0],
		webhookId: 'b6d3c1f0-5a52-4c57-9d0e-3f7f1f1f5f51',
		parameters: { httpMethod: 'POST', path: WEBHOOK, responseMode: 'onReceived', options: {} },
	};
	const split = {
		id: 'Rows',
		name: 'Rows',
		type: 'n8n-nodes-base.splitOut',
		typeVersion: 1,
		position: [0, 0],
		parameters: { fieldToSplitOut: 'body.rows', options: {} },
	};
	return {
		...made,
		nodes: [webhook, split, ...made.nodes.slice(1)],
		connections: {
			...(made.connections as Record<string, unknown>),
			[TRIGGER]: { main: [[{ node: 'Rows', type: 'main', index: 0 }]] },
			Rows: { main: [[{ node: 'Texts', type: 'main', index: 0 }]] },
		},
		pinData: {},
	};
}

function errorWorkflow(): Workflow {
	const trigger = {
		id: 'E',
		name: ERROR_TRIGGER,
		type: 'n8n-nodes-base.errorTrigger',
		typeVersion: 1,
	};
	const nodes = [{ ...trigger, position: [0, 0], parameters: {} }];
	return { ...workflowOf('onError', [], []), nodes, connections: {}, pinData: {} };
}

let opened: Opened;
let server: Server;

beforeAll(async () => {
	opened = await open();
	await opened.host.importWorkflows([
		workflowOf('stop', rowsOf('stop'), nodes()),
		workflowOf(
			'retry',
			rowsOf('retry'),
			nodes({ retryOnFail: true, maxTries: 3, waitBetweenTries: 1 }),
		),
		workflowOf(
			'goOn',
			rowsOf('goOn'),
			nodes({ onError: 'continueErrorOutput', retryOnFail: true }),
		),
		workflowOf('progress', rowsOf('progress'), nodes(), { saveExecutionProgress: true }),
		productionWorkflow(),
		errorWorkflow(),
	]);
	server = await opened.host.serve();
	await publish(server, 'onError', 'prod');
});

afterAll(async () => {
	// Undefined where the beginning failed.
	await (opened as Opened | undefined)?.close();
});

const calls = (id = '') =>
	opened.sandbox
		.messages()
		.filter(
			({ kind, destination }) => kind === 'voiceFile' && destination.startsWith(prefixOf(id)),
		);
const requests = () => opened.sandbox.requests().length;

const startProduction = async (): Promise<string> => {
	const answer = await http.post(`${server.url}/webhook/${WEBHOOK}`, {
		rows: rowsOf('prod'),
	});
	expect(answer.status).toBe(200);
	return (await executionsOf(server, 'prod'))[0]?.id ?? '';
};

/** Starts a run of each and gives their ids when some of the calls of each, not all, were accepted. */
async function inTheMiddle(ids: string[], ms = DELAY_MS): Promise<string[]> {
	opened.sandbox.reset();
	opened.sandbox.setFaults([{ match: { path: CALLS }, fault: { kind: 'delay', ms } }]);
	const executions = [];
	for (const id of ids)
		executions.push(id === 'prod' ? await startProduction() : await startRun(server, id));
	await come(() => ids.every((id) => calls(id).length >= 3));
	return executions;
}

/** Waits until the last request was carried out, and then for as long as several more would take. */
async function quiet(ms = DELAY_MS): Promise<void> {
	const answered = () => opened.sandbox.requests().every(({ status }) => status !== undefined);
	await come(answered);
	await sleep(6 * ms);
}

const twice = (): number => {
	const messages = opened.sandbox
		.messages()
		.map(({ kind, destination }) => `${kind} ${destination}`);
	return messages.length - new Set(messages).size;
};

/** The ids that the sandbox answered to the calls, in order. */
const callIds = (): string[] =>
	opened.sandbox.requests().flatMap(({ path, answer = '' }) => {
		const id = /"call_id":"([^"]+)"/.exec(answer)?.[1];
		return path === CALLS && id !== undefined ? [id] : [];
	});

/** Of the messages that were accepted, how many stand in what n8n stored with their id. */
const stored = ({ raw }: StoredExecution, kind: 'sms' | 'voiceFile'): number => {
	const texts = opened.sandbox.messages().filter((message) => message.kind === 'sms');
	const ids = kind === 'sms' ? texts.map(({ id }) => id) : callIds();
	return ids.filter((id) => raw.includes(`"${id}"`)).length;
};

const say = (line: string) => process.stderr.write(`${line}\n`);

test.each(IDS)('Stop in n8n stops at once between requests: %s', async (id) => {
	const [execution = ''] = await inTheMiddle([id]);
	await server.rest('POST', `/rest/executions/${execution}/stop`);
	const atStop = requests();
	await quiet();
	// The one on its way when n8n was told may already have been followed by the next.
	expect(requests()).toBeLessThanOrEqual(atStop + 1);
	expect(calls().length).toBeLessThan(ITEMS);
	expect(twice()).toBe(0);
	const ended = await endedRun(server, execution);
	expect(ended.status).toBe('canceled');
	expect('The execution was cancelled manually').toBe(ended.data.resultData.error?.message);
	// n8n writes what it had in the database when Stop was pressed, and lets nothing replace that.
	expect(ended.data.resultData.runData.Calls).toBeUndefined();
	expect(stored(ended, 'voiceFile')).toBe(0);
	expect(stored(ended, 'sms')).toBe(id === 'progress' ? ITEMS : 0);
	// So the node tells n8n's log; the one that Stop broke off has no id.
	const logged = callIds().filter((call) => server.output().includes(call));
	expect(logged.length).toBeGreaterThanOrEqual(calls().length - 1);
	expect(server.output()).toMatch(/"Calls" was stopped\. \d+ rows: \d+ accepted/);
	say(
		`stopped ${id}: ${calls().length} of ${ITEMS} calls accepted, ${stored(ended, 'sms')} of ${ITEMS} texts and no call in the stored execution`,
	);
});

test('what a stopped production run sent is in the error that the Error Workflow gets', async () => {
	const before = (await executionsOf(server, 'onError')).length;
	const [execution = ''] = await inTheMiddle(['prod']);
	await server.rest('POST', `/rest/executions/${execution}/stop`);
	await quiet();
	const now = async () => await executionsOf(server, 'onError');
	await come(async () => (await now()).length !== before);
	expect(await now()).toHaveLength(before + 1);
	const told = await endedRun(server, (await now())[0]?.id ?? '');
	const { execution: source } = (itemsOf(told, ERROR_TRIGGER)[0]?.json ?? {}) as {
		execution?: { id: string; error: { message: string; description: string } };
	};
	expect(source?.id).toBe(execution);
	const description = source?.error.description ?? '';
	const count = (end: string) =>
		Number(new RegExp(`(\\d+) ${end} \\(`).exec(description)?.[1] ?? 0);
	const [accepted, unknown, notSent] = [
		count('accepted'),
		count('unknown, may have been sent'),
		count('not sent'),
	] as const;
	say(`stopped prod, told to the Error Workflow: ${source?.error.message}. ${description}`);
	// n8n breaks the request off that is on its way: the service may have taken it all the same.
	expect(unknown).toBeLessThanOrEqual(1);
	expect(accepted + unknown + notSent).toBe(ITEMS);
	expect(accepted).toBeGreaterThanOrEqual(2);
	expect(calls().length).toBeGreaterThanOrEqual(accepted);
	expect(calls().length).toBeLessThanOrEqual(accepted + unknown);
	for (const id of callIds().slice(0, accepted)) expect(description).toContain(id);
});

test('a killed n8n does not send again when it starts', async () => {
	const ids = ['stop', 'progress', 'prod'];
	const executions = await inTheMiddle(ids, KILL_DELAY_MS);
	const runsOf = async () =>
		await Promise.all(ids.map(async (id) => (await executionsOf(server, id)).length));
	const runs = await runsOf();
	const errorRuns = (await executionsOf(server, 'onError')).length;
	await server.kill();
	await quiet(KILL_DELAY_MS);
	const before = requests();
	const sent = ids.map((id) => calls(id).length);
	server = await opened.host.serve();
	const all = await Promise.all(executions.map((execution) => endedRun(server, execution)));
	await quiet(KILL_DELAY_MS);
	expect(requests()).toBe(before);
	expect(twice()).toBe(0);
	expect(await runsOf()).toEqual(runs);
	for (const [nth, ended] of all.entries()) {
		const id = ids[nth] ?? '';
		expect(calls(id)).toHaveLength(sent[nth] ?? 0);
		expect(calls(id).length).toBeLessThan(ITEMS);
		expect(ended.status).toBe('crashed');
		expect(ended.data.resultData.error?.message).toBe(
			'Workflow did not finish, possible out-of-memory issue',
		);
		expect(ended.data.resultData.runData.Calls).toEqual([
			expect.objectContaining({ executionStatus: 'crashed' }),
		]);
		expect(stored(ended, 'voiceFile')).toBe(0);
		expect(stored(ended, 'sms')).toBe(id === 'progress' ? ITEMS : 0);
		say(
			`killed ${id}: ${sent[nth]} of ${ITEMS} calls accepted, ${stored(ended, 'sms')} of ${ITEMS} texts and no call in the stored execution, ${requests() - before} requests after the restart`,
		);
	}
	say(`killed: Error Workflow runs: ${(await executionsOf(server, 'onError')).length - errorRuns}`);
});
