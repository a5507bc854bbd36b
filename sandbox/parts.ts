import { SegmentedMessage } from 'sms-segments-calculator';

export interface Parts {
	encoding: 'GSM-7' | 'UCS-2';
	/** What is paid for. */
	parts: number;
}

/** Characters that take one septet each and never join their neighbours. */
const PLAIN_GSM = /^[\n A-Za-z0-9!"#$%&'()*+,\-./:;<=>?@_]*$/;

/** As above, with the Persian and Arabic letters and digits that never join either (so without U+200C and vowel marks). */
const PLAIN_UCS =
	/^[\n A-Za-z0-9!"#$%&'()*+,\-./:;<=>?@_«»،؛؟\u0621-\u063a\u0641-\u064a\u0660-\u0669\u0671-\u06d3\u06f0-\u06f9]*$/;

/** A character that only UCS-2 has. A text with one that fits one part is one part, however its characters join. */
const ONLY_UCS = /[\u0600-\u06ff]/;

/** The library's time grows with the square of the length; no text that a phone would get is longer than this. */
const LONGEST = 2000;

/** What the library said of texts, the last ones asked for: a bulk often sends one text to many. */
const known = new Map<string, Parts>();
const KEPT = 500;

function even(encoding: Parts['encoding'], length: number): Parts {
	const [alone, joined] = encoding === 'GSM-7' ? [160, 153] : [70, 67];
	return { encoding, parts: length <= alone ? 1 : Math.ceil(length / joined) };
}

/** Encoding and parts of a text. Plain texts, nearly all in a large bulk, are counted without the library. */
export function partsOf(text: string): Parts {
	if (PLAIN_GSM.test(text)) return even('GSM-7', text.length);
	const isOnePart = text.length <= 70 && ONLY_UCS.test(text);
	if (isOnePart || PLAIN_UCS.test(text) || text.length > LONGEST) return even('UCS-2', text.length);
	const before = known.get(text);
	if (before !== undefined) return before;
	const { encodingName, segments } = new SegmentedMessage(text, 'auto');
	if (known.size >= KEPT) known.clear();
	const parts = { encoding: encodingName, parts: segments.length };
	known.set(text, parts);
	return parts;
}
