import { asciiDigits } from '../numbers/plainDigits';
import { decode, replaced, type Decoded } from './decode';
import { encodedForms, writings } from './encodedForms';

/** A part of a text, from its first unit to the one behind its last. */
export interface Span {
	start: number;
	end: number;
}

/** From this length on a number that equals a secret is taken for it, and not for a status or a count. */
const SHORTEST_NUMBER = 4;

/** From this length on a secret is masked inside longer words too; a shorter one occurs there by chance. */
const DISTINCTIVE = 8;

/** And in any letter case. */
const ANY_CASE = 6;

/** A text as the secrets are looked for in it: as it is, and without its escapes. */
export function readingsOf(source: string): Decoded[] {
	const decoded = [
		decode(source),
		...(source.includes('=') ? [decode(source, 'quotedPrintable')] : []),
		...(/\\[23][0-7]{2}/.test(source) ? [decode(source, 'octal')] : []),
	];
	return [{ text: source }, ...decoded.filter(({ text }) => text !== source)];
}

/** A secret that is a number, as a service may write it: in ASCII digits, without zeros in front. */
export const plainNumber = (secret: string): string => asciiDigits(secret).replace(/^0+/, '');

/**
 * Finds where a secret stands in the readings of a text, however that writes it: the places in the text. A code is found
 * where it is glued to a word, too.
 */
export function finderFor(secret: string, isCode: boolean): (readings: Decoded[]) => Span[] {
	const isLong = secret.length >= DISTINCTIVE;
	const hasSpace = secret.includes(' ');
	const hasControl = /[\b\f\n\r\t]/.test(secret);
	const fold = (text: string): string => {
		const spaced = hasSpace ? text.replaceAll('+', ' ') : text;
		const plain = asciiDigits(hasControl ? withLetters(spaced) : spaced);
		return secret.length >= ANY_CASE ? inLowerCase(plain) : plain;
	};
	const whole = fold(decode(secret).text);
	const digits = plainNumber(secret);
	const isNumber = /^\d+$/.test(digits) && digits.length >= shortestNumber(secret, isCode);
	const needle = isNumber ? digits : whole;
	const forms = [...new Set([...writings(secret).map(fold), needle])];
	const { hex, base64, bytes } = encodedForms(secret);
	const isDigits = /^\d+$/.test(whole);
	// Within a longer number digits stand by chance, however many.
	const joins =
		(isCode && secret.length >= SHORTEST_NUMBER) || (isLong && isDigits)
			? /^\p{Nd}/u
			: /^[\p{L}\p{N}]/u;

	const isAlone = ({ text }: Decoded, { start, end }: Span, source: string, at: number) => {
		if (isLong && !isDigits) return true;
		const last = /.$/su.exec(text.slice(Math.max(0, start - 2), start))?.[0] ?? '';
		// What stands right behind an escape begins a word.
		const isEscape = /(?:\\[bfnrtv0]|\\x[\da-f]{2}|\\u[\da-f]{4}|%[\da-f]{2})$/i;
		const isJoined = joins.test(last) && !isEscape.test(source.slice(Math.max(0, at - 6), at));
		return !isJoined && !joins.test(text.slice(end, end + 2));
	};

	return (readings) => {
		const source = readings[0]?.text ?? '';
		const found: Span[] = [];
		for (const reading of readings) {
			const text = fold(reading.text);
			for (const one of forms) {
				eachPlace(text, one, (place) => {
					const own = withZeros(text, place, isNumber ? whole.length - one.length : 0);
					const span = withBackslashes(source, inSource(reading, own), secret);
					if (span === undefined || !isAlone(reading, own, source, span.start)) return false;
					found.push(span);
					return true;
				});
			}
			if (isCode && isDigits && isNumber)
				found.push(...apart(text, whole).map((place) => inSource(reading, place)));
			const addIn = (encoded: Decoded) => (place: Span) => {
				found.push(inSource(encoded, place));
				return true;
			};
			const digitsOnly = without(reading, SPACED_HEX, /(?<=[\da-f])[\s:-]/gi);
			const lower = inLowerCase(digitsOnly.text);
			for (const one of hex) eachPlace(lower, one, addIn(digitsOnly));
			const lines = without(reading, BROKEN_LINE, /\r?\n/g);
			const standard = lines.text.replaceAll('-', '+').replaceAll('_', '/');
			for (const one of base64) {
				eachPlace(standard, one, (place) => addIn(lines)(withNeighbours(standard, place)));
			}
			const numbers = without(reading, NUMBERS, NUMBER, ([, number]) =>
				String.fromCharCode(Number(number)),
			);
			if (numbers !== reading)
				for (const one of bytes) eachPlace(numbers.text, one, addIn(numbers));
		}
		return found;
	};
}

/** From so many digits on a number that has lost its zeros is taken for a secret: a code may be short. */
export const shortestNumber = (secret: string, isCode: boolean): number =>
	isCode && secret.length >= SHORTEST_NUMBER ? SHORTEST_NUMBER - 1 : SHORTEST_NUMBER;

/** Digits that stand apart. */
const APART = /(?<!\d)\d+(?:[\s,.\-–]{1,3}\d+)+/g;

/** Where the digits of a code stand apart, as they are written to be spoken: `0, 4, 8`, `048-213`. */
function apart(text: string, code: string): Span[] {
	const spans: Span[] = [];
	for (const { 0: all, index } of text.matchAll(APART)) {
		const groups = [...all.matchAll(/\d+/g)];
		for (const [from, first] of groups.entries()) {
			let digits = '';
			for (const { 0: group, index: place } of groups.slice(from, from + code.length)) {
				digits += group;
				if (digits.length > code.length) break;
				if (plainNumber(digits) === plainNumber(code))
					spans.push({ start: index + first.index, end: index + place + group.length });
			}
		}
	}
	return spans;
}

/** Bytes in hexadecimal digits that stand apart; Base64 that goes on in the next line; bytes in decimal digits. */
const SPACED_HEX = /(?:[\da-f]{2}[\s:-]){4}/i;
const BROKEN_LINE = /(?<=[\w+/-]{60})\r?\n/;
const NUMBERS = /(?:\d{1,3},\s*){3}\d/;
const NUMBER = /(\d{1,3})(?:,\s*|\b)/g;

/** A reading with what a pattern finds taken out, or replaced; as it is where there is nothing to expect. */
function without(
	reading: Decoded,
	expected: RegExp,
	pattern: RegExp,
	replace: (found: RegExpExecArray) => string = () => '',
): Decoded {
	return expected.test(reading.text) ? replaced(reading, pattern, replace) : reading;
}

/** Goes over the places where `part` stands; those that `take` takes do not overlap. */
function eachPlace(text: string, part: string, take: (place: Span) => boolean): void {
	if (part === '') return;
	for (let start = text.indexOf(part); start >= 0;) {
		const isTaken = take({ start, end: start + part.length });
		start = text.indexOf(part, isTaken ? start + part.length : start + 1);
	}
}

function inSource({ starts, ends }: Decoded, { start, end }: Span): Span {
	return { start: starts?.[start] ?? start, end: ends?.[end - 1] ?? end };
}

/** With the zeros in front of a number, up to so many. */
function withZeros(text: string, { start, end }: Span, most: number): Span {
	let from = start;
	while (start - from < most && text.charAt(from - 1) === '0') from--;
	return { start: from, end };
}

const BACKSLASH = String.raw`(?:\\|[ux](?:00)?5[cC]|%(?:25)*5[cC]|&(?:amp;)*(?:#0*92|#[xX]0*5[cC]|bsol);)`;
const BACKSLASHES = new RegExp(BACKSLASH, 'g');
const FIRST_BACKSLASHES = new RegExp(`^${BACKSLASH}+`);

/** Longer than a secret's own backslashes are, escaped. */
const NEAR = 64;

/** Decoding drops backslashes, with what follows them: a place with its own behind it too; undefined where it has fewer than the secret. */
function withBackslashes(source: string, { start, end }: Span, secret: string): Span | undefined {
	const count = secret.split('\\').length - 1;
	if (count === 0) return { start, end };
	const [behind = ''] = secret.endsWith('\\')
		? (FIRST_BACKSLASHES.exec(source.slice(end, end + NEAR)) ?? [])
		: [];
	const span = { start, end: end + behind.length };
	const given = source.slice(span.start, span.end).match(BACKSLASHES)?.length ?? 0;
	return given < count ? undefined : span;
}

/** Base64 with the characters that it has in part, and its padding. */
function withNeighbours(text: string, { start, end }: Span): Span {
	const isOne = (at: number) => /[A-Za-z0-9+/]/.test(text.charAt(at));
	const from = isOne(start - 1) ? start - 1 : start;
	let to = isOne(end) ? end + 1 : end;
	for (let padding = 0; padding < 2 && text.charAt(to) === '='; padding++) to++;
	return { start: from, end: to };
}

/** Control characters as the letters of their short escapes, whose backslashes are dropped. */
function withLetters(text: string): string {
	return text.replace(/[\b\f\n\r\t]/g, (one) => 'bfnrt'.charAt('\b\f\n\r\t'.indexOf(one)));
}

/** In lower case, each character in its own place. */
function inLowerCase(text: string): string {
	const lower = text.toLowerCase();
	// Of a capital sigma the small one goes by its place in a word; some others become two.
	if (lower.length === text.length && !text.includes('Σ')) return lower;
	return text.replace(/\p{Lu}/gu, (one) => {
		const own = one.toLowerCase();
		return own.length === one.length ? own : one;
	});
}
