import { asciiDigits } from '../numbers/digits';
import type { Json } from '../values/json';
import type { RowVerdict, Verdict } from './answer';

/** What stands in the place of what holds a secret. */
export const MASK = '***';

/** Deeper than any answer of a messaging service; what goes deeper is masked unread. */
const DEEPEST = 100;

/**
 * Keeps the password, and the codes of a request, out of whatever is shown: a text that holds one is masked whole, and so is
 * an answer, with its ids. One is found as it is and as JSON, URLs, forms, HTML, hexadecimal and Base64 write it.
 */
export function redactorFor(password: string, ...codes: string[]) {
	const searches = [searchFor(password, false), ...codes.map((code) => searchFor(code, true))];
	const holds = (text: string): boolean => {
		const readings = readingsOf(text);
		return searches.some((isIn) => readings.some(isIn));
	};
	const isOpen = (value: Json): boolean =>
		!isDeep(value, DEEPEST) && !holds(ofJson(JSON.stringify(value)));
	const text = (shown: string): string => (holds(shown) ? MASK : shown);
	const masked = <T extends Verdict | RowVerdict>(said: T): T => ({
		...said,
		code: said.code && text(said.code),
		words: said.words && MASK,
		response: MASK,
	});
	return {
		text,
		json: (value: Json): Json => (isOpen(value) ? value : MASK),
		/** What is said of rows, and in which words, stands in the answer. */
		verdict: (verdict: Verdict): Verdict => {
			if (isOpen(verdict.response)) return verdict;
			const rows = verdict.rows?.map((row) => ({ ...masked(row), ids: [], warning: undefined }));
			return { ...masked(verdict), rows };
		},
	};
}

function isDeep(value: Json, depth: number): boolean {
	if (typeof value !== 'object' || value === null) return false;
	return depth === 0 || Object.values(value).some((inner) => isDeep(inner, depth - 1));
}

/** A text as it is, and as what it means where it was written into JSON, a URL, a form or HTML; with ASCII digits. */
const readingsOf = (text: string): string[] =>
	/[\\%+&]/.test(text)
		? [text, ofJson(text), ofUrl(text), ofUrl(text.replaceAll('+', ' ')), ofHtml(text)].map(
				asciiDigits,
			)
		: [asciiDigits(text)];

const ofJson = (text: string): string =>
	text.replace(/\\(?:u[\da-fA-F]{4}|["\\/bfnrt])/g, (escape) => String(JSON.parse(`"${escape}"`)));

const ofUrl = (text: string): string =>
	text.replace(/(?:%[\da-f]{2})+/gi, (bytes) =>
		Buffer.from(bytes.replaceAll('%', ''), 'hex').toString(),
	);

const MARKS = new Map([
	['quot', '"'],
	['apos', "'"],
	['lt', '<'],
	['gt', '>'],
	['amp', '&'],
]);
const ofHtml = (text: string): string =>
	text.replace(/&(?:#x0*([\da-f]{1,6})|#0*(\d{1,7})|(\w{2,4}));/gi, (all, hex, digits, name) => {
		if (name !== undefined) return MARKS.get(name) ?? all;
		return ofCode(hex === undefined ? Number(digits) : parseInt(hex, 16));
	});

const ofCode = (code: number): string => (code <= 0x10ffff ? String.fromCodePoint(code) : '');

/**
 * Finds a secret in a text. One shorter than 8 characters is looked for as a word of its own, as it occurs by chance; a code
 * where it is glued to a word, too; one of digits not within others, and without the zeros that a number loses.
 */
function searchFor(secret: string, isCode: boolean): (text: string) => boolean {
	if (secret === '') return () => false;
	const word = asciiDigits(secret);
	const isNumber = /^\d{3,}$/.test(word);
	const isGlued = word.length >= 8 || (isCode && word.length > 3);
	const letter = !isGlued ? '[\\p{L}\\p{N}]' : isNumber ? '\\d' : '(?!)';
	const own = isNumber
		? word.replace(/^0+(?=\d{3})/, '0*')
		: word.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
	const patterns = [RegExp(`(?<!${letter})${own}(?!${letter})`, word.length < 8 ? 'u' : 'iu')];
	const bytes = Buffer.from(secret);
	const base64 = [0, 1, 2].map((before) =>
		base64Behind(before, bytes).replaceAll('+', '[-+]').replaceAll('/', '[_/]'),
	);
	if (bytes.length >= 4)
		patterns.push(RegExp(base64.join('|')), RegExp(bytes.toString('hex'), 'i'));
	return (text) => patterns.some((pattern) => pattern.test(text));
}

/** What is to be seen of some bytes in Base64 of all that has so many bytes before them, modulo three. */
function base64Behind(before: number, bytes: Buffer): string {
	const group = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64');
	return group.slice(Math.ceil((before * 8) / 6), Math.floor(((before + bytes.length) * 8) / 6));
}
