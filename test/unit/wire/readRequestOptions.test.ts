import { constantFrom } from 'fast-check';

import { readRequestOptions } from '../../../nodes/SmsVoiceGateway/fields/requestOptions.ts';
import { problemOf } from '../values/problemOf.ts';
import { reads } from '../values/reads.ts';

const HTTP = { host: 'proxy', port: 3128, protocol: 'http' };
const auth = { username: 'us@er', password: 'pa ss' };
const NO_PROXY =
	'which is not that of an HTTP proxy | Write it with its port, for example http://proxy.example.com:3128.';
const PERCENT =
	"has a 'Proxy' that holds an address, which is not that of an HTTP proxy | Write a % in its user name or password as %25.";
/** With a password, which is not shown. */
const HIDDEN = [
	'user:secret@proxy.example.com:3128',
	'http://user:secret/x@proxy:3128',
	'socks5://user:secret@proxy:1080',
	'http://user:secret@',
];

/** n8n gives it as text. */
const proxyOf = (proxy: unknown) =>
	typeof proxy === 'string' ? readRequestOptions({ proxy }).proxy : undefined;

reads('the proxy', proxyOf, {
	takes: [
		[HTTP, 'http://proxy:3128'],
		[{ host: 'proxy', port: 443, protocol: 'https' }, 'https://proxy'],
		[{ ...HTTP, port: 8080, auth }, 'http://us%40er:pa%20ss@proxy:8080'],
		[undefined, '', undefined],
	],
	refuses: [
		[`has a 'Proxy' that holds "not a proxy", ${NO_PROXY}`, 'not a proxy'],
		[`has a 'Proxy' that holds "proxy:3128", ${NO_PROXY}`, 'proxy:3128'],
		[`has a 'Proxy' that holds an address, ${NO_PROXY}`, ...HIDDEN],
		[PERCENT, 'http://us%er:secret@proxy:3128', 'http://user:100%secret@proxy:3128'],
	],
	near: constantFrom(...HIDDEN),
});

test.each(HIDDEN)('the password of the proxy %s is not shown', (proxy) => {
	expect(problemOf(() => readRequestOptions({ proxy }))).not.toContain('secret');
});

reads('the time-out', (timeout) => readRequestOptions({ timeout }).timeout, {
	takes: [
		[5000, 5000, '5000'],
		// n8n's own.
		[300_000, undefined, 0, ''],
	],
	refuses: [
		["has a 'Timeout' that holds", 'soon', -1, 1.5, 2 ** 31, {}],
		['which is not a whole number from 1 to 2147483647 | Give milliseconds.', 'soon', 2 ** 31],
	],
});

test('certificates are left to Node.js, unless they say otherwise; no proxy may read the password', () => {
	const ignored = { timeout: 300_000, skipSslCertificateValidation: true };
	expect(readRequestOptions({ allowUnauthorizedCerts: true })).toEqual(ignored);
	expect(readRequestOptions({ allowUnauthorizedCerts: false })).toEqual({ timeout: 300_000 });
	const given = { proxy: 'http://proxy:3128', allowUnauthorizedCerts: true };
	expect(problemOf(() => readRequestOptions(given))).toMatch(
		/^has 'Proxy' and 'Ignore SSL Issues' together.* \| Turn 'Ignore SSL Issues' off/,
	);
});
