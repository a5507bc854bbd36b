import { getEventListeners } from 'node:events';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { INode } from 'n8n-workflow';

import { readHosts, requestTo, targetOf } from '../../../nodes/SmsVoiceGateway/wire/target.ts';
import { toForm } from '../../../nodes/SmsVoiceGateway/wire/withLogin.ts';
import { pause } from '../../../nodes/SmsVoiceGateway/wire/pause.ts';

test('each endpoint is a POST to its host', () => {
	for (const host of ['sms', 'call'] as const)
		expect(requestTo({ host, path: '/a' })).toEqual({
			...{ method: 'POST', baseURL: `={{ $credentials.${host}BaseUrl }}`, url: '/a' },
		});
});

test('both hosts are read by themselves, and plain HTTP only where it is allowed', () => {
	const credentials = { smsBaseUrl: 'http://sms.example.com/', callBaseUrl: '' };
	expect(readHosts({ ...credentials, allowPlainHttp: true })).toMatchObject({
		sms: 'http://sms.example.com',
		call: { message: 'is empty' },
	});
	for (const allowPlainHttp of [false, 'true', 1]) {
		expect(readHosts({ ...credentials, allowPlainHttp })).toMatchObject({
			sms: { message: expect.stringContaining('unencrypted') },
		});
	}
});

describe('A form', () => {
	test('has every field as text', () => {
		const form = toForm({ source: 3000, to: '0912', x: null });
		expect(Array.from(form).join(' ')).toBe('source,3000 to,0912 x,null');
	});

	test.each(['a\nb', 'a\rb', 'a\r\nb'])('keeps the line break of %j', async (text) => {
		const field = toForm({ message: text }).get('message') as File;
		expect([field.name, field.type]).toEqual(['', 'text/plain; charset=utf-8']);
		expect(await field.text()).toBe(text);
	});
});

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

test('a target is the host of the credential, with its path', () => {
	expect(targetOf(NODE, { host: 'sms', path: '/v1/send' }, URLS)).toMatchObject({
		baseURL: 'https://sms.example.com/api',
		path: '/v1/send',
		host: 'sms.example.com',
	});
	expect(targetOf(NODE, { host: 'call', path: '/v1/otp' }, URLS)).toMatchObject({
		baseURL: 'http://127.0.0.1:8443',
		host: '127.0.0.1:8443',
	});
});

test('what is wrong with an address of the credential is named by its field', () => {
	expect(targetOf(NODE, { host: 'sms', path: '/a' }, { ...URLS, smsBaseUrl: '' })).toMatchObject({
		message: "'SMS Base URL' of the credential is empty",
		advice: 'Enter it in full, for example https://api.example.com.',
	});
	expect(targetOf(NODE, { host: 'call', path: '/a' }, { ...URLS, callBaseUrl: 'x' })).toMatchObject(
		{ message: '\'Call Base URL\' of the credential holds "x", which is not a web address' },
	);
});

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
	expect('allowedDomains' in targetOf(NODE, { host: 'sms', path: '/a' }, URLS)).toBe(false);
	// A comma would divide the host into two of the list.
	expect(withDomains('', 'https://sms,1.example.com')).toMatchObject({
		message: expect.stringContaining('No allowed domains specified'),
		advice: "Check 'Allowed Domains' of the node's credential.",
	});
});
