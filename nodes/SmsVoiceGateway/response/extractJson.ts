import { isJsonObject, parseJson, type Json } from '../values/json';
import type { Answer } from './answer';

/** JSON in a JSON string in ASP.NET's `d`: no deeper. */
const MOST_LAYERS = 4;

/** Brackets at which JSON may begin, before a text is taken for one without. */
const MOST_BRACKETS = 8;

/** What an ASMX service puts its answer in. */
const ASMX = /^\s*(?:<\?xml[^>]*\?>\s*)?<(string|int|long|boolean)\b[^>]*>([^<]*)<\/\1>\s*$/;

const ENTITIES: Readonly<Record<string, string>> = {
	'&quot;': '"',
	'&apos;': "'",
	'&lt;': '<',
	'&gt;': '>',
	'&amp;': '&',
};

/**
 * The JSON of an answer, where services put it: all of the body, behind a byte order mark or a notice of PHP, as text in
 * JSON, in ASP.NET's `d`, or in the one element of an ASMX service. Of a text without any, a web page, and JSON that can't
 * be read, the whole as text.
 */
export function extractJson({ body, contentType }: Answer): {
	kind: 'json' | 'text' | 'webPage' | 'brokenOff';
	value: Json;
} {
	const text = withoutMark(body);
	const value = parseJson(text);
	if (value !== undefined) return { kind: 'json', value: unwrap(value) };
	const element = ASMX.exec(text)?.[2];
	if (element !== undefined) {
		const inner = element.replace(/&(?:quot|apos|lt|gt|amp);/g, (name) => ENTITIES[name] ?? name);
		return { kind: 'json', value: unwrap(parseJson(withoutMark(inner)) ?? inner.trim()) };
	}
	const within = jsonWithin(text);
	const around = within?.around ?? text;
	// What else stands around JSON is part of the answer.
	if (within !== undefined && isNotice(around)) return { kind: 'json', value: within.value };
	if (looksLikeJson(text)) return { kind: 'brokenOff', value: body };
	const isPage = looksLikeWebPage(text, around, contentType);
	return { kind: isPage ? 'webPage' : 'text', value: body };
}

const withoutMark = (text: string): string => text.replace(/^\ufeff+/, '');

/** Whether a text begins as JSON does. */
const looksLikeJson = (text: string): boolean => /^[\s\ufeff]*[[{"]/.test(text);

function unwrap(value: Json): Json {
	let inner = value;
	for (let layer = 0; layer < MOST_LAYERS; layer++) {
		const next = typeof inner === 'string' ? jsonIn(inner) : onlyMember(inner);
		if (next === undefined) return inner;
		inner = next;
	}
	return inner;
}

const jsonIn = (text: string): Json | undefined =>
	looksLikeJson(text) ? parseJson(withoutMark(text)) : undefined;

function onlyMember(value: Json): Json | undefined {
	if (!isJsonObject(value)) return undefined;
	return Object.keys(value).length === 1 ? value.d : undefined;
}

/** The object or array in a text that reaches from a bracket to the last that closes. */
function jsonWithin(text: string): { value: Json; around: string } | undefined {
	const opening = /[[{]/g;
	for (let tries = 0; tries < MOST_BRACKETS; tries++) {
		const start = opening.exec(text)?.index;
		if (start === undefined) return undefined;
		const end = text.lastIndexOf(text.charAt(start) === '{' ? '}' : ']') + 1;
		const value = parseJson(text.slice(start, end));
		if (value === undefined) continue;
		return { value, around: `${text.slice(0, start)}\n${text.slice(end)}` };
	}
	return undefined;
}

const NOTICE = /^(?:<b>)?(?:PHP )?(?:Notice|Warning|Deprecated|Strict Standards)(?:<\/b>)?:/;
const ON_LINE = /\son line (?:<b>)?\d+(?:<\/b>)?$/;

/** Whether a text is nothing but notices of PHP, which many servers of this kind show before the answer. */
function isNotice(text: string): boolean {
	const lines = text.split(/\n|<br ?\/?>/).map((line) => line.trim());
	return lines.every((line) => line === '' || (NOTICE.test(line) && ON_LINE.test(line)));
}

/** A page, and no answer of the service; PHP calls JSON "text/html" too, and writes its notices as HTML. */
function looksLikeWebPage(text: string, around: string, contentType: string): boolean {
	if (/<(?:!doctype|html|head|body|script)\b/i.test(text)) return true;
	const isMarkup = /^\s*</.test(text) || /\bhtml\b/i.test(contentType);
	return isMarkup && !isNotice(around);
}
