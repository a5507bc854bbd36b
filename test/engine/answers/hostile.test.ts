import { createServer } from 'node:http';
import type { ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';

import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { RunResult } from '../stage/engine.ts';
import {
	detailsOf,
	gateway,
	getCredit,
	getStatus,
	playVoiceFile,
	send,
	sendBulk,
	sendCode,
	sendJson,
} from '../stage/gateway.ts';
import { CONTINUE, numberOf, numbers, outcomeOf, pairOf } from '../stage/rows.ts';

const { sandbox, credentials, run } = gateway();

const MEGABYTE = 'a\u200c\u06cc'.repeat(350_000);

/** Values that a spreadsheet, a form or another node may hand on. */
const HOSTILE: Array<[name: string, value: unknown]> = [
	['empty', ''],
	['white space', ' \t\n\u00a0\u2003 '],
	['zero-width characters only', '\u200b\u200c\u200d\ufeff'],
	['1 MB of text', MEGABYTE],
	['1 MB of digits', '9'.repeat(1_000_000)],
	['control characters', 'a\u0000b\u0007c\u001bd\u007f'],
	['a leading half of an emoji', 'a\ud83d'],
	['a trailing half of an emoji', '\ude00a'],
	['quotes and line ends of headers', '"\r\nContent-Length: 0\r\n\r\n'],
	['an expression as text', '{{ $credentials.password }}'],
	['HTML', '<script>alert(1)</script>'],
	['a whole number', 9120000000],
	['a decimal', 912.5],
	['a number in exponent notation', 9.12e21],
	['text in exponent notation', '9.12E+11'],
	['minus one', -1],
	['zero', 0],
	['true', true],
	['false', false],
	['null', null],
	['an object', { a: 1 }],
	['an object with a value', { value: '09120000000' }],
	['an empty list', []],
	['a mixed list', ['09120000000', 9350000000, null, { a: 1 }, true, ['0912']]],
	['a nested list', [[['09120000000']]]],
	['a list with a hole', ['09120000000', '', '09350000000']],
	['deep nesting', JSON.parse('['.repeat(500) + ']'.repeat(500))],
];

/** A bulk goes on over wrong rows only where it is told to, and fails by the batch. */
const EACH_ALONE = { invalidRows: 'skip', speed: { values: { batchSize: 1 } } };

const TARGETS: Array<
	[operation: string, field: string, names: RegExp, parameters: INodeParameters]
> = [
	['send', 'destination', /'To'/, send({ destination: '={{ $json.v }}' })],
	['send', 'source', /'From'/, send({ source: '={{ $json.v }}' })],
	['send', 'message', /'Message'/, send({ message: '={{ $json.v }}' })],
	[
		'send, multipart',
		'message',
		/'Message'/,
		send({ message: '={{ $json.v }}', options: { bodyFormat: 'multipart' } }),
	],
	[
		'send',
		'scheduled',
		/'Time → Scheduled'/,
		send({ options: { time: { values: { scheduled: '={{ $json.v }}' } } } }),
	],
	[
		'sendBulk',
		'destination',
		/'To'/,
		sendBulk({ destination: '={{ $json.v }}', options: EACH_ALONE }),
	],
	['sendBulk', 'source', /'From'/, sendBulk({ source: '={{ $json.v }}', options: EACH_ALONE })],
	[
		'sendBulk',
		'message',
		/'Message'/,
		sendBulk({ message: '={{ $json.v }}', options: EACH_ALONE }),
	],
	[
		'sendBulk',
		'sendToBlacklist',
		/'Include Opted-Out Recipients'/,
		sendBulk({ options: { ...EACH_ALONE, sendToBlacklist: '={{ $json.v }}' } }),
	],
	[
		'send',
		'sendToBlacklist',
		/'Include Opted-Out Recipients'/,
		send({ options: { sendToBlacklist: '={{ $json.v }}' } }),
	],
	['sendBulk, JSON', 'messages', /'Messages'/, sendJson('={{ $json.v }}', { options: EACH_ALONE })],
	['playVoiceFile', 'destination', /'To'/, playVoiceFile({ destination: '={{ $json.v }}' })],
	['playVoiceFile', 'fileId', /'Voice File ID'/, playVoiceFile({ fileId: '={{ $json.v }}' })],
	['sendCode', 'destination', /'To'/, sendCode({ destination: '={{ $json.v }}' })],
	['sendCode', 'code', /'Code'/, sendCode({ code: '={{ $json.v }}' })],
	['getStatus', 'messageIds', /'Message IDs'/, getStatus({ messageIds: '={{ $json.v }}' })],
];

/** Of a bulk, whose rows have nothing else: rows in which nobody sees anything are left out. */
const LEFT_OUT = HOSTILE.flatMap(([name], index) =>
	['empty', 'white space', 'zero-width characters only', 'null'].includes(name) ? [index] : [],
);

/** The error of an item names the parameter and the item, or the service refused what arrived whole. */
function judge(
	result: RunResult,
	index: number,
	names: RegExp,
	leftOut: readonly number[],
): string | undefined {
	const own = result.items.filter(
		({ pairedItem }) =>
			typeof pairedItem === 'object' && 'item' in pairedItem && pairedItem.item === index,
	);
	if (own.length === 0) return leftOut.includes(index) ? undefined : 'nothing is said of it';
	const json = own[0]?.json ?? {};
	if ((json.error ?? undefined) === undefined) return undefined;
	const words = String(json.error);
	if (words.length > 1500) return `the error is ${words.length} characters long`;
	if (detailsOf(own[0]).outcome !== 'rejected') return `it is ${String(detailsOf(own[0]).outcome)}`;
	if (words.startsWith('The service refused')) return undefined;
	return names.test(words) && words.includes(`item ${index}`) ? undefined : words.slice(0, 200);
}

describe('hostile values', () => {
	test.each(TARGETS)(
		'in %s: %s end in a correct send or in an error that names parameter and item',
		async (operation, field, names, parameters) => {
			const rows = HOSTILE.map(([, v]) => ({ v })) as IDataObject[];
			const leftOut = operation === 'sendBulk' && field === 'destination' ? LEFT_OUT : [];
			const result = await run(parameters, { rows, node: CONTINUE });
			expect(result.error).toBeUndefined();
			const wrong = HOSTILE.map(([name], index) => [
				name,
				judge(result, index, names, leftOut),
			]).filter(([, problem]) => problem !== undefined);
			if (leftOut.length > 0)
				expect(result.hints[0]?.message).toContain(`, and ${leftOut.length} empty rows left out.`);
			expect(wrong).toEqual([]);
		},
	);

	test('of which one is wrong stop a run before the first request', async () => {
		const rows = [{ v: '09120000000' }, { v: 'a\ud83d' }] as IDataObject[];
		const { error } = await run(send({ destination: '={{ $json.v }}' }), { rows });
		expect(error?.message).toContain("'To' of item 1");
		expect(sandbox().requests()).toEqual([]);
	});

	test('a text of 1 MB arrives as it was written', async () => {
		sandbox().setAccount({ credit: 20_000 });
		const { error } = await run(send({ message: '={{ $json.v }}' }), { rows: [{ v: MEGABYTE }] });
		expect(error).toBeUndefined();
		expect(sandbox().messages()[0]?.message === MEGABYTE).toBe(true);
	});

	test('10,000 destinations of one text get one message each', async () => {
		sandbox().setAccount({ credit: 20_000 });
		const to = numbers(10_000);
		const { error, json } = await run(send({ destination: '={{ $json.to }}' }), { rows: [{ to }] });
		expect(error).toBeUndefined();
		expect(sandbox().messages()).toHaveLength(10_000);
		expect((json[0]?.messageIds as string[]).length).toBe(10_000);
	});

	test('10,000 destinations where one is wrong are refused by name', async () => {
		const to = numbers(10_000);
		to[7777] = '0912-oh-no';
		const { error } = await run(send({ destination: '={{ $json.to }}' }), { rows: [{ to }] });
		expect(error?.message).toContain('0912-oh-no');
		expect(sandbox().requests()).toEqual([]);
	});

	test.each([
		'2026-02-30 10:00',
		'2026-13-01 10:00',
		'31/12/2026',
		'tomorrow',
		'2026-11-21T25:00',
		'0000-00-00 00:00:00',
		'1405/09/01 10:00',
		'2026-11-21 10:00 PM EST',
		'Invalid DateTime',
		'1e99',
		'2026-11-21T10:00:00+99:99',
	])('a schedule of %j is an error that names it', async (scheduled) => {
		const { error } = await run(send({ options: { time: { values: { scheduled } } } }));
		expect(error?.message).toContain("'Time → Scheduled' of item 0");
		expect(sandbox().requests()).toEqual([]);
	});
});

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
let url = '';
beforeAll(async () => {
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
	server.closeAllConnections();
	await new Promise((resolve) => server.close(resolve));
});

const JSON_TYPE = { 'content-type': 'application/json' };
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
	['a number', 'unproven', whole('7')],
	['only white space', 'unproven', whole('  \n')],
	['100,000 levels of lists', 'unproven', whole('['.repeat(100_000) + ']'.repeat(100_000))],
	[
		'100,000 levels of objects',
		'unproven',
		whole('{"a":'.repeat(100_000) + '1' + '}'.repeat(100_000)),
	],
	['100,000 levels that never close', 'unknown', whole('['.repeat(100_000))],
	['5 MB of text', 'words', whole('x'.repeat(5_000_000), { 'content-type': 'text/plain' })],
	['5 MB of JSON', 'unproven', whole(`{"data":["${'1'.repeat(5_000_000)}"]}`)],
	['50 MB of text', 'unknown', whole('x'.repeat(50_000_000), { 'content-type': 'text/plain' })],
	[
		'a refusal of 5 MB',
		'rejected',
		whole(
			JSON.stringify({ meta: { status: 1006, message: 'x'.repeat(5_000_000) } }),
			JSON_TYPE,
			402,
		),
	],
	[
		'UTF-8 that calls itself Latin 1',
		'accepted',
		whole(honest, { 'content-type': 'application/json; charset=iso-8859-1' }),
	],
	[
		'an unknown charset',
		'accepted',
		whole(honest, { 'content-type': 'application/json; charset=no-such' }),
	],
	[
		'UTF-16',
		'accepted',
		whole(Buffer.from(honest, 'utf16le'), { 'content-type': 'application/json; charset=utf-16le' }),
	],
	[
		'broken UTF-8',
		'words',
		whole(Buffer.from([0x6f, 0x6b, 0xff, 0xfe]), { 'content-type': 'text/plain' }),
	],
	[
		'what is coded twice',
		'unknown',
		whole(gzipSync(gzipSync(honest)), { ...JSON_TYPE, 'content-encoding': 'gzip, gzip' }),
	],
	[
		'what is coded by nothing',
		'accepted',
		whole(honest, { ...JSON_TYPE, 'content-encoding': 'identity' }),
	],
	['a byte order mark', 'accepted', whole(`\ufeff${honest}`)],
	['gzip', 'accepted', whole(gzipSync(honest), { ...JSON_TYPE, 'content-encoding': 'gzip' })],
	[
		'what is no gzip but says so',
		'unknown',
		whole(honest, { ...JSON_TYPE, 'content-encoding': 'gzip' }),
	],
	// axios hands on what can be unpacked, here nothing.
	[
		'half of a gzip',
		'unproven',
		whole(gzipSync(honest.repeat(50)).subarray(0, 30), {
			...JSON_TYPE,
			'content-encoding': 'gzip',
		}),
	],
	[
		'a gzip bomb of 200 MB',
		'unknown',
		whole(gzipSync(Buffer.alloc(200_000_000, 'x')), { ...JSON_TYPE, 'content-encoding': 'gzip' }),
	],
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
	[
		'broken HTTP',
		'unknown',
		(response) => {
			response.socket?.end('HTTP/9.9 what\r\n\r\n');
		},
	],
	[
		'a broken header',
		'unknown',
		(response) => {
			response.socket?.end('HTTP/1.1 200 OK\r\ncontent length 3\r\n\r\n{}');
		},
	],
	['a status of 600', 'unknown', whole('', JSON_TYPE, 600)],
	['a status of 999', 'unknown', whole('', JSON_TYPE, 999)],
	['a redirect to nowhere', 'unknown', whole('', { location: 'ftp://[' }, 302)],
	['304', 'unknown', (response) => response.writeHead(304).end()],
	['401 with a challenge', 'rejected', whole('', { 'www-authenticate': 'Basic realm="x"' }, 401)],
	[
		'429 with a broken Retry-After',
		'rejected',
		whole('', { 'retry-after': '99999999999999999999' }, 429),
	],
];

describe('hostile answers', () => {
	const to = '={{ $json.to }}';
	const options = { speed: { values: { batchSize: 1, parallelRequests: 20 } } };
	const sending = {
		send: send({ destination: to, options }),
		sendBulk: sendBulk({ destination: to, options }),
		playVoiceFile: playVoiceFile({
			destination: to,
			options: { speed: { values: { parallelRequests: 20 } } },
		}),
		sendCode: sendCode({
			destination: to,
			options: { speed: { values: { parallelRequests: 20 } } },
		}),
	};
	// For those that never end; megabytes take their time on a busy machine.
	const timeoutOf = (outcome: Outcome) => (outcome === 'unknown' ? 1500 : 60_000);
	const rows = ANSWERS.map(([, outcome], index) => ({
		to: numberOf(index),
		timeout: timeoutOf(outcome),
	}));
	const here = () => credentials({ smsBaseUrl: url, callBaseUrl: url });
	/** How each row ended, of a run in which each gets another of the answers. */
	const ended = new Map<string, unknown[]>();

	beforeAll(async () => {
		const questions = {
			getStatus: getStatus({ messageIds: to, options: { speed: { values: { batchSize: 1 } } } }),
		};
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

test.each([
	['UTF-8 that calls itself Latin 1', Buffer.from('{"وضعیت":"انجام شد"}'), 'iso-8859-1'],
	[
		'what its label says',
		Buffer.from([0xc7, 0xe4, 0xcc, 0xc7, 0xe3, 0x20, 0xd4, 0xcf]),
		'windows-1256',
	],
])('a taught answer in Persian is found in %s', async (_, bytes, charset) => {
	const field = bytes.includes('{') ? 'وضعیت' : '';
	const answer = [{ field, value: 'انجام شد', means: 'accepted' }];
	respond = whole(bytes, { 'content-type': `application/json; charset=${charset}` });
	const login = credentials({ smsBaseUrl: url, callBaseUrl: url, answers: { answer } });
	const { json } = await run(send({ destination: '447700900123' }), { credentials: login });
	expect(json).toMatchObject([{ outcome: 'accepted' }]);
});

test.each(['gzip, gzip', 'x-unknown'])(
	'an answer that is still coded in %s says so',
	async (coding) => {
		respond = whole(gzipSync(gzipSync(honest)), { ...JSON_TYPE, 'content-encoding': coding });
		const here = credentials({ smsBaseUrl: url, callBaseUrl: url });
		const { error } = await run(send({ destination: '447700900123' }), { credentials: here });
		expect(error?.message).toContain(`(still coded: Content-Encoding ${coding}) (HTTP 200)`);
	},
);
