import { plainDigits } from '../lib/plainDigits';

/** Words in which services refuse, in the languages that have been seen. */
const REFUSAL =
	/\b(?:err|errors?|exceptions?|fault|fail(?:ed|ure|ures|s)?|unsuccess\w*|invalid|reject(?:ed|s|ion)?|refus(?:ed|es|al)|den(?:y|ied|ies)|declined|forbidden|unauthori[sz]ed|insufficient|wrong|incorrect|expired|block(?:ed|list)?|blacklist(?:ed)?|disabled|inactive|suspended|exceed(?:ed|s)?|missing|unavailable|unable|cannot|can['’]?t|could ?n[o'’]t|aborted|cancell?ed|undelivered|undeliverable|illegal|malformed|too (?:many|long|short|large)|bad (?:request|login|credentials?)|(?:no|out of) (?:credit|balance|money)|nok|(?:not|never) (?:ok|authori[sz]ed|allowed|permitted|enough|found|valid|active|accepted|sent|supported|possible|delivered|successful|exist|registered|queued)|does ?n[o'’]t exist|no success)\b|خطا|ناموفق|نامعتبر|معتبر ن|رد شد|مجاز ن|کافی ن|نادرست|اشتباه|مسدود|منقضی|غیر ?فعال|یافت نشد|پیدا نشد|انجام نشد|ارسال نشد|ثبت نشد|امکان ?پذیر ن|شکست|خطأ|فشل|مرفوض|غير/i;

/** What services say of a text that they took, or how far it has come. */
const TAKEN =
	'sent|queued|enqueued|accepted|pending|processing|in progress|scheduled|submitted|received|registered|created|delivered|completed?|sending|waiting|succeeded|successful(?:ly)?';
const TAKEN_IN_PERSIAN = 'ثبت شد|ارسال شد|انجام شد|پذیرفته شد';
const TAKEN_STATE = new RegExp(`\\b(?:${TAKEN})\\b|${TAKEN_IN_PERSIAN}`, 'i');

/** Words in which they accept. */
const ACCEPTANCE = new RegExp(
	`${TAKEN_STATE.source}|\\b(?:ok|okay|success\\w*|true|yes|done)\\b|موفق|تم `,
	'i',
);

/** A number behind one of these is a place ("row 0 failed"), and counts nothing. */
const PLACE =
	/\b(?:row|item|line|entry|index|record|recipient|message|number|code|status|no\.?)[\s:=#]{1,3}/;

/** What stands before the last part of a version, an address or a time ("API 2.0 error", "10.0.0.0 blocked", "#0 failed"). */
const PART_OF_NUMBER = /\d[.,:/-]|#/;

/** A 0 that counts something. */
const ZERO = `(?<!${PLACE.source})(?<!${PART_OF_NUMBER.source})\\b0`;

/** What a text says that it counts none of. */
const FAILED = '(?:errors?|failures?|faults?|exceptions?|failed|rejected|blocked|invalid)';

/** "No error", "NO_ERROR", "0 failed". */
const NONE_OF = new RegExp(
	`(?:${ZERO}\\s+|\\b(?:no|without|zero)[\\s_-]+)(?:any\\s+)?${FAILED}\\b`,
	'gi',
);

/** What a count ends with: not "error: 0.5", and not "error: no credit", where the no belongs to what comes after it. */
const END_OF_COUNT = /$|[,.](?!\d)|[;)\]}|\r\n]/;

/** "Failed: 0 sent: 5"; not "error: no credit: 0". */
const NEXT_COUNT = /\s+\w+ ?[:=]/;

/** How a count is none: "0", "none", "no"; not "no. 3", where the no. is a number. */
const NONE = `(?:(?:0|none|null|false)(?=${END_OF_COUNT.source}|${NEXT_COUNT.source})|no(?!\\. )(?=${END_OF_COUNT.source}))`;

/** "Errors: none", "failed=0". */
const COUNTED_NONE = new RegExp(
	`\\b(?:errors?|failed|failures?|rejected|invalid|blocked|missing) ?[:=] ?${NONE}`,
	'gi',
);

/** "0 messages failed", "no fatal errors", "failed 0", "ERROR_NONE": perhaps no refusal, and no acceptance either. */
const PERHAPS_NONE = new RegExp(
	[
		`(?:${ZERO}|\\b(?:no|none|nothing|zero))\\s+(?:of\\s+\\d+\\s+)?(?:\\p{L}+\\s+){0,3}?${FAILED}\\b`,
		`\\b${FAILED}[\\s_-]+(?:0|none)\\b(?![.,:/-]\\d)`,
	].join('|'),
	'giu',
);

/** "0 messages sent", "nothing was accepted", "sent: 0", "sent 0 messages", "success=false". */
const NONE_TAKEN = new RegExp(
	[
		`(?:${ZERO}|\\b(?:no|none|nothing|zero))\\s+(?:of\\s+\\d+\\s+)?(?:\\p{L}+\\s+){0,4}?(?:(?:${TAKEN})\\b|${TAKEN_IN_PERSIAN})`,
		`\\b(?:${TAKEN}|success|ok) ?[:=] ?${NONE}`,
		`\\b(?:${TAKEN}) 0\\b(?![.,:/-]\\d)`,
	].join('|'),
	'giu',
);

/**
 * Which side a text takes by its words: refusal where it has words of both ("not sent"), and doubt where it may count
 * none of what it names ("0 messages failed", "OK, 0 sent").
 */
export function sideOfWords(text: string): 'acceptance' | 'refusal' | 'doubt' | undefined {
	const said = plainDigits(text)
		.replace(COUNTED_NONE, ' ok ')
		.replace(NONE_OF, ' ok ')
		.replaceAll('_', ' ');
	if (REFUSAL.test(said))
		return REFUSAL.test(said.replace(PERHAPS_NONE, ' ')) ? 'refusal' : 'doubt';
	if (!ACCEPTANCE.test(said)) return undefined;
	const left = said.replace(NONE_TAKEN, ' ');
	return left === said || TAKEN_STATE.test(left) ? 'acceptance' : 'doubt';
}

/** Whether a text has words that an acceptance, or the id of a message, does not have. */
export function isDubious(text: string): boolean {
	const side = sideOfWords(text);
	return side === 'refusal' || side === 'doubt';
}
