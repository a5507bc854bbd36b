import { messageParts } from './messageParts';

/** Stands where a text was cut: in the GSM alphabet, unlike a single character for it. */
const CUT = '...';

/** What a reader takes for one character: a flag, a family, a letter with its accents. */
const CHARACTERS = new Intl.Segmenter('en', { granularity: 'grapheme' });

/**
 * As much of a text as fits into so many message parts together with what stands behind it; whole where all of it
 * does, and empty where not even its first character does. No character is divided.
 */
export function cutToParts(text: string, behind: string, parts: number): string {
	const fits = (words: string) => messageParts(`${words}${behind}`).parts <= parts;
	if (fits(text)) return text;
	const beginning = text.slice(0, parts * 160);
	/** Where each of its characters ends. */
	const ends = Array.from(CHARACTERS.segment(beginning), ({ index }) => index).slice(1);
	let most = 0;
	let least = ends.length;
	const upTo = (count: number) => beginning.slice(0, ends[count - 1] ?? 0);
	while (most < least) {
		const middle = Math.ceil((most + least) / 2);
		if (fits(`${upTo(middle)}${CUT}`)) most = middle;
		else least = middle - 1;
	}
	return most === 0 ? '' : `${upTo(most).trimEnd()}${CUT}`;
}
