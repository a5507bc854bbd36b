import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';

import { describe, expect, test } from '@jest/globals';
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { http } from '../../../host/http.ts';
import type { RecordedRequest } from '../../../sandbox/index.ts';
import { everythingIn } from '../stage/everything.ts';
import {
	detailsOf,
	gateway,
	getCredit,
	PATH,
	playVoiceFile,
	send,
	sendBulk,
	sendCode,
} from '../stage/gateway.ts';
import { leaving, CONTINUE, RETRY } from '../stage/rows.ts';
import { fronts, afterwards } from '../stage/front.ts';

const { sandbox, credentials, run, answerWith } = gateway();

const later = afterwards();
const openFront = fronts(sandbox);

const numbers = (count: number) =>
	Array.from({ length: count }, (_, index) => `0912000${String(index).padStart(4, '0')}`);
const rowsFor = (count: number): IDataObject[] => numbers(count).map((to) => ({ to }));
const toEach = (options: INodeParameters = {}, more: INodeParameters = {}) =>
	send({ destination: '={{ $json.to }}', message: '=Hello {{ $json.to }}', options, ...more });

const asked = (): string[] =>
	sandbox()
		.requests()
		.map(({ fields }) => String((fields as IDataObject).destination));
const sentTo = (to: string) =>
	sandbox()
		.messages()
		.filter(({ destination }) => destination === to);
const refuse = (to: string, more: { times?: number } = {}) =>
	sandbox().setFaults([
		{ match: { destination: to }, fault: { kind: 'status', status: 400 }, ...more },
	]);

describe('requests', () => {
	test('leave in item order, one at a time', async () => {
		const front = await openFront();
		const { error } = await run(toEach(), {
			rows: rowsFor(6),
			credentials: credentials({ smsBaseUrl: front.url }),
		});
		expect(error).toBeUndefined();
		expect(asked()).toEqual(numbers(6));
		expect(front.most()).toBe(1);
	});

	test('by its routing leave in item order too, though one takes longer to be read', async () => {
		const rows = rowsFor(3);
		// Longer than n8n is kept from other work: the next item is begun meanwhile.
		Object.defineProperty(rows[0], 'to', {
			enumerable: true,
			get: () => {
				for (const end = Date.now() + 120; Date.now() < end;);
				return numbers(1)[0];
			},
		});
		await run(toEach({}, { message: 'Hello' }), { rows, node: CONTINUE, routingOnly: true });
		expect(asked()).toEqual(numbers(3));
	});

	test.each([
		[
			'sendBulk',
			() =>
				sendBulk({
					destination: '={{ $json.to }}',
					options: { speed: { values: { batchSize: 1 } } },
				}),
		],
		['playVoiceFile', () => playVoiceFile({ destination: '={{ $json.to }}' })],
		['sendCode', () => sendCode({ destination: '={{ $json.to }}' })],
	])('of %s leave one at a time too', async (_name, parameters) => {
		const front = await openFront();
		const { error } = await run(parameters(), {
			rows: rowsFor(5),
			credentials: credentials({ smsBaseUrl: front.url, callBaseUrl: front.url }),
		});
		expect(error).toBeUndefined();
		expect(
			sandbox()
				.messages()
				.map(({ destination }) => destination),
		).toEqual(numbers(5));
		expect(front.most()).toBe(1);
	});
});

describe('in stop mode', () => {
	test('with requests in parallel the error that is shown is the one of the item that failed', async () => {
		// The first item is slow; the second fails while it is on its way; the others never leave.
		sandbox().setFaults([
			{ match: { destination: numbers(1)[0] ?? '' }, fault: { kind: 'delay', ms: 1000 } },
			{
				match: { destination: numbers(2)[1] ?? '' },
				fault: { kind: 'refuse', code: 1006, message: 'no credit' },
			},
		]);
		const { error } = await run(toEach({ speed: { values: { parallelRequests: 2 } } }), {
			rows: rowsFor(6),
		});
		expect(error?.message).toContain('no credit');
		expect(sentTo(numbers(1)[0] ?? '')).toHaveLength(1);
		expect(error?.description).toContain(sandbox().messages()[0]?.id);
		expect(asked().sort()).toEqual(numbers(2));
	});

	test('the error names the message ids of all that was accepted, also of many', async () => {
		refuse(numbers(15)[14] ?? '');
		const { error } = await run(toEach(), { rows: rowsFor(15) });
		const ids = sandbox()
			.messages()
			.map(({ id }) => id);
		expect(ids).toHaveLength(14);
		const words = everythingIn(error);
		expect(ids.filter((id) => !words.includes(id))).toEqual([]);
		expect(error?.description).toContain(`; item 9, message id ${ids[9]} and 4 more),`);
	});

	test('the error names every id of an item with many destinations', async () => {
		refuse('09350000000');
		const { error } = await run(toEach(), {
			rows: [{ to: numbers(15).join(',') }, { to: '09350000000' }],
		});
		const words = everythingIn(error);
		const ids = sandbox()
			.messages()
			.map(({ id }) => id);
		expect(ids).toHaveLength(15);
		expect(ids.filter((id) => !words.includes(id))).toEqual([]);
		expect(error?.description).toContain(`, ${ids[9]} and 5 more),`);
	});
});

describe('memory', () => {
	test('the same number twice among the items gets both messages, also across tries', async () => {
		refuse(numbers(3)[2] ?? '');
		const to = numbers(1)[0] ?? '';
		await run(toEach(), { rows: [{ to }, { to }, { to: numbers(3)[2] }], node: RETRY });
		expect(sentTo(to)).toHaveLength(2);
	});

	test('a query that was answered is asked again in each run', async () => {
		await run(getCredit);
		await run(getCredit);
		expect(sandbox().requests()).toHaveLength(2);
	});
});

describe('Request Options', () => {
	test.each([
		['send', PATH.send, () => send()],
		[
			'sendBulk',
			PATH.sendBulk,
			() => sendBulk({ options: { speed: { values: { batchSize: 1 } } } }),
		],
		['sendCode', PATH.sendCode, () => sendCode()],
		['getCredit', PATH.getCredit, () => getCredit],
	])('Proxy carries the request of %s', async (_name, path, parameters) => {
		const seen: string[] = [];
		const proxy = createServer((request, response) => {
			seen.push(String(request.url));
			const chunks: Buffer[] = [];
			request.on('data', (chunk: Buffer) => chunks.push(chunk));
			request.on('end', () => {
				const headers = { 'content-type': request.headers['content-type'] };
				void http
					.post<string>(`${sandbox().url}${path}`, Buffer.concat(chunks), { headers })
					.then(({ status, data }) => {
						response.writeHead(status, { 'content-type': 'application/json' }).end(data);
					});
			});
		});
		proxy.on('connect', (request, socket) => {
			seen.push(String(request.url));
			const { hostname, port } = new URL(sandbox().url);
			const through = connect(Number(port), hostname, () => {
				socket.write('HTTP/1.1 200 OK\r\n\r\n');
				through.pipe(socket);
				socket.pipe(through);
			});
			through.on('error', () => socket.destroy());
			socket.on('error', () => through.destroy());
		});
		await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
		later(async () => {
			proxy.closeAllConnections();
			await new Promise((resolve) => proxy.close(resolve));
		});
		const { port } = proxy.address() as AddressInfo;
		const { error } = await run({
			...parameters(),
			requestOptions: { proxy: `http://127.0.0.1:${port}` },
		});
		expect(error).toBeUndefined();
		expect(seen).toHaveLength(1);
		expect(sandbox().requests()).toHaveLength(1);
	});
});

describe('keys such as __proto__ and constructor', () => {
	const clean = () => {
		const plain: Record<string, unknown> = {};
		return [plain.polluted, Object.keys(Object.prototype).length].join();
	};

	test('in rows have no effect', async () => {
		const row = JSON.parse(
			'{"to":"09120000000","__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}',
		) as IDataObject;
		const { error } = await run(toEach(), { rows: [row, row] });
		expect(error).toBeUndefined();
		expect(clean()).toBe(',0');
	});

	test('in bulk JSON are refused', async () => {
		const messages =
			'[{"source":"3000","destination":"09120000000","message":"a","send_to_blacklist":0,"__proto__":{"polluted":1}}]';
		const { error } = await run({ ...sendBulk(), messagesFrom: 'json', messages });
		expect(error?.message).toContain("'Messages'");
		expect(clean()).toBe(',0');
	});

	test.each(['toString', 'hasOwnProperty', '__proto__'])(
		'in answers have no effect, nor does a code named %s',
		async (code) => {
			answerWith(
				`{"meta":{"status":200,"__proto__":{"polluted":""}},"data":[9001],"__proto__":{"polluted":""},"constructor":{"prototype":{"polluted":""}}}`,
			);
			const { json, error } = await run(toEach(), { rows: rowsFor(2) });
			expect(error).toBeUndefined();
			expect(json[0]?.messageIds).toEqual(['9001']);
			expect(clean()).toBe(',0');
			answerWith({ meta: { status: code, message: 'no' }, data: null }, 400);
			const refused = await run(toEach(), { rows: rowsFor(1), node: CONTINUE });
			expect(refused.items[0]?.json.error).toBe('The service refused the request: "no" (HTTP 400)');
			expect(detailsOf(refused.items[0])).toMatchObject({ outcome: 'rejected' });
		},
	);
});

describe('the password', () => {
	const html = (text: string) =>
		text
			.replaceAll('&', '&amp;')
			.replaceAll('<', '&lt;')
			.replaceAll('>', '&gt;')
			.replaceAll('"', '&quot;');
	const ascii = (text: string) =>
		JSON.stringify(text)
			.slice(1, -1)
			.replace(/[^\x20-\x7e]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`);
	const forms = (password: string): Record<string, string> => ({
		raw: password,
		'JSON-escaped': JSON.stringify(password).slice(1, -1),
		'ASCII JSON': ascii(password),
		'URL-encoded': encodeURIComponent(password),
		'form-encoded': new URLSearchParams({ p: password }).toString().slice(2),
		HTML: html(password),
		'HTML with numbers': password.replace(/[&<>"']/g, (c) => `&#${c.codePointAt(0)};`),
		'HTML as PHP writes it': html(password).replaceAll("'", '&#039;'),
		base64: Buffer.from(password).toString('base64'),
	});
	const answers = (password: string): Array<[name: string, status: number, body: string]> => [
		[
			'as fields',
			200,
			JSON.stringify({ meta: { status: 200 }, data: [1], username: 'demo', password }),
		],
		[
			'as fields of a refusal',
			400,
			JSON.stringify({ meta: { status: 1008, message: password }, username: 'demo', password }),
		],
		[
			'as fields in capitals',
			200,
			JSON.stringify({ request: { UserName: 'demo', PASSWORD: password } }),
		],
		['as a key', 200, JSON.stringify({ data: [1], [password]: 'x' })],
		...Object.entries(forms(password)).flatMap(([name, form]): Array<[string, number, string]> => [
			[`${name} in a text`, 200, `login ${form} was fine`],
			[`${name} in a web page`, 200, `<html><a href="/?p=${form}">${form}</a></html>`],
			[
				`${name} in a refusal`,
				400,
				JSON.stringify({ meta: { status: 1008, message: `wrong: ${form}.` } }),
			],
			[
				`${name} in a call's refusal`,
				200,
				JSON.stringify({ success: false, error: `wrong: ${form}` }),
			],
			[
				`${name} in a message within`,
				200,
				JSON.stringify({ data: [1], debug: { got: [`p=${form}&x`] } }),
			],
			[
				`${name} in a JSON text within`,
				200,
				JSON.stringify({ data: [1], echo: JSON.stringify({ p: form }) }),
			],
			[`${name} in a failure`, 500, `stack: ${form}`],
		]),
	];

	test.each(['correct horse battery', 'pä"ss/wörd+&<>', "a\\b'c d%41", 'S3cret!!'])(
		'%j is shown nowhere, however the answer holds it',
		async (password) => {
			sandbox().setAccount({ password });
			const all = answers(password);
			const to = numbers(all.length);
			sandbox().setFaults(
				all.map(([, status, body], index) => ({
					match: { destination: to[index] ?? '' },
					fault: { kind: 'status', status, body, contentType: 'application/json' },
				})),
			);
			const shown: string[] = [];
			const look = (name: string, result: unknown) => {
				const found = everythingIn(result);
				for (const [form, text] of Object.entries(forms(password))) {
					if (found.includes(text)) shown.push(`${name}: ${form}`);
				}
			};
			const login = credentials({ password });
			const going = { rows: rowsFor(all.length), node: CONTINUE, credentials: login };
			const { items, run: whole } = await run(toEach(), going);
			expect(items).toHaveLength(all.length);
			items.forEach((item, index) => look(`${all[index]?.[0]}`, item));
			look('the whole run', whole);
			// What fails is said in an error too.
			for (const [index, item] of items.entries()) {
				if (typeof item.json.error !== 'string') continue;
				const rows = [{ to: to[index] }];
				const stopped = await run(toEach(), { rows, credentials: login });
				expect(stopped.error).toBeDefined();
				look(`${all[index]?.[0]}, as an error`, stopped.run);
			}
			expect([...new Set(shown)]).toEqual([]);
		},
	);

	test.each(['1234', 'success', '200', 'ok', 'a', '12'])(
		'%j does not spoil ids and status, and echoed fields are gone',
		async (password) => {
			sandbox().setAccount({ password });
			answerWith(
				`{"meta":{"status":200,"message":"success"},"data":[12345678901234567,1234512],"username":"demo","password":"${password}"}`,
			);
			const { json, error } = await run(toEach(), {
				rows: rowsFor(1),
				credentials: credentials({ password }),
			});
			expect(error).toBeUndefined();
			expect(json[0]?.outcome).toBe('accepted');
			expect(json[0]?.messageIds).toEqual(['12345678901234567', '1234512']);
			const response = json[0]?.response as IDataObject;
			expect(response.meta).toMatchObject({ status: 200 });
			expect(response.password).toBeUndefined();
			expect(response.username).toBeUndefined();
		},
	);

	test('is not in a dry run, nor sent anywhere', async () => {
		const { run: whole } = await run(toEach({ dryRun: true }), { rows: rowsFor(2) });
		expect(everythingIn(whole)).not.toContain(sandbox().password);
		expect(leaving(sandbox())).toEqual([]);
	});

	test('does not come back as the one-time code does not', async () => {
		answerWith({ success: true, call_id: 'c-1', code: '048213', text: 'code 048213' });
		const { items, errorItems, error } = await run(sendCode({ code: '={{ "048213" }}' }));
		expect(error).toBeUndefined();
		expect(everythingIn([items, errorItems])).not.toContain('048213');
	});

	test.each([400, 500])('nor the one-time code with HTTP %i', async (status) => {
		answerWith({ success: false, error: 'no call for code 048213' }, status);
		for (const node of [{}, CONTINUE]) {
			const result = await run(sendCode({ code: '={{ "048213" }}' }), { node });
			expect(
				everythingIn([
					result.items,
					result.error?.message,
					result.error?.description,
					result.error?.context,
				]),
			).not.toContain('048213');
		}
	});

	test('stays where a redirect points elsewhere', async () => {
		const requests: RecordedRequest[] = sandbox().requests();
		expect(requests).toEqual([]);
		sandbox().setFaults([
			{ fault: { kind: 'redirect', status: 307, location: 'http://127.0.0.1:9/steal' } },
		]);
		const { items } = await run(toEach(), { rows: rowsFor(1), node: CONTINUE });
		expect(detailsOf(items[0])).toMatchObject({ outcome: 'unknown', httpStatus: 307 });
	});
});
