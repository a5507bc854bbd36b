import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';

import { describe, expect, jest, test } from '@jest/globals';
import { CredentialTestContext } from 'n8n-core';
import type {
	ICredentialDataDecryptedObject,
	IDataObject,
	IHttpRequestOptions,
	INodeCredentialTestResult,
} from 'n8n-workflow';

import { SmsVoiceGatewayApi } from '../../../credentials/SmsVoiceGatewayApi.credentials.ts';
import { afterwards } from '../stage/front.ts';
import { loadNodeType } from '../stage/engine.ts';
import { gateway, PATH, send } from '../stage/gateway.ts';

const { sandbox, run, credentials } = gateway();

/** Tests a credential as n8n's credentials tester does. */
async function testLogin(changes: IDataObject = {}): Promise<INodeCredentialTestResult> {
	const nodeType = loadNodeType();
	const { testedBy } = nodeType.description.credentials?.[0] ?? {};
	if (testedBy !== 'testLogin') throw new Error(`tested by ${String(testedBy)}`);
	return await nodeType.methods.credentialTest[testedBy].call(new CredentialTestContext(), {
		id: 'c',
		name: 'Sandbox',
		type: 'smsVoiceGatewayApi',
		data: credentials(changes),
	});
}

/** Only time-outs are faked: requests are real. */
const NOT_FAKED = [
	'nextTick',
	'queueMicrotask',
	'setImmediate',
	'clearImmediate',
	'setInterval',
	'clearInterval',
	'performance',
	'hrtime',
] as const;

/** An address where nothing listens any more. */
async function deadAddress(): Promise<string> {
	const server = createServer();
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const { port } = server.address() as AddressInfo;
	await new Promise((resolve) => server.close(resolve));
	return `http://127.0.0.1:${port}`;
}

describe('the test of the credential', () => {
	test('succeeds with the right login, by one credit query that changes nothing', async () => {
		expect(await testLogin()).toEqual({ status: 'OK', message: expect.any(String) });
		expect(sandbox().requests()).toMatchObject([
			{
				method: 'POST',
				path: PATH.getCredit,
				encoding: 'json',
				loginCorrect: true,
				accepted: true,
			},
		]);
		expect(sandbox().messages()).toEqual([]);
	});

	test('succeeds with trailing slashes', async () => {
		const address = `${sandbox().url}/`;
		expect(await testLogin({ smsBaseUrl: address, callBaseUrl: address })).toMatchObject({
			status: 'OK',
		});
	});

	test('tells a refused login in the service’s words, and tries it once', async () => {
		const result = await testLogin({ password: 'wrong-password' });
		expect(result.status).toBe('Error');
		expect(result.message).toBe(
			'The login was refused: "username or password is wrong" (HTTP 401). Check username and password.',
		);
		expect(sandbox().requests()).toHaveLength(1);
	});

	test.each([
		['ends in a line end', (password: string) => `${password}\r\n`],
		['ends in a blank, or a mark that nobody sees', (password: string) => `${password} `],
		['ends in a blank, or a mark that nobody sees', (password: string) => `${password}\u200f`],
		['begins in a blank, or a mark that nobody sees', (password: string) => `\ufeff${password}`],
	])('says that a password %s, which it sends as it is', async (says, of) => {
		const password = of(sandbox().password);
		const { status, message } = await testLogin({ password });
		expect(status).toBe('Error');
		expect(message).toMatch(
			/^The login was refused: ".*" \(HTTP 401\)\. Check username and password\. The password /,
		);
		expect(message).toContain(`${says}: take it out if it was copied with the password.`);
		expect(message).not.toContain(sandbox().password);
		expect(await testLogin({ password: `${sandbox().password} x` })).toMatchObject({
			message: expect.not.stringContaining('The password '),
		});
	});

	test.each(['\n', ' ', '\u200f', '\ufeff\t'])(
		'takes a user name with %j around it',
		async (mark) => {
			const username = `${mark}${sandbox().username}${mark}`;
			expect(await testLogin({ username })).toMatchObject({ status: 'OK' });
			const { error } = await run(send(), { credentials: credentials({ username }) });
			expect(error).toBeUndefined();
			expect(sandbox().messages()).toHaveLength(1);
		},
	);

	test('tells a login that is refused inside a 200', async () => {
		sandbox().setFaults([{ fault: { kind: 'refuse', code: 1008, message: 'bad login' } }]);
		const result = await testLogin();
		expect(result.status).toBe('Error');
		expect(result.message).toContain('"bad login"');
	});

	test.each(['', ' ', 'hello', '{}', '[]', 'null', '{"name":"grafana"}', '{"status":"running"}'])(
		'does not believe that the login was taken where the answer is %j',
		async (body) => {
			sandbox().setFaults([{ fault: { kind: 'raw', body } }]);
			const result = await testLogin();
			expect(result.status).toBe('Error');
			expect(result.message).toContain('answered, but not as the service does (HTTP 200)');
		},
	);

	test.each(['{"credit":0}', '{"status":"active","data":{"credit":"12.5"}}', '{"success":true}'])(
		'believes it where the answer is %s',
		async (body) => {
			sandbox().setFaults([{ fault: { kind: 'raw', body } }]);
			expect(await testLogin()).toMatchObject({ status: 'OK' });
		},
	);

	test('goes by the answers that it teaches itself, and tells a line of them that leads nowhere', async () => {
		sandbox().setFaults([{ fault: { kind: 'raw', body: '{"RetStatus":1}' } }]);
		const line = { field: 'RetStatus', value: '1', means: 'accepted' };
		expect(await testLogin({ answers: { answer: [line] } })).toMatchObject({ status: 'OK' });
		const empty = { answers: { answer: [line, { field: '.', value: '' }] } };
		expect((await testLogin(empty)).message).toContain("'Answers' of the credential has no field");
	});

	test('never shows the password, even where the service echoes it', async () => {
		const { password } = sandbox();
		const body = JSON.stringify({ success: false, error: `no such login: ${password}` });
		for (const status of [200, 401, 403]) {
			sandbox().setFaults([{ fault: { kind: 'status', status, body } }]);
			const result = await testLogin();
			expect(result.status).toBe('Error');
			expect(result.message).toContain(`: "***" (HTTP ${status})`);
			expect(result.message).not.toContain(password);
		}
	});

	test('tells an address where nothing answers from a refused login', async () => {
		const callBaseUrl = await deadAddress();
		const result = await testLogin({ callBaseUrl });
		expect(result.status).toBe('Error');
		expect(result.message).toContain(
			`The service can't be reached at ${callBaseUrl} (ECONNREFUSED)`,
		);
		expect(result.message).toContain("'Call Base URL'");
		expect(result.message).not.toMatch(/login/i);
	});

	test('tells a host that does not exist', async () => {
		const result = await testLogin({ callBaseUrl: 'https://no-such-host.invalid' });
		expect(result.status).toBe('Error');
		expect(result.message).toMatch(
			/^The service can't be reached at https:\/\/no-such-host\.invalid/,
		);
	});

	test('tells a wrong path from a refused login', async () => {
		const result = await testLogin({ callBaseUrl: `${sandbox().url}/elsewhere` });
		expect(result.status).toBe('Error');
		expect(result.message).toContain('HTTP 404');
		expect(result.message).toMatch(/base URL/i);
	});

	test.each([
		['with HTTP 200', 200],
		['with HTTP 403', 403],
		['with HTTP 502', 502],
	])('tells of a web page instead of the service’s answer, %s', async (_, status) => {
		sandbox().setFaults([{ fault: { kind: 'html', status } }]);
		const result = await testLogin();
		expect(result.status).toBe('Error');
		expect(result.message).toContain(`HTTP ${status}`);
		expect(result.message).not.toMatch(/login was refused/);
	});

	test('follows no redirect, so that the password goes nowhere else', async () => {
		sandbox().setFaults([
			{ times: 1, fault: { kind: 'redirect', status: 307, location: `${sandbox().url}/other` } },
		]);
		const result = await testLogin();
		expect(result.status).toBe('Error');
		expect(sandbox().requests()).toHaveLength(1);
	});

	test.each<[string, IDataObject, RegExp]>([
		['SMS Base URL is empty', { smsBaseUrl: '' }, /^'SMS Base URL' is empty\. /],
		['Call Base URL is empty', { callBaseUrl: '' }, /^'Call Base URL' is empty\. /],
		[
			'SMS Base URL is no URL',
			{ smsBaseUrl: 'sms' },
			/^'SMS Base URL' holds "sms", which is not a web address\. /,
		],
		[
			'Call Base URL carries a query',
			{ callBaseUrl: 'https://a.example/?x=1' },
			/^'Call Base URL' carries a query\. /,
		],
		[
			'Call Base URL is not encrypted',
			{ callBaseUrl: 'http://192.0.2.1' },
			/^'Call Base URL' holds .+ would send the password unencrypted\. /,
		],
	])('names the field and sends nothing where %s', async (_, changes, says) => {
		const result = await testLogin(changes);
		expect(result.status).toBe('Error');
		expect(result.message).toMatch(says);
		expect(sandbox().requests()).toEqual([]);
	});
});

describe('a host that is no service, and means harm', () => {
	const later = afterwards();

	/** A host that answers so; what closes with the test. */
	const hostThat = async (
		answers: (request: IncomingMessage, response: ServerResponse) => void,
	) => {
		const server = createServer(answers);
		await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
		later(() => {
			server.closeAllConnections();
			server.close();
		});
		return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	};

	test.each([
		['without end', (response: ServerResponse) => void endless(response)],
		[
			'that unpacks to more than any answer',
			(response: ServerResponse) => {
				response.writeHead(200, { 'content-encoding': 'gzip' });
				response.end(gzipSync(Buffer.alloc(64 * 1024 * 1024, 32)));
			},
		],
		[
			'that is cut',
			(response: ServerResponse) => {
				response.writeHead(200, { 'content-length': 1000 });
				response.write('{"credit": 1200');
				setTimeout(() => response.destroy(), 50);
			},
		],
		['whose JSON is cut', (response: ServerResponse) => response.end('{"credit": 1200')],
	])('is not believed with an answer %s', async (_, answer) => {
		const callBaseUrl = await hostThat((_request, response) => void answer(response));
		const before = process.memoryUsage().rss;
		const result = await testLogin({ callBaseUrl });
		expect(result.status).toBe('Error');
		expect(result.message).toContain('answered, but not as the service does (HTTP 200)');
		expect(process.memoryUsage().rss - before).toBeLessThan(400 * 1024 * 1024);
	});

	test.each([
		['never answers', () => undefined],
		[
			'gives a byte now and then',
			(response: ServerResponse) => {
				response.writeHead(200, { 'content-type': 'application/json' });
				response.write('{');
			},
		],
	])('is given up where it %s', async (_, answer) => {
		let arrives: () => void = () => undefined;
		const arrived = new Promise<void>((resolve) => (arrives = resolve));
		const callBaseUrl = await hostThat((_request, response) => {
			answer(response);
			arrives();
		});
		jest.useFakeTimers({ doNotFake: [...NOT_FAKED] });
		try {
			const result = testLogin({ callBaseUrl });
			await arrived;
			for (let seconds = 0; seconds < 21; seconds++) await jest.advanceTimersByTimeAsync(1000);
			expect(await result).toMatchObject({ status: 'Error' });
			expect((await result).message).toContain('did not answer within 20 seconds');
		} finally {
			jest.useRealTimers();
		}
	});

	test('has few of its words shown', async () => {
		const body = JSON.stringify({ code: 1008, message: 'x'.repeat(1_000_000) });
		sandbox().setFaults([{ fault: { kind: 'status', status: 401, body } }]);
		const { message } = await testLogin();
		expect(message).toContain('The login was refused: "xxx');
		expect(message.length).toBeLessThan(500);
	});

	test('gets no password that is no text', async () => {
		const result = await testLogin({ password: { a: 'S3cret-Passw0rd' } });
		expect(result.status).toBe('Error');
		expect(JSON.stringify([result, sandbox().requests()])).not.toContain('S3cret');
	});
});

/** Writes as long as somebody reads. */
function endless(response: ServerResponse): void {
	response.writeHead(200, { 'content-type': 'application/json' });
	const chunk = Buffer.alloc(1024 * 1024, 32);
	const write = () => {
		while (!response.destroyed && response.write(chunk));
	};
	response.on('drain', write);
	write();
}

const LOGIN: ICredentialDataDecryptedObject = {
	username: 'me',
	password: 'پسورد 1',
	smsBaseUrl: 'https://sms.example.com/x/',
	callBaseUrl: 'https://call.example.com',
};

async function authenticate(
	request: Partial<IHttpRequestOptions>,
	login = LOGIN,
): Promise<IHttpRequestOptions> {
	const { authenticate: add } = new SmsVoiceGatewayApi();
	if (typeof add !== 'function') throw new Error('authenticate is not a function');
	return await add(login, { url: 'https://sms.example.com/x/a', method: 'POST', ...request });
}

describe('authenticate', () => {
	test('adds the login to a JSON body', async () => {
		const { body } = await authenticate({ body: { a: '1' } });
		expect(body).toEqual({ a: '1', username: 'me', password: 'پسورد 1' });
	});

	test('adds the login where there is no body', async () => {
		const { body } = await authenticate({});
		expect(body).toEqual({ username: 'me', password: 'پسورد 1' });
	});

	test('adds the login to a multipart body, once each', async () => {
		const form = new FormData();
		form.append('a', '1');
		form.append('password', 'old');
		const { body } = await authenticate({ body: form });
		if (!(body instanceof FormData)) throw new Error('not a form');
		const values: Array<[string, unknown]> = [];
		body.forEach((value, name) => values.push([name, value]));
		expect(values.sort()).toEqual([
			['a', '1'],
			['password', 'پسورد 1'],
			['username', 'me'],
		]);
	});

	test('never changes the request that it was given', async () => {
		const json = { body: { a: '1' } };
		const form = new FormData();
		form.append('a', '1');
		await authenticate(json);
		await authenticate({ body: form });
		expect(json).toEqual({ body: { a: '1' } });
		expect([form.has('username'), form.has('password')]).toEqual([false, false]);
	});

	test('keeps every other member of the request', async () => {
		const request = { headers: { accept: 'application/json' }, timeout: 5, body: {} };
		expect(await authenticate(request)).toMatchObject({ ...request, body: { username: 'me' } });
	});

	test.each<[string, Partial<IHttpRequestOptions>]>([
		['the SMS host', { url: 'https://sms.example.com/webservice' }],
		['the call host', { url: 'https://call.example.com/v1' }],
		['a path under a base URL', { url: '/v1/call/otp', baseURL: 'https://call.example.com' }],
		['the default port written out', { url: 'https://sms.example.com:443/a' }],
	])('gives the login to %s', async (_, request) => {
		expect((await authenticate(request)).body).toMatchObject({ username: 'me' });
	});

	test.each<[string, Partial<IHttpRequestOptions>]>([
		['another host', { url: 'https://evil.example.com/a' }],
		['another host in the base URL', { url: '/a', baseURL: 'https://evil.example.com' }],
		[
			'another host though the base URL is right',
			{ url: 'https://evil.example.com/a', baseURL: 'https://sms.example.com' },
		],
		[
			'another host by a URL without scheme',
			{ url: '//evil.example.com/a', baseURL: 'https://sms.example.com' },
		],
		['another port', { url: 'https://sms.example.com:8443/a' }],
		['the same host without encryption', { url: 'http://sms.example.com/a' }],
		['a host that begins alike', { url: 'https://sms.example.com.evil.example/a' }],
		['a host behind an @', { url: 'https://sms.example.com@evil.example/a' }],
		['no host', { url: '/a' }],
	])('refuses to give the login to %s', async (_, request) => {
		const runContext = authenticate({ body: { a: '1' }, ...request });
		await expect(runContext).rejects.toThrow('The login was not sent');
		await runContext.catch((error: unknown) => {
			expect(JSON.stringify(error)).not.toContain('پسورد');
		});
	});

	test('refuses a host of the credential that is not encrypted', async () => {
		const login = { ...LOGIN, smsBaseUrl: 'http://sms.example.com' };
		await expect(authenticate({ url: 'http://sms.example.com/a' }, login)).rejects.toThrow(
			'The login was not sent',
		);
		await expect(
			authenticate({ url: 'http://sms.example.com/a' }, { ...login, allowPlainHttp: true }),
		).resolves.toMatchObject({ body: { username: 'me' } });
	});
});
