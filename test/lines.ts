/** The lines of a list or of a table in a text; what begins with // is a comment. */
export const lines = (text: string): string[] =>
	text
		.trim()
		.split(/\n\s*/)
		.filter((line) => !line.startsWith('//'));

/** Their cells, which ` | ` divides; `-` is an empty one. */
export const cells = (text: string): string[][] =>
	lines(text).map((line) => line.split(' | ').map((cell) => (cell === '-' ? '' : cell)));
