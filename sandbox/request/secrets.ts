import type { Received } from './body.ts';

const MASK = '***';

/** Deeper than any body of the interface; keeps hostile nesting from overflowing the stack. */
const MAX_DEPTH = 8;

const MULTIPART_VALUE = /(name="?password"?[^]{0,1000}?\r?\n\r?\n)([^]*?)(?=\r?\n--)/gi;
const QUERY_VALUE = /([?&]password=)[^&]*/gi;

/** `text` without the password: as it is, inside JSON, and percent-encoded. */
export function maskLiteral(text: string, password: string): string {
	const forms = [password, JSON.stringify(password).slice(1, -1), encodeURIComponent(password)];
	return forms.reduce((masked, form) => masked.replaceAll(form, MASK), text);
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

/**
 * Fields and body as they are recorded. JSON is written anew from its masked fields, so that no escape can hide a
 * password; what can't be read is not kept, for nobody knows where in it a password stands.
 */
export function maskBody(
	{ encoding, text, fields }: Received,
	password: string,
): { fields: unknown; body: string } {
	if (fields === undefined) return { fields: {}, body: '' };
	const masked = maskFields(fields, password);
	const form = () => maskLiteral(text.replace(MULTIPART_VALUE, `$1${MASK}`), password);
	return { fields: masked, body: encoding === 'json' ? JSON.stringify(masked) : form() };
}

/** The path with its query, without a password in it. */
export const maskPath = (path: string, password: string): string =>
	maskLiteral(path.replace(QUERY_VALUE, `$1${MASK}`), password);

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
