import { emptyProblem, InputProblem, quote } from '../values/inputProblem';

const EXAMPLE = 'Enter it in full, for example https://api.example.com.';

/** Names and addresses that never leave this machine (RFC 6761, RFC 1122, RFC 4291), as URL writes them. */
const LOOPBACK = /^(?:(?:.+\.)?localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/** What a server listens on that any address of the machine reaches: no other machine does by that name. */
const ANY = /^(?:0\.0\.0\.0|\[::\])$/;

/** Whether nothing but this machine itself reaches a valid web address. */
export function isLoopback(address: string): boolean {
	const { hostname } = new URL(address);
	return LOOPBACK.test(hostname) || ANY.test(hostname);
}

/** Anything with an @ may hold a password and is never shown. */
function shown(text: string): string {
	return text.includes('@') ? '' : `holds ${quote(text)}, which `;
}

function parse(text: string): URL {
	try {
		// URL would drop line breaks and some invisible characters without a word.
		if (!/[\s\p{C}]/u.test(text)) return new URL(text);
	} catch {
		// falls through
	}
	throw new InputProblem(`${shown(text)}is not a web address`, EXAMPLE);
}

/** The paths of the endpoints, and their beginnings, which a provider's manual shows behind the address. */
const OWN_PATH = /\/(?:webservice(?:\/v2rest(?:\/\w*)?)?|v1(?:\/(?:call|report)(?:\/[\w-]*)?)?)$/i;

function withoutSlashes(path: string): string {
	let end = path.length;
	while (path.charAt(end - 1) === '/') end--;
	return path.slice(0, end);
}

/**
 * The address of a host of the service, without trailing slashes and the paths of the endpoints; a path prefix stays. Plain http only
 * with `allowPlainHttp` or to this machine. Throws InputProblem; its texts never hold a password.
 */
export function readBaseUrl(value: unknown, allowPlainHttp: boolean): string {
	const text = typeof value === 'string' ? value.trim() : (value ?? '');
	if (text === '') throw emptyProblem(EXAMPLE);
	if (typeof text !== 'string') throw new InputProblem('is not a web address', EXAMPLE);
	const url = parse(text);
	if (url.protocol !== 'https:' && url.protocol !== 'http:') {
		throw new InputProblem(`${shown(text)}does not start with https://`, EXAMPLE);
	}
	if (url.username !== '' || url.password !== '') {
		throw new InputProblem(
			'carries a user name or password',
			'Take out everything up to the @; user name and password have fields of their own.',
		);
	}
	if (url.search !== '' || url.hash !== '') {
		throw new InputProblem(
			url.search !== '' ? 'carries a query' : 'carries a fragment',
			`Take out the part from the "${url.search !== '' ? '?' : '#'}" on.`,
		);
	}
	if (url.protocol === 'http:' && !allowPlainHttp && !LOOPBACK.test(url.hostname)) {
		throw new InputProblem(
			`${shown(text)}would send the password unencrypted`,
			'Use an address that starts with https://, or turn on "Allow Plain HTTP" if the network is your own.',
		);
	}
	if (/^https?$/.test(url.hostname)) {
		throw new InputProblem(`${shown(text)}begins with https:// twice`, EXAMPLE);
	}
	return `${url.origin}${withoutSlashes(withoutSlashes(url.pathname).replace(OWN_PATH, ''))}`;
}
