/** JSON's short escapes (RFC 8259, 7) of characters that are not their own escape. */
const SHORT: Readonly<Record<string, string>> = {
	'\b': 'b',
	'\f': 'f',
	'\n': 'n',
	'\r': 'r',
	'\t': 't',
};

/** HTML's named references for the characters that pages escape. */
const HTML_NAMES: Readonly<Record<string, string>> = {
	'&': 'amp',
	'<': 'lt',
	'>': 'gt',
	'"': 'quot',
	"'": 'apos',
};

/** First digits of the sets that a service may write a number in: ASCII, Arabic-Indic, Persian, full-width. */
const ZEROS = [0x30, 0x660, 0x6f0, 0xff10];

/** Escaped once more each time that one text was put into another. */
const BACKSLASHES = '\\u{5c}{1,8}';

/**
 * The source of a regular expression (flag `u`) that finds a secret however an answer writes it: each character as it
 * is, or as JSON, a URL, a form, HTML or a database escapes it, once or several times, in any mixture; and each digit in
 * any script. `mayLoseZeros` where zeros in front may be missing, as in a number.
 */
export function writtenForms(secret: string, mayLoseZeros: boolean): string {
	// A run of these is one piece: each of them doubled or not, there would be too many ways to read it.
	const pieces = Array.from(secret.matchAll(/\\+|"+|'+|[^]/gu), ([piece]) => piece);
	const zeros = mayLoseZeros ? pieces.findIndex((piece) => !isZero(piece)) : 0;
	return pieces.map((piece, at) => (at < zeros ? `${formsOf(piece)}?` : formsOf(piece))).join('');
}

/** A digit's value, in any of the scripts; undefined for what is none. */
function digitOf(character: string): number | undefined {
	const code = character.codePointAt(0) ?? 0;
	const zero = ZEROS.find((first) => code >= first && code <= first + 9);
	return zero === undefined ? undefined : code - zero;
}

const isZero = (character: string): boolean => digitOf(character) === 0;

/** Whether a secret is a number, which a service may write as one: in other digits, and without its first zeros. */
export function isDigits(secret: string): boolean {
	return Array.from(secret, digitOf).every((digit) => digit !== undefined);
}

/** The digits of such a secret as ASCII, without zeros in front. */
export function plainNumber(secret: string): string {
	return Array.from(secret, digitOf).join('').replace(/^0+/, '');
}

function formsOf(piece: string): string {
	const digit = digitOf(piece);
	const written =
		digit === undefined ? [piece] : ZEROS.map((zero) => String.fromCodePoint(zero + digit));
	const [first = piece] = Array.from(piece);
	const run = piece.length;
	if (/[\\"']/.test(first)) return runForms(first, run);
	return `(?:${written.flatMap(characterForms).join('|')})`;
}

/** A run of backslashes or quotation marks: each escaped by backslashes, doubled as databases do it, or otherwise. */
function runForms(character: string, run: number): string {
	const plain =
		character === '\\'
			? `\\u{5c}{${run},${8 * run}}`
			: `(?:\\u{5c}{0,8}${literal(character)}){${run},${2 * run}}`;
	const others = `(?:${characterForms(character).join('|')})`;
	return `(?:${plain}|${others}{${run}})`;
}

function characterForms(character: string): string[] {
	const code = character.codePointAt(0) ?? 0;
	const short = SHORT[character];
	const name = HTML_NAMES[character];
	return [
		`&(?:amp;){0,3}#0{0,8}${code};`,
		`&(?:amp;){0,3}#[xX]0{0,8}${anyCase(code.toString(16))};`,
		...(name === undefined ? [] : [`&(?:amp;){0,3}${name};`]),
		...(short === undefined ? [] : [`${BACKSLASHES}${short}`]),
		...(code < 0x100 ? [`${BACKSLASHES}x${anyCase(code.toString(16).padStart(2, '0'))}`] : []),
		unicodeEscape(character),
		percentEncoded(character),
		...(character === ' ' ? [literal('+')] : []),
		...(character === '/' ? [`${BACKSLASHES}${literal('/')}`] : []),
		...misread(character),
		literal(character),
	];
}

function unicodeEscape(character: string): string {
	const units = Array.from({ length: character.length }, (_, at) => character.charCodeAt(at));
	return units
		.map((unit) => `${BACKSLASHES}u${anyCase(unit.toString(16).padStart(4, '0'))}`)
		.join('');
}

/** Once, or with each percent sign encoded again. */
function percentEncoded(character: string): string {
	const bytes = [...Buffer.from(character)];
	return bytes.map((byte) => `%(?:25){0,3}${anyCase(byte.toString(16).padStart(2, '0'))}`).join('');
}

/** A character as it looks where UTF-8 was read as Latin 1: beyond ASCII, another. */
function misread(character: string): string[] {
	const bytes = Buffer.from(character);
	const readings = [bytes.toString('latin1'), new TextDecoder('windows-1252').decode(bytes)];
	return [...new Set(readings)].map(literal);
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
