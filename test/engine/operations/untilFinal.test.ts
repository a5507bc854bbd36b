import { subscribe, unsubscribe } from 'node:diagnostics_channel';

import { describe, expect, test } from '@jest/globals';
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { freePort } from '../../../host/ports.ts';
import { startSandbox } from '../../../sandbox/index.ts';
import { gateway, getStatus, send } from '../stage/gateway.ts';
import type { RunOptions } from '../stage/engine.ts';
import { fakeTime } from '../stage/fakeTime.ts';
import { CONTINUE } from '../stage/rows.ts';

const { sandbox, credentials, run: start, bodies } = gateway();

const time = fakeTime();

const run: typeof start = async (...given) => await time.passes(start(...given));

const QUEUED = 1;
const SENT = 2;
const FAILED = 5;
const DELIVERED = 6;

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
	const bodyOf = (states: Answer) =>
		typeof states === 'string'
			? states
			: JSON.stringify({
					meta: { code: 200 },
					data: Object.entries(states).map(([MsgID, Status]) => ({ MsgID, Status })),
				});
	sandbox().setFaults(
		answers.map((one, index) => {
			const status = typeof one === 'object' && 'status' in one ? (one.status ?? 200) : undefined;
			return {
				...(index === answers.length - 1 ? {} : { times: 1 }),
				fault:
					status === undefined
						? { kind: 'status', status: 200, body: bodyOf(one), contentType: 'application/json' }
						: { kind: 'status', status },
			};
		}),
	);
};
const questions = () => bodies().map(({ msgid }) => msgid);
const statuses = (json: IDataObject[]) =>
	json.map(({ messageId, status, final }) => [messageId, status, final]);

describe('Wait Until Final', () => {
	test('asks again only for what is not final, and ends when all is', async () => {
		answer({ 1: SENT, 2: DELIVERED, 3: QUEUED }, { 1: DELIVERED, 3: SENT }, { 3: FAILED });
		const { error, json, hints } = await ask(['1,2', '3'], waiting(1, 600));
		expect(error).toBeUndefined();
		expect(questions()).toEqual(['1,2,3', '1,3', '3']);
		expect(statuses(json)).toEqual([
			['1', DELIVERED, true],
			['2', DELIVERED, true],
			['3', FAILED, true],
		]);
		expect(hints).toEqual([
			{ message: '3 final. 3 requests.', type: 'info', location: 'outputPane' },
		]);
	});

	test('asks once where all is final at once', async () => {
		answer({ 1: DELIVERED });
		const { json } = await ask(['1'], waiting(600, 600));
		expect(questions()).toEqual(['1']);
		expect(statuses(json)).toEqual([['1', DELIVERED, true]]);
	});

	test('gives what is not final in time as it is then, after a last question at the end', async () => {
		answer({ 1: SENT, 2: DELIVERED });
		const { error, json, hints } = await ask(['1', '2'], waiting(600, 1));
		expect(error).toBeUndefined();
		expect(questions()).toEqual(['1,2', '1']);
		expect(statuses(json)).toEqual([
			['1', SENT, false],
			['2', DELIVERED, true],
		]);
		expect(hints).toEqual([
			{
				message: '1 final, 1 not final in time. 2 requests.',
				type: 'warning',
				location: 'outputPane',
			},
		]);
	});

	test('warns where some are not final and as many failed', async () => {
		answer({ 1: SENT });
		const { hints } = await ask(['1', ''], waiting(600, 1), { node: CONTINUE });
		expect(hints).toMatchObject([
			{
				message:
					"0 final, 1 not final in time, 1 row failed. First: 'Message IDs' of item 1 is empty. 2 requests.",
				type: 'warning',
			},
		]);
	});

	test('follows texts on their way to the phone', async () => {
		await run(send({ destination: '09120000000,09120000001' }));
		sandbox().setDelivery({ sentAfter: 1, deliveredAfter: 1, failed: ['09120000001'] });
		const [first, second] = sandbox().messages();
		const { json } = await ask([`${first?.id},${second?.id}`], waiting(1, 600));
		expect(json.map(({ statusText, final }) => [statusText, final])).toEqual([
			['Delivered', true],
			['Failed', true],
		]);
	});

	test('pairs each item with the row that asked, also where two ask for the same', async () => {
		answer({ 1: SENT, 2: SENT }, { 1: DELIVERED, 2: DELIVERED });
		const { items } = await ask(['1', '2,1'], waiting(1, 600));
		expect(questions()).toEqual(['1,2', '1,2']);
		expect(items.map(({ json, pairedItem }) => [json.messageId, json.status, pairedItem])).toEqual([
			['1', DELIVERED, { item: 0 }],
			['2', DELIVERED, { item: 1 }],
			['1', DELIVERED, { item: 1 }],
		]);
	});

	test('keeps what is known of an id that a later answer leaves out, or that can not be read', async () => {
		answer({ 1: SENT, 2: SENT }, { 2: DELIVERED }, '{"result":"fine"}', { 1: DELIVERED });
		const { json } = await ask(['1,2'], waiting(1, 600));
		expect(questions()).toEqual(['1,2', '1,2', '1', '1']);
		expect(statuses(json)).toEqual([
			['1', DELIVERED, true],
			['2', DELIVERED, true],
		]);
	});

	test.each([{}, CONTINUE])('asks again after a question without an answer (%j)', async (node) => {
		answer({ status: 503 }, { 1: SENT }, { status: 503 }, { 1: DELIVERED });
		const { error, json } = await ask(['1'], waiting(1, 600), { node });
		expect(error).toBeUndefined();
		expect(statuses(json)).toEqual([['1', DELIVERED, true]]);
		expect(json[0]).not.toHaveProperty('warnings');
	});

	test.each([{}, CONTINUE])(
		'keeps the last known status where later questions fail, and says so (%j)',
		async (node) => {
			answer({ 1: SENT, 2: DELIVERED }, { status: 503 });
			const { error, json } = await ask(['1', '2'], waiting(1, 2), { node });
			expect(error).toBeUndefined();
			expect(statuses(json)).toEqual([
				['1', SENT, false],
				['2', DELIVERED, true],
			]);
			expect(json.map(({ warnings }) => warnings)).toEqual([
				['This is the last known status: asking again failed (The service failed with HTTP 503)'],
				undefined,
			]);
		},
	);

	test('warns of the ids of a row that may have gone on, and of no other', async () => {
		answer({ 1: SENT, 2: DELIVERED }, { status: 503 });
		const { json } = await ask(['1,2'], waiting(1, 2));
		expect(statuses(json)).toEqual([
			['1', SENT, false],
			['2', DELIVERED, true],
		]);
		expect(json.map((item) => 'warnings' in item)).toEqual([true, false]);
	});

	test('ends as today where no question was answered in time', async () => {
		answer({ status: 503 });
		const { error } = await ask(['1'], waiting(1, 1));
		expect(error?.message).toBe('The service failed with HTTP 503');
		expect(questions()).toEqual(['1', '1']);
		const { json, hints } = await ask(['1'], waiting(1, 1), { node: CONTINUE });
		expect(json[0]?.error).toBe('The service failed with HTTP 503');
		expect(hints.map(({ message }) => message)).toEqual([
			'0 final, 1 row failed. First: The service failed with HTTP 503. 2 requests.',
		]);
	});

	test.each([{}, CONTINUE])('does not ask again what the service refuses (%j)', async (node) => {
		sandbox().setFaults([{ fault: { kind: 'unauthorized' } }]);
		const { error, json } = await ask(
			['1', '2'],
			waiting(1, 600, { speed: { values: { batchSize: 1 } } }),
			{ node },
		);
		const said = error?.message ?? json[0]?.error;
		expect(said).toContain('HTTP 401');
		expect(questions()).toEqual('onError' in node ? ['1', '2'] : ['1']);
	});

	test.each([{}, CONTINUE])(
		'asks again where the service takes no more requests for a while (%j)',
		async (node) => {
			// A 429 is tried three more times, as one question.
			const busy = Array.from({ length: 4 }, () => ({ status: 429 }));
			answer({ 1: SENT }, ...busy, { 1: DELIVERED });
			const { error, json } = await ask(['1'], waiting(10, 600), { node });
			expect(error).toBeUndefined();
			expect(statuses(json)).toEqual([['1', DELIVERED, true]]);
		},
	);

	test.each([{}, CONTINUE])('does not wait where it reaches nobody (%j)', async (node) => {
		const nobody = `http://127.0.0.1:${await freePort()}`;
		const before = Date.now();
		const { error, json } = await ask(['1'], waiting(1, 600), {
			node,
			credentials: credentials({ smsBaseUrl: nobody }),
		});
		expect(error?.message ?? json[0]?.error).toContain("The service can't be reached at");
		expect(Date.now() - before).toBeLessThan(1000);
	});

	test.each([{}, CONTINUE])(
		'asks again where it reaches nobody for a while, once there was an answer (%j)',
		async (node) => {
			const port = await freePort();
			const stating = async (status: number) => {
				const own = await startSandbox({ port });
				const body = JSON.stringify({ meta: { code: 200 }, data: [{ MsgID: 1, Status: status }] });
				own.setFaults([{ fault: { kind: 'status', status: 200, body } }]);
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
			expect(statuses(json)).toEqual([['1', DELIVERED, true]]);
			expect(json[0]).not.toHaveProperty('warnings');
		},
	);

	test.each([{}, CONTINUE])(
		'does not ask again what the service refuses after an answer (%j)',
		async (node) => {
			answer({ 1: SENT }, { status: 401 });
			const { error, json } = await ask(['1'], waiting(1, 600), { node });
			expect(error).toBeUndefined();
			expect(questions()).toEqual(['1', '1']);
			expect(statuses(json)).toEqual([['1', SENT, false]]);
			expect(json[0]?.warnings).toEqual([expect.stringContaining('HTTP 401')]);
		},
	);

	test('asks for the others where a later question fails', async () => {
		answer({ 1: SENT }, { 2: SENT }, { status: 503 }, { 2: DELIVERED });
		const { json } = await ask(['1', '2'], waiting(1, 1, { speed: { values: { batchSize: 1 } } }));
		expect(questions()).toEqual(['1', '2', '1', '2']);
		expect(statuses(json)).toEqual([
			['1', SENT, false],
			['2', DELIVERED, true],
		]);
	});

	test('ends with Stop in the middle of a pause', async () => {
		answer({ 1: SENT });
		await ask(['1'], waiting(300, 600), {
			started: (execution) => {
				const answered = () => {
					unsubscribe('http.client.response.finish', answered);
					setTimeout(() => execution.cancel(), 150_000);
				};
				subscribe('http.client.response.finish', answered);
			},
		});
		// Were the pause not over, the next question would come.
		expect(questions()).toEqual(['1']);
	});

	test.each([
		['by its routing', { routingOnly: true }],
		['as a tool', { asTool: true }],
		['as a tool, by its routing', { asTool: true, routingOnly: true }],
	])('waits also where n8n runs it %s', async (_, more) => {
		answer({ 1: SENT, 2: SENT }, { 1: DELIVERED, 2: DELIVERED });
		const { error, json } = await ask(['1,2'], waiting(1, 600), more);
		expect(error).toBeUndefined();
		expect(questions()).toEqual(['1,2', '1,2']);
		expect(statuses(json)).toEqual([
			['1', DELIVERED, true],
			['2', DELIVERED, true],
		]);
	});

	test.each([{}, CONTINUE])(
		'waits no longer for several items that n8n hands over one by one (%j)',
		async (node) => {
			answer({ 1: SENT, 2: SENT, 3: SENT });
			const { error, json } = await ask(['1', '2', '3'], waiting(600, 1), {
				node,
				routingOnly: true,
			});
			expect(error).toBeUndefined();
			expect(statuses(json)).toEqual(['1', '2', '3'].map((id) => [id, SENT, false]));
			expect(questions()).toEqual(['1', '1', '2', '3']);
		},
	);

	test.each<[unknown, unknown, string]>([
		[0, 60, `Every (Seconds)' holds 0, which is not a number from 1 to 600`],
		['often', 60, `Every (Seconds)' holds "often"`],
		[10, 601, `At Most (Seconds)' holds 601, which is not a number from 1 to 600`],
	])(
		'is refused with every %j and at most %j, before anything is asked',
		async (every, atMost, says) => {
			const { error } = await ask(['1'], waiting(every, atMost));
			expect(error?.message).toContain(`'Wait Until Final → ${says}`);
			expect(questions()).toEqual([]);
		},
	);
});
