import { createServer } from 'node:http';
import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';

import { served } from '../../served.ts';
import {
	CONTINUE,
	gateway,
	getCredit,
	getStatus,
	grouped,
	numberOf,
	outcomeOf,
	pairOf,
	playVoiceFile,
	send,
	sendBulk,
	sendCode,
} from '../stage/index.ts';

const { credentials, run } = gateway();

/** A server that answers by hand: a request that names a row's number as stands for that row, any other as a test says. */
let respond: (response: ServerResponse) => void = (response) => response.end();
const server = createServer((request, response) => {
	const chunks: Buffer[] = [];
	request.on('data', (chunk: Buffer) => chunks.push(chunk));
	request.on('end', () => {
		const [, row = ''] = /"0912(\d{7})"/.exec(Buffer.concat(chunks).toString()) ?? [];
		const [, , own = respond] = ANSWERS[row === '' ? -1 : Number(row)] ?? [];
		own(response);
	});
	response.on('error', () => undefined);
});
let host: Awaited<ReturnType<typeof served>>;
beforeAll(async () => {
	host = await served(server);
});
afterAll(() => host.close());
const here = (more = {}) => credentials({ smsBaseUrl: host.url, callBaseUrl: host.url, ...more });

const JSON_TYPE = { 'content-type': 'application/json' };
const TEXT = { 'content-type': 'text/plain' };
const as = (charset: string) => ({ 'content-type': `application/json; charset=${charset}` });
const coded = (coding: string) => ({ ...JSON_TYPE, 'content-encoding': coding });
const whole =
	(body: string | Buffer, headers: Record<string, string> = JSON_TYPE, status = 200) =>
	(response: ServerResponse): void => {
		response.writeHead(status, headers).end(body);
	};

/** Drips a byte at a time, for as long as anybody listens. */
const drip =
	(withHeaders: boolean) =>
	(response: ServerResponse): void => {
		if (withHeaders) response.writeHead(200, JSON_TYPE);
		const timer = setInterval(() => {
			if (response.destroyed || response.socket?.destroyed !== false) clearInterval(timer);
			else if (withHeaders) response.write(' ');
		}, 20);
		response.on('close', () => clearInterval(timer));
	};

const ending = (bytes: string) => (response: ServerResponse) => void response.socket?.end(bytes);
const REFUSAL = JSON.stringify({ meta: { status: 1006, message: 'x'.repeat(5_000_000) } });
const BOMB = gzipSync(Buffer.alloc(60_000_000, 'x'));
const honest = '{"meta":{"status":200,"message":"ok"},"data":[9007199254741993]}';

/** `unproven` proves nothing of what was to be sent, and answers a question; `words` answers none. */
type Outcome = 'accepted' | 'unproven' | 'words' | 'rejected' | 'unknown';

/** Answers and what an item that gets them ends as, by the words of issue 3. */
const ANSWERS: Array<
	[name: string, outcome: Outcome, respond: (response: ServerResponse) => void]
> = [
	['empty', 'unproven', whole('')],
	['204', 'unproven', (response) => response.writeHead(204).end()],
	['null', 'unproven', whole('null')],
	['100,000 levels of lists', 'unproven', whole('['.repeat(100_000) + ']'.repeat(100_000))],
	['100,000 levels that never close', 'unknown', whole('['.repeat(100_000))],
	['5 MB of text', 'words', whole('x'.repeat(5_000_000), TEXT)],
	['5 MB of JSON', 'unproven', whole(`{"data":["${'1'.repeat(5_000_000)}"]}`)],
	['20 MB of text', 'unknown', whole('x'.repeat(20_000_000), TEXT)],
	['a refusal of 5 MB', 'rejected', whole(REFUSAL, JSON_TYPE, 402)],
	['an unknown charset', 'accepted', whole(honest, as('no-such'))],
	['UTF-16', 'accepted', whole(Buffer.from(honest, 'utf16le'), as('utf-16le'))],
	['broken UTF-8', 'words', whole(Buffer.from([0x6f, 0x6b, 0xff, 0xfe]), TEXT)],
	['gzip', 'accepted', whole(gzipSync(honest), coded('gzip'))],
	['what is no gzip but says so', 'unknown', whole(honest, coded('gzip'))],
	// axios hands on what can be unpacked, here nothing.
	['half of a gzip', 'unproven', whole(gzipSync(honest.repeat(50)).subarray(0, 30), coded('gzip'))],
	['a gzip bomb of 60 MB', 'unknown', whole(BOMB, coded('gzip'))],
	['a slow drip', 'unknown', drip(true)],
	['silence', 'unknown', drip(false)],
	['nothing but a closed connection', 'unknown', (response) => response.destroy()],
	[
		'less than its length says',
		'unknown',
		(response) => {
			response.writeHead(200, { ...JSON_TYPE, 'content-length': '1000' });
			response.write(honest, () => response.destroy());
		},
	],
	['broken HTTP', 'unknown', ending('HTTP/9.9 what\r\n\r\n')],
	['a status of 999', 'unknown', whole('', JSON_TYPE, 999)],
	['a redirect to nowhere', 'unknown', whole('', { location: 'ftp://[' }, 302)],
	['401 with a challenge', 'rejected', whole('', { 'www-authenticate': 'Basic realm="x"' }, 401)],
	['429 with a broken Retry-After', 'rejected', whole('', { 'retry-after': '9'.repeat(20) }, 429)],
];

describe('hostile answers', () => {
	const to = { destination: '={{ $json.to }}' };
	const many = { options: grouped({ speed: { parallelRequests: 20 } }) };
	const manyAlone = { options: grouped({ speed: { batchSize: 1, parallelRequests: 20 } }) };
	const sending = {
		send: send({ ...to, ...manyAlone }),
		sendBulk: sendBulk({ ...to, ...manyAlone }),
		playVoiceFile: playVoiceFile({ ...to, ...many }),
		sendCode: sendCode({ ...to, ...many }),
	};
	// For those that never end; megabytes take their time on a busy machine.
	const timeoutOf = (outcome: Outcome) => (outcome === 'unknown' ? 1500 : 60_000);
	const rows = ANSWERS.map(([, outcome], index) => ({
		to: numberOf(index),
		timeout: timeoutOf(outcome),
	}));
	/** How each row ended, of a run in which each gets another of the answers. */
	const ended = new Map<string, unknown[]>();

	beforeAll(async () => {
		const questions = { getStatus: getStatus({ messageIds: to.destination, ...manyAlone }) };
		for (const [name, parameters] of Object.entries({ ...sending, ...questions })) {
			const outcomes: unknown[] = [];
			for (const timeout of new Set(rows.map((row) => row.timeout))) {
				const some = rows.filter((row) => row.timeout === timeout);
				const { items } = await run(
					{ ...parameters, requestOptions: { timeout } },
					{ credentials: here(), node: CONTINUE, rows: some },
				);
				for (const [at, row] of some.entries())
					outcomes[rows.indexOf(row)] = items
						.filter((item) => pairOf(item) === at)
						.map(outcomeOf)[0];
			}
			ended.set(name, outcomes);
		}
	});

	test.each(ANSWERS.map(([name, outcome], row) => ({ name, outcome, row })))(
		'$name end as $outcome in every operation',
		async ({ outcome, row }) => {
			for (const name of Object.keys(sending))
				expect([name, ended.get(name)?.[row]]).toEqual([
					name,
					['unproven', 'words'].includes(outcome) ? 'unknown' : outcome,
				]);
			// A question has no outcome where it was answered.
			const asked = ['accepted', 'unproven'].includes(outcome)
				? undefined
				: outcome.replace('words', 'unknown');
			expect(ended.get('getStatus')?.[row]).toBe(asked);
			respond = ANSWERS[row]?.[2] ?? respond;
			const { items } = await run(
				{ ...getCredit, requestOptions: { timeout: timeoutOf(outcome) } },
				{ credentials: here(), node: CONTINUE },
			);
			expect(items.map(outcomeOf)).toEqual([asked]);
		},
	);
});

test('a taught answer in Persian is found in UTF-8 that calls itself Latin 1', async () => {
	const answer = [{ field: 'وضعیت', value: 'انجام شد', means: 'accepted' }];
	respond = whole('{"وضعیت":"انجام شد"}', as('iso-8859-1'));
	const login = here({ answers: { answer } });
	const { json } = await run(send({ destination: '447700900123' }), { credentials: login });
	expect(json).toMatchObject([{ outcome: 'accepted' }]);
});

test.each(['gzip, gzip', 'x-unknown'])(
	'an answer that is still coded in %s says so',
	async (coding) => {
		respond = whole(gzipSync(gzipSync(honest)), coded(coding));
		const { error } = await run(send({ destination: '447700900123' }), { credentials: here() });
		expect(error?.message).toContain(`(still coded: Content-Encoding ${coding}) (HTTP 200)`);
	},
);
