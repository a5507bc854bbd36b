import { createServer } from 'node:https';
import { CONTINUE, EVERY, gateway, type IDataObject, PATH, send } from '../stage/index.ts';

import { served } from '../../served.ts';

const { sandbox, run, credentials } = gateway();

/** Every operation, with the host that it goes to. */
const OPERATIONS = EVERY.map(([name, parameters]) => {
	const field = parameters.resource === 'sms' ? 'smsBaseUrl' : 'callBaseUrl';
	return [name as keyof typeof PATH, field, parameters] as const;
});
/** Nothing listens here. */
const ELSEWHERE = 'http://127.0.0.1:9';
const LABEL = { smsBaseUrl: 'SMS Base URL', callBaseUrl: 'Call Base URL' };

// How an address may be written is said in test/unit/wire/baseUrl.test.ts.
describe.each(OPERATIONS)('the address of %s', (operation, field, parameters) => {
	const other = field === 'smsBaseUrl' ? 'callBaseUrl' : 'smsBaseUrl';

	test.each([
		['', ''],
		['// \n', ''],
		['/webservice/v2rest/sendsms', ''],
		// Of the SMS host no endpoint has it.
		['/v1/', field === 'smsBaseUrl' ? '/v1' : ''],
		['/a/b//', '/a/b'],
	])(
		`is its host and path, ${field} with %j behind it, and does not depend on the other`,
		async (...one) => {
			const [ending, prefix] = one;
			const own = {
				[field]: sandbox().url + ending,
				[other]: prefix === '' ? 'nonsense?' : ELSEWHERE,
			};
			await run(parameters, { credentials: credentials(own) });
			const requests = sandbox().requests();
			expect(requests.map(({ path }) => path)).toEqual([prefix + PATH[operation]]);
			if (prefix === '') expect(requests).toMatchObject([{ accepted: true }]);
		},
	);

	test.each([
		['', 'is empty'],
		[undefined, 'is empty'],
		['http://192.0.2.1', 'holds "http://192.0.2.1", which would send the password unencrypted'],
		['http://me:secret@127.0.0.1', 'carries a user name or password'],
	])('is refused by its field’s name, with nothing sent, where it is %j', async (address, says) => {
		// Only a switch that is on allows plain HTTP, and no word for it.
		const allowPlainHttp = 'true';
		const own = { [field]: address as string, [other]: sandbox().url, allowPlainHttp };
		const { error } = await run(parameters, { credentials: credentials(own), rows: [{}, {}] });
		expect(error?.message).toContain(`'${LABEL[field]}' of the credential `);
		expect(error?.message).toContain(says);
		expect(error?.message).not.toContain('secret');
		expect(error?.description).not.toBe('');
		expect(sandbox().requests()).toEqual([]);
	});
});

test('plain http is taken to localhost, and to another machine where the credential allows it', async () => {
	// A dry run: nothing may really go to that address.
	const { json } = await run(send({ options: { dryRun: true } }), {
		credentials: credentials({ smsBaseUrl: 'http://192.0.2.1/', allowPlainHttp: true }),
	});
	expect(json[0]?.request).toMatchObject({ url: `http://192.0.2.1${PATH.send}` });
	const smsBaseUrl = sandbox().url.replace('127.0.0.1', 'localhost');
	const { error } = await run(send(), { credentials: credentials({ smsBaseUrl }) });
	expect([error, sandbox().messages().length]).toEqual([undefined, 1]);
});

/** Signed by itself, for this test and 127.0.0.1 only. */
const CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBjzCCATagAwIBAgIUTVLcT0Oh3a7bZrAMyA9Lz0tHBE4wCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJdGVzdCBvbmx5MCAXDTI2MTEyMTEzNTY1N1oYDzIxMjYxMDI4
MTM1NjU3WjAUMRIwEAYDVQQDDAl0ZXN0IG9ubHkwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAASYMXIsVDQkcgvUmqkBdShyy8bypP36azAtL+wJVQnyiTXdKUuRtXrb
opAAvquH9iZlvRsanCAStq4Jjyx6KW7Go2QwYjAdBgNVHQ4EFgQUfQGTqcE7hG+Z
wczo++gkds6gEDowHwYDVR0jBBgwFoAUfQGTqcE7hG+Zwczo++gkds6gEDowDwYD
VR0TAQH/BAUwAwEB/zAPBgNVHREECDAGhwR/AAABMAoGCCqGSM49BAMCA0cAMEQC
IAg3r/+AoBhpGUwFzwb8qvK0kk8FH/PbIY/q/ldpowJQAiAptC98bX/WLRGAVjBd
cJLU0a2yh0//PmyJFWSoKzQNvQ==
-----END CERTIFICATE-----`;
const KEY = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgE6/F3kFcizPQnH6S
rHzTp/YCiCkbyWefNWPIOKR5tEShRANCAASYMXIsVDQkcgvUmqkBdShyy8bypP36
azAtL+wJVQnyiTXdKUuRtXrbopAAvquH9iZlvRsanCAStq4Jjyx6KW7G
-----END PRIVATE KEY-----`;

describe('a certificate that nobody vouches for', () => {
	let requests = 0;
	const server = createServer({ cert: CERTIFICATE, key: KEY }, (_request, response) => {
		requests++;
		response.end('{"meta":{"status":200,"message":"success"},"data":[7001]}');
	});
	let host: Awaited<ReturnType<typeof served>>;
	beforeAll(async () => {
		host = await served(server);
	});
	afterAll(() => host.close());

	const sendWith = async (requestOptions: IDataObject) => {
		return await run(
			{ ...send(), requestOptions: requestOptions as never },
			{
				credentials: credentials({ smsBaseUrl: host.url.replace('http', 'https') }),
				node: CONTINUE,
			},
		);
	};

	test('keeps the request, and the password, back, but for Ignore SSL Issues', async () => {
		const { json } = await sendWith({});
		expect(requests).toBe(0);
		const advice = expect.stringContaining('DEPTH_ZERO_SELF_SIGNED_CERT');
		const error = expect.stringContaining("can't be reached");
		expect(json).toEqual([{ error, outcome: 'rejected', destination: expect.any(String), advice }]);
		const ignoring = await sendWith({ allowUnauthorizedCerts: true });
		expect(requests).toBe(1);
		expect(ignoring.json).toMatchObject([{ outcome: 'accepted', messageIds: ['7001'] }]);
	});
});
