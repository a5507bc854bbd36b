import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';

import { CredentialTestContext } from 'n8n-core';
import type { INodeCredentialTestResult } from 'n8n-workflow';
import {
	afterwards,
	type FaultAction,
	gateway,
	type IDataObject,
	loadNodeType,
	PATH,
	REAL,
	send,
} from '../stage/index.ts';

import { freePort } from '../../../host/ports.ts';
import { served } from '../../served.ts';

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

	/** The words of a test that fails, and what the sandbox does meanwhile. */
	const failing = async (changes: IDataObject = {}, fault?: FaultAction) => {
		if (fault) sandbox().setFaults([{ fault }]);
		const { status, message } = await testLogin(changes);
		expect(status).toBe('Error');
		return message;
	};

	type Told = [what: string, RegExp, changes?: IDataObject, fault?: FaultAction, asked?: number];
	const met = (what: string, says: RegExp, fault: FaultAction): Told => [what, says, {}, fault];
	const NONE = /answered, but not as the service does \(HTTP 200\)/;
	const REFUSED =
		/^The login was refused: "username or password is wrong" \(HTTP 401\)\. Check username and password\.$/;
	const wrong = (name: 'sms' | 'call', value: string, says: RegExp): Told => [
		...([`that the address ${JSON.stringify(value)} is wrong`, says] as const),
		...([{ [`${name}BaseUrl`]: value }, undefined, 0] as const),
	];

	test.each<Told>([
		['a refused login in the service’s words', REFUSED, { password: 'wrong-password' }],
		met('a login refused inside a 200', /"bad login"/, {
			kind: 'refuse',
			code: 1008,
			message: 'bad login',
		}),
		...['', ' ', 'hello', '{}', '[]', 'null', '{"name":"grafana"}', '{"status":"running"}'].map(
			(body) => met(`of an answer that is ${JSON.stringify(body)}`, NONE, { kind: 'raw', body }),
		),
		...([200, 403, 502] as const).map((status) => {
			const says = new RegExp(`^(?!.*login was refused).*HTTP ${status}`);
			return met(`of a web page with HTTP ${status}`, says, { kind: 'html', status });
		}),
		// So that the password goes nowhere else.
		met('of a redirect, and follows none', /./, { kind: 'redirect', status: 307, location: '/' }),
		wrong('sms', '', /^'SMS Base URL' is empty\. /),
		wrong('sms', 'sms', /^'SMS Base URL' holds "sms", which is not a web address\. /),
		wrong('call', 'https://a.example/?x=1', /^'Call Base URL' carries a query\. /),
		wrong('call', 'http://192.0.2.1', /^'Call Base URL' .+ send the password unencrypted\. /),
	])('tells %s, and asks once at the most', async (_, says, ...more) => {
		const [changes = {}, fault, asked = 1] = more;
		expect(await failing(changes, fault)).toMatch(says);
		expect(sandbox().requests()).toHaveLength(asked);
	});

	test.each([
		['ends in a line end', (password: string) => `${password}\r\n`],
		['ends in a blank, or a mark that nobody sees', (password: string) => `${password} `],
		['ends in a blank, or a mark that nobody sees', (password: string) => `${password}\u200f`],
		['begins in a blank, or a mark that nobody sees', (password: string) => `\ufeff${password}`],
	])('says that a password %s, which it sends as it is', async (says, of) => {
		const password = of(sandbox().password);
		const message = await failing({ password });
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
			const message = await failing({}, { kind: 'status', status, body });
			expect(message).toContain(`: "***" (HTTP ${status})`);
			expect(message).not.toContain(password);
		}
	});

	test('tells an address where nothing answers, or that is none, from a refused login', async () => {
		const callBaseUrl = `http://127.0.0.1:${await freePort()}`;
		const message = await failing({ callBaseUrl });
		expect(message).toContain(`The service can't be reached at ${callBaseUrl} (ECONNREFUSED)`);
		expect(message).toContain("'Call Base URL'");
		expect(message).not.toMatch(/login/i);
		expect(await failing({ callBaseUrl: 'https://no-such-host.invalid' })).toMatch(
			/^The service can't be reached at https:\/\/no-such-host\.invalid/,
		);
		const wrongPath = await failing({ callBaseUrl: `${sandbox().url}/elsewhere` });
		expect(wrongPath).toMatch(/HTTP 404.*base URL/i);
	});
});

describe('a host that is no service, and means harm', () => {
	const later = afterwards();

	/** A host that answers so; what closes with the test. */
	const hostThat = async (
		answers: (request: IncomingMessage, response: ServerResponse) => void,
	) => {
		const { url, close } = await served(createServer(answers));
		later(close);
		return url;
	};

	const begins = (response: ServerResponse, headers: object, bytes: string | Buffer) => {
		response.writeHead(200, { ...headers });
		response.write(bytes);
	};
	const BOMB = gzipSync(Buffer.alloc(64 * 1024 * 1024, 32));
	const CUT = '{"credit": 1200';

	test.each([
		['without end', endless],
		[
			'that unpacks to more than any answer',
			(response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(BOMB),
		],
		['whose JSON is cut', (response) => response.end(CUT)],
	])('is not believed with an answer %s', async (_, answer) => {
		const callBaseUrl = await hostThat((_request, response) => void answer(response));
		const before = process.memoryUsage().rss;
		const result = await testLogin({ callBaseUrl });
		expect(result.status).toBe('Error');
		expect(result.message).toContain('answered, but not as the service does (HTTP 200)');
		expect(process.memoryUsage().rss - before).toBeLessThan(400 * 1024 * 1024);
	});

	test.each<[string, (response: ServerResponse) => void]>([
		['never answers', () => undefined],
		['gives a byte now and then', (response) => begins(response, {}, '{')],
	])('is given up where it %s', async (_, answer) => {
		let arrives: () => void = () => undefined;
		const arrived = new Promise<void>((resolve) => (arrives = resolve));
		const callBaseUrl = await hostThat((_request, response) => {
			answer(response);
			arrives();
		});
		jest.useFakeTimers({ doNotFake: [...REAL] });
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
