import type { Json } from '../values/json';
import { plainDigits } from '../numbers/plainDigits';

/** How servers write that there is nothing, where it is text. */
const NOTHING = /^(?:|0+|none|null|nil|false|undefined|n\/a|-|\[\]|\{\}|no[ _-]?errors?)$/i;

/** Deeper than an error of any service; what is so deep is something. */
const DEEPEST = 16;

/** Whether a value says nothing, in any language's writing: `null`, `[]`, `{}`, `""`, `0`, `false`, `"none"`. */
export function isEmpty(value: Json, depth = 0): boolean {
	if (typeof value === 'string') return NOTHING.test(value.trim());
	if (typeof value !== 'object' || value === null) return !value;
	if (depth >= DEEPEST) return false;
	return Object.values(value).every((inner) => isEmpty(inner, depth + 1));
}

/** Whether a value is 0, in however many digits. */
export const isZero = (value: Json): boolean => /^0+$/.test(String(value).trim());

/** What a status says as a whole where a message was taken, in lower case. */
const ACCEPTING: ReadonlySet<string> = new Set([
	...['ok', 'success', 'successful', 'succeeded', 'accepted', 'queued'],
	...['enqueued', 'pending', 'scheduled', 'submitted', 'sent', 'delivered'],
]);

/** And where it was not. */
const REFUSING: ReadonlySet<string> = new Set([
	...['error', 'err', 'fail', 'failed', 'failure', 'rejected'],
	...['refused', 'denied', 'blocked', 'invalid', 'forbidden', 'not sent'],
]);

const plainWord = (text: string): string =>
	text
		.trim()
		.toLowerCase()
		.replace(/[\s_-]+/g, ' ');

/** Whether a text is, as a whole, one of a dozen words of acceptance: a text that has such a word in it proves nothing. */
export const isAccepting = (text: string): boolean => ACCEPTING.has(plainWord(text));

/** Whether a text is, as a whole, one of a dozen words of refusal. */
export const isRefusing = (text: string): boolean => REFUSING.has(plainWord(text));

/** The parts of a symbol such as `ERR_NO_CREDIT`. */
export const partsOf = (symbol: string): string[] => symbol.split(/[^\p{L}]/u);

/** What is no error in a symbol, beside its word of an error. */
const NO = /^(?:|no|non|none|not|null|zero|without)$/i;

/** Whether the symbol or the digits of an error's code say that there is none: `NO_ERROR`, `ERROR_NONE`, `ER-00`. */
export function namesNoError(value: Json): boolean {
	if (typeof value === 'object') return false;
	const text = plainDigits(String(value));
	if (/\d/.test(text)) return !/[1-9]/.test(text);
	const others = partsOf(text).filter((part) => !/^err(?:ors?)?$/i.test(part));
	return others.some((part) => part !== '') && others.every((part) => NO.test(part));
}

/** Statuses of 4xx that say nothing of what was done: a time-out, a replay, a connection that was closed. */
const NO_PROOF = new Set([408, 425, 444, 449, 460, 499]);

/** Whether a status of HTTP, given as itself or as a code in an answer, says that nothing was done. */
export const isRefusingStatus = (status: number): boolean =>
	status >= 400 && status < 500 && !NO_PROOF.has(status);

/** Statuses of 2xx that say something else of each part, or that it was done before. */
const OF_PARTS = new Set([206, 207, 208]);

/** Whether a code says that all was done. */
export const isAcceptingCode = (code: number): boolean =>
	code >= 200 && code < 300 && !OF_PARTS.has(code);

/** Whether words speak of a success, be it of a part: what refuses beside them proves nothing. */
export const speaksOfSuccess = (words: string): boolean =>
	words.split('\n').some(isAccepting) || /(?<!un)success|partial|با موفقیت/i.test(words);

/** The service's own codes, which are no ids. */
export const isServiceCode = (code: number): boolean => code >= 1000 && code < 1100;

/**
 * Whether a code refuses: by its minus, as a status of HTTP, or as the service's own; where `anyCode` may, all that is no
 * success. Elsewhere it may be anybody's: some services say 801, 1000, 2000 or 3001 where they take a message.
 */
export const isRefusingCode = (code: number, anyCode: boolean): boolean =>
	code < 0 ||
	(anyCode ? code >= 300 : isRefusingStatus(code) || (isServiceCode(code) && code !== 1000));

/** A code before its words: "200 OK", "1006: no credit", "HTTP 402"; no date, no decimal and no zero in front. */
const CODE =
	/^(?:HTTP(?:\/[\d.]+)?\s+)?([+-]?(?:0|[1-9]\d{0,4}))(?:\.0+)?(?:$|\s*[:;,()\-–]\s*(?=[^\d\s])|\s+(?=[^\d\s]))/i;

/** The code that a number or a text is, or begins with, and the words behind it; undefined for what is none. */
export function readCode(value: Json): { code: number; words: string } | undefined {
	if (typeof value === 'number') {
		const isCode = Number.isInteger(value) && Math.abs(value) < 100_000;
		return isCode ? { code: value, words: '' } : undefined;
	}
	if (typeof value !== 'string') return undefined;
	const text = plainDigits(value).trim();
	const found = CODE.exec(text);
	if (found === null) return undefined;
	return { code: Number(found[1]), words: text.slice(found[0].length) };
}

/** What a value that should be yes or no says; undefined for what says neither, such as a count, and for nothing at all. */
export function truthOf(value: Json): boolean | undefined {
	if (typeof value === 'object') return undefined;
	const text = plainDigits(String(value)).trim().toLowerCase();
	if (/^(?:true|yes|y|t|on|1)$/.test(text)) return true;
	return /^(?:false|no|n|f|off|0|-\d+)$/.test(text) ? false : undefined;
}

/** The first text in a value that a person can read, from outside to inside; undefined where there is none. */
export function firstText(value: Json | undefined, depth = 0): string | undefined {
	if (typeof value === 'string') return value.trim() === '' ? undefined : value;
	if (typeof value === 'number') return String(value);
	if (typeof value !== 'object' || value === null || depth >= DEEPEST) return undefined;
	for (const one of Object.values(value)) {
		const text = firstText(one, depth + 1);
		if (text !== undefined) return text;
	}
	return undefined;
}
