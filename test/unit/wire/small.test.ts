import { getEventListeners } from 'node:events';
import type { INode } from 'n8n-workflow';

import { targetOf } from '../../../nodes/SmsVoiceGateway/wire/target.ts';
import { pause } from '../../../nodes/SmsVoiceGateway/wire/pause.ts';

describe('A pause', () => {
	beforeEach(() => {
		jest.useFakeTimers();
	});
	afterEach(() => {
		jest.useRealTimers();
	});

	test.each([undefined, new AbortController().signal].map((signal) => [signal]))(
		'ends after its time, and not before: signal %#',
		async (signal) => {
			let ended = false;
			const pausing = pause(1000, signal).finally(() => (ended = true));
			await jest.advanceTimersByTimeAsync(999);
			expect(ended).toBe(false);
			await jest.advanceTimersByTimeAsync(1);
			expect(await pausing).toBe(false);
			if (signal) expect(getEventListeners(signal, 'abort')).toEqual([]);
		},
	);

	test('takes no longer where somebody sets the clock back meanwhile', async () => {
		let ended = false;
		const pausing = pause(2000, undefined).finally(() => (ended = true));
		jest.setSystemTime(Date.now() - 3_600_000);
		await jest.advanceTimersByTimeAsync(2000);
		expect(ended).toBe(true);
		await pausing;
	});

	test('ends at once where the execution is stopped, before it or meanwhile', async () => {
		const stop = new AbortController();
		const pausing = pause(1000, stop.signal);
		stop.abort();
		expect(await pausing).toBe(true);
		expect(await pause(1000, stop.signal)).toBe(true);
	});
});

const NODE = { name: 'Send', type: 'smsVoiceGateway', typeVersion: 1, id: '1' } as INode;
const URLS = { smsBaseUrl: 'https://sms.example.com/api/', callBaseUrl: 'http://127.0.0.1:8443' };

test("the credential's list of domains goes along, and what n8n refuses has its advice", () => {
	const withDomains = (allowedDomains: string, smsBaseUrl = URLS.smsBaseUrl) =>
		targetOf(
			NODE,
			{ host: 'sms', path: '/a' },
			{ ...URLS, smsBaseUrl, allowedHttpRequestDomains: 'domains', allowedDomains },
		);
	expect(withDomains('sms.example.com')).toMatchObject({ allowedDomains: 'sms.example.com' });
	const none = { ...URLS, allowedHttpRequestDomains: 'none' };
	expect(targetOf(NODE, { host: 'sms', path: '/a' }, none)).toMatchObject({ path: '/a' });
	expect(targetOf(NODE, { host: 'sms', path: '/a' }, URLS)).toMatchObject({
		allowedDomains: undefined,
	});
	// A comma would divide the host into two of the list.
	expect(withDomains('', 'https://sms,1.example.com')).toMatchObject({
		message: expect.stringContaining('No allowed domains specified'),
		advice: "Check 'Allowed Domains' of the node's credential.",
	});
});
