/** JSON's short escapes (RFC 8259, 7). */
const JSON_ESCAPES: Readonly<Record<string, string>> = {
	'"': '\\"',
	'\\': '\\\\',
	'/': '\\/',
	'\b': '\\b',
	'\f': '\\f',
	'\n': '\\n',
	'\r': '\\r',
	'\t': '\\t',
};

/** HTML's named references for the characters that pages escape. */
const HTML_NAMES: Readonly<Record<string, string>> = {
	'&': 'amp',
	'<': 'lt',
	'>': 'gt',
	'"': 'quot',
	"'": 'apos',
};

/**
 * The source of a regular expression (flag `u`) that finds a secret however an answer writes it: each
 * character as it is, or as JSON, a URL, a form or HTML escapes it, in any mixture; or all of it in base64.
 */
export function writtenForms(secret: string): string {
	const plain = Array.from(secret, formsOf).join('');
	const base64 = Buffer.from(secret, 'utf8').toString('base64');
	return `(?:${plain}|${literal(base64)})`;
}

function formsOf(character: string): string {
	const code = character.codePointAt(0) ?? 0;
	const short = JSON_ESCAPES[character];
	const name = HTML_NAMES[character];
	const forms = [
		`&#0*${code};`,
		`&#[xX]0*${anyCase(code.toString(16))};`,
		...(name === undefined ? [] : [`&${name};`]),
		...(short === undefined ? [] : [literal(short)]),
		unicodeEscape(character),
		percentEncoded(character),
		...(character === ' ' ? [literal('+')] : []),
		literal(character),
	];
	return `(?:${forms.join('|')})`;
}

function unicodeEscape(character: string): string {
	const units = Array.from({ length: character.length }, (_, at) => character.charCodeAt(at));
	return units.map((unit) => `\\\\u${anyCase(unit.toString(16).padStart(4, '0'))}`).join('');
}

function percentEncoded(character: string): string {
	const bytes = [...Buffer.from(character, 'utf8')];
	return bytes.map((byte) => `%${anyCase(byte.toString(16).padStart(2, '0'))}`).join('');
}

function anyCase(hex: string): string {
	return hex.replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);
}

/** A text as a regular expression that finds just it; by code point, so that no flag `u` syntax is touched. */
function literal(text: string): string {
	return Array.from(text, (character) =>
		/[A-Za-z0-9]/.test(character)
			? character
			: `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`,
	).join('');
}
