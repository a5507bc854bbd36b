import { parseJson } from '../lib/json';
import type { Json } from '../lib/json';

/** An answer's body as JSON, and the text that stands around it ('' where there is none). */
export interface Document {
	value: Json;
	around: string;
}

/** JSON in a JSON string in a JSON string: no deeper. */
const MOST_LAYERS = 3;

/** Pieces in brackets that are looked at before a text is taken for one without JSON. */
const MOST_PIECES = 8;

/** A bracket as it begins JSON, and not a remark. */
const BEGINS = /^(?:\{\s*(?:"|$)|\[\s*(?:[[{"\d-]|$))/;

const OPENING = new Set(['{', '[']);

/**
 * The JSON in a body: all of it, in a JSON string, or behind a notice of the server's language. `brokenOff` where JSON
 * begins and can't be read; undefined for a text without any.
 */
export function readDocument(body: string): Document | 'brokenOff' | undefined {
	const text = body.replace(/^\ufeff+/, '');
	const value = parseJson(text);
	if (value !== undefined) return { value: unwrap(value), around: '' };
	if (/^\s*"/.test(text)) return 'brokenOff';
	return within(text) ?? (looksLikeJson(text) ? 'brokenOff' : undefined);
}

/** Whether a text begins as JSON does. */
function looksLikeJson(text: string): boolean {
	return /^[\s\ufeff]*[[{"]/.test(text);
}

function unwrap(value: Json): Json {
	let inner = value;
	for (let layer = 0; layer < MOST_LAYERS; layer++) {
		if (typeof inner !== 'string' || !looksLikeJson(inner)) return inner;
		const next = parseJson(inner.replace(/^\ufeff+/, ''));
		if (next === undefined) return inner;
		inner = next;
	}
	return inner;
}

/** The first object or array in a text that is JSON. Goes over the text once. */
function within(text: string): Document | 'brokenOff' | undefined {
	const opening = /[[{]/g;
	for (let piece = 0; piece < MOST_PIECES; piece++) {
		const start = opening.exec(text)?.index;
		if (start === undefined) return undefined;
		const end = endOfPiece(text, start);
		// What never closes has broken off: an object inside it would be another than the one that was meant.
		if (end === undefined)
			return BEGINS.test(text.slice(start, start + 80)) ? 'brokenOff' : undefined;
		const value = parseJson(text.slice(start, end));
		if (value !== undefined) {
			const rest = text.slice(end);
			// Two answers in one can't both be right.
			if (/[[{]\s*["[{]/.test(rest)) return 'brokenOff';
			return { value, around: `${text.slice(0, start)} ${rest}`.trim() };
		}
		opening.lastIndex = end;
	}
	return undefined;
}

function endOfPiece(text: string, start: number): number | undefined {
	let open = 0;
	let inString = false;
	for (let at = start; at < text.length; at++) {
		const character = text.charAt(at);
		if (inString) {
			if (character === '\\') at++;
			else if (character === '"') inString = false;
		} else if (character === '"') inString = true;
		else if (OPENING.has(character)) open++;
		else if ((character === '}' || character === ']') && --open === 0) return at + 1;
	}
	return undefined;
}
