import { Readable } from 'node:stream';

import type { IExecuteFunctions, IHttpRequestOptions } from 'n8n-workflow';

import type { Answer } from '../../../nodes/SmsVoiceGateway/service/answer.ts';
import { exchange } from '../../../nodes/SmsVoiceGateway/wire/exchange.ts';

const NOW = new Date('2026-11-22T19:40:30.000Z');

beforeEach(() => {
	// Streams go by ticks.
	jest.useFakeTimers({ now: NOW, doNotFake: ['nextTick'] });
});
afterEach(() => {
	jest.useRealTimers();
});

interface Reply {
	status?: number;
	headers?: Record<string, unknown>;
	body?: Readable;
}

const bodyOf = (...pieces: string[]): Readable =>
	Readable.from(pieces.map((piece) => Buffer.from(piece)));

const tooMany = (retryAfter?: unknown, body = ''): Reply => ({
	status: 429,
	headers: retryAfter === undefined ? {} : { 'retry-after': retryAfter },
	body: bodyOf(body),
});

interface Circumstances {
	request?: () => IHttpRequestOptions;
	signal?: AbortSignal;
	onRequest?: () => void;
}

const usual = (): IHttpRequestOptions => ({ url: '/send', timeout: 60_000 });

/** Sends to a service that replies as told, in the last way from then on; and the moments of its requests. */
async function send(replies: Array<Reply | Error>, circumstances: Circumstances = {}) {
	const { request = usual, signal, onRequest } = circumstances;
	jest.setSystemTime(NOW);
	const asked: Array<{ at: number; name: unknown; options: object; more: unknown }> = [];
	const context: object = {
		getExecutionCancelSignal: () => signal,
		helpers: {
			async httpRequestWithAuthentication(
				this: unknown,
				name: string,
				options: object,
				more: unknown,
			) {
				if (this !== context) throw new Error('n8n needs its context');
				asked.push({ at: Date.now() - NOW.getTime(), name, options, more });
				const reply = replies[Math.min(asked.length, replies.length) - 1] ?? {};
				onRequest?.();
				if (reply instanceof Error) throw reply;
				const { status = 200, headers = {}, body = bodyOf('{}') } = reply;
				return { statusCode: status, headers, body };
			},
		},
	};
	let hasEnded = false;
	const isRefused = ({ body }: Answer) => body !== 'taken';
	const sending = exchange(
		context as IExecuteFunctions,
		request,
		{ password: 'secret' },
		isRefused,
	).finally(() => (hasEnded = true));
	for (let step = 0; step < 1000 && !hasEnded; step++) await jest.advanceTimersByTimeAsync(250);
	return { result: await sending, asked, times: asked.map(({ at }) => at) };
}

const statusOf = ({ result }: Awaited<ReturnType<typeof send>>) =>
	'httpStatus' in result ? result.httpStatus : result;

describe('one request', () => {
	test('leaves as it was made, with the login by the credential, and nothing followed or tried again by n8n', async () => {
		const { asked } = await send([{}], { request: () => ({ ...usual(), body: { a: 1 } }) });
		const name = 'smsVoiceGatewayApi';
		const credentialsDecrypted = { id: '', name: '', type: name, data: { password: 'secret' } };
		const options = {
			url: '/send',
			timeout: 60_000,
			body: { a: 1 },
			encoding: 'stream',
			returnFullResponse: true,
			ignoreHttpStatusErrors: true,
			disableFollowRedirect: true,
		};
		expect(asked).toEqual([{ at: 0, name, options, more: { credentialsDecrypted } }]);
	});

	test.each([
		[202, 'application/json', { 'content-type': 'application/json' }],
		[200, '', {}],
	])('brings status, type and text of its answer: %i %s', async (status, contentType, headers) => {
		const { result } = await send([{ status, headers, body: bodyOf('{"a"', ':1}') }]);
		expect(result).toEqual({ httpStatus: status, contentType, body: '{"a":1}', end: 'complete' });
	});

	const coded = (coding: string) => `(still coded: Content-Encoding ${coding})`;
	test.each([
		['identity', '{}'],
		['gzip, br', coded('gzip, br')],
		['x_a.b-<c>\n', coded('x_a.b-?c??')],
		['x'.repeat(61), coded('x'.repeat(60))],
	])('whose answer is coded in %j brings the text %s', async (coding, body) => {
		const { result } = await send([{ headers: { 'content-encoding': coding } }]);
		expect(result).toMatchObject({ body });
	});

	test('that brought no answer says why, and is not tried again', async () => {
		const error = Object.assign(new Error('reset'), { code: 'ECONNRESET' });
		const { result, times } = await send([error, {}]);
		expect(result).toMatchObject({ code: 'ECONNRESET', heldBack: false });
		expect(times).toEqual([0]);
	});

	test('that can’t be made brings no answer', async () => {
		const request = () => {
			throw new Error('no form');
		};
		const { result, times } = await send([{}], { request });
		expect([result, times]).toMatchObject([{ words: 'no form' }, []]);
		// Without a time-out it has one all the same.
		expect(statusOf(await send([{}], { request: () => ({ url: '/' }) }))).toBe(200);
	});

	test('does not wait longer for the body than its time-out', async () => {
		jest.useRealTimers();
		const body = new Readable({ read: () => undefined });
		body.push('half');
		const context = {
			getExecutionCancelSignal: () => undefined,
			helpers: {
				httpRequestWithAuthentication: async () => ({ statusCode: 200, headers: {}, body }),
			},
		} as unknown as IExecuteFunctions;
		const result = await exchange(
			context,
			() => ({ url: '/', timeout: 20 }),
			{},
			() => true,
		);
		expect(result).toMatchObject({ body: 'half', end: 'truncated' });
	});
});

describe('an answer of too many requests', () => {
	test('is tried again after one, two and four seconds, then given', async () => {
		const sent = await send([tooMany()]);
		expect(sent.times).toEqual([0, 1000, 3000, 7000]);
		expect(statusOf(sent)).toBe(429);
	});

	test.each<[number | undefined, ...said: unknown[]]>([
		[0, '0', 'Sun, 22 Nov 2026 19:40:00 GMT'],
		[500, '0.5'],
		[1500, '1.5'],
		[5000, '5', ' 5 ', 5],
		[12_000, '12'],
		[12_250, '12.25'],
		[30_000, 'Sun, 22 Nov 2026 19:41:00 GMT'],
		[35_120, '35.12'],
		[60_000, '60', '60.0'],
		// Longer than anybody waits here.
		[undefined, '61', '60.01', '299.997', 'Sun, 22 Nov 2026 19:50:00 GMT'],
		// As without it.
		[1000, '-1', '1,5', 'soon', '5 s', 'x5', '', ' ', ['soon'], 'Sun, 99 Nov 2026 19:41:00 GMT'],
		[1000, '2026-11-22T19:40:50Z', '22 Nov 2026 19:40:50'],
	])('is tried again after %j ms where it says one of these', async (ms, ...said) => {
		for (const retryAfter of said) {
			const { times } = await send([tooMany(retryAfter), {}]);
			expect([retryAfter, times]).toEqual([retryAfter, ms === undefined ? [0] : [0, ms]]);
		}
	});

	test('tells how long it asks for', async () => {
		const { result } = await send([tooMany('300')]);
		expect(result).toMatchObject({ httpStatus: 429, retryAfter: 300_000 });
		const without = await send([tooMany('soon')]);
		expect(without.result).toMatchObject({ httpStatus: 429, retryAfter: undefined });
	});

	test('is no other refusal, and not tried again where it says that the message was taken', async () => {
		const headers = { 'retry-after': '1' };
		for (const reply of [tooMany('1', 'taken'), { status: 400, headers }, { status: 503, headers }])
			expect((await send([reply, {}])).times).toEqual([0]);
	});

	test('is not waited for where the execution is stopped', async () => {
		const stop = new AbortController();
		const sent = await send([tooMany('30'), {}], {
			signal: stop.signal,
			onRequest: () => void setTimeout(() => stop.abort(), 5000),
		});
		expect([sent.times, statusOf(sent)]).toEqual([[0], 429]);
		expect(Date.now() - NOW.getTime()).toBeLessThan(10_000);
		const going = await send([tooMany('1'), {}], { signal: new AbortController().signal });
		expect(going.times).toHaveLength(2);
	});
});
