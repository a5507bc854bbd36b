/** Any JSON value, with integers too large for a double kept as strings. */
export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

/** So many digits in a row that a double may not hold them exactly. */
const MANY_DIGITS = /\d{16}/;

/** A whole number of many digits, also where it is written with a point. */
const LONG_INTEGER = /^(-?\d{16,})(?:\.0+)?$/;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/**
 * Parses JSON without losing digits: an integer beyond 2^53 - 1 becomes a string of all its digits.
 * Returns undefined for text that is not JSON. Keys such as `__proto__` become plain own keys.
 */
export function parseJson(text: string): Json | undefined {
	try {
		const value = JSON.parse(text) as Json;
		return MANY_DIGITS.test(text) ? (JSON.parse(withLongIntegersQuoted(text)) as Json) : value;
	} catch {
		return undefined;
	}
}

/** One pass that never goes back: by a regular expression, a string that never closes took seconds. */
function withLongIntegersQuoted(json: string): string {
	const pieces: string[] = [];
	let copied = 0;
	for (let at = 0; at < json.length;) {
		const code = json.charCodeAt(at);
		const end =
			code === QUOTE ? endOfString(json, at) : isOfNumber(code) ? endOfNumber(json, at) : at + 1;
		const digits = code === QUOTE || end - at < 16 ? undefined : wholeDigits(json.slice(at, end));
		if (digits !== undefined) {
			pieces.push(json.slice(copied, at), `"${digits}"`);
			copied = end;
		}
		at = end;
	}
	return pieces.join('') + json.slice(copied);
}

/** Where a JSON string that begins at `start` has ended; the end of the text where it never does. */
function endOfString(json: string, start: number): number {
	for (let at = start + 1; at < json.length; at++) {
		const code = json.charCodeAt(at);
		if (code === QUOTE) return at + 1;
		if (code === BACKSLASH) at++;
	}
	return json.length;
}

function endOfNumber(json: string, start: number): number {
	let at = start + 1;
	while (at < json.length && isOfNumber(json.charCodeAt(at))) at++;
	return at;
}

/** A digit, or one of `+ - . E e`. */
function isOfNumber(code: number): boolean {
	return (
		(code >= 0x30 && code <= 0x39) ||
		code === 0x2d ||
		code === 0x2e ||
		code === 0x2b ||
		code === 0x45 ||
		code === 0x65
	);
}

function wholeDigits(token: string): string | undefined {
	const digits = LONG_INTEGER.exec(token)?.[1];
	return digits === undefined || Number.isSafeInteger(Number(digits)) ? undefined : digits;
}

/** Whether a JSON value is an object, not an array and not null. */
export function isJsonObject(value: Json | undefined): value is { [key: string]: Json } {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The own member of a JSON object, or undefined. Inherited names (`constructor`) are not members. */
export function member(value: Json | undefined, key: string): Json | undefined {
	return isJsonObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}
