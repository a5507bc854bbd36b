import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { come } from '../../host/found.ts';
import { freePort } from '../../host/ports.ts';
import { itemsOf } from '../../host/runs.ts';
import type { Server } from '../../host/server.ts';
import { SANDBOX_CREDENTIAL, sandboxCredential, type Workflow } from '../../host/workflows.ts';
import { startSandbox, type Fault, type Sandbox } from '../../sandbox/index.ts';
import type { RunResult } from '../engine/stage/engine.ts';
import { expectationOf, type Mode, reportsOf } from '../engine/matrix/observed.ts';
import { FAULTS, type MatrixFault } from '../engine/matrix/faults.ts';
import { SENDINGS, type Sending } from '../engine/matrix/sending.ts';
import { gateway, workflowOf, type Node } from './built.ts';
import type { Served } from './opened.ts';
import { endedRun, startRun, type StoredExecution } from './rest-run.ts';

const MODES: Mode[] = ['stopWorkflow', 'continueRegularOutput', 'continueErrorOutput'];
const ITEMS = 3;
const STRUCK = 1;
const CLOSED_CREDENTIAL = { ...SANDBOX_CREDENTIAL, id: 'smsVoiceClosed01', name: 'Closed port' };
/** Executions at a time. */
const AT_A_TIME = 4;

const NAMES = [
	'refusal 1002 in a 200',
	'HTTP 402',
	'HTTP 500, taken all the same',
	'a dropped connection after it was taken',
	'a dropped connection before it was taken',
	'a 429 once',
	'redirect 307 to another host',
	'a refused connection',
];

/** Long enough for the others' answers on a busy machine: it is the run's. */
const LATE: MatrixFault = {
	name: 'an answer later than the time-out',
	ending: 'unknown',
	strike: { at: 'sandbox', action: () => ({ kind: 'delay', ms: 6000 }) },
	timeout: 3000,
};

const faults = [
	...NAMES.map((name) => {
		const found = FAULTS.find((fault) => fault.name === name);
		if (!found) throw new Error(`no fault ${name}`);
		return found;
	}),
	LATE,
];

interface Case {
	id: string;
	number: number;
	fault: MatrixFault;
	sending: Sending;
	mode: Mode;
	retry: boolean;
	/** Our node, or n8n's HTTP Request node. */
	own: boolean;
}

let opened: Served;
let server: Server;
/** Where redirects point. */
let elsewhere: Sandbox;
let closedUrl = '';

const [asJson] = SENDINGS as [Sending, ...Sending[]];

/** Every fault × mode × retry with a text; the other ways to send with Retry On Fail, in turn over the modes. */
function allCases(): Case[] {
	const variants = faults.flatMap((fault, turn) =>
		[...SENDINGS, undefined].flatMap((sending, way) =>
			MODES.flatMap((mode, number) =>
				[false, true].flatMap((retry) => {
					const inTurn = retry && (turn + way + number) % MODES.length === 0;
					const own = sending !== undefined;
					return !own || sending === asJson || inTurn
						? [{ fault, sending: sending ?? asJson, mode, retry, own }]
						: [];
				}),
			),
		),
	);
	return variants.map((one, number) => ({ ...one, number, id: `fault${number}` }));
}

const cases = allCases();

const to = (number: number, item: number): string =>
	`0912${String(number * 10 + item).padStart(7, '0')}`;
const isStruck = ({ fault }: Case, item: number): boolean =>
	fault.strike.at === 'address' || item === STRUCK;

const node = (one: Case): Node => {
	const { fault, sending, mode, retry, own } = one;
	const more = { onError: mode, retryOnFail: retry, maxTries: 3, waitBetweenTries: 1 };
	if (own) {
		const requestOptions = fault.timeout === undefined ? {} : { timeout: fault.timeout };
		const closed = fault.strike.at === 'address';
		const made = gateway('Node', { ...sending.parameters({}), requestOptions }, more);
		return closed
			? { ...made, credentials: { [CLOSED_CREDENTIAL.type]: CLOSED_CREDENTIAL } }
			: made;
	}
	const { username, password, url } = opened.sandbox;
	const login = `username: ${JSON.stringify(username)}, password: ${JSON.stringify(password)}`;
	const base = fault.strike.at === 'address' ? closedUrl : url;
	return {
		id: 'Node',
		name: 'Node',
		type: 'n8n-nodes-base.httpRequest',
		typeVersion: 4.2,
		position: [0, 0],
		parameters: {
			method: 'POST',
			url: `${base}${sending.path}`,
			sendBody: true,
			specifyBody: 'json',
			jsonBody: `={{ JSON.stringify({ ${login}, source: '3000', destination: $json.to, message: 'Hello' }) }}`,
			options: fault.timeout === undefined ? {} : { timeout: '={{ $json.timeout }}' },
		},
		...more,
	};
};

const workflow = (one: Case): Workflow => {
	const rows = Array.from({ length: ITEMS }, (_, item) => ({
		to: to(one.number, item),
		timeout: item === STRUCK ? one.fault.timeout : 300_000,
	}));
	return workflowOf(one.id, rows, [node(one)]);
};

const faultOf = ({ fault, number, sending }: Case): Fault[] => {
	if (fault.strike.at === 'address') return [];
	return [
		{
			match: { destination: to(number, STRUCK) },
			fault: fault.strike.action(`${elsewhere.url}${sending.path}`),
			...(fault.once ? { times: 1 } : {}),
		},
	];
};

/** Runs cases, each with destinations of its own, and gives what n8n stored of each. */
async function runAll(chosen: Case[]): Promise<Array<[Case, StoredExecution]>> {
	opened.sandbox.reset();
	elsewhere.reset();
	opened.sandbox.setFaults(chosen.flatMap(faultOf));
	const waiting = [...chosen];
	const ended: Array<[Case, StoredExecution]> = [];
	const work = async () => {
		for (let one = waiting.shift(); one !== undefined; one = waiting.shift())
			ended.push([one, await endedRun(server, await startRun(server, one.id))]);
	};
	await Promise.all(Array.from({ length: AT_A_TIME }, work));
	// A request that is being delayed is carried out all the same, after the client has gone.
	const delayed = () =>
		opened.sandbox
			.requests()
			.some(({ fault, status }) => fault === 'delay' && status === undefined);
	await come(() => !delayed());
	return ended;
}

/** In the form that the engine's matrix reads. */
const asResult = (execution: StoredExecution): RunResult => {
	const { error } = execution.data.resultData;
	return {
		items: itemsOf(execution, 'Node'),
		errorItems: itemsOf(execution, 'Node', 1),
		...(error === undefined ? {} : { error }),
	} as unknown as RunResult;
};

const counts = { runs: 0, twice: 0, unreported: 0, wrong: 0, leaks: 0, carried: 0 };

/** Faults of the service, the network and the address, in every mode of the node. */
export function faultsOnServer(served: () => Served): void {
	beforeAll(async () => {
		closedUrl = `http://127.0.0.1:${await freePort()}`;
		elsewhere = await startSandbox();
		opened = served();
		server = opened.server;
		const closed = sandboxCredential({ ...opened.sandbox, url: closedUrl });
		await opened.host.importCredentials([{ ...closed, ...CLOSED_CREDENTIAL }]);
		await opened.host.importWorkflows(cases.map(workflow));
	});

	// Undefined where the beginning failed.
	afterAll(() => (elsewhere as Sandbox | undefined)?.close());

	test.each(MODES)('%s: nothing twice, nothing unreported, no wrong outcome', async (mode) => {
		const chosen = cases.filter((one) => one.own && one.mode === mode);
		const problems: string[] = [];
		for (const [one, execution] of await runAll(chosen)) {
			const { fault, sending, retry, number } = one;
			const blame = (kind: Exclude<keyof typeof counts, 'runs' | 'carried'>, words: string) => {
				counts[kind]++;
				problems.push(`${fault.name}, ${sending.name}, ${retry ? 'retry' : 'no retry'}: ${words}`);
			};
			counts.runs++;
			const indexes = Array.from({ length: ITEMS }, (_, item) => item);
			const expected = expectationOf({
				items: ITEMS,
				struck: new Set(indexes.filter((item) => isStruck(one, item))),
				times: fault.once ? 1 : Infinity,
				ending: fault.once ? 'rejected' : fault.ending,
				requests: fault.requests ?? (fault.once ? 4 : 1),
				mode,
				tries: retry ? 3 : 1,
				resendUnknown: false,
			});
			const reports = reportsOf(asResult(execution), ITEMS, mode);
			for (const item of indexes) {
				const taken = opened.sandbox
					.messages()
					.filter(({ destination }) => destination === to(number, item));
				const report = reports[item];
				if (taken.length > 1) blame('twice', `item ${item}: ${taken.length} messages`);
				const told = report?.outcome === 'accepted' || report?.outcome === 'unknown';
				if (taken.length > 0 && !told)
					blame('unreported', `item ${item} was taken, reported as ${report?.outcome}`);
				if (report?.outcome !== expected.outcomes[item])
					blame('wrong', `item ${item} is ${report?.outcome}, not ${expected.outcomes[item]}`);
				if (report?.outcome === 'accepted' && report.ids.join() !== taken.at(-1)?.id)
					blame('unreported', `item ${item} has id ${report.ids.join()}, not ${taken.at(-1)?.id}`);
				const requests = opened.sandbox
					.requests()
					.filter(({ body }) => body.includes(to(number, item)));
				if (requests.length !== expected.requests[item])
					blame(
						'wrong',
						`item ${item}: ${requests.length} requests, not ${expected.requests[item]}`,
					);
			}
			if (execution.raw.includes(opened.sandbox.password)) blame('leaks', 'the password is stored');
		}
		counts.carried += elsewhere.requests().length;
		if (counts.carried > 0) problems.push('the other host received a request');
		expect(problems).toEqual([]);
		expect(opened.sandbox.messages().length).toBeGreaterThan(chosen.length);
	});

	test("n8n's own HTTP Request node in the same runs, for comparison", async () => {
		const chosen = cases.filter((one) => !one.own);
		const compared = { runs: 0, twice: 0, unreported: 0, wrong: 0 };
		for (const [one, execution] of await runAll(chosen)) {
			compared.runs++;
			const succeeded = new Set<unknown>();
			for (const { json, pairedItem, error } of itemsOf(execution, 'Node')) {
				const source = Array.isArray(pairedItem) ? (pairedItem as unknown[])[0] : pairedItem;
				if (json.error === undefined && error === undefined)
					succeeded.add((source as { item?: number } | undefined)?.item);
			}
			for (let item = 0; item < ITEMS; item++) {
				const destination = to(one.number, item);
				const taken = opened.sandbox
					.messages()
					.filter((message) => message.destination === destination);
				const followed = elsewhere
					.messages()
					.some((message) => message.destination === destination);
				if (taken.length > 1) compared.twice++;
				if (taken.length > 0 && !succeeded.has(item)) compared.unreported++;
				if (taken.length === 0 && !followed && succeeded.has(item)) compared.wrong++;
			}
		}
		const { runs, twice, unreported, wrong } = counts;
		const carried = elsewhere.requests().length;
		process.stderr.write(
			`real n8n, this node: ${runs} runs, ${twice} messages twice, ${unreported} unreported, ${wrong} wrong outcomes, ${counts.carried} passwords to another host\n` +
				`real n8n, HTTP Request node: ${compared.runs} runs, ${compared.twice} messages twice, ${compared.unreported} unreported, ${compared.wrong} refused ones shown as sent, ${carried} passwords to another host\n`,
		);
		expect(compared.runs).toBe(chosen.length);
		for (const count of [compared.twice, compared.unreported, compared.wrong, carried])
			expect(count).toBeGreaterThan(0);
	});
}
