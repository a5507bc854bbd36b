import { createServer } from 'node:https';
import type { Server } from 'node:https';
import type { AddressInfo } from 'node:net';

import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';

import { runNode, startEngine, stopEngine } from '../stage/engine.ts';

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

let server: Server;
let requests = 0;

beforeAll(async () => {
	await startEngine('legacy');
	server = createServer({ cert: CERTIFICATE, key: KEY }, (_request, response) => {
		requests++;
		response.end('{"meta":{"status":200,"message":"success"},"data":[7001]}');
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});

afterAll(async () => {
	server.closeAllConnections();
	await new Promise((resolve) => server.close(resolve));
	await stopEngine();
});

beforeEach(() => {
	requests = 0;
});

const sendWith = async (requestOptions: IDataObject) => {
	const url = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
	return await runNode({
		credentials: { username: 'u', password: 'long-password', smsBaseUrl: url, callBaseUrl: url },
		parameters: {
			resource: 'sms',
			operation: 'send',
			source: '3000',
			destination: '09120000000',
			message: 'Hello',
			options: {},
			requestOptions: requestOptions as never,
		},
		node: { onError: 'continueRegularOutput' },
	});
};

test('a certificate that nobody vouches for keeps the request, and the password, back', async () => {
	const { json } = await sendWith({});
	expect(requests).toBe(0);
	expect(json).toEqual([
		{
			error: expect.stringContaining("can't be reached"),
			outcome: 'rejected',
			destination: expect.any(String),
			advice: expect.stringContaining('DEPTH_ZERO_SELF_SIGNED_CERT'),
		},
	]);
});

test('Request Options → Ignore SSL Issues sends all the same', async () => {
	const { json } = await sendWith({ allowUnauthorizedCerts: true });
	expect(requests).toBe(1);
	expect(json).toEqual([expect.objectContaining({ outcome: 'accepted', messageIds: ['7001'] })]);
});
