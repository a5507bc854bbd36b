/**
 * What a phone may show as a new line, in another order than it was written, or not at all: in JSON it stands as it is. The
 * marks of direction too: one between the digits of a number shows another number. Not the joiners, which scripts are written with.
 */
const MISLEADING = /[\u007f-\u009f\u2028\u2029]|(?![\u200c\u200d])\p{Cf}/gu;

/**
 * The input of a tool for whoever decides on it: a line for each value. All values are JSON, so that none of them
 * can begin a line that looks like another one's.
 */
export function describeToolInput(input: unknown): string {
	if (typeof input !== 'object' || input === null || Array.isArray(input)) return inOneLine(input);
	const lines = Object.entries(input).map(
		([name, value]) => `${/^[\w .-]+$/.test(name) ? name : inOneLine(name)}: ${inOneLine(value)}`,
	);
	return lines.length === 0 ? '{}' : lines.join('\n');
}

function inOneLine(value: unknown): string {
	return (JSON.stringify(value) ?? '').replace(MISLEADING, escaped);
}

const escaped = (character: string): string =>
	[...Array(character.length).keys()]
		.map((at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`)
		.join('');
