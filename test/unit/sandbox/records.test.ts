import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { startSandbox } from '../../../sandbox/index.ts';
import { maskBody } from '../../../sandbox/request/secrets.ts';
import {
	GOOD,
	LOGIN,
	PATHS,
	SMS,
	call,
	postForm,
	postJson,
	postRaw,
	useSandbox,
} from './client.ts';

const sandbox = useSandbox();
const send = () => sandbox().url + PATHS.send;

test('a request is recorded with what came in and what was answered', async () => {
	const { text } = await call(send(), {
		method: 'POST',
		headers: {
			'content-type': 'application/json',
			'x-mine': 'kept',
			authorization: 'Basic ZGVtbzpkZW1v',
		},
		body: JSON.stringify(SMS),
	});
	expect(sandbox().requests()).toEqual([
		{
			id: 'request-1',
			at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
			method: 'POST',
			path: PATHS.send,
			contentType: 'application/json',
			headers: expect.objectContaining({ 'x-mine': 'kept', authorization: '***' }),
			encoding: 'json',
			fields: { ...SMS, password: '***' },
			body: JSON.stringify({ ...SMS, password: '***' }),
			loginCorrect: true,
			accepted: true,
			status: 200,
			answer: text,
		},
	]);
});

test('requests are recorded in the order they arrived', async () => {
	for (const name of ['credit', 'voice', 'status'] as const)
		await postJson(sandbox().url + PATHS[name], GOOD[name]);
	expect(
		sandbox()
			.requests()
			.map(({ id, path }) => [id, path]),
	).toEqual([
		['request-1', PATHS.credit],
		['request-2', PATHS.voice],
		['request-3', PATHS.status],
	]);
});

test('changing a returned list changes nothing', async () => {
	await postJson(send(), SMS);
	sandbox().requests().pop();
	sandbox()
		.messages()
		.forEach((message) => Object.assign(message, { destination: 'x' }));
	expect(sandbox().requests()).toHaveLength(1);
	expect(sandbox().messages()[0]?.destination).toBe(SMS.destination);
});

test('a reset forgets requests, messages, faults and ids, and restores the account', async () => {
	const fresh = await startSandbox({ username: 'u', password: 'first-secret', credit: 7 });
	const as = (password: string) =>
		postJson(fresh.url + PATHS.send, { ...SMS, username: 'u', password });
	fresh.setFaults([{ fault: { kind: 'unauthorized' }, times: 1 }]);
	fresh.setAccount({ credit: 5, password: 'second-secret' });
	await as('second-secret');
	await as('second-secret');
	fresh.reset();
	expect([fresh.requests(), fresh.messages(), fresh.faults()]).toEqual([[], [], []]);
	expect(fresh.password).toBe('first-secret');
	expect((await as('first-secret')).text).toContain('[9007199254741993]');
	expect(
		(await postJson(`${fresh.url}${PATHS.credit}`, { username: 'u', password: 'first-secret' }))
			.text,
	).toContain('"credit":6}');
	await fresh.close();
});

describe('the password', () => {
	const secret = 'S3cret "p\\w" ß‌😀%';
	const withSecret = async (act: (url: string) => Promise<unknown>) => {
		const fresh = await startSandbox({ password: secret });
		await act(fresh.url);
		const api = await Promise.all(
			['', '/requests', '/messages', '/account', '/faults'].map(
				async (path) => (await call(`${fresh.url}/_sandbox${path}`, {})).text,
			),
		);
		const records = JSON.stringify([fresh.requests(), fresh.messages()]);
		const count = fresh.requests().length;
		await fresh.close();
		// The start is plain ASCII, so no escape could hide it.
		for (const text of [records, ...api]) expect(text).not.toContain('S3cret');
		expect(count).toBe(1);
	};

	test.each(Object.keys(PATHS) as Array<keyof typeof PATHS>)(
		'never shows after a JSON request to %s',
		async (name) => {
			await withSecret((url) => postJson(url + PATHS[name], { ...GOOD[name], password: secret }));
		},
	);

	test('never shows after a multipart request, taken or refused', async () => {
		await withSecret((url) => postForm(url + PATHS.send, { ...SMS, password: secret }));
		await withSecret((url) => postForm(url + PATHS.credit, { ...LOGIN, password: secret }));
	});

	test('never shows where a client put it in the wrong place', async () => {
		await withSecret((url) =>
			postJson(url + PATHS.send, { ...SMS, password: secret, message: `my ${secret}!` }),
		);
		await withSecret((url) =>
			postForm(url + PATHS.send, { ...SMS, password: secret, source: secret }),
		);
		await withSecret((url) => postJson(url + PATHS.send, { ...SMS, [secret]: 'x' }));
		await withSecret((url) =>
			postJson(url + PATHS.send, { ...SMS, password: secret, destination: secret }),
		);
		await withSecret((url) =>
			postJson(`${url}${PATHS.send}?password=${encodeURIComponent(secret)}`, SMS),
		);
		await withSecret((url) =>
			postRaw(
				url + PATHS.send,
				'application/x-www-form-urlencoded',
				new URLSearchParams({ password: secret }).toString(),
			),
		);
		await withSecret((url) =>
			postRaw(url + PATHS.send, 'text/plain', JSON.stringify({ password: secret })),
		);
	});

	test('never shows in a body that breaks off or is escaped letter by letter', async () => {
		const escaped = [...secret]
			.map((letter) =>
				[...Array(letter.length).keys()]
					.map((i) => `\\u${letter.charCodeAt(i).toString(16).padStart(4, '0')}`)
					.join(''),
			)
			.join('');
		await withSecret((url) =>
			postRaw(
				url + PATHS.send,
				'application/json',
				`{"p\\u0061ssword" : "${escaped}", "message": "${escaped}"}`,
			),
		);
		expect(
			maskBody(`{"p\\u0061ssword" : "${escaped}", "message": "${escaped}"}`, 'json', secret),
		).toBe('{"p\\u0061ssword" : "***", "message": "***"}');
		await withSecret((url) =>
			postRaw(
				url + PATHS.send,
				'application/json',
				JSON.stringify({ password: secret }).slice(0, -3),
			),
		);
		await withSecret((url) =>
			postRaw(
				url + PATHS.send,
				'multipart/form-data; boundary=b',
				`--b\r\nContent-Disposition: form-data; name="password"\r\n\r\n${secret.slice(0, -2)}`,
			),
		);
	});

	test('never shows through a fault or the account', async () => {
		await withSecret(async (url) => {
			await call(`${url}/_sandbox/faults`, {
				method: 'PUT',
				body: JSON.stringify([{ fault: { kind: 'raw', body: secret } }]),
			});
			await postJson(url + PATHS.credit, { ...LOGIN, password: secret });
		});
	});

	test('is masked in the raw body and nothing else is touched', async () => {
		await postForm(send(), { ...SMS, password: 'a wrong one' });
		const [request] = sandbox().requests();
		expect(request?.fields).toEqual({ ...SMS, password: '***' });
		expect(request?.body).toContain('name="password"\r\n\r\n***\r\n--');
		expect(request?.body).toContain('name="message"\r\n\r\nhello\r\n--');
	});
});

test('masking a JSON body leaves every other value as it was', () => {
	fc.assert(
		fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.string(), (fields, password) => {
			const rest = Object.entries(fields).filter(([name]) => name !== 'password');
			const body = JSON.stringify({ ...Object.fromEntries(rest), password });
			const masked: unknown = JSON.parse(maskBody(body, 'json', 'never-in-here'));
			expect(masked).toEqual(
				JSON.parse(JSON.stringify({ ...Object.fromEntries(rest), password: '***' })),
			);
		}),
	);
});
