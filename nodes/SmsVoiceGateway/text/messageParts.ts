/** GSM 7-bit default alphabet (3GPP TS 23.038, 6.2.1), without the escape code. */
const BASIC =
	'@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?' +
	'¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà';

/** Its extension table (6.2.1.1): an escape code and the character, two septets. */
const EXTENSION = '\f^{}\\[~]|€';

/** Room in a message alone, and in each part beside the header that joins the parts (3GPP TS 23.040, 9.2.3.24.1). */
const ROOM = {
	'GSM-7': { single: 160, part: 153 },
	'UCS-2': { single: 70, part: 67 },
};

/** The septets of each UTF-16 code unit; 0 for those that the alphabet lacks. */
const SEPTETS = new Uint8Array(0x10000);
for (const character of BASIC) SEPTETS[character.charCodeAt(0)] = 1;
for (const character of EXTENSION) SEPTETS[character.charCodeAt(0)] = 2;

/**
 * What a text costs: its encoding, its message parts (what is paid for), and its units (septets for
 * GSM-7, UTF-16 code units for UCS-2). Parts are filled one character at a time, because an escape or
 * surrogate pair is never divided between two. An empty text counts as one part.
 */
export function messageParts(text: string): {
	encoding: keyof typeof ROOM;
	parts: number;
	units: number;
} {
	const isGsm = notInGsm(text, 1).length === 0;
	const encoding = isGsm ? 'GSM-7' : 'UCS-2';
	const { single, part } = ROOM[encoding];
	let units = 0;
	let parts = 1;
	let used = 0;
	for (let index = 0; index < text.length; index++) {
		const code = text.codePointAt(index) ?? 0;
		const isPair = code > 0xffff;
		if (isPair) index++;
		const size = isPair || (SEPTETS[code] === 2 && isGsm) ? 2 : 1;
		units += size;
		used += size;
		if (used > part) {
			parts += 1;
			used = size;
		}
	}
	return { encoding, parts: units <= single ? 1 : parts, units };
}

/** Where the characters stand that the GSM alphabet lacks, as indexes: the first `most` of them. */
export function notInGsm(text: string, most: number): number[] {
	const found: number[] = [];
	for (let index = 0; index < text.length && found.length < most; index++) {
		const unit = text.charCodeAt(index);
		if (SEPTETS[unit] !== 0) continue;
		found.push(index);
		if (unit >= 0xd800 && unit < 0xdc00) index++;
	}
	return found;
}

/** Stands where a text was cut: in the GSM alphabet, unlike a single character for it. */
const CUT = '...';

/** What a reader takes for one character: a flag, a family, a letter with its accents. */
const CHARACTERS = new Intl.Segmenter('en', { granularity: 'grapheme' });

const LINK_AT_END = /(?:https?:\/\/|www\.)\S*$/i;

/**
 * As much of a text as fits into so many message parts together with what stands behind it: whole where all of it does, and
 * undefined where nothing of it does. No character is divided.
 */
export function cutToParts(text: string, behind: string, parts: number): string | undefined {
	const fits = (words: string) => messageParts(`${words}${behind}`).parts <= parts;
	if (fits(text)) return text;
	const beginning = text.slice(0, parts * 160);
	/** Where it may be cut: before each of its characters. */
	const places = Array.from(CHARACTERS.segment(beginning), ({ index }) => index);
	let most = 0;
	let least = places.length - 1;
	const upTo = (place: number) => beginning.slice(0, places[place]);
	while (most < least) {
		const middle = Math.ceil((most + least) / 2);
		if (fits(`${upTo(middle)}${CUT}`)) most = middle;
		else least = middle - 1;
	}
	const end = upTo(most);
	// A link that is cut leads to somebody else.
	const isWithin = /\S/.test(text.charAt(end.length));
	const words = (isWithin ? end.replace(LINK_AT_END, '') : end).trimEnd();
	return words === '' ? undefined : `${words}${CUT}`;
}
