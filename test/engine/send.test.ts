import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';

import { startSandbox } from '../../sandbox/index.ts';
import type { Sandbox } from '../../sandbox/index.ts';
import { runNode, startEngine, stopEngine } from './engine.ts';

let sandbox: Sandbox;
beforeAll(async () => {
	await startEngine();
	sandbox = await startSandbox();
});
afterAll(async () => {
	await sandbox.close();
	await stopEngine();
});
beforeEach(() => sandbox.reset());

test('spike', async () => {
	const credentials = {
		username: sandbox.username,
		password: sandbox.password,
		smsBaseUrl: sandbox.url,
		callBaseUrl: sandbox.url + '/',
		allowPlainHttp: false,
	};
	const r = await runNode({
		credentials,
		rows: [
			{ n: '09121234567', t: 'سلام‌علی 😀\nخط' },
			{ n: 9351234567, t: 'b' },
		],
		parameters: {
			resource: 'sms',
			operation: 'send',
			source: '3000',
			destination: '={{ $json.n }}',
			message: '={{ $json.t }}',
			options: {},
		},
	});
	console.log(JSON.stringify(r.items), r.error, sandbox.requests());
	expect(r.items.length).toBe(2);
});
