import { describe, expect, test } from '@jest/globals';

import { readRequestOptions } from '../../../nodes/SmsVoiceGateway/fields/requestOptions.ts';
import { problemOf } from '../values/problemOf.ts';

describe('Request Options', () => {
	test('have n8n’s own time-out where none is set', () => {
		expect(readRequestOptions({})).toEqual({ timeout: 300_000 });
	});

	test('leave certificates to Node.js, unless they say otherwise', () => {
		expect(readRequestOptions({ allowUnauthorizedCerts: true })).toEqual({
			timeout: 300_000,
			skipSslCertificateValidation: true,
		});
		expect(readRequestOptions({ allowUnauthorizedCerts: false })).toEqual({ timeout: 300_000 });
	});

	test('say what to do', () => {
		const which = 'which is not that of an HTTP proxy';
		const advice = 'Write it with its port, for example http://proxy.example.com:3128.';
		expect(problemOf(() => readRequestOptions({ proxy: 'not a proxy' }))).toBe(
			`has a 'Proxy' that holds "not a proxy", ${which} | ${advice}`,
		);
		expect(problemOf(() => readRequestOptions({ proxy: 'socks5://u:p@proxy' }))).toBe(
			`has a 'Proxy' that holds an address, ${which} | ${advice}`,
		);
		expect(problemOf(() => readRequestOptions({ timeout: 'soon' }))).toContain(
			' | Give milliseconds.',
		);
	});

	test('refuse a proxy that could read the password', () => {
		const given = { proxy: 'http://proxy:3128', allowUnauthorizedCerts: true };
		expect(problemOf(() => readRequestOptions(given))).toMatch(
			/^has 'Proxy' and 'Ignore SSL Issues' together.* \| Turn 'Ignore SSL Issues' off/,
		);
	});

	test.each(['http://us%er:secret@proxy:3128', 'http://user:100%secret@proxy:3128'])(
		'say how a %% is written in a login: %s',
		(proxy) => {
			expect(problemOf(() => readRequestOptions({ proxy }))).toBe(
				"has a 'Proxy' that holds an address, which is not that of an HTTP proxy | Write a % in its user name or password as %25.",
			);
		},
	);

	test.each([5000, '5000'])('take a time-out as number or text: %j', (timeout) => {
		expect(readRequestOptions({ timeout })).toEqual({ timeout: 5000 });
	});

	test.each(['soon', -1, 1.5, 2 ** 31, {}])('refuse a time-out of %j', (timeout) => {
		expect(problemOf(() => readRequestOptions({ timeout }))).toMatch(
			/^has a 'Timeout' that holds .* not a whole number/,
		);
	});

	test.each([
		['http://proxy:3128', { host: 'proxy', port: 3128, protocol: 'http' }],
		['https://proxy', { host: 'proxy', port: 443, protocol: 'https' }],
		[
			'http://us%40er:pa%20ss@proxy:8080',
			{
				host: 'proxy',
				port: 8080,
				protocol: 'http',
				auth: { username: 'us@er', password: 'pa ss' },
			},
		],
	])('take the proxy %s', (proxy, read) => {
		expect(readRequestOptions({ proxy }).proxy).toEqual(read);
	});

	test.each([
		'user:secret@proxy.example.com:3128',
		'http://user:secret/x@proxy:3128',
		'socks5://user:secret@proxy:1080',
		'http://user:secret@',
		'proxy:3128',
		'not a proxy',
	])('refuse what is no address of an HTTP proxy, without its password: %s', (proxy) => {
		const problem = problemOf(() => readRequestOptions({ proxy }));
		expect(problem).toMatch(/^has a 'Proxy' that holds .* not that of an HTTP proxy \|/);
		expect(problem).not.toContain('secret');
	});
});
