import type { Encoding, Fields } from '../types.ts';
import { MultipartProblem, boundaryOf, parseMultipart } from './multipart.ts';

/** A body as it arrived: `fields` where it could be read, else `problem` says why not. */
export interface Received {
	encoding: Encoding;
	text: string;
	fields?: Fields;
	problem?: string;
}

function encodingOf(contentType: string): Encoding {
	const type = contentType.split(';', 1)[0]?.trim().toLowerCase();
	if (type === 'application/json') return 'json';
	return type === 'multipart/form-data' ? 'multipart' : 'other';
}

/** The text of `raw`, or undefined where it is not valid UTF-8. A byte order mark is kept: it is part of the text. */
function strictText(raw: Buffer): string | undefined {
	try {
		return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(raw);
	} catch {
		return undefined;
	}
}

function parseJson(text: string): Fields | string {
	try {
		const parsed = JSON.parse(text) as unknown;
		if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed))
			return parsed as Fields;
		return 'the JSON body is not an object';
	} catch {
		// The parser's own message quotes the body, and with it perhaps the password.
		return 'the body is not valid JSON';
	}
}

async function parseForm(raw: Buffer, contentType: string): Promise<Fields | string> {
	const boundary = boundaryOf(contentType);
	if (boundary === undefined) return 'the content type names no multipart boundary';
	try {
		return await parseMultipart(raw, boundary);
	} catch (error) {
		if (error instanceof MultipartProblem) return error.message;
		throw error;
	}
}

/** A request whose body the server never handed over, such as one above the size limit. */
export const unreadable = (problem: string): Received => ({ encoding: 'other', text: '', problem });

/** Reads a body by its content type. Never rejects: a request that can't be read is still recorded. */
export async function readBody(contentType: string, raw: Buffer): Promise<Received> {
	const encoding = encodingOf(contentType);
	const text = strictText(raw);
	if (text === undefined) return { encoding, text: '', problem: 'the body is not valid UTF-8' };
	if (encoding === 'other')
		return { encoding, text, problem: `content type "${contentType}" is not taken` };
	if (/;\s*charset=(?!"?utf-?8"?\s*(?:;|$))/i.test(contentType))
		return { encoding, text, problem: 'the content type names a character set other than UTF-8' };
	const read = encoding === 'json' ? parseJson(text) : await parseForm(raw, contentType);
	return typeof read === 'string'
		? { encoding, text, problem: read }
		: { encoding, text, fields: read };
}
