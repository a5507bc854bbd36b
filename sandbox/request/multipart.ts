/** Why a multipart body can't be read, as a sentence for the client. */
export class MultipartProblem extends Error {}

/** The boundary named in a Content-Type header value, or undefined. */
export function boundaryOf(contentType: string): string | undefined {
	const found = /;\s*boundary=(?:"([^"]+)"|([^\s;"]+))/i.exec(contentType);
	return found?.[1] ?? found?.[2];
}

/** Browsers write a quote or a line break in a name as %22, %0D, %0A: https://html.spec.whatwg.org/#multipart-form-data */
const plainName = (name: string): string =>
	name.replace(/%(22|0D|0A)/gi, (escape) => decodeURIComponent(escape));

function readPart(part: string): [name: string, value: string] {
	const opening = /^[ \t]*\r\n/.exec(part);
	const split = part.indexOf('\r\n\r\n');
	if (opening === null || split < 0)
		throw new MultipartProblem('a part of the multipart body has no headers');
	const headers = part.slice(opening[0].length, split).split('\r\n');
	const disposition = headers.find((line) => /^content-disposition:/i.test(line)) ?? '';
	const name = /^[^:]*:\s*form-data\s*;(?:.*;)?\s*name=(?:"([^"]*)"|([^\s;"]+))/i.exec(disposition);
	if (name === null) throw new MultipartProblem('a part of the multipart body has no name');
	const field = plainName(name[1] ?? name[2] ?? '');
	if (/;\s*filename\*?=/i.test(disposition))
		throw new MultipartProblem(`field "${field}" was sent as a file`);
	if (
		headers.some((line) => /^content-transfer-encoding:\s*(?!(?:7bit|8bit|binary)\s*$)/i.test(line))
	)
		throw new MultipartProblem(`field "${field}" has a content transfer encoding`);
	if (headers.some((line) => /^content-type:.*;\s*charset=(?!"?utf-?8"?\s*(?:;|$))/i.test(line)))
		throw new MultipartProblem(`field "${field}" is not in UTF-8`);
	return [field, part.slice(split + 4)];
}

/**
 * Form fields of a multipart/form-data body (RFC 7578), values exactly as they were sent.
 * `text` is the body decoded as UTF-8: delimiters are ASCII, so splitting text is as exact as splitting bytes.
 * Throws MultipartProblem for a broken body, a file, and a field that comes twice.
 */
export function parseMultipart(text: string, boundary: string): Record<string, string> {
	const parts = `\r\n${text}`.split(`\r\n--${boundary}`);
	const end = parts.pop();
	if (parts.length === 0 || end === undefined || !/^--[ \t]*(?:\r\n|$)/.test(end))
		throw new MultipartProblem('the multipart body has no closing boundary');
	const fields = parts.slice(1).map(readPart);
	const names = fields.map(([name]) => name);
	const twice = names.find((name, index) => names.indexOf(name) !== index);
	if (twice !== undefined) throw new MultipartProblem(`field "${twice}" came twice`);
	return Object.fromEntries(fields);
}
