/** One token of JSON, for its colour. */
export interface Token {
	kind: 'key' | 'text' | 'number' | 'word' | 'mark';
	text: string;
}

/** Longer texts are shown as they came: colours would make the page slow. */
const MOST = 50_000;

const TOKEN = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*|true|false|null|[{}[\],:]/g;

const isJson = (text: string): boolean => {
	try {
		return typeof JSON.parse(text) === 'object';
	} catch {
		return false;
	}
};

function kindOf(text: string, next: string | undefined): Token['kind'] {
	if (text.startsWith('"')) return next === ':' ? 'key' : 'text';
	if (/^[-\d]/.test(text)) return 'number';
	return /^[a-z]/.test(text) ? 'word' : 'mark';
}

/**
 * JSON on lines of its own, cut into tokens; undefined where it is none, or too long. Its own writer, because
 * `JSON.stringify` would change what a reader comes to see: ids lose digits.
 */
export function prettyTokens(json: string): Token[] | undefined {
	if (json.length > MOST || !isJson(json)) return undefined;
	const words = json.match(TOKEN) ?? [];
	const tokens: Token[] = [];
	let depth = 0;
	const space = (text: string) => tokens.push({ kind: 'mark', text });
	const line = () => space(`\n${'  '.repeat(depth)}`);
	words.forEach((text, index) => {
		const [before, next] = [words[index - 1], words[index + 1]];
		const closes = text === '}' || text === ']';
		if (closes) depth -= 1;
		if (closes && before !== '{' && before !== '[') line();
		tokens.push({ kind: kindOf(text, next), text });
		if (text === ':') space(' ');
		if (text === '{' || text === '[') {
			depth += 1;
			if (next !== '}' && next !== ']') line();
		}
		if (text === ',') line();
	});
	return tokens;
}
