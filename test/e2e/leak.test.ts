import {
	endedRun,
	execute,
	type FaultAction,
	freePort,
	gateway,
	ownN8n,
	SANDBOX_CREDENTIAL,
	sandboxCredential,
	startRun,
	storedBytes,
	testCredential,
	workflowOf,
} from './n8n.ts';
import { DEBUG_LOG } from '../../host/settings.ts';
import { SENDINGS } from '../engine/matrix/sending.ts';
import { FORMS as WRITINGS } from '../secretForms.ts';

/** The part of the password that JSON and URLs write as it is: to find it is to find a leak in nearly any encoding. */
const CORE = 'Kx9QvT7mZ2wR';
/** Every encoding writes the rest another way. */
const PASSWORD = `p"\\ é+${CORE}/%&=<ü>`;
/** In every n8n log, database and execution of this test: shows that the search finds what is there. */
const MARKER = 'leak-test-marker-51c7';

const urlEncoded = encodeURIComponent(PASSWORD);
const jsonEscaped = JSON.stringify(PASSWORD).slice(1, -1);
const asciiEscaped = WRITINGS["Python's JSON"]?.(PASSWORD) ?? '';

/** The base64 of a text inside any longer one: without the letters that its neighbours decide. */
const base64Inside = (text: string): string[] =>
	[0, 1, 2].flatMap((shift) => {
		const whole = Buffer.concat([Buffer.alloc(shift), Buffer.from(text)]).toString('base64');
		const inner = whole.slice(shift === 0 ? 0 : 4, -4);
		return [inner, inner.replaceAll('+', '-').replaceAll('/', '_')];
	});

const FORMS = [
	CORE,
	...base64Inside(PASSWORD),
	...base64Inside(CORE),
	...Object.values(WRITINGS).map((write) => write(PASSWORD)),
	Buffer.from(PASSWORD, 'utf16le').toString('latin1'),
];

const fields = { username: 'demo', password: PASSWORD, source: '3000' };
const sentences = [PASSWORD, jsonEscaped, asciiEscaped, urlEncoded].map(
	(form) => `The login demo/${form} was used`,
);

const raw = (body: unknown, more: object = { accept: true }): FaultAction => ({
	kind: 'raw',
	body: typeof body === 'string' ? body : JSON.stringify(body),
	...more,
});

/** Answers that hold the password in every place and form, and failures without an answer. */
const FAULTS: FaultAction[] = [
	raw({ meta: { status: 200 }, data: [1], ...fields }),
	raw({ success: true, call_id: PASSWORD, request: fields }),
	raw([PASSWORD]),
	// Instead of a message id.
	raw({ meta: { status: 200 }, data: [PASSWORD] }),
	...sentences.flatMap((body): FaultAction[] => [
		raw(body, { accept: true, contentType: 'text/plain' }),
		raw({ meta: { status: 200, message: body } }),
		raw({ meta: { status: 1008, message: body }, [body]: body }, {}),
		raw({ success: false, error: body }, {}),
		{ kind: 'status', status: 400, contentType: 'text/plain', body },
		{ kind: 'status', status: 500, body: JSON.stringify({ error: { message: body, fields } }) },
	]),
	raw(`{"meta":{"status":200,"password":${JSON.stringify(PASSWORD)},"x`, {}),
	raw(`<html><p>${PASSWORD}</p></html>`, { contentType: 'text/html' }),
	{ kind: 'status', status: 401, body: JSON.stringify({ success: false, error: fields }) },
	{ kind: 'redirect', status: 307, location: `/elsewhere?password=${urlEncoded}` },
	{ kind: 'refuse', code: 1002, message: `no ${PASSWORD}` },
	{ kind: 'unauthorized' },
	{ kind: 'drop', when: 'before' },
	{ kind: 'drop', when: 'after' },
	{ kind: 'truncate' },
];

const CLOSED_CREDENTIAL = { ...SANDBOX_CREDENTIAL, id: 'smsVoiceClosed01', name: 'Closed port' };

const to = (index: number): string => `0912${String(index).padStart(7, '0')}`;
const rows = [...FAULTS.keys(), FAULTS.length].map((index) => ({ to: to(index), note: MARKER }));
/** The failures that end a run in stop mode, each in a run of its own. */
const stopping = [...FAULTS.entries()].filter(([index]) => index % 3 === 0);

/** All that came out of n8n in any way. */
const outputs: string[] = [];

const ONE = rows.slice(-1);
const text = (options = {}, more = {}) => ({ ...SENDINGS[0]?.parameters(options), ...more });
const TRIES = { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 };
const CLOSED = { credentials: { [CLOSED_CREDENTIAL.type]: CLOSED_CREDENTIAL } };
const workflows = () => [
	...SENDINGS.map((sending, way) => {
		const onError = way % 2 === 0 ? 'continueRegularOutput' : 'continueErrorOutput';
		const node = gateway('Node', sending.parameters({}), { onError });
		return workflowOf(`leakAll${way}`, rows, [node]);
	}),
	...stopping.map(([index], turn) => {
		const node = gateway('Node', SENDINGS[turn % SENDINGS.length]?.parameters({}) ?? {}, TRIES);
		return workflowOf(`leakStop${index}`, rows.slice(index, index + 1), [node]);
	}),
	workflowOf('leakTimeout', ONE, [gateway('Node', text({}, { requestOptions: { timeout: 1 } }))]),
	workflowOf('leakClosed', ONE, [gateway('Node', text(), CLOSED)]),
	workflowOf('leakDryRun', ONE, [gateway('Node', text({ dryRun: true }))]),
	workflowOf('leakCredit', ONE, [gateway('Node', { resource: 'report', operation: 'getCredit' })]),
];

const n8n = ownN8n({
	settings: () => DEBUG_LOG,
	sandbox: { password: PASSWORD },
	async prepare({ host, sandbox }) {
		const closed = { ...sandbox, url: `http://127.0.0.1:${await freePort()}`, password: PASSWORD };
		await host.importCredentials([{ ...sandboxCredential(closed), ...CLOSED_CREDENTIAL }]);
	},
	workflows,
});

beforeAll(async () => {
	const { sandbox, host, server } = n8n;
	sandbox.setFaults([
		...FAULTS.map((fault, index) => ({ match: { destination: to(index) }, fault })),
		{
			match: { path: '/v1/report/credit' },
			fault: raw({ success: true, credit: PASSWORD, ...fields }, {}),
		},
	]);
	const { execution, ...printed } = await execute(host, 'leakAll0');
	outputs.push(printed.stdout, printed.stderr, JSON.stringify(execution));
	for (const { id } of workflows()) {
		const ended = await endedRun(server, await startRun(server, id));
		outputs.push(ended.raw, JSON.stringify(ended.data));
	}
	for (const fault of FAULTS) {
		sandbox.setFaults([{ fault }]);
		outputs.push(JSON.stringify(await testCredential(n8n, sandboxCredential(sandbox))));
	}
});

/** Where a form of the password stands, with what is around it. */
const formsIn = (bytes: Buffer): string[] =>
	FORMS.filter((form) => bytes.includes(form)).map((form) => {
		const at = bytes.indexOf(form);
		return `${form} in: ${bytes.subarray(Math.max(0, at - 200), at + 200).toString()}`;
	});

describe('after runs in which every answer held the password', () => {
	test('the sandbox has given those answers, over every way to send', () => {
		const struck = n8n.sandbox.requests().filter(({ fault }) => fault !== undefined);
		expect(struck.length).toBeGreaterThan(FAULTS.length * SENDINGS.length);
		expect(n8n.sandbox.requests().every(({ loginCorrect }) => loginCorrect)).toBe(true);
	});

	test('no execution data, result or credential test holds it', () => {
		const all = Buffer.from(outputs.join('\n'));
		expect(all.includes(MARKER)).toBe(true);
		expect(formsIn(all)).toEqual([]);
	});

	test('neither console nor log files hold it at debug level, nor the database with its log', async () => {
		const running = await storedBytes(n8n.host);
		const printed = n8n.server.output();
		expect(printed).toMatch(/debug/i);
		expect(running.includes(MARKER)).toBe(true);
		// The log file's form of a line that n8n writes at debug level only.
		expect(running.includes('Executing hook')).toBe(true);
		expect(formsIn(Buffer.from(printed))).toEqual([]);
		expect(formsIn(running)).toEqual([]);
		await n8n.server.stop();
		expect(formsIn(await storedBytes(n8n.host))).toEqual([]);
		expect(formsIn(Buffer.from(n8n.server.output()))).toEqual([]);
	});
});
