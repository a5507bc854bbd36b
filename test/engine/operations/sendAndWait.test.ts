import {
	answering,
	detailsOf,
	ERROR_OUTPUT,
	type FaultAction,
	ID,
	type IDataObject,
	type INodeParameters,
	type Line,
	LOST,
	type Parameters as WithOptions,
	PATH,
	REFUSED,
	RETRY,
	type RunResult,
	sendAndWait,
	staged,
} from '../stage/index.ts';

const { sandbox, run, body, leaving, table } = staged();

/** Of the engine of these tests: /<execution>/<node>, and a signature of 64 digits. */
const LINK = /\n(http:\/\/127\.0\.0\.1\/webhook-waiting\/test\/2\?signature=[0-9a-f]{64})$/;

const limit = (values: INodeParameters) => ({ limitWaitTime: { values } });
const minutes = (resumeAmount: INodeParameters[string]) =>
	limit({ limitType: 'afterTimeInterval', resumeAmount, resumeUnit: 'minutes' });

/** The input that n8n would go on with where nobody answers. */
const ready = ({ run: { data } }: RunResult) =>
	data.executionData?.nodeExecutionStack[0]?.data.main?.[0]?.map(({ json }) => json);

const stays = { outcome: 'accepted', messageIds: [ID[0]], destinations: ['09120000000'] };

test('the text leaves as it was written, with a link in a line of its own, and the run waits', async () => {
	const before = Date.now();
	const result = await run(sendAndWait());
	const { message, ...rest } = body();
	expect(rest).toEqual({ source: '3000', destination: '09120000000' });
	expect(message).toMatch(LINK);
	expect(String(message).replace(LINK, '')).toBe('Who takes it?');
	expect(sandbox().requests()).toMatchObject([{ path: PATH.send, accepted: true }]);
	expect([result.run.status, result.run.waitTill?.toISOString()]).toEqual([
		'waiting',
		'3000-01-01T00:00:00.000Z',
	]);
	const [json = {}] = result.json;
	expect(json).toMatchObject({
		...stays,
		encoding: 'GSM-7',
		parts: 1,
		asked: { number: 1, message: 'Who takes it?', buttons: ['Approve'] },
	});
	expect(json).not.toHaveProperty('ended');
	const { at, until } = json.asked as IDataObject;
	expect(Date.parse(String(at))).toBeGreaterThanOrEqual(before);
	expect(until).toBeUndefined();
});

test('where the time is over, what was sent comes out of the node, which is not run again', async () => {
	const asleep = await run(sendAndWait({ options: minutes(2) }));
	const { at, until } = asleep.json[0]?.asked as IDataObject;
	expect(Date.parse(String(until)) - Date.parse(String(at))).toBe(120_000);
	expect(asleep.run.waitTill?.toISOString()).toBe(until);
	expect(ready(asleep)).toEqual([{ data: {}, ...asleep.json[0], ended: 'timedOut' }]);
	expect(sandbox().requests()).toHaveLength(1);
});

test('a text may be asked for, and two buttons', async () => {
	const text = await run(sendAndWait({ responseType: 'freeText' }));
	expect(text.json[0]?.asked).not.toHaveProperty('buttons');
	const values = { approvalType: 'double', approveLabel: ' Ja ', disapproveLabel: 'Nein' };
	const two = await run(sendAndWait({ approvalOptions: { values } }));
	expect(two.json[0]?.asked).toMatchObject({ buttons: ['Ja', 'Nein'] });
});

describe('no wait begins where nobody could end it', () => {
	const notWaiting = ({ run: { status, waitTill } }: RunResult) => {
		expect(status).not.toBe('waiting');
		expect(waitTill).toBeUndefined();
	};

	test.each<[string, FaultAction, string]>([
		['a text that was refused', answering({ meta: { status: 1006 }, data: null }), 'rejected'],
		['a text of which nobody knows', LOST, 'unknown'],
	])('for %s, which fails as everywhere', async (_, fault, outcome) => {
		sandbox().setFaults([{ fault }]);
		const result = await run(sendAndWait(), { node: ERROR_OUTPUT });
		notWaiting(result);
		expect(detailsOf(result.errorItems[0])).toMatchObject({ outcome });
		expect(sandbox().messages()).toHaveLength(outcome === 'unknown' ? 1 : 0);
	});

	test('nor a dry run, which shows the link', async () => {
		const result = await run(sendAndWait({ options: { dryRun: true } }));
		notWaiting(result);
		expect(leaving()).toEqual([]);
		expect(result.json).toMatchObject([
			{ outcome: 'dryRun', request: { body: { message: expect.stringMatching(LINK) } } },
		]);
	});

	test('what is sent in a later try waits', async () => {
		sandbox().setFaults([{ times: 1, fault: REFUSED }]);
		const result = await run(sendAndWait(), { node: RETRY });
		expect([result.run.status, sandbox().messages().length]).toEqual(['waiting', 1]);
	});
});

const ASK: WithOptions = (options, more) => sendAndWait({ options, ...more });
const wrong = (other: INodeParameters, error: string): Line => ({ other, error });
const labels = (values: INodeParameters) => ({ approvalOptions: { values } });
const FAR = { smsBaseUrl: 'https://sms.example.com', callBaseUrl: 'https://call.example.com' };

table('nothing is sent', ASK, {
	'for several items, as a run can wait for one answer only': {
		rows: [{}, {}, {}],
		error: '…asks one question in a run, and 3 items came in…',
		advice: '…Ask many at once…Loop Over Items…',
	},
	'but the first with Execute Once': { rows: [{}, {}], node: { executeOnce: true }, sent: 1 },
	'where n8n runs the node by its routing': {
		more: { routingOnly: true },
		error: "…can't wait where n8n runs the node for one item at a time…",
	},
	'for another response type': wrong({ responseType: 'customForm' }, "'Response Type' holds…"),
	'with an empty label': wrong(
		labels({ approveLabel: '={{ $json.nothing ?? " " }}' }),
		"'Buttons' has a 'Yes Button Label' that is empty…",
	),
	'with equal labels': wrong(
		labels({ approvalType: 'double', approveLabel: 'OK', disapproveLabel: 'OK' }),
		'…has two buttons that say "OK"…',
	),
	'for a time that is over': wrong(
		{ options: limit({ limitType: 'atSpecifiedTime', maxDateAndTime: '2020-01-01 10:00' }) },
		'…which is in the past…',
	),
	'with a link to this machine for a service elsewhere, so that nobody could ever answer': {
		login: FAR,
		error: "…'Message' of item 0 would end with a link that begins with http://127.0.0.1…",
		advice: '…Set WEBHOOK_URL of this n8n…',
	},
	'with a title that is none': {
		options: { pageTitle: 'x'.repeat(101) },
		error: "'Page Title' has 101 characters…",
	},
});

test('a password in the text is not shown in the output, nor on the page, which is made of it', async () => {
	const message = `Login with ${sandbox().password}!`;
	const result = await run(sendAndWait({ message }));
	expect(result.run.status).toBe('waiting');
	expect((result.json[0]?.asked as IDataObject).message).toBe('***');
	expect(JSON.stringify([result.json, ready(result)])).not.toContain(sandbox().password);
});

test('a link to this very machine is warned of', async () => {
	const { json } = await run(sendAndWait());
	expect(json[0]?.warnings).toEqual([
		'The link begins with http://127.0.0.1, which no phone can open; set WEBHOOK_URL of this n8n',
	]);
});

test('Page Title stands with the question, for the page', async () => {
	const { json } = await run(sendAndWait({ options: { pageTitle: ' Riverside Clinic ' } }));
	expect(json[0]?.asked).toMatchObject({ title: 'Riverside Clinic' });
	const plain = await run(sendAndWait());
	expect(plain.json[0]?.asked).not.toHaveProperty('title');
});
