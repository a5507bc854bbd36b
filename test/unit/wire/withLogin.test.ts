import type { IHttpRequestOptions } from 'n8n-workflow';

import { withLogin } from '../../../nodes/SmsVoiceGateway/wire/withLogin.ts';

const CREDENTIALS = {
	username: 'demo',
	password: 'pass',
	smsBaseUrl: 'https://sms.example.com/api',
	callBaseUrl: 'https://call.example.com:8443',
};

const to = (url: string, baseURL?: string): IHttpRequestOptions => ({
	url,
	...(baseURL === undefined ? {} : { baseURL }),
	body: { source: '3000', username: 'other' },
});

describe('The login', () => {
	test.each<[string, string | undefined]>([
		['https://sms.example.com/v1/send', undefined],
		['/v1/send', 'https://sms.example.com'],
		['/v1/call', 'https://call.example.com:8443'],
		['https://call.example.com:8443/v1', 'https://elsewhere.example.com'],
	])('goes with a request to %s (base %s), and into a new object', (url, baseURL) => {
		const request = to(url, baseURL);
		const before = structuredClone(request);
		expect(withLogin(CREDENTIALS, request)).toEqual({
			...before,
			body: { source: '3000', username: 'demo', password: 'pass' },
		});
		expect(request).toEqual(before);
	});

	test.each<[string, string | undefined]>([
		['https://elsewhere.example.com/v1/send', undefined],
		['/v1/send', 'https://elsewhere.example.com'],
		['http://sms.example.com/v1/send', undefined],
		['https://call.example.com/v1', undefined],
		['/v1/send', undefined],
	])('stays here where a request goes to %s (base %s)', (url, baseURL) => {
		const target = URL.canParse(url, baseURL) ? new URL(url, baseURL).origin : undefined;
		const message =
			'The login was not sent: the request goes to another address than the two of the credential';
		expect(() => withLogin(CREDENTIALS, to(url, baseURL))).toThrow(
			expect.objectContaining({ extra: { target }, message: expect.stringContaining(message) }),
		);
	});

	test.each([{ smsBaseUrl: '' }, { smsBaseUrl: 'http://sms.example.com' }])(
		'stays here where the credential has %j',
		(changes) => {
			const SMS = 'sms.example.com/v1/send';
			// The last has no origin either, as an address that is none.
			for (const url of [`https://${SMS}`, `http://${SMS}`, 'mailto:sms@example.com'])
				expect(() => withLogin({ ...CREDENTIALS, ...changes }, to(url))).toThrow('was not sent');
		},
	);

	test('goes unencrypted only where the credential allows that', () => {
		const plain = { ...CREDENTIALS, smsBaseUrl: 'http://sms.example.com' };
		const request = to('http://sms.example.com/a');
		expect(() => withLogin(plain, request)).toThrow('was not sent');
		const { body } = withLogin({ ...plain, allowPlainHttp: true }, request);
		expect(body).toMatchObject({ username: 'demo', password: 'pass' });
	});

	test('is empty where the credential has none', () => {
		const { smsBaseUrl, callBaseUrl } = CREDENTIALS;
		const { body } = withLogin({ smsBaseUrl, callBaseUrl }, to(smsBaseUrl));
		expect(body).toEqual({ source: '3000', username: '', password: '' });
	});

	test('stays here where the address was that of the credential before', () => {
		const first = { ...CREDENTIALS };
		const request = to('https://sms.example.com/v1/send');
		expect(withLogin(first, request).body).toMatchObject({ username: 'demo' });
		const second = { ...first, smsBaseUrl: 'https://other.example.com' };
		expect(() => withLogin(second, request)).toThrow('The login was not sent');
		expect(withLogin(first, request).body).toMatchObject({ username: 'demo' });
		first.smsBaseUrl = 'https://other.example.com';
		expect(() => withLogin(first, request)).toThrow('The login was not sent');
	});

	test('goes into a form, where it replaces what stands there, and the given form stays', () => {
		const form = new FormData();
		form.append('source', '3000');
		form.append('username', 'other');
		const request = { ...to(CREDENTIALS.smsBaseUrl), body: form };
		const { body } = withLogin(CREDENTIALS, request);
		const shown = (of: FormData) => Array.from(of).join(' ');
		expect(shown(body as FormData)).toBe('source,3000 username,demo password,pass');
		expect(shown(form)).toBe('source,3000 username,other');
	});
});
