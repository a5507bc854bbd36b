/** A text of at most `most` characters (UTF-16) and a … where it was cut, never within a pair of surrogates. */
export function shorten(text: string, most: number): string {
	if (text.length <= most) return text;
	return `${text.slice(0, most).replace(/[\uD800-\uDBFF]$/, '')}…`;
}
