import { plainDigits } from '../numbers/digits';
import { sameName } from '../text/wording';
import type { Json } from '../values/json';

/** A name as all its writings have it: services write `MsgID`, `msgid`, `msg_id`, `Msg-Id`. */
export const plainName = (name: string): string =>
	/^[a-z\d]*$/.test(name) ? name : name.toLowerCase().replace(/[\s_.-]/g, '');

/** A member of an object by its plain name. */
export type Member = readonly [name: string, value: Json];

export const fieldsIn = (object: { [name: string]: Json }): Member[] =>
	Object.entries(object).map(([name, value]) => [plainName(name), value]);

/** Objects in which the service itself speaks. */
export const ENVELOPE =
	/^(?:data|d|messages|calls|results?|records|items|entries|rows|list|response|returns?|answer|reply|body|payload|output|envelope|content|meta|header|head)$/;

/** Names of an ID, of whom a message goes to, and of an error; of one or of several. */
export const IS_ID = /^(?:(?:msg|message|sms|call)(?:id|uuid)|sid|bulkid|batchid|id)s?$/;
export const IS_NUMBER = /^(?:destination|to|recipient|receptor|phone|mobile|number|msisdn)s?$/;
export const IS_ERROR =
	/^(?:is|has)?(?:err(?:ors?)?|exception|fault|problems?|failure)(?:code|no|number|message|msg|text|string|description|details?)?$/;

/** A single value as text, with ASCII digits and nothing around it. */
export const textOf = (value: Json): string => plainDigits(String(value)).trim();

/** Whether a value says nothing, in any language's writing; what is very deep is something. */
export function isEmpty(value: Json, depth = 0): boolean {
	if (typeof value === 'object' && value !== null)
		return depth < 16 && Object.values(value).every((inner) => isEmpty(inner, depth + 1));
	return /^(?:|0+|none|null|nil|false|undefined|n\/a|-|\[\]|\{\}|no[ _-]?errors?)$/i.test(
		textOf(value),
	);
}

/** What a value that should be yes or no says; undefined for what says neither, such as a count. */
export function truthOf(value: string | number | boolean): boolean | undefined {
	const text = textOf(value);
	if (/^(?:true|yes|y|t|on|1)$/i.test(text)) return true;
	return /^(?:false|no|n|f|off|0|-\d+)$/i.test(text) ? false : undefined;
}

/** A code before its words: "200 OK", "1006: no credit", "HTTP 402"; no date, no decimal and no zero in front. */
const CODE =
	/^(?:HTTP(?:\/[\d.]+)?\s+)?([+-]?(?:0|[1-9]\d{0,4}))(?:\.0+)?(?:$|\s*[:;,()–-]\s*(?=[^\d\s])|\s+(?=[^\d\s]))/i;

/** The code that a value is, or begins with, and the words behind it; undefined for what is none. */
export function readCode(value: Json): { code: number; words: string } | undefined {
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

/**
 * Ids that are no numbers: UUIDs and other hexadecimal ones, or digits with few letters (`7280147-12`, `0A00`, `a-17`),
 * also behind a word for what they name (`call-7`). A word with a number behind it (`ERR-17`) is none.
 */
const HEXADECIMAL = /^[a-z]{0,2}[\da-f-]{16,}$/i;
const TOKEN = /^[a-z\d]+(?:[._:/+=|@#-][a-z\d]+)*$/i;
const NAMED = /^(?:msg|message|sms|call|id)(?=[^a-z])/i;

function isToken(text: string): boolean {
	if (!/\d/.test(text) || /^\d+\.\d+$|^\d{4}-\d\d-\d\d|^0+$/.test(text)) return false;
	if (HEXADECIMAL.test(text)) return true;
	const letters = text.replace(NAMED, '').replace(/[^a-z]/gi, '').length;
	return TOKEN.test(text) && letters <= text.replace(/\D/g, '').length;
}

/**
 * A message or call id as text of all its digits; undefined for what can't be one, such as 0, a code or a negative number.
 * `least`: the least number that is one.
 */
export function idOf(value: Json | undefined, least = 1): string | undefined {
	if (typeof value === 'number')
		return Number.isSafeInteger(value) && value >= least ? String(value) : undefined;
	if (typeof value !== 'string' || value.length > 200) return undefined;
	const text = textOf(value);
	if (/^[1-9]\d*$/.test(text)) return Number(text) >= least ? text : undefined;
	const isLong = least === 1 || (least === LEAST_ID && text.length >= 4);
	return isLong && isToken(text) ? text : undefined;
}

/**
 * The only words of an answer that are understood: those that praise. All others are not, in whatever language they refuse, or
 * do not. A word alone is a yes where a status stands; a sentence is none, but is no reason for doubt beside one.
 */
const WORD =
	/^(?:ok|success(?:ful)?|succeeded|accepted|(?:en)?queued|pending|scheduled|submitted|sent|delivered|موفق)$/;

const SENTENCES = [
	// "success", "Message sent successfully", "SMS has been queued", "Done"
	/^(?:(?:(?:the|your) )?(?:messages?|sms|texts?|request|call|code|operation) )?(?:(?:is|are|was|were|has been|have been) )?(?:successfully )?(?:sent|queued|accepted|submitted|scheduled|delivered|processed|completed|successful|done)(?: successfully)?$/,
	/^(?:successfully|no errors?)$/,
	// «با موفقیت», «پیام شما با موفقیت ارسال شد», «عملیات موفقیت آمیز بود»
	/^(?:(?:پیام|پیامک|پیامها|درخواست|عملیات|تماس|کد)(?: شما)? )?(?:با موفقیت|موفق(?:یت ?آمیز)?(?: بود)?|(?:با موفقیت )?(?:ارسال|انجام|ثبت) (?:شد|شده است|گردید)|در صف ارسال(?: قرار گرفت)?)$/,
];

/** Without what writings of words differ in, and without a mark at their end. */
const plain = (text: string): string => sameName(plainDigits(text)).replace(/ ?[.!]$/, '');

/** Whether a text is, as a whole, one of a dozen words: a text that has such a word in it proves nothing. */
export const isPraise = (text: string): boolean => WORD.test(plain(text));

/** Whether a text does nothing but praise, in a word or in a sentence. */
export function praises(text: string): boolean {
	if (text.length > 100) return false;
	const words = plain(text);
	return WORD.test(words) || SENTENCES.some((sentence) => sentence.test(words));
}

/** Whether words speak of a success, be it of a part: what refuses beside them proves nothing. */
export const speaksOfSuccess = (text: string): boolean =>
	/(?<!un)success|partial|با موفقیت/.test(plain(text)) || isPraise(text);
