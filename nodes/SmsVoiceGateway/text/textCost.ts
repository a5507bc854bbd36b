import { notInGsm, messageParts } from './messageParts';
import { nameOfCharacter, plainFormOf } from './plainPunctuation';

/** So many characters that make a text UCS-2 are worth naming: without them it would be GSM-7. */
const NAMED = 3;

/**
 * What a text costs for each number; and where at most three characters make it UCS-2, `because` of which, with their
 * places from 1 (`’ (U+2019) at 17`), and how many parts it would have with plain ones.
 */
export function costOf(text: string) {
	const { encoding, parts } = messageParts(text);
	if (encoding === 'GSM-7') return { encoding, parts };
	const places = notInGsm(text, NAMED + 1);
	if (places.length > NAMED) return { encoding, parts };
	const named: string[] = [];
	let plain = '';
	let copied = 0;
	let pairs = 0;
	for (const index of places) {
		const character = String.fromCodePoint(text.codePointAt(index) ?? 0);
		named.push(`${nameOfCharacter(character)} at ${index + 1 - pairs}`);
		plain += text.slice(copied, index) + (plainFormOf(character) ?? '?');
		copied = index + character.length;
		// What is a pair of code units is one character; none of the GSM alphabet is.
		pairs += character.length - 1;
	}
	plain += text.slice(copied);
	return {
		encoding,
		parts,
		because: named.join(', '),
		partsIfPlain: messageParts(plain).parts,
	};
}
