const characters = new Intl.Segmenter();

/**
 * A text of at most `most` characters (UTF-16) and a … where it was cut, never within what a reader sees as one: a letter
 * with its marks, a pair of surrogates, an emoji of several.
 */
export function shorten(text: string, most: number): string {
	if (text.length <= most) return text;
	// Of a long text no more is looked at than may be shown, and the beginning of the next character.
	const { index = 0 } = characters.segment(text.slice(0, most + 2)).containing(most) ?? {};
	return `${text.slice(0, index)}…`;
}
