import { plainDigits } from '../numbers/digits';

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

/** Without what writings differ in: letter case, spaces, marks at the end, and Arabic's letters for Persian's yeh and kaf. */
const plain = (text: string): string =>
	plainDigits(text)
		.replaceAll('ي', 'ی')
		.replaceAll('ك', 'ک')
		.toLowerCase()
		.replace(/\s+/g, ' ')
		.replace(/^ | ?[.!]? ?$/g, '');

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
