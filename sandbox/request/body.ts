import { Busboy } from '@fastify/busboy';
import type { Encoding, Fields } from '../types.ts';

/** A body as it arrived: `fields` where it could be read, else `problem` says why not. */
export interface Received {
	encoding: Encoding;
	text: string;
	fields?: Fields;
	problem?: string;
}

/** Why a body can't be read, as a sentence for the client. */
class Problem extends Error {}

function encodingOf(contentType: string): Encoding {
	const type = contentType.split(';', 1)[0]?.trim().toLowerCase();
	if (type === 'application/json') return 'json';
	return type === 'multipart/form-data' ? 'multipart' : 'other';
}

/** The text of `raw`. A byte order mark is kept: it is part of the text. */
function strictText(raw: Buffer): string {
	try {
		return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(raw);
	} catch {
		throw new Problem('the body is not valid UTF-8');
	}
}

function parseJson(text: string): Fields {
	let parsed: unknown;
	try {
		parsed = JSON.parse(text);
	} catch {
		// The parser's own message quotes the body, and with it perhaps the password.
		throw new Problem('the body is not valid JSON');
	}
	if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed))
		throw new Problem('the JSON body is not an object');
	return parsed as Fields;
}

/** Form fields of a multipart/form-data body (RFC 7578), values exactly as they were sent. */
const parseForm = (raw: Buffer, contentType: string): Promise<Fields> =>
	new Promise((resolve, reject) => {
		const fail = (words: string) => reject(new Problem(words));
		const limits = { fieldSize: Infinity };
		const form = new Busboy({ headers: { 'content-type': contentType }, limits });
		const fields = new Map<string, string>();
		form.on('field', (name, value) => {
			if (fields.has(name)) fail(`field "${name}" came twice`);
			fields.set(name, value);
		});
		form.on('file', (name, file) => {
			file.resume();
			fail(`field "${name}" was sent as a file`);
		});
		form.on('error', () => fail('the multipart body has no closing boundary'));
		form.on('finish', () => resolve(Object.fromEntries(fields)));
		form.end(raw);
	});

async function fieldsOf(raw: Buffer, text: string, contentType: string): Promise<Fields> {
	const encoding = encodingOf(contentType);
	if (encoding === 'other') throw new Problem(`content type "${contentType}" is not taken`);
	if (/;\s*charset=(?!"?utf-?8"?\s*(?:;|$))/i.test(contentType))
		throw new Problem('the content type names a character set other than UTF-8');
	if (encoding === 'json') return parseJson(text);
	if (!/;\s*boundary=/i.test(contentType))
		throw new Problem('the content type names no multipart boundary');
	return await parseForm(raw, contentType);
}

/** A request whose body the server never handed over, such as one above the size limit. */
export const unreadable = (problem: string): Received => ({ encoding: 'other', text: '', problem });

/** Reads a body by its content type. What can't be read has a problem instead of fields, and is still recorded. */
export async function readBody(contentType: string, raw: Buffer): Promise<Received> {
	const encoding = encodingOf(contentType);
	try {
		const text = strictText(raw);
		return { encoding, text, fields: await fieldsOf(raw, text, contentType) };
	} catch (error) {
		if (error instanceof Problem) return { encoding, text: '', problem: error.message };
		throw error;
	}
}
