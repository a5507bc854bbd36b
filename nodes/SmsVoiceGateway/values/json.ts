/** Any JSON value, with integers too large for a double kept as strings. */
export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

/** So many digits in a row that a double may not hold them exactly; where a number may begin, and not a text of digits. */
const MANY_DIGITS = /(?:^|[^"\d])\d{16}/;

/**
 * Parses JSON without losing digits: an integer beyond 2^53 - 1 becomes a string of all its digits.
 * Returns undefined for text that is not JSON. Keys such as `__proto__` become plain own keys.
 */
export function parseJson(text: string): Json | undefined {
	try {
		return JSON.parse(text, MANY_DIGITS.test(text) ? withAllDigits : undefined) as Json;
	} catch {
		return undefined;
	}
}

/** A reviver; `source` is what stood there (ECMAScript's JSON.parse source text access, Node 21). */
function withAllDigits(_name: string, value: unknown, { source = '' }: { source?: string } = {}) {
	if (Number.isSafeInteger(value)) return value;
	return /^(-?\d{16,})(?:\.0+)?$/.exec(source)?.[1] ?? value;
}

/** Whether a JSON value is an object, not an array and not null. */
export function isJsonObject(value: Json | undefined): value is { [key: string]: Json } {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}
