import { startSandbox } from '../../../sandbox/index.ts';
import { readableNumber } from '../../../sandbox/api/view.ts';
import { GOOD, PATHS, SMS, call, postForm, postJson, postRaw, useSandbox } from './client.ts';

const sandbox = useSandbox();

test('a request is recorded with what came in and what was answered', async () => {
	const headers = { 'content-type': 'application/json', 'x-mine': 'kept', authorization: 'x' };
	const url = sandbox().url + PATHS.send;
	const { text } = await call(url, { method: 'POST', headers, body: JSON.stringify(SMS) });
	const fields = { ...SMS, password: '***' };
	expect(sandbox().requests()).toEqual([
		{
			id: 'request-1',
			at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
			method: 'POST',
			path: PATHS.send,
			contentType: 'application/json',
			headers: expect.objectContaining({ 'x-mine': 'kept', authorization: '***' }),
			encoding: 'json',
			fields,
			body: JSON.stringify(fields),
			loginCorrect: true,
			accepted: true,
			status: 200,
			answer: text,
		},
	]);
	await postForm(url, { ...SMS, password: 'a wrong one' });
	expect(sandbox().requests()[1]?.body).toContain('name="password"\r\n\r\n***\r\n--');
});

describe('the password never shows', () => {
	const secret = 'S3cret "p\\w" ß‌😀%';
	const escaped = Array.from(
		{ length: secret.length },
		(_, i) => `\\u${secret.charCodeAt(i).toString(16).padStart(4, '0')}`,
	).join('');
	const json = (url: string, body: string) => postRaw(url + PATHS.send, 'application/json', body);
	const query = `?password=${encodeURIComponent(secret)}`;
	const sms = (url: string, more: object) => postJson(url + PATHS.send, { ...SMS, ...more });
	test.each<[string, (url: string) => Promise<unknown>]>([
		['in JSON', (url) => postJson(url + PATHS.code, { ...GOOD.code, password: secret })],
		['in a form', (url) => postForm(url + PATHS.send, { ...SMS, password: secret })],
		['in a text', (url) => sms(url, { password: secret, message: secret })],
		['in a query', (url) => postJson(url + PATHS.send + query, SMS)],
		['in plain text', (url) => postRaw(url + PATHS.send, 'text/plain', secret)],
		['escaped', (url) => json(url, `{"p\\u0061ssword":"${escaped}","message":"${escaped}"}`)],
	])('%s', async (_, act) => {
		const fresh = await startSandbox({ password: secret });
		await act(fresh.url);
		const paths = ['', '/requests', '/messages', '/account', '/faults', '/inbox'];
		const shown = paths.concat('/inbox/requests/request-1').map(async (path) => {
			const { status, text } = await call(`${fresh.url}/_sandbox${path}`, {});
			expect([path, status]).toEqual([path, 200]);
			return text;
		});
		const texts = [
			JSON.stringify([fresh.requests(), fresh.messages()]),
			...(await Promise.all(shown)),
		];
		expect(fresh.requests()).toHaveLength(1);
		await fresh.close();
		// The start is plain ASCII, and one escape of it is enough to tell.
		for (const text of texts) expect(text).not.toMatch(/S3cret|u0053/);
	});
});

describe('the inbox', () => {
	test.each([
		['09125551001', '0912 555 1001'],
		['+989125551001', '+98 912 555 1001'],
		['989125551001', '98 912 555 1001'],
		['9125551001', '912 555 1001'],
		['+4915112345678', '+49 1511 2345678'],
	])('groups the digits of %s in the one way of its country', (number, shown) => {
		expect(readableNumber(number)).toBe(shown);
	});

	test('is a page that loads only what the sandbox serves, and other sites change nothing', async () => {
		const page = await call(sandbox().url, {});
		expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
		const headers = { 'sec-fetch-site': 'cross-site' };
		const url = `${sandbox().url}/_sandbox/reset`;
		expect((await call(url, { method: 'POST', headers })).status).toBe(403);
	});
});
