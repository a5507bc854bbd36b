import { codePoint } from '../values/inputProblem';
import { messageParts, notInGsm } from './messageParts';

/** So many characters that make a text UCS-2 are worth naming: without them it would be GSM-7. */
const NAMED_CAUSES = 3;

/**
 * What a text costs for each number; and where at most three characters, or typographic ones alone, make it UCS-2, `because` of which, with their
 * places from 1 (`’ (U+2019) at 17`), and how many parts it would have with plain ones.
 */
export function costOf(text: string): {
	encoding: string;
	parts: number;
	because?: string;
	partsIfPlain?: number;
} {
	const { encoding, parts } = messageParts(text);
	if (encoding === 'GSM-7') return { encoding, parts };
	const places = notInGsm(text, NAMED_CAUSES + 1);
	const characters = places.map((index) => String.fromCodePoint(text.codePointAt(index) ?? 0));
	if (places.length > NAMED_CAUSES) {
		// Most texts in another script end here: the rest is slow.
		if (!characters.every((character) => PLAIN.has(character))) return { encoding, parts };
		const partsIfPlain = messageParts(withPlainPunctuation(text) ?? text).parts;
		if (partsIfPlain >= parts) return { encoding, parts };
		const named = [...new Set(characters)].slice(0, NAMED_CAUSES).map(nameOf);
		return { encoding, parts, because: `${named.join(', ')} and more`, partsIfPlain };
	}
	const plain = characters.reduce(
		(rest, character) => rest.replace(character, () => PLAIN.get(character) ?? '?'),
		text,
	);
	const named = places.map((index, at) => {
		// A pair of code units is one character for whoever counts, and stands only here: the GSM alphabet has none.
		const pairs = characters.slice(0, at).filter(({ length }) => length > 1).length;
		return `${nameOf(characters[at] ?? '')} at ${index + 1 - pairs}`;
	});
	return { encoding, parts, because: named.join(', '), partsIfPlain: messageParts(plain).parts };
}

/** Typographic characters that the GSM alphabet lacks, with what stands for them there. */
const PLAIN: ReadonlyMap<string, string> = new Map(
	Object.entries({
		"'": '‘’‚‛‹›',
		'"': '“”„‟«»',
		'-': '‐‑‒–—―',
		'- ': '•',
		'...': '…',
		' ': '\t\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000',
		'': '\u00ad\u061c\u200b\u200c\u200d\u200e\u200f\u2028\u2029\u202a\u202b\u202c\u202d\u202e\u2060\u2066\u2067\u2068\u2069\ufeff',
	}).flatMap(([plain, typographic]) =>
		[...typographic].map((character): [string, string] => [character, plain]),
	),
);

/** A bullet with the space behind it. */
const TYPOGRAPHIC = new RegExp(`• ?|[${[...PLAIN.keys()].join('')}]`, 'g');

/** A letter and the accents behind it. */
const ACCENTED = /\p{L}\p{M}+/gu;

/** Names of those that can't be seen. */
const NAMES: Readonly<Record<string, string>> = {
	'\t': 'tab',
	'\u00a0': 'non-breaking space',
	'\u2003': 'em space',
	'\u2007': 'figure space',
	'\u2009': 'thin space',
	'\u202f': 'narrow non-breaking space',
	'\u200b': 'zero-width space',
	'\u200c': 'zero-width non-joiner',
	'\u2060': 'word joiner',
	'\ufeff': 'zero-width non-breaking space',
};

/** A character as a sentence names it: `’ (U+2019)`. */
function nameOf(character: string): string {
	const seen = /[\p{C}\p{Z}\p{M}]/u.test(character) ? 'invisible character' : character;
	return `${NAMES[character] ?? seen} (${codePoint(character)})`;
}

/**
 * A text with plain punctuation in place of typographic, and accents composed with their letters, where that makes it GSM-7
 * and costs no more; undefined where it does not: in any other script the text is UCS-2 all the same, and stays as it was
 * written. Nothing is replaced but what `replacementsIn` names.
 */
export function withPlainPunctuation(text: string): string | undefined {
	const { encoding, parts } = messageParts(text);
	if (encoding === 'GSM-7') return undefined;
	const composed = text.replace(ACCENTED, (letter) => letter.normalize());
	const plain = composed.replace(TYPOGRAPHIC, (found) => PLAIN.get(found.charAt(0)) ?? found);
	const cost = messageParts(plain);
	return cost.encoding === 'GSM-7' && cost.parts <= parts && plain.trim() !== ''
		? plain
		: undefined;
}

/** The typographic characters of a text and what stands for each, in words; letters with accents apart too. */
export function replacementsIn(text: string): string {
	const typographic = Array.from(text.matchAll(TYPOGRAPHIC), ([found]) => found.charAt(0));
	const apart = (text.match(ACCENTED) ?? []).filter((letter) => letter !== letter.normalize());
	const alike = Map.groupBy([...typographic, ...apart], (character) => character);
	const replaced = Array.from(alike, ([character, { length }]) => {
		const times = length > 1 ? ` ${length} times` : '';
		const plain = PLAIN.get(character) ?? character.normalize();
		if (character.length > 1) return `${plain} in several characters by one${times}`;
		return `${nameOf(character)} by ${{ '': 'nothing', ' ': 'a space' }[plain] ?? plain}${times}`;
	});
	return replaced.join(', ');
}
