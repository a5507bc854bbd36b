import { expect, test } from '@jest/globals';
import type { INode } from 'n8n-workflow';

import { targetOf } from '../../../nodes/SmsVoiceGateway/wire/target.ts';

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
