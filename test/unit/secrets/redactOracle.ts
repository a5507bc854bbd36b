/**
 * The redactor that this one replaced, as far as it made a regular expression of a secret: it finds each character as it
 * is, or as JSON, a URL, a form, HTML or a database escapes it, in any mixture. What it masked must be masked still.
 */

const SHORT: Readonly<Record<string, string>> = {
	'\b': 'b',
	'\f': 'f',
	'\n': 'n',
	'\r': 'r',
	'\t': 't',
};
const HTML: Readonly<Record<string, string>> = {
	'&': 'amp',
	'<': 'lt',
	'>': 'gt',
	'"': 'quot',
	"'": 'apos',
};
const ZEROS = [0x30, 0x660, 0x6f0, 0xff10];
const BACKSLASHES = '\\u{5c}{1,8}';

/** Masks a secret of eight characters or more in a text. */
export function maskedByPattern(secret: string, text: string): string {
	const pieces = Array.from(secret.matchAll(/\\+|"+|'+|[^]/gu), ([piece]) => piece);
	return text.replace(new RegExp(pieces.map(formsOf).join(''), 'giu'), '***');
}

function formsOf(piece: string): string {
	const code = piece.codePointAt(0) ?? 0;
	const zero = ZEROS.find((first) => code >= first && code <= first + 9);
	const written =
		zero === undefined ? [piece] : ZEROS.map((first) => String.fromCodePoint(first + code - zero));
	const [first = piece] = Array.from(piece);
	if (!/[\\"']/.test(first)) return `(?:${written.flatMap(characterForms).join('|')})`;
	const run = piece.length;
	const plain =
		first === '\\'
			? `\\u{5c}{${run},${8 * run}}`
			: `(?:\\u{5c}{0,8}${literal(first)}){${run},${2 * run}}`;
	return `(?:${plain}|(?:${characterForms(first).join('|')}){${run}})`;
}

function characterForms(character: string): string[] {
	const code = character.codePointAt(0) ?? 0;
	const hex = (value: number, length = 0) => value.toString(16).padStart(length, '0');
	const bytes = [...Buffer.from(character)];
	const misread = [
		Buffer.from(bytes).toString('latin1'),
		new TextDecoder('windows-1252').decode(Buffer.from(bytes)),
	];
	const short = SHORT[character];
	const name = HTML[character];
	return [
		`&(?:amp;){0,3}#0{0,8}${code};`,
		`&(?:amp;){0,3}#[xX]0{0,8}${hex(code)};`,
		...(name === undefined ? [] : [`&(?:amp;){0,3}${name};`]),
		...(short === undefined ? [] : [`${BACKSLASHES}${short}`]),
		...(code < 0x100 ? [`${BACKSLASHES}x${hex(code, 2)}`] : []),
		Array.from({ length: character.length }, (_, at) => character.charCodeAt(at))
			.map((unit) => `${BACKSLASHES}u${hex(unit, 4)}`)
			.join(''),
		bytes.map((byte) => `%(?:25){0,3}${hex(byte, 2)}`).join(''),
		...(character === ' ' ? [literal('+')] : []),
		...(character === '/' ? [`${BACKSLASHES}${literal('/')}`] : []),
		...misread.map(literal),
		literal(character),
	];
}

function literal(text: string): string {
	return Array.from(text, (one) => `\\u{${(one.codePointAt(0) ?? 0).toString(16)}}`).join('');
}
