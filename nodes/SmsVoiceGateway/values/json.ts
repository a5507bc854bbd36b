/** Any JSON value, with integers too large for a double kept as strings. */
export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

/** So many digits in a row that a double may not hold them exactly; where a number may begin, and not a text of digits. */
const MANY_DIGITS = /(?:^|[^"\d])\d{16}/;

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

/** Of valid JSON. One pass that never goes back: a regular expression took seconds for a long string. */
function withLongIntegersQuoted(json: string): string {
	const pieces: string[] = [];
	let copied = 0;
	for (let at = 0; at < json.length;) {
		const code = json.charCodeAt(at);
		if (!isOfNumber(code)) {
			at = code === QUOTE ? endOfString(json, at) : at + 1;
			continue;
		}
		const end = endOfNumber(json, at);
		const digits = wholeDigits(json.slice(at, end));
		if (digits !== undefined) {
			pieces.push(json.slice(copied, at), `"${digits}"`);
			copied = end;
		}
		at = end;
	}
	return pieces.join('') + json.slice(copied);
}

/** Where a JSON string that begins at `start` has ended. */
function endOfString(json: string, start: number): number {
	let at = start + 1;
	while (json.charCodeAt(at) !== QUOTE) at += json.charCodeAt(at) === BACKSLASH ? 2 : 1;
	return at + 1;
}

function endOfNumber(json: string, start: number): number {
	let at = start + 1;
	while (isOfNumber(json.charCodeAt(at))) at++;
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
	return Number.isSafeInteger(Number(digits)) ? undefined : digits;
}

/** Whether a JSON value is an object, not an array and not null. */
export function isJsonObject(value: Json | undefined): value is { [key: string]: Json } {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** What a JSON object itself holds under a name, or undefined: nothing that it inherits (`constructor`). */
export function member(value: Json | undefined, key: string): Json | undefined {
	return isJsonObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}
