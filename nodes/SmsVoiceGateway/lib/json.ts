/** Any JSON value, with integers too large for a double kept as strings. */
export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

/** A JSON string, or a whole JSON number. */
const STRING_OR_NUMBER = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/gs;

/** An integer of so many digits that a double may not hold it exactly. */
const LONG_INTEGER = /^-?\d{16,}$/;

/**
 * Parses JSON without losing digits: an integer beyond 2^53 - 1 becomes a string of all its digits.
 * Returns undefined for text that is not JSON. Keys such as `__proto__` become plain own keys.
 */
export function parseJson(text: string): Json | undefined {
	try {
		const lossless = text.replace(STRING_OR_NUMBER, (token) =>
			LONG_INTEGER.test(token) && !Number.isSafeInteger(Number(token)) ? `"${token}"` : token,
		);
		return JSON.parse(lossless) as Json;
	} catch {
		return undefined;
	}
}

/** Whether a JSON value is an object, not an array and not null. */
export function isJsonObject(value: Json | undefined): value is { [key: string]: Json } {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The own member of a JSON object, or undefined. Inherited names (`constructor`) are not members. */
export function member(value: Json | undefined, key: string): Json | undefined {
	return isJsonObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}
