import { isJsonObject, parseJson, type Json } from '../values/json';
import type { Answer } from './answer';

/** A notice of PHP, which many servers of this kind show before the answer. */
const NOTICE =
	/\s*(?:<br ?\/?>\s*)*(?:<b>)?(?:PHP )?(?:Notice|Warning|Deprecated|Strict Standards)(?:<\/b>)?:[^\n]*? on line (?:<b>)?\d+(?:<\/b>)?\s*(?:<br ?\/?>\s*)*/y;

/** What an ASMX service puts its answer in, and the marks that it escapes. */
const ASMX = /^(?:<\?xml[^>]*\?>\s*)?<(string|int|long|boolean)\b[^>]*>([^<]*)<\/\1>\s*$/;
const MARKS: Readonly<Record<string, string>> = {
	...{ quot: '"', apos: "'", lt: '<', gt: '>', amp: '&' },
};

/**
 * The JSON of an answer, where services put it: all of the body, behind a byte order mark or notices of PHP, as text in
 * JSON, in ASP.NET's `d`, or in the one element of an ASMX service. Of any other body the whole as text.
 */
export function extractJson({ body, contentType }: Answer): {
	kind: 'json' | 'text' | 'webPage' | 'brokenOff';
	value: Json;
} {
	let text = body.replace(/^\ufeff+/, '');
	let start = 0;
	for (NOTICE.lastIndex = 0; NOTICE.test(text);) start = NOTICE.lastIndex;
	text = text.slice(start).trimStart();
	const element = ASMX.exec(text)?.[2]?.replace(/&(\w+);/g, (mark, name) => MARKS[name] ?? mark);
	const value = element === undefined ? parseJson(text) : (parseJson(element) ?? element.trim());
	if (value !== undefined) return { kind: 'json', value: unwrap(value) };
	if (/^["[{]/.test(text)) return { kind: 'brokenOff', value: body };
	const isPage = text.startsWith('<') || /\bhtml\b/i.test(contentType);
	return { kind: isPage ? 'webPage' : 'text', value: body };
}

/** JSON as text in JSON, or in ASP.NET's `d`: of no service in more than four layers. */
function unwrap(value: Json, layers = 4): Json {
	const isText = typeof value === 'string' && /^[\s\ufeff]*["[{]/.test(value);
	const inner = isText
		? parseJson(value.replace(/^\ufeff+/, ''))
		: isJsonObject(value) && Object.keys(value).length === 1
			? value.d
			: undefined;
	return inner === undefined || layers === 0 ? value : unwrap(inner, layers - 1);
}
