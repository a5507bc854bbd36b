import {
	come,
	endedRun,
	type Fault,
	freePort,
	gateway,
	itemsOf,
	type Node,
	ownNode,
	type Sandbox,
	SANDBOX_CREDENTIAL,
	sandboxCredential,
	type Served,
	startRun,
	type StoredExecution,
	workflowOf,
} from './n8n.ts';
import { startSandbox } from '../../sandbox/index.ts';
import type { RunResult } from '../engine/stage/engine.ts';
import { expectationOf, type Mode, reportsOf } from '../engine/matrix/observed.ts';
import { FAULTS, type MatrixFault } from '../engine/matrix/faults.ts';
import { SENDINGS, type Sending } from '../engine/matrix/sending.ts';

const MODES: Mode[] = ['stopWorkflow', 'continueRegularOutput', 'continueErrorOutput'];
const ITEMS = [0, 1, 2];
const STRUCK = 1;
const CLOSED_CREDENTIAL = { ...SANDBOX_CREDENTIAL, id: 'smsVoiceClosed01', name: 'Closed port' };
/** Executions at a time. */
const AT_A_TIME = 4;
/** The other ways to send are in the engine's matrix. */
const [asJson] = SENDINGS as [Sending, ...Sending[]];

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

/** First what waits longest: the others run meanwhile. */
const faults = [LATE, ...FAULTS.filter(({ name }) => NAMES.includes(name))];

interface Case {
	number: number;
	fault: MatrixFault;
	mode: Mode;
	retry: boolean;
	/** Our node, or n8n's HTTP Request node. */
	own: boolean;
}

const cases = [true, false]
	.flatMap((own) =>
		faults.flatMap((fault) =>
			MODES.flatMap((mode) => [false, true].map((retry) => ({ own, fault, mode, retry }))),
		),
	)
	.map((one, number): Case => ({ ...one, number }));

const idOf = ({ number }: Case) => `fault${number}`;
const to = ({ number }: Case, item: number): string =>
	`0912${String(number * 10 + item).padStart(7, '0')}`;
const isClosed = ({ fault }: Case) => fault.strike.at === 'address';

let n8n: Served;
/** Where redirects point. */
let elsewhere: Sandbox;
let closedUrl = '';

function node(one: Case): Node {
	const { fault, mode, retry, own } = one;
	const { timeout } = fault;
	const more = { onError: mode, retryOnFail: retry, maxTries: 3, waitBetweenTries: 1 };
	if (own) {
		const requestOptions = timeout === undefined ? {} : { timeout };
		const made = gateway('Node', { ...asJson.parameters({}), requestOptions }, more);
		const closed = { credentials: { [CLOSED_CREDENTIAL.type]: CLOSED_CREDENTIAL } };
		return isClosed(one) ? { ...made, ...closed } : made;
	}
	const { username, password, url } = n8n.sandbox;
	const login = `username: ${JSON.stringify(username)}, password: ${JSON.stringify(password)}`;
	const message = "source: '3000', destination: $json.to, message: 'Hello'";
	return ownNode(
		'Node',
		'httpRequest',
		4.2,
		{
			method: 'POST',
			url: `${isClosed(one) ? closedUrl : url}${asJson.path}`,
			sendBody: true,
			specifyBody: 'json',
			jsonBody: `={{ JSON.stringify({ ${login}, ${message} }) }}`,
			options: timeout === undefined ? {} : { timeout: '={{ $json.timeout }}' },
		},
		more,
	);
}

const workflow = (one: Case) => {
	const timeoutOf = (item: number) => (item === STRUCK ? one.fault.timeout : 300_000);
	const rows = ITEMS.map((item) => ({ to: to(one, item), timeout: timeoutOf(item) }));
	return workflowOf(idOf(one), rows, [node(one)]);
};

function faultOf(one: Case): Fault[] {
	const { strike, once } = one.fault;
	if (strike.at === 'address') return [];
	const fault = strike.action(`${elsewhere.url}${asJson.path}`);
	return [{ match: { destination: to(one, STRUCK) }, fault, times: once ? 1 : undefined }];
}

/** Runs cases, each with destinations of its own, and gives what n8n stored of each. */
async function runAll(chosen: Case[]): Promise<Array<[Case, StoredExecution]>> {
	n8n.sandbox.reset();
	elsewhere.reset();
	n8n.sandbox.setFaults(chosen.flatMap(faultOf));
	const waiting = [...chosen];
	const ended: Array<[Case, StoredExecution]> = [];
	const work = async () => {
		for (let one = waiting.shift(); one !== undefined; one = waiting.shift())
			ended.push([one, await endedRun(n8n.server, await startRun(n8n.server, idOf(one)))]);
	};
	await Promise.all(Array.from({ length: AT_A_TIME }, work));
	// A request that is being delayed is carried out all the same, after the client has gone.
	const isDelayed = ({ fault, status }: { fault?: string; status?: number }) =>
		fault === 'delay' && status === undefined;
	await come(() => !n8n.sandbox.requests().some(isDelayed));
	return ended;
}

/** The messages that a case's item became. */
const takenBy = (sandbox: Sandbox, one: Case, item: number) =>
	sandbox.messages().filter(({ destination }) => destination === to(one, item));

const counts = { runs: 0, twice: 0, unreported: 0, wrong: 0, leaks: 0, carried: 0 };
type Kind = keyof typeof counts;
const say = (who: string, { runs, twice, unreported, wrong, carried }: typeof counts) =>
	process.stderr.write(
		`real n8n, ${who}: ${runs} runs, ${twice} messages twice, ${unreported} unreported, ${wrong} wrong outcomes, ${carried} passwords to another host\n`,
	);

/** Faults of the service, the network and the address, in every mode of the node. */
export function faultsOnServer(served: () => Served): void {
	beforeAll(async () => {
		expect(faults).toHaveLength(NAMES.length + 1);
		n8n = served();
		closedUrl = `http://127.0.0.1:${await freePort()}`;
		elsewhere = await startSandbox();
		const closed = sandboxCredential({ ...n8n.sandbox, url: closedUrl });
		await n8n.host.importCredentials([{ ...closed, ...CLOSED_CREDENTIAL }]);
		await n8n.host.importWorkflows(cases.map(workflow));
	});

	// Undefined where the beginning failed.
	afterAll(() => (elsewhere as Sandbox | undefined)?.close());

	test.each(MODES)('%s: nothing twice, nothing unreported, no wrong outcome', async (mode) => {
		const problems: string[] = [];
		for (const [one, { raw, ...execution }] of await runAll(
			cases.filter((own) => own.own && own.mode === mode),
		)) {
			const { fault, retry } = one;
			const blame = (kind: Kind, words: string) => {
				counts[kind]++;
				problems.push(`${fault.name}, ${retry ? 'retry' : 'no retry'}: ${words}`);
			};
			counts.runs++;
			const expected = expectationOf({
				items: ITEMS.length,
				struck: new Set(ITEMS.filter((item) => isClosed(one) || item === STRUCK)),
				times: fault.once ? 1 : Infinity,
				ending: fault.once ? 'rejected' : fault.ending,
				requests: fault.requests ?? (fault.once ? 4 : 1),
				mode,
				tries: retry ? 3 : 1,
				resendUnknown: false,
			});
			const { error } = execution.data.resultData;
			const [items, errorItems] = [itemsOf(execution, 'Node'), itemsOf(execution, 'Node', 1)];
			const result = { items, errorItems, error } as unknown as RunResult;
			const reports = reportsOf(result, ITEMS.length, mode);
			for (const item of ITEMS) {
				const taken = takenBy(n8n.sandbox, one, item);
				const { outcome = 'nothing', ids = [] } = reports[item] ?? {};
				if (taken.length > 1) blame('twice', `item ${item}: ${taken.length} messages`);
				if (taken.length > 0 && !['accepted', 'unknown'].includes(outcome))
					blame('unreported', `item ${item} was taken, reported as ${outcome}`);
				if (outcome !== expected.outcomes[item])
					blame('wrong', `item ${item} is ${outcome}, not ${expected.outcomes[item]}`);
				if (outcome === 'accepted' && ids.join() !== taken.at(-1)?.id)
					blame('unreported', `item ${item} has id ${ids.join()}, not ${taken.at(-1)?.id}`);
				const bodies = n8n.sandbox.requests().filter(({ body }) => body.includes(to(one, item)));
				if (bodies.length !== expected.requests[item])
					blame('wrong', `item ${item}: ${bodies.length} requests, not ${expected.requests[item]}`);
			}
			if (raw.includes(n8n.sandbox.password)) blame('leaks', 'the password is stored');
		}
		counts.carried += elsewhere.requests().length;
		if (counts.carried > 0) problems.push('the other host received a request');
		expect(problems).toEqual([]);
		expect(n8n.sandbox.messages().length).toBeGreaterThan(faults.length);
	});

	test("n8n's own HTTP Request node in the same runs, for comparison", async () => {
		const compared = { ...counts, runs: 0, twice: 0, unreported: 0, wrong: 0 };
		for (const [one, execution] of await runAll(cases.filter(({ own }) => !own))) {
			compared.runs++;
			const succeeded = new Set<unknown>();
			for (const { json, pairedItem, error } of itemsOf(execution, 'Node')) {
				const source = Array.isArray(pairedItem) ? (pairedItem as unknown[])[0] : pairedItem;
				if (json.error === undefined && error === undefined)
					succeeded.add((source as { item?: number } | undefined)?.item);
			}
			for (const item of ITEMS) {
				const taken = takenBy(n8n.sandbox, one, item).length;
				const followed = takenBy(elsewhere, one, item).length;
				if (taken > 1) compared.twice++;
				if (taken > 0 && !succeeded.has(item)) compared.unreported++;
				if (taken + followed === 0 && succeeded.has(item)) compared.wrong++;
			}
		}
		compared.carried = elsewhere.requests().length;
		say('this node', counts);
		say('HTTP Request node', compared);
		expect(compared.runs).toBe(counts.runs);
		for (const kind of ['twice', 'unreported', 'wrong', 'carried'] as const)
			expect([kind, compared[kind]]).not.toEqual([kind, 0]);
	});
}
