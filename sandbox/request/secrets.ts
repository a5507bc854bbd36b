import type { Encoding } from '../types.ts';

const MASK = '***';

/** Deeper than any body of the interface; keeps hostile nesting from overflowing the stack. */
const MAX_DEPTH = 8;

/** `"…"` with the colon that makes it a key; an unfinished string at the end of a broken body counts too. */
const JSON_STRING = /"([^"\\]*(?:\\.[^"\\]*)*)(?:"|\\?$)(\s*:)?/gs;
const BARE_JSON_VALUE = /("password"\s*:\s*)([^\s",}\]]+)/gi;
const PLAIN_JSON_VALUE = /("password"\s*:\s*)"[^"]*(?:"|$)/gi;
const NO_STRING_VALUE = /"password"\s*:\s*(?:[^"\s]|$)/i;
const MULTIPART_VALUE = /(name="?password"?[^]{0,1000}?\r?\n\r?\n)([^]*?)(?=\r?\n--|$)/gi;
const FORM_VALUE = /((?:^|[?&\s])password=)[^&\s]*/gi;

/** The forms of the password that was asked for last: there is one account, and thousands of texts. */
let known: { password: string; forms: string[] } | undefined;

function formsOf(password: string): string[] {
	if (known?.password !== password) {
		const forms = [password, JSON.stringify(password).slice(1, -1), encodeURIComponent(password)];
		known = { password, forms: [...new Set(forms)] };
	}
	return known.forms;
}

/** `text` without the password: as it is, inside JSON, and percent-encoded. */
export function maskLiteral(text: string, password: string): string {
	let masked = text;
	for (const form of formsOf(password)) {
		if (masked.includes(form)) masked = masked.replaceAll(form, MASK);
	}
	return masked;
}

/** A copy of parsed fields: every value under a key `password`, right or wrong, becomes `***`. */
export function maskFields(value: unknown, password: string, depth = 0): unknown {
	if (typeof value === 'string') return maskLiteral(value, password);
	if (typeof value !== 'object' || value === null) return value;
	if (depth > MAX_DEPTH) return '…';
	if (Array.isArray(value))
		return value.map((entry: unknown) => maskFields(entry, password, depth + 1));
	return Object.fromEntries(
		Object.entries(value).map(([key, entry]) => [
			maskLiteral(key, password),
			key.toLowerCase() === 'password' ? MASK : maskFields(entry, password, depth + 1),
		]),
	);
}

function unescaped(inner: string): string {
	if (!inner.includes('\\')) return inner;
	try {
		return JSON.parse(`"${inner}"`) as string;
	} catch {
		return inner;
	}
}

function maskJson(text: string, password: string): string {
	// Where nothing is escaped and each password is a string, a large bulk needs no look at every string.
	if (!text.includes('\\') && !NO_STRING_VALUE.test(text)) {
		return text.replace(PLAIN_JSON_VALUE, `$1"${MASK}"`);
	}
	let afterPasswordKey = false;
	const masked = text.replace(JSON_STRING, (token: string, inner: string, colon?: string) => {
		const isSecret = afterPasswordKey && colon === undefined;
		const plain = unescaped(inner);
		afterPasswordKey = colon !== undefined && plain.toLowerCase() === 'password';
		if (isSecret) return `"${MASK}"`;
		// An escape such as \u0064 hides the password from a plain search.
		return plain.includes(password)
			? JSON.stringify(plain.replaceAll(password, MASK)) + (colon ?? '')
			: token;
	});
	return masked.replace(BARE_JSON_VALUE, `$1"${MASK}"`);
}

/** The raw body without the password: where a field `password` holds it, and wherever else it stands. */
export function maskBody(text: string, encoding: Encoding, password: string): string {
	if (encoding === 'json') return maskLiteral(maskJson(text, password), password);
	const parts = text.replace(MULTIPART_VALUE, `$1${MASK}`);
	if (encoding === 'multipart') return maskLiteral(parts, password);
	return maskLiteral(maskJson(parts.replace(FORM_VALUE, `$1${MASK}`), password), password);
}

/** The path with its query, without a password in it. */
export const maskPath = (path: string, password: string): string =>
	maskLiteral(path.replace(FORM_VALUE, `$1${MASK}`), password);

/** Header values as text, without those that carry logins. */
export function maskHeaders(
	headers: Record<string, string | string[] | undefined>,
	password: string,
): Record<string, string> {
	return Object.fromEntries(
		Object.entries(headers).map(([name, value]) => [
			name,
			/authorization|cookie|password|token|key$/.test(name)
				? MASK
				: maskLiteral(String(value), password),
		]),
	);
}
