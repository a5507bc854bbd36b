import { MIMEType } from 'node:util';
import { Dicer } from '@fastify/busboy';

/** Why a multipart body can't be read, as a sentence for the client. */
export class MultipartProblem extends Error {}

interface Part {
	headers?: Record<string, string[] | undefined>;
	value: Buffer;
}

/** Undefined where `text` has not the form of a MIME type with parameters. */
function mimeType(text: string): MIMEType | undefined {
	try {
		return new MIMEType(text);
	} catch {
		return undefined;
	}
}

/** The boundary named in a Content-Type header value, or undefined. */
export const boundaryOf = (contentType: string): string | undefined =>
	mimeType(contentType)?.params.get('boundary') ?? undefined;

/** Splits a body at its boundary. Rejects where it has no closing one. */
async function partsOf(body: Buffer, boundary: string): Promise<Part[]> {
	const parts: Part[] = [];
	await new Promise<void>((resolve, reject) => {
		const fail = () => reject(new MultipartProblem('the multipart body has no closing boundary'));
		const dicer = new Dicer({ boundary });
		dicer.on('part', (stream) => {
			const part: Part = { value: Buffer.alloc(0) };
			const chunks: Buffer[] = [];
			parts.push(part);
			// Typed as an object, it is a record of lists: dicer's HeaderParser.
			stream.on('header', (headers) => (part.headers = headers as Part['headers']));
			stream.on('data', (chunk: string | Buffer) => chunks.push(Buffer.from(chunk)));
			stream.on('end', () => (part.value = Buffer.concat(chunks)));
			stream.on('error', fail);
		});
		dicer.on('trailer', (after) => {
			if (!/^[ \t]*(?:\r\n|$)/.test(after.toString('latin1'))) fail();
		});
		dicer.on('error', fail);
		dicer.on('finish', resolve);
		dicer.end(body);
	});
	return parts;
}

/** A name as it was meant: dicer gives bytes; browsers write a quote or a line break as %22, %0D, %0A: https://html.spec.whatwg.org/#multipart-form-data */
const plainName = (name: string): string =>
	Buffer.from(name, 'latin1')
		.toString()
		.replace(/%(22|0D|0A)/gi, (escape) => decodeURIComponent(escape));

function readPart({ headers, value }: Part): [name: string, value: string] {
	if (headers === undefined)
		throw new MultipartProblem('a part of the multipart body has no headers');
	// `form-data; name="x"` is written like a MIME type without its first half.
	const disposition = mimeType(`multipart/${headers['content-disposition']?.[0] ?? ''}`);
	const name = disposition?.params.get('name') ?? null;
	if (disposition?.subtype !== 'form-data' || name === null)
		throw new MultipartProblem('a part of the multipart body has no name');
	const field = plainName(name);
	if (disposition.params.has('filename') || disposition.params.has('filename*'))
		throw new MultipartProblem(`field "${field}" was sent as a file`);
	const encodings = headers['content-transfer-encoding'] ?? [];
	if (encodings.some((encoding) => !/^\s*(?:7bit|8bit|binary)\s*$/i.test(encoding)))
		throw new MultipartProblem(`field "${field}" has a content transfer encoding`);
	const charsets = (headers['content-type'] ?? []).map(
		(type) => mimeType(type)?.params.get('charset') ?? 'utf-8',
	);
	if (charsets.some((charset) => !/^utf-?8$/i.test(charset)))
		throw new MultipartProblem(`field "${field}" is not in UTF-8`);
	return [field, value.toString()];
}

/**
 * Form fields of a multipart/form-data body (RFC 7578) in UTF-8, values exactly as they were sent. Dicer and not
 * Busboy: that one passes over parts that it can't read.
 * Rejects with MultipartProblem for a broken body, a file, and a field that comes twice.
 */
export async function parseMultipart(
	body: Buffer,
	boundary: string,
): Promise<Record<string, string>> {
	const fields = (await partsOf(body, boundary)).map(readPart);
	const names = fields.map(([name]) => name);
	const twice = names.find((name, index) => names.indexOf(name) !== index);
	if (twice !== undefined) throw new MultipartProblem(`field "${twice}" came twice`);
	return Object.fromEntries(fields);
}
