/** Any JSON value, with integers too large for a double kept as strings. */
export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

/** So many digits in a row that a double may not hold them exactly; where a number may begin, and not a text of digits. */
const MANY_DIGITS = /(?:^|[^"\d])\d{16}/;

/** A whole number of many digits, also where it is written with a point, in what stands between texts. */
const LONG_INTEGER = /(?<![\d.eE+-])(-?\d{16,})(?:\.0+)?(?![\d.eE])/g;

/**
 * Parses JSON without losing digits: an integer beyond 2^53 - 1 becomes a string of all its digits.
 * Returns undefined for text that is not JSON. Keys such as `__proto__` become plain own keys.
 */
export function parseJson(text: string): Json | undefined {
	try {
		if (!MANY_DIGITS.test(text)) return JSON.parse(text) as Json;
		// A quotation mark within a text is the only one that ends none.
		if (text.includes('\\')) return JSON.parse(text, withAllDigits) as Json;
		JSON.parse(text);
		const pieces = text.split('"');
		for (let at = 0; at < pieces.length; at += 2)
			pieces[at] = (pieces[at] ?? '').replace(LONG_INTEGER, quoted);
		return JSON.parse(pieces.join('"')) as Json;
	} catch {
		return undefined;
	}
}

const quoted = (number: string, digits: string): string =>
	Number.isSafeInteger(Number(digits)) ? number : `"${digits}"`;

/** A reviver; `source` is what stood there (ECMAScript's JSON.parse source text access, Node 21). */
function withAllDigits(_name: string, value: unknown, { source = '' }: { source?: string } = {}) {
	if (typeof value !== 'number' || Number.isSafeInteger(value)) return value;
	return /^(-?\d{16,})(?:\.0+)?$/.exec(source)?.[1] ?? value;
}

/** Whether a JSON value is an object, not an array and not null. */
export function isJsonObject(value: Json | undefined): value is { [key: string]: Json } {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}
