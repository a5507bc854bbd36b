import fc from 'fast-check';
import { isLoopback, readBaseUrl } from '../../../nodes/SmsVoiceGateway/wire/target.ts';
import { problemOf } from '../values/problemOf.ts';
import { runsOf } from '../fuzz.ts';
import { reads } from '../values/reads.ts';

const API = 'https://api.example.com';
const FULL = `Enter it in full, for example ${API}.`;
/** What is added by whoever copies the address of an endpoint. */
const PATHS = [
	'/webservice',
	'/webservice/v2rest/',
	'/webservice/v2rest/sendsms',
	'/v1',
	'/v1/',
	'/WebService/v2REST/p2psendsms/',
	'/v1/report/credit',
	'/v1/call/voice-file',
	'/v1/call/otp//',
	'//webservice',
	'/',
	'///',
	':443/',
];
/** What stays on this machine. */
const LOCAL = [
	'http://localhost:8080',
	'http://localhost',
	'http://sms.localhost:8080',
	'http://127.0.0.1:8080',
	'http://127.1.2.3',
	'http://[::1]:8080',
];
/** What does not, and what of it looks as if it did. */
const PLAIN = [
	'http://api.example.com',
	'http://localhost.example.com',
	'http://notlocalhost',
	'http://127.0.0.1.example.com',
	'http://128.0.0.1',
	'http://[::2]',
	'http://192.168.1.5:8080',
];
const UNENCRYPTED =
	'which would send the password unencrypted | Use an address that starts with https://, or turn on "Allow Plain HTTP" if the network is your own.';
const LOGIN =
	'carries a user name or password | Take out everything up to the @; user name and password have fields of their own.';

/** Wrong, with plain HTTP allowed or not. */
const WRONG: Array<[words: string, ...values: unknown[]]> = [
	[`is empty | ${FULL}`, '', '  ', null, undefined],
	[`holds "api.example.com", which is not a web address | ${FULL}`, 'api.example.com'],
	[`is not a web address | ${FULL}`, 'x@api.example.com'],
	['is not a web address', 'https://', 'https://api example.com', 'https://api.exam\nple.com'],
	[`holds "${API}[U+200E]", which is not a web address`, `${API}\u200e`],
	['is not a web address', 'https://api.exam\u200bple.com', `${API}:99999`, 42, true],
	['is not a web address', [API], new URL(API)],
	['does not start with https://', 'localhost:8080', 'ftp://api.example.com', 'javascript:a(1)'],
	[`which begins with https:// twice | ${FULL}`, `https://${API}`, `https:${API}/v1`],
	['which begins with https:// twice', 'https://http://api.example.com'],
	['http', 'http://https//api.example.com'],
	['carries a query | Take out the part from the "?" on.', `${API}?key=1`, `${API}/a?b#c`],
	['carries a fragment | Take out the part from the "#" on.', `${API}/#top`],
	[LOGIN, 'https://user:x@api.example.com', 'https://user@api.example.com', 'https://:x@a.example'],
];
const near = fc.oneof(
	fc.webUrl({ withQueryParameters: true, withFragments: true }),
	fc.string({ unit: 'binary' }),
);

reads('a base URL', (value) => readBaseUrl(value, false, 'call'), {
	takes: [
		[API, API, ` ${API}/ \n`, 'HTTPS://API.Example.com', ...PATHS.map((path) => API + path)],
		[`${API}:8443`, `${API}:8443/`],
		[`${API}/sms/gateway`, `${API}/sms/gateway/`],
		[`${API}/gateway`, `${API}/gateway/v1`],
		...['/v1/tenant', '/apiv1'].map((path): [string, string] => [API + path, API + path]),
		...['https://http.example.com', 'https://our-http'].map((url): [string, string] => [url, url]),
		['https://192.0.2.1', 'https://192.0.2.1'],
		['https://[2001:db8::1]:8443/a', 'https://[2001:db8::1]:8443/a'],
		...LOCAL.map((url): [string, string, string] => [url, url, `${url}/`]),
		['http://localhost', 'http://LOCALHOST'],
		['http://127.0.0.1', 'http://127.1'],
	],
	refuses: [
		...WRONG,
		...PLAIN.map((url): [string, string] => [`holds "${url}", ${UNENCRYPTED}`, url]),
	],
	near,
});

reads('a base URL where plain HTTP is allowed', (value) => readBaseUrl(value, true, 'sms'), {
	takes: PLAIN.map((url) => [url, url]),
	refuses: WRONG,
	near,
});

test('what stays on this machine is told from what does not', () => {
	const ANY = ['http://0.0.0.0:8080', 'http://[::]'];
	expect([...LOCAL, ...ANY, ...PLAIN].filter(isLoopback)).toEqual([...LOCAL, ...ANY]);
});

test.each([
	'https://user:hunter2@api.example.com',
	'https://hunter2@api.example.com',
	'http://user:hunter2@api.example.com',
	'user:hunter2@api.example.com',
	'https//user:hunter2@api.example.com',
	'https://user:hunter2@',
	'https://user:hunter2?@api.example.com',
	'https://user:hunter2/@api.example.com',
	'ftp://user:hunter2@api.example.com',
	'https://user:hunter2@api example.com',
])('the password of %s is never shown', (value) => {
	const problem = problemOf(() => readBaseUrl(value, false, 'sms'));
	expect(problem).toMatch(/^(?:is|does|carries|begins) /);
	expect(problem).not.toContain('hunter2');
});

test('what is read is an address to which a path can be added, and is read as itself', () => {
	fc.assert(
		fc.property(
			fc.webUrl({ withQueryParameters: false, withFragments: false, validSchemes: ['https'] }),
			fc.constantFrom('', '/', '//'),
			(url, end) => {
				const base = readBaseUrl(url + end, false, 'call');
				expect(base.endsWith('/')).toBe(false);
				expect(readBaseUrl(base, false, 'call')).toBe(base);
				expect(readBaseUrl(`${base}/v1/report/credit`, false, 'call')).toBe(base);
				expect(new URL(`${base}/v1/x`).href).toBe(`${base}/v1/x`);
			},
		),
		runsOf(100),
	);
});

test('/v1 is taken off the call URL only: no endpoint of the SMS host has it', () => {
	for (const path of ['/v1', '/v1/report/credit', '/gateway/v1']) {
		expect(readBaseUrl(`${API}${path}`, false, 'sms')).toBe(`${API}${path}`);
		expect(readBaseUrl(`${API}${path}`, false, 'call')).toBe(`${API}${path.replace(/\/v1.*/, '')}`);
	}
	expect(readBaseUrl(`${API}/webservice/v2rest/sendsms`, false, 'sms')).toBe(API);
});
