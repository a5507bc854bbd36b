import { plainDigits } from '../numbers/digits';
import { isJsonObject, type Json, parseJson } from '../values/json';
import type { Answer } from './answer';

/** A name as all its writings have it: services write `MsgID`, `msgid`, `msg_id`, `Msg-Id`. */
export const plainName = (name: string): string =>
	/^[a-z\d]*$/.test(name) ? name : name.toLowerCase().replace(/[\s_.-]/g, '');

/** A single value as text, with ASCII digits and nothing around it. */
export const textOf = (value: Json): string => plainDigits(String(value)).trim();

/** What a status says as a whole where a message was taken, and where it was not. */
const ACCEPTING =
	/^(?:ok|success|successful|succeeded|accepted|queued|enqueued|pending|scheduled|submitted|sent|delivered)$/i;
const REFUSING =
	/^(?:error|err|fail|failed|failure|rejected|refused|denied|blocked|invalid|forbidden|not[\s_-]+sent)$/i;

/** Whether a text is, as a whole, one of a dozen words: a text that has such a word in it proves nothing. */
export const isAccepting = (text: string): boolean => ACCEPTING.test(text.trim());
export const isRefusing = (text: string): boolean => REFUSING.test(text.trim());

/** Words as Persian writes them: many programs write its yeh and kaf in Arabic's letters. */
const inPersian = (words: string): string => words.replaceAll('ي', 'ی').replaceAll('ك', 'ک');

/** Whether words speak of a success, be it of a part: what refuses beside them proves nothing. */
export const speaksOfSuccess = (words: string): boolean =>
	isAccepting(words) || /(?<!un)success|partial|با موفقیت/i.test(inPersian(words));

/** Whether words speak of something that was not taken. */
export const speaksOfRefusal = (words: string): boolean =>
	/\b(?:no|not|none|never|only|but|zero|low|bad|already|un(?!ique|i?code)\w{4,30})\b|n't|cannot|unable|fail|err(?:or|\b)|reject|refus|den(?:y|ied)|declin|invalid|illegal|incorrect|insuff|inactive|block|black|forbid|wrong|miss|expire|exceed|limit|partial|skip|ignor|drop|duplicat|empty|held|cancel|restrict|ناموفق|نامعتبر|نشد|نیست|ندارد|نمی|عدم|غیر|خطا|مسدود|محدود|منقضی|اشتباه|رد شد|کافی/i.test(
		inPersian(words),
	);

/** Whether a value says nothing, in any language's writing; what is very deep is something. */
export function isEmpty(value: Json, depth = 0): boolean {
	if (typeof value === 'object' && value !== null)
		return depth < 16 && Object.values(value).every((inner) => isEmpty(inner, depth + 1));
	return /^(?:|0+|none|null|nil|false|undefined|n\/a|-|\[\]|\{\}|no[ _-]?errors?)$/i.test(
		textOf(value),
	);
}

/** What a value that should be yes or no says; undefined for what says neither, such as a count. */
export function truthOf(value: Json): boolean | undefined {
	const text = typeof value === 'object' ? '' : textOf(value);
	if (/^(?:true|yes|y|t|on|1)$/i.test(text)) return true;
	return /^(?:false|no|n|f|off|0|-\d+)$/i.test(text) ? false : undefined;
}

/** A code before its words: "200 OK", "1006: no credit", "HTTP 402"; no date, no decimal and no zero in front. */
const CODE =
	/^(?:HTTP(?:\/[\d.]+)?\s+)?([+-]?(?:0|[1-9]\d{0,4}))(?:\.0+)?(?:$|\s*[:;,()–-]\s*(?=[^\d\s])|\s+(?=[^\d\s]))/i;

/** The code that a value is, or begins with, and the words behind it; undefined for what is none. */
export function readCode(value: Json): { code: number; words: string } | undefined {
	if (typeof value !== 'number' && typeof value !== 'string') return undefined;
	const text = textOf(value);
	const found = CODE.exec(text);
	return found === null
		? undefined
		: { code: Number(found[1]), words: text.slice(found[0].length) };
}

/** Whether a code, or a status of HTTP, says that all was done: the others of 2xx speak of parts, or of something else. */
export const isAcceptingCode = (code: number): boolean => code >= 200 && code <= 205;

/** Statuses of 4xx that say nothing of what was done: a time-out, a replay, a connection that was closed. */
const NO_PROOF = new Set([408, 425, 444, 449, 460, 499]);

/** Whether a status of HTTP, given as itself or as a code in an answer, says that nothing was done. */
export const isRefusingStatus = (status: number): boolean =>
	status >= 400 && status < 500 && !NO_PROOF.has(status);

/** The least number that is believed to be a message ID where nothing names it one: below are codes and counts. */
export const LEAST_ID = 1100;

/** Letters and digits with what stands between them in ids, and a digit among them; no date, no decimal, no error. */
const ID =
	/^(?=\D*\d)(?!\d+\.\d+$|\d{4}-\d\d-\d\d|.*(?<!\p{L})(?:err|fail|reject|refus|deni|block|inval|forbid|no|not)(?:or|ed|id|ure|den)?(?!\p{L}))[\p{L}\p{N}][\p{L}\p{N}._:/+=|@#-]{0,199}$/iu;

/**
 * A message or call id as text of all its digits; undefined for what can't be one, such as 0, a code or a negative number.
 * `least`: the least number that is one.
 */
export function idOf(value: Json | undefined, least = 1): string | undefined {
	if (typeof value === 'number')
		return Number.isSafeInteger(value) && value >= least ? String(value) : undefined;
	if (typeof value !== 'string') return undefined;
	const text = textOf(value);
	if (/^[1-9]\d{0,199}$/.test(text)) return Number(text) >= least ? text : undefined;
	if (text.length > 200) return undefined;
	const isLong = least === 1 || (least === LEAST_ID && text.length >= 4);
	return isLong && !/^0+$/.test(text) && ID.test(text) ? text : undefined;
}

/** A notice of PHP, which many servers of this kind show before the answer. */
const NOTICE =
	/\s*(?:<br ?\/?>\s*)*(?:<b>)?(?:PHP )?(?:Notice|Warning|Deprecated|Strict Standards)(?:<\/b>)?:[^\n]*? on line (?:<b>)?\d+(?:<\/b>)?\s*(?:<br ?\/?>\s*)*/y;

/** What an ASMX service puts its answer in, and the marks that it escapes. */
const ASMX = /^(?:<\?xml[^>]*\?>\s*)?<(string|int|long|boolean)\b[^>]*>([^<]*)<\/\1>\s*$/;
const MARKS: Readonly<Record<string, string>> = {
	quot: '"',
	apos: "'",
	lt: '<',
	gt: '>',
	amp: '&',
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
