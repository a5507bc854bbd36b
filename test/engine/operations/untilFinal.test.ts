import { subscribe, unsubscribe } from 'node:diagnostics_channel';

import {
	answering,
	CONTINUE,
	fakeTime,
	type FaultAction,
	gateway,
	getStatus,
	type IDataObject,
	type INodeParameters,
	type RunOptions,
	startSandbox,
	times,
} from '../stage/index.ts';

import { freePort } from '../../../host/ports.ts';

const { sandbox, credentials, run: start, bodies, front } = gateway();

const time = fakeTime();

const run = time.around(start);

const [QUEUED, SENT, FAILED, DELIVERED] = [1, 2, 5, 6];

const ask = async (ids: string[], options: IDataObject, more: Partial<RunOptions> = {}) =>
	await run(getStatus({ messageIds: '={{ $json.ids }}', options } as INodeParameters), {
		rows: ids.map((one) => ({ ids: one })),
		...more,
	});
const waiting = (every: unknown, atMost: unknown, more: IDataObject = {}) => ({
	waitUntilFinal: { values: { every, atMost } },
	...more,
});
type Answer = Record<string, number> | { status: number } | string;
/** The service's answers, one for each question, the last one for all that follow. */
const answer = (...answers: Answer[]) => {
	const faultOf = (one: Answer): FaultAction => {
		if (typeof one === 'string') return answering(one);
		if ('status' in one) return { kind: 'status', status: one.status ?? 200 };
		const data = Object.entries(one).map(([MsgID, Status]) => ({ MsgID, Status }));
		return answering({ meta: { code: 200 }, data });
	};
	sandbox().setFaults(
		answers.map((one, index) => ({
			...(index === answers.length - 1 ? {} : { times: 1 }),
			fault: faultOf(one),
		})),
	);
};
/** The ids that each question was for. */
const questions = () => bodies().map(({ msgid }) => msgid);
/** Each id with its status, and `…` where that is not final. */
const states = (json: IDataObject[]) =>
	json.map((one) => `${one.messageId}:${one.status}${one.final === true ? '' : '…'}`).join(' ');

const PARTLY = { 1: SENT, 2: DELIVERED };
const DOWN = { status: 503 };
const THE_LAST =
	'This is the last known status: asking again failed (The service failed with HTTP 503)';
// A 429 is tried three more times, as one question.
const BUSY: Answer[] = times(4, { status: 429 });
const ONE_EACH = { speed: { values: { batchSize: 1 } } };

interface Waiting {
	/** Seconds; 1 and 600 unless given. */
	every?: number;
	atMost?: number;
	options?: IDataObject;
	warned?: unknown[];
	hint?: { message: string; type: string };
}

/** What it does; the answers, the ids of each row, those of each question, and how they ended. */
const WAITING: Array<[string, Answer[], string[], string, string, Waiting?]> = [
	[
		'asks again only for what is not final, and ends when all is',
		[{ 1: SENT, 2: DELIVERED, 3: QUEUED }, { 1: DELIVERED, 3: SENT }, { 3: FAILED }],
		['1,2', '3'],
		'1,2,3 1,2,3 3',
		'1:6 2:6 3:5',
		{ hint: { message: '3 asked: 2 arrived, 1 did not. 3 requests.', type: 'info' } },
	],
	[
		'gives what is not final in time as it is then, after a last question at the end',
		[PARTLY],
		['1', '2'],
		'1,2 1',
		'1:2… 2:6',
		{
			every: 600,
			atMost: 1,
			hint: {
				message: '2 asked: 1 arrived, 1 may have; 1 not final in time. 2 requests.',
				type: 'warning',
			},
		},
	],
	[
		'keeps what is known of an id that a later answer leaves out, or that can not be read',
		[{ 1: SENT, 2: SENT }, { 2: DELIVERED }, '{"result":"fine"}', { 1: DELIVERED }],
		['1,2'],
		'1,2 1,2 1,2 1,2',
		'1:6 2:6',
	],
	[
		'asks again after a question without an answer',
		[DOWN, { 1: SENT }, DOWN, { 1: DELIVERED }],
		['1'],
		'1 1 1 1',
		'1:6',
		{ warned: [undefined] },
	],
	[
		'keeps the last known status where later questions fail, and says so',
		[PARTLY, DOWN],
		['1', '2'],
		'1,2 1 1',
		'1:2… 2:6',
		{ atMost: 2, warned: [[THE_LAST], undefined] },
	],
	[
		'asks again for what is not found yet, and says so in the end',

		[
			{ 1: -1, 2: -1 },
			{ 1: DELIVERED, 2: -1 },
		],
		['1', '2'],
		'1,2 1,2 2',
		'1:6 2:-1',
		{ atMost: 2 },
	],
	[
		'asks again where the service takes no more requests for a while',
		[{ 1: SENT }, ...BUSY, { 1: DELIVERED }],
		['1'],
		'1 1 1 1 1 1',
		'1:6',
		{ every: 10 },
	],
	[
		'does not ask again what the service refuses after an answer',
		[{ 1: SENT }, { status: 401 }],
		['1'],
		'1 1',
		'1:2…',
		{ warned: [[expect.stringContaining('HTTP 401')]] },
	],
] as never;

test.each(WAITING.flatMap((one) => [{}, CONTINUE].map((node) => [one[0], node, one] as const)))(
	'Wait Until Final %s (%j)',
	async (_, node, [, answers, ids, asked, ended, { every = 1, atMost = 600, ...more } = {}]) => {
		answer(...answers);
		const began = Date.now();
		const { error, json, hints } = await ask(ids, waiting(every, atMost, more.options), { node });
		expect(error).toBeUndefined();
		expect([questions().join(' '), states(json)]).toEqual([asked, ended]);
		expect(Date.now() - began).toBeLessThan(1000 * (atMost + 1));
		if (more.warned) expect(json.map(({ warnings }) => warnings)).toEqual(more.warned);
		if (more.hint) expect(hints).toMatchObject([more.hint]);
	},
);

describe('Wait Until Final', () => {
	test.each([{}, CONTINUE])(
		'does not ask again what the service refuses, nor waits where it reaches nobody (%j)',
		async (node) => {
			sandbox().setFaults([{ fault: { kind: 'unauthorized' } }]);
			const refused = await ask(['1', '2'], waiting(1, 600, ONE_EACH), { node });
			expect(refused.error?.message ?? refused.json[0]?.error).toContain('HTTP 401');
			expect(questions()).toEqual('onError' in node ? ['1', '2'] : ['1']);
			const nobody = credentials({ smsBaseUrl: `http://127.0.0.1:${await freePort()}` });
			const before = Date.now();
			const { error, json } = await ask(['1'], waiting(1, 600), { node, credentials: nobody });
			expect(error?.message ?? json[0]?.error).toContain("The service can't be reached at");
			expect(Date.now() - before).toBeLessThan(1000);
		},
	);

	test.each([{}, CONTINUE])(
		'asks again where it reaches nobody for a while, once there was an answer (%j)',
		async (node) => {
			const port = await freePort();
			const stating = async (status: number) => {
				const own = await startSandbox({ port });
				own.setFaults([{ fault: answering({ data: [{ MsgID: 1, Status: status }] }) }]);
				return own;
			};
			const first = await stating(SENT);
			let second: ReturnType<typeof stating> | undefined;
			const watch = setInterval(() => {
				if (!first.requests().some(({ status }) => status !== undefined)) return;
				clearInterval(watch);
				// Meanwhile it is asked for in vain.
				second = first.close().then(async () => {
					await new Promise<void>((resolve) => {
						const pause = setInterval(() => resolve(clearInterval(pause)), 100);
					});
					return await stating(DELIVERED);
				});
			}, 5);
			const { error, json } = await ask(['1'], waiting(1, 600), {
				node,
				credentials: credentials({ smsBaseUrl: first.url }),
			});
			await (await second)?.close();
			expect(error).toBeUndefined();
			expect(states(json)).toBe('1:6');
			expect(json[0]).not.toHaveProperty('warnings');
		},
	);

	test('ends with Stop in the middle of a pause', async () => {
		answer({ 1: SENT });
		const began = Date.now();
		await ask(['1'], waiting(300, 600), {
			started: (execution) => {
				const answered = () => {
					unsubscribe('http.client.response.finish', answered);
					setTimeout(() => execution.cancel(), 150_000);
				};
				subscribe('http.client.response.finish', answered);
			},
		});
		expect([questions(), Date.now() - began < 200_000]).toEqual([['1'], true]);
	});

	test('waits no longer where somebody sets the clock back meanwhile', async () => {
		answer({ 1: SENT });
		const began = performance.now();
		let arrived = 0;
		const server = await front({
			arrives: () => arrived++ === 0 && jest.setSystemTime(Date.now() - 3_600_000),
		});
		await ask(['1'], waiting(10, 20), { credentials: credentials({ smsBaseUrl: server.url }) });
		expect([questions(), performance.now() - began < 21_000]).toEqual([['1', '1', '1'], true]);
	});

	test.each([
		['by its routing', { routingOnly: true }],
		['as a tool', { asTool: true }],
	])('waits also where n8n runs it %s', async (_, more) => {
		answer({ 1: SENT, 2: SENT }, { 1: DELIVERED, 2: DELIVERED });
		const { error, json } = await ask(['1,2'], waiting(1, 600), more);
		expect(error).toBeUndefined();
		expect(questions()).toEqual(['1,2', '1,2']);
		expect(states(json)).toBe('1:6 2:6');
	});

	test.each([{}, CONTINUE])(
		'waits no longer for several items that n8n hands over one by one (%j)',
		async (node) => {
			answer({ 1: SENT, 2: SENT, 3: SENT });
			const more = { node, routingOnly: true };
			const { error, json } = await ask(['1', '2', '3'], waiting(600, 1), more);
			expect(error).toBeUndefined();
			expect(states(json)).toBe('1:2… 2:2… 3:2…');
			expect(questions()).toEqual(['1', '1', '2', '3']);
		},
	);

	// What else is none is said in test/unit/options/values.test.ts.
	test('is refused with what is no number of seconds, before anything is asked', async () => {
		const { error } = await ask(['1'], waiting(0, 60));
		expect(error?.message).toContain(
			"'Wait Until Final → Every (Seconds)' holds 0, which is not a number from 1 to 600",
		);
		expect(questions()).toEqual([]);
	});
});
