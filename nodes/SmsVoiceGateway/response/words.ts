/** Words in which services refuse, in the languages that have been seen. */
const REFUSAL =
	/\b(?:err|errors?|exceptions?|fault|fail(?:ed|ure|ures|s)?|unsuccess\w*|invalid|reject(?:ed|s|ion)?|refus(?:ed|es|al)|den(?:y|ied|ies)|declined|forbidden|unauthori[sz]ed|insufficient|wrong|incorrect|expired|block(?:ed|list)?|blacklist(?:ed)?|disabled|inactive|suspended|exceed(?:ed|s)?|missing|unavailable|unable|cannot|can['’]?t|could ?n[o'’]t|aborted|cancell?ed|undelivered|undeliverable|illegal|malformed|too (?:many|long|short|large)|bad (?:request|login|credentials?)|(?:no|out of) (?:credit|balance|money)|nok|(?:not|never) (?:ok|authori[sz]ed|allowed|permitted|enough|found|valid|active|accepted|sent|supported|possible|delivered|successful|exist|registered|queued)|does ?n[o'’]t exist|no success)\b|خطا|ناموفق|نامعتبر|معتبر ن|رد شد|مجاز ن|کافی ن|نادرست|اشتباه|مسدود|منقضی|غیر ?فعال|یافت نشد|پیدا نشد|انجام نشد|ارسال نشد|ثبت نشد|امکان ?پذیر ن|شکست|خطأ|فشل|مرفوض|غير/i;

/** Words in which they accept. */
const ACCEPTANCE =
	/\b(?:ok|okay|success\w*|succeeded|true|yes|sent|queued|enqueued|accepted|pending|processing|in progress|scheduled|submitted|received|registered|created|done|delivered|completed?|sending|waiting)\b|موفق|ثبت شد|ارسال شد|انجام شد|پذیرفته شد|تم /i;

/** A number behind one of these is a place ("row 0 failed"), and counts nothing. */
const PLACE =
	/\b(?:row|item|line|entry|index|record|recipient|message|number|code|status|no\.?)[ :#]{1,2}/;

/** What stands before the last part of a version, an address or a time ("API 2.0 error", "10.0.0.0 blocked", "#0 failed"). */
const PART_OF_NUMBER = /\d[.,:/-]|#/;

/** "No error", "0 failed". */
const NONE_OF = new RegExp(
	`\\b(?<!${PLACE.source})(?<!${PART_OF_NUMBER.source})(?:no|without|0|zero) (?:any )?(?:errors?|failures?|faults?|exceptions?|failed|rejected|blocked|invalid)\\b`,
	'gi',
);

/** What a count ends with: not "error: 0.5", and not "error: no credit", where the no belongs to what comes after it. */
const END_OF_COUNT = /$|[,.](?!\d)|[;)\]}|\r\n]/;

/** "Failed: 0 sent: 5"; not "error: no credit: 0". */
const NEXT_COUNT = /\s+\w+ ?[:=]/;

/** "Errors: none", "failed=0"; not "rejected: no. 3", where the no. is a number. */
const COUNTED_NONE = new RegExp(
	`\\b(?:errors?|failed|failures?|rejected|invalid|blocked|missing) ?[:=] ?(?:(?:0|none|null|false)(?=${END_OF_COUNT.source}|${NEXT_COUNT.source})|no(?!\\. )(?=${END_OF_COUNT.source}))`,
	'gi',
);

/** Which side a text takes by its words; refusal where it has words of both ("not sent"). */
export function sideOfWords(text: string): 'acceptance' | 'refusal' | undefined {
	const said = text.replace(COUNTED_NONE, ' ok ').replace(NONE_OF, ' ok ').replaceAll('_', ' ');
	if (REFUSAL.test(said)) return 'refusal';
	return ACCEPTANCE.test(said) ? 'acceptance' : undefined;
}
