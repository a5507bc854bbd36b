import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { readBaseUrl } from '../../../nodes/SmsVoiceGateway/wire/target.ts';
import { problemOf, staysOrderly } from '../values/problemOf.ts';
import { runsOf } from '../fuzz.ts';

describe('readBaseUrl', () => {
	test.each([
		['https://api.example.com', 'https://api.example.com'],
		['https://api.example.com/', 'https://api.example.com'],
		['https://api.example.com///', 'https://api.example.com'],
		[' https://api.example.com/ \n', 'https://api.example.com'],
		['HTTPS://API.Example.com', 'https://api.example.com'],
		['https://api.example.com:443/', 'https://api.example.com'],
		['https://api.example.com:8443/', 'https://api.example.com:8443'],
		['https://api.example.com/sms/gateway/', 'https://api.example.com/sms/gateway'],
		['https://192.0.2.1', 'https://192.0.2.1'],
		...[
			...[
				'/webservice',
				'/webservice/v2rest/',
				'/webservice/v2rest/sendsms',
				'/WebService/v2REST/p2psendsms/',
			],
			...[
				'/v1',
				'/v1/',
				'/v1/report/credit',
				'/v1/call/voice-file',
				'/v1/call/otp//',
				'//webservice',
			],
		].map((path) => [`https://api.example.com${path}`, 'https://api.example.com']),
		['https://api.example.com/gateway/v1', 'https://api.example.com/gateway'],
		['https://api.example.com/v1/tenant', 'https://api.example.com/v1/tenant'],
		['https://api.example.com/apiv1', 'https://api.example.com/apiv1'],
		['https://[2001:db8::1]:8443/a', 'https://[2001:db8::1]:8443/a'],
	])('reads %p as %p', (value, url) => {
		expect(readBaseUrl(value, false)).toBe(url);
		expect(readBaseUrl(url, false)).toBe(url);
	});

	test.each([
		['http://localhost:8080/'],
		['http://LOCALHOST'],
		['http://sms.localhost:8080'],
		['http://127.0.0.1:8080'],
		['http://127.1.2.3'],
		['http://127.1'],
		['http://[::1]:8080'],
	])('lets %s go without encryption, because it stays on this machine', (value) => {
		expect(problemOf(() => readBaseUrl(value, false))).toBe('no problem');
	});

	test.each([
		['http://api.example.com'],
		['http://localhost.example.com'],
		['http://notlocalhost'],
		['http://127.0.0.1.example.com'],
		['http://128.0.0.1'],
		['http://[::2]'],
		['http://192.168.1.5:8080'],
	])('refuses %s unless plain HTTP is allowed', (value) => {
		expect(problemOf(() => readBaseUrl(value, false))).toContain(
			`holds "${value}", which would send the password unencrypted | Use an address that starts with https://, or turn on "Allow Plain HTTP" if the network is your own.`,
		);
		expect(readBaseUrl(value, true)).toBe(value);
	});

	const FULL = 'Enter it in full, for example https://api.example.com.';

	test.each<[unknown, string]>([
		['', `is empty | ${FULL}`],
		['  ', `is empty | ${FULL}`],
		[null, 'is empty'],
		[undefined, 'is empty'],
		['api.example.com', `holds "api.example.com", which is not a web address | ${FULL}`],
		['https://', 'is not a web address'],
		['https://api example.com', 'is not a web address'],
		['https://api.exam\nple.com', 'is not a web address'],
		[
			'https://api.example.com\u200e',
			'holds "https://api.example.com[U+200E]", which is not a web address',
		],
		['https://api.exam\u200bple.com', 'is not a web address'],
		['https://api.example.com:99999', 'is not a web address'],
		['localhost:8080', 'does not start with https://'],
		['https://https://api.example.com', `which begins with https:// twice | ${FULL}`],
		['https://http://api.example.com', 'which begins with https:// twice'],
		['https:https://api.example.com/v1', 'which begins with https:// twice'],
		['http://https//api.example.com', 'http'],
		['ftp://api.example.com', 'does not start with https://'],
		['javascript:alert(1)', 'does not start with https://'],
		['https://api.example.com?key=1', 'carries a query | Take out the part from the "?" on.'],
		['https://api.example.com/a?b#c', 'carries a query'],
		['https://api.example.com/#top', 'carries a fragment | Take out the part from the "#" on.'],
		[42, 'is not a web address'],
		[true, 'is not a web address'],
		[['https://api.example.com'], 'is not a web address'],
		[new URL('https://api.example.com'), 'is not a web address'],
	])('refuses %p, with plain HTTP allowed or not', (value, message) => {
		expect(problemOf(() => readBaseUrl(value, false))).toContain(message);
		expect(problemOf(() => readBaseUrl(value, true))).toContain(message);
	});

	test.each([
		['https://user:hunter2@api.example.com'],
		['https://hunter2@api.example.com'],
		['http://user:hunter2@api.example.com'],
		['user:hunter2@api.example.com'],
		['https//user:hunter2@api.example.com'],
		['https://user:hunter2@'],
		['https://user:hunter2?@api.example.com'],
		['https://user:hunter2/@api.example.com'],
		['ftp://user:hunter2@api.example.com'],
		['https://user:hunter2@api example.com'],
	])('never shows the password of %s', (value) => {
		const problem = problemOf(() => readBaseUrl(value, false));
		expect(problem).not.toBe('no problem');
		expect(problem).not.toContain('hunter2');
	});

	test('says where user name and password go', () => {
		for (const login of ['user:x', 'user', ':x']) {
			expect(problemOf(() => readBaseUrl(`https://${login}@api.example.com`, true))).toBe(
				'carries a user name or password | Take out everything up to the @; user name and password have fields of their own.',
			);
		}
		expect(problemOf(() => readBaseUrl('x@api.example.com', true))).toBe(
			'is not a web address | Enter it in full, for example https://api.example.com.',
		);
	});

	test('gives an address to which a path can be added, whatever was entered', () => {
		fc.assert(
			fc.property(
				fc.webUrl({ withQueryParameters: false, withFragments: false, validSchemes: ['https'] }),
				fc.constantFrom('', '/', '//'),
				(url, end) => {
					const base = readBaseUrl(url + end, false);
					expect(base.endsWith('/')).toBe(false);
					expect(readBaseUrl(base, false)).toBe(base);
					expect(readBaseUrl(`${base}/v1/report/credit`, false)).toBe(base);
					expect(new URL(`${base}/v1/x`).href).toBe(`${base}/v1/x`);
				},
			),
			runsOf(100),
		);
	});

	test('throws nothing but InputProblem for any value', () => {
		const values = fc.oneof(
			fc.webUrl({ withQueryParameters: true, withFragments: true }),
			fc.anything({ withDate: true, withNullPrototype: true }),
			fc.string({ unit: 'binary' }),
		);
		fc.assert(
			fc.property(values, fc.boolean(), (value, plain) =>
				staysOrderly(() => readBaseUrl(value, plain)),
			),
			runsOf(100),
		);
	});
});
