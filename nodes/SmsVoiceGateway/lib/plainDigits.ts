/** The sets that keyboards of the service's users produce: Arabic-Indic, Persian, full-width. */
const FOREIGN_DIGIT = /[\u0660-\u0669\u06f0-\u06f9\uff10-\uff19]/g;

/** Format characters that numbers copied from right-to-left text or a web page carry unseen. */
const INVISIBLE = /[\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;

/** Whatever one of the two takes out or replaces. */
const FOREIGN = new RegExp(`${FOREIGN_DIGIT.source}|${INVISIBLE.source}`);

/** A text with its Persian, Arabic-Indic and full-width digits as ASCII; every character keeps its place. */
export function asciiDigits(text: string): string {
	// Each set begins at a multiple of 16.
	return text.replace(FOREIGN_DIGIT, (digit) => String(digit.charCodeAt(0) & 0xf));
}

/**
 * A text that should hold digits, with Persian, Arabic-Indic and full-width digits as ASCII and without
 * invisible marks; every other character stays. For numbers, ids and dates; never for a message.
 */
export function plainDigits(text: string): string {
	// Nearly every text has none, and is read several times.
	if (!FOREIGN.test(text)) return text;
	return asciiDigits(text.replace(INVISIBLE, ''));
}
