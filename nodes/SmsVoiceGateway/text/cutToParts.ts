import { messageParts } from './messageParts';

/** Stands where a text was cut: in the GSM alphabet, unlike a single character for it. */
const CUT = '...';

/**
 * As much of a text as fits into so many message parts together with what stands behind it; whole where all of it
 * does, and empty where not even its first character does. No character is divided.
 */
export function cutToParts(text: string, behind: string, parts: number): string {
	const fits = (words: string) => messageParts(`${words}${behind}`).parts <= parts;
	if (fits(text)) return text;
	const characters = Array.from(text.slice(0, parts * 160));
	let most = 0;
	let least = characters.length;
	while (most < least) {
		const middle = Math.ceil((most + least) / 2);
		if (fits(`${characters.slice(0, middle).join('')}${CUT}`)) most = middle;
		else least = middle - 1;
	}
	return most === 0 ? '' : `${characters.slice(0, most).join('').trimEnd()}${CUT}`;
}
