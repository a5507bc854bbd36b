import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';

import { ask, send, show } from '../../../../nodes/SmsVoiceGateway/engine/delivery/send.ts';
import type { RowVerdict } from '../../../../nodes/SmsVoiceGateway/response/rows.ts';
import type { Row } from '../../../../nodes/SmsVoiceGateway/engine/row/row.ts';
import { ACCEPTED, delivery, ended, LOST, rowsTo, TARGET } from '../stage.ts';
import type { Reply } from '../stage.ts';

beforeEach(() => {
	jest.useFakeTimers();
});
afterEach(() => {
	jest.useRealTimers();
});

type Operation = NonNullable<Parameters<typeof delivery>[0]>['operation'];

async function answered(
	reply: Reply,
	operation: Operation = {},
	more: Partial<Row> = {},
	target: typeof TARGET = TARGET,
) {
	const start = delivery({ reply: () => reply, operation });
	start.attempt.settings.request = { timeout: 5000 };
	const rows = rowsTo('0912', '0913').map((row) => ({ ...row, ...more }));
	const sent = await ended(send(rows as typeof rows, 7, target, start.attempt));
	return { sent, request: start.requests[0] };
}

const answer = (body: string, status = 200): Reply => ({ status, body });

describe('a request', () => {
	test('goes to its target, with the options of the run and the body of its rows', async () => {
		const { request } = await answered(ACCEPTED);
		expect(request).toMatchObject({
			method: 'POST',
			baseURL: 'https://sms.example.com',
			url: '/send',
			timeout: 5000,
			body: { to: '0912,0913' },
		});
		expect(request).not.toHaveProperty('allowedDomains');
		const limited = { ...TARGET, allowedDomains: 'example.com' };
		expect((await answered(ACCEPTED, {}, {}, limited)).request).toMatchObject({
			allowedDomains: 'example.com',
		});
	});

	test('has the options of its first row where these are its own', async () => {
		const { request } = await answered(ACCEPTED, {}, { request: { timeout: 70 } });
		expect(request).toMatchObject({ timeout: 70 });
	});

	test('leaves as a form where its rows say so', async () => {
		const { request } = await answered(ACCEPTED, {}, { multipart: true });
		expect(request?.body).toBeInstanceOf(FormData);
		expect((await answered(ACCEPTED)).request?.body).not.toBeInstanceOf(FormData);
	});
});

describe('an answer', () => {
	test('of an acceptance ends each row by its own items, with the number of its request', async () => {
		expect((await answered(ACCEPTED)).sent).toEqual({
			ends: [
				{ outcome: 'accepted', items: [{ outcome: 'accepted', item: 0, batch: 7 }] },
				{ outcome: 'accepted', items: [{ outcome: 'accepted', item: 1, batch: 7 }] },
			],
		});
		expect((await answered(answer('{"status":"ok"}'), { sends: false })).sent).toEqual({
			ends: [
				{ outcome: 'accepted', items: [{ item: 0, batch: 7 }] },
				{ outcome: 'accepted', items: [{ item: 1, batch: 7 }] },
			],
		});
	});

	test('is what the operation makes items of', async () => {
		const { sent } = await answered(ACCEPTED, {
			toItems: (rows, response) => rows.map(() => [{ response }]),
		});
		const items = [{ outcome: 'accepted', response: { status: 'accepted', messageId: '71' } }];
		expect('ends' in sent && sent.ends).toMatchObject([{ items }, { items }]);
	});

	test('to a question without rows is judged as one', async () => {
		for (const body of ['[{"status":"accepted","id":"71"},{"error":"no"}]', '{"error":"no"}']) {
			const { attempt } = delivery({ reply: () => answer(body) });
			const outgoing = { body: {}, multipart: false, options: {}, target: TARGET };
			const asked = await ended(ask({ ...outgoing, sends: true }, attempt));
			expect(asked.failure?.message).toMatch(/^The service (took a part of|refused) the request/);
		}
	});

	test('of a refusal, or of neither, is a failure', async () => {
		expect((await answered(answer('{"error":"no"}', 400))).sent).toMatchObject({
			failure: { outcome: 'rejected', httpStatus: 400 },
		});
		expect((await answered(answer('', 500))).sent).toMatchObject({
			failure: {
				outcome: 'unknown',
				message: 'The service failed with HTTP 500',
				advice: expect.stringContaining('It may have been sent'),
			},
		});
		expect((await answered(answer('', 500), { sends: false })).sent).toMatchObject({
			failure: { advice: 'Nothing was to be sent, so it is safe to run this again.' },
		});
		expect((await answered(LOST)).sent).toMatchObject({
			failure: { outcome: 'unknown', message: expect.stringContaining('sms.example.com') },
		});
	});

	test('that can’t be read is unknown, and no request that never left', async () => {
		const broken = () => {
			throw new Error('ours');
		};
		const unknown = {
			failure: {
				outcome: 'unknown',
				message: "The service's answer could not be read",
				advice: expect.stringContaining('It may have been sent'),
			},
		};
		expect((await answered(ACCEPTED, { toItems: broken })).sent).toEqual(unknown);
		const mixed = answer('[{"status":"accepted","id":"71"},{"error":"no"}]');
		expect((await answered(mixed, { judgeRows: broken })).sent).toEqual(unknown);
	});
});

describe('an answer that speaks of rows one by one', () => {
	const MIXED = answer('[{"status":"accepted","id":"71"},{"error":"no"}]');
	const refused: RowVerdict = { kind: 'refused', words: 'no', response: {}, messageId: null };
	const unclear: RowVerdict = {
		kind: 'unclear',
		why: 'suspicious',
		response: {},
		messageId: null,
	};
	const taken: RowVerdict = { kind: 'accepted', response: {}, messageId: '71' };

	test('ends each as it says', async () => {
		const { sent } = await answered(MIXED, { judgeRows: () => [taken, refused] });
		expect(sent).toMatchObject({
			ends: [
				{ outcome: 'accepted', items: [{ messageId: '71' }] },
				{
					outcome: 'rejected',
					failure: { message: 'The service refused the request: "no" (HTTP 200)' },
				},
			],
		});
		const other = await answered(MIXED, { judgeRows: () => [unclear, taken] });
		expect(other.sent).toMatchObject({ ends: [{ outcome: 'unknown' }, { outcome: 'accepted' }] });
	});

	test('is one answer where the operation can’t tell its rows apart', async () => {
		for (const operation of [{}, { judgeRows: () => undefined }]) {
			expect((await answered(MIXED, operation)).sent).toMatchObject({
				failure: { outcome: 'unknown' },
			});
		}
	});

	test('and refuses all is each row’s own only where each was refused', async () => {
		const no = answer('{"error":"no"}', 400);
		const all = await answered(no, { judgeRows: () => [refused, { ...refused, words: 'never' }] });
		expect(all.sent).toMatchObject({
			ends: [
				{ failure: { message: 'The service refused the request: "no" (HTTP 400)' } },
				{ failure: { message: 'The service refused the request: "never" (HTTP 400)' } },
			],
		});
		const some = await answered(no, { judgeRows: () => [refused, taken] });
		expect(some.sent).toMatchObject({ failure: { outcome: 'rejected' } });
	});

	test('is not asked for its rows where it accepts all, or says nothing', async () => {
		const judgeRows = () => [refused, refused];
		expect((await answered(ACCEPTED, { judgeRows })).sent).toMatchObject({
			ends: [{ outcome: 'accepted' }, { outcome: 'accepted' }],
		});
		expect((await answered(answer('', 500), { judgeRows })).sent).toMatchObject({
			failure: { outcome: 'unknown' },
		});
	});
});

describe('secrets', () => {
	const echo = answer('{"error":"no","echo":"secret 4711 0912"}', 400);
	const said = answer('{"meta":{"status":1010,"message":"wrong: secret 4711"}}', 400);

	test('of the login and of secret fields are masked in what the service says', async () => {
		const toBody = () => ({ code: 4711 });
		const { sent } = await answered(said, { secretFields: ['code', 'none'], toBody });
		expect(sent.failure?.message).toContain('wrong: ');
		expect(sent.failure?.message).not.toMatch(/secret|4711/);
		const open = await answered(said, { toBody });
		expect(open.sent.failure?.message).toContain('4711');
		expect(open.sent.failure?.message).not.toContain('secret');
		expect(JSON.stringify((await answered(echo)).sent)).not.toContain('secret');
	});

	test('are not in a request that is shown', () => {
		const { attempt } = delivery({
			operation: { secretFields: ['code'], toBody: () => ({ code: '4711', to: '0912' }) },
		});
		const [first, ...rest] = rowsTo('0912', '0913');
		const rows = first === undefined ? [] : [{ ...first, multipart: true }, ...rest];
		const shown = show(rows, TARGET, attempt);
		expect(shown).toEqual({
			method: 'POST',
			url: 'https://sms.example.com/send',
			format: 'multipart',
			body: { code: expect.not.stringContaining('4711'), to: '0912' },
		});
		expect(show(rest, TARGET, delivery().attempt)).toMatchObject({
			format: 'json',
			body: { to: '0913' },
		});
	});
});
