import { asciiDigits } from '../numbers/digits';

/** A count as a sentence has it, with the noun behind it where there is one: `1,500 messages`, `1 message`. */
export const amount = (count: number, noun?: string): string =>
	`${count.toLocaleString('en-US')}${noun === undefined ? '' : ` ${noun}${count === 1 ? '' : 's'}`}`;

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

/** What stands around a value and can't be seen: spaces, and marks of direction, of a byte order, and of no width. */
const AROUND = /^[\s\p{Cf}]+|(?<![\s\p{Cf}])[\s\p{Cf}]+$/gu;

/** A value without it. */
export const withoutUnseen = (text: string): string => text.replace(AROUND, '');

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
	character
		.split('')
		.map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
		.join('');

/** Any of the marks that end a line. */
const LINE_BREAK = /\r\n|[\r\u0085\u2028\u2029]/g;

/**
 * What texts have in common that a person takes for one: composed letters, one kind of line break, nothing unseen at the
 * ends.
 */
export const sameText = (text: string): string =>
	withoutUnseen(text.normalize('NFC').replace(LINE_BREAK, '\n'));

/** The same of names: also one case, digits of one script, the ی and ک of all keyboards, and several blanks as one. */
export const sameName = (name: string): string =>
	asciiDigits(sameText(name))
		.toLowerCase()
		.replace(/[يى]/g, 'ی')
		.replaceAll('ك', 'ک')
		.replace(/\s+/g, ' ');
