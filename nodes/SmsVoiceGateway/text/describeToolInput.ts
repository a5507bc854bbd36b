/** What a phone may show as a new line, or in another order than it was written: in JSON it stands as it is. */
const MISLEADING = /[\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g;

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
	return (JSON.stringify(value) ?? '').replace(
		MISLEADING,
		(character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
	);
}
