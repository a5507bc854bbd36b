/** A text as it reads once nothing in it is escaped, and where each of its units stands in the source. */
export interface Decoded {
	text: string;
	/** By unit, and one more behind the last; undefined where each stands in its own place. */
	starts?: number[];
	ends?: number[];
}

/** Escapes in escapes: no service goes deeper. */
const MOST_LAYERS = 8;

/**
 * What stands for another character: `\uXXXX`, `\u{X}`, `\xXX`, `%uXXXX`, `%XX`, HTML's references. A run of backslashes
 * escapes what follows, however often it was escaped again, so it is dropped; doubled quotes are one, as databases have it.
 */
const ESCAPE =
	/\\+(?:u([\da-fA-F]{4})|u\{([\da-fA-F]{1,6})\}|x([\da-fA-F]{2}))?|%u([\da-fA-F]{4})|%([\da-fA-F]{2})|&(#\d+|#[xX][\da-fA-F]+|[a-zA-Z]\w*);|"{2,}|'{2,}/g;

/** A byte of quoted-printable, and its break of a line (RFC 2045, 6.7). */
const QUOTED_PRINTABLE = /=(?:([\dA-F]{2})|\r?\n)/g;

/** A byte of UTF-8 in octal digits, as shells and databases have it. */
const OCTAL = /\\+([23][0-7]{2})/g;

/** What few services write, and what would be misread where it is not expected. */
const FIRST = {
	quotedPrintable: (given: Decoded) => replaced(given, QUOTED_PRINTABLE, quoted),
	octal: (given: Decoded) =>
		replaced(given, OCTAL, ([, digits = '']) => ofCode(Number.parseInt(digits, 8))),
};

/** The characters that Windows-1252 has for the bytes 0x80 to 0x9f; five of them have none. */
const WINDOWS = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ';
const LATER = `[\x80-\xbf${WINDOWS}]`;

/** UTF-8 whose bytes were read as characters. */
const MISREAD = new RegExp(
	`[\xc2-\xdf]${LATER}|[\xe0-\xef]${LATER}{2}|[\xf0-\xf4]${LATER}{3}`,
	'g',
);

/** HTML's names of the characters from 0xa0 on, in their order, and of others that PHP writes. */
const LATIN =
	'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml';
const OTHERS =
	'amp& lt< gt> quot" apos\' excl! num# dollar$ percnt% lpar( rpar) ast* plus+ comma, period. sol/ colon: semi; equals= quest? commat@ lsqb[ bsol\\ rsqb] Hat^ lowbar_ grave` lcub{ verbar| rcub} euro€';
const NAMED = new Map([
	...LATIN.split(' ').map((name, at): [string, string] => [name, String.fromCharCode(0xa0 + at)]),
	...OTHERS.split(' ').map((one): [string, string] => [one.slice(0, -1), one.slice(-1)]),
]);

/** A text without its escapes, layer by layer; `first` is undone before all others. */
export function decode(source: string, first?: keyof typeof FIRST): Decoded {
	let decoded: Decoded = first === undefined ? { text: source } : FIRST[first]({ text: source });
	for (let layer = 0; layer < MOST_LAYERS; layer++) {
		const next = replaced(replaced(decoded, ESCAPE, unescaped), MISREAD, reread);
		if (next === decoded) break;
		decoded = next;
	}
	return decoded;
}

const ofHex = (hex: string): string => ofCode(Number.parseInt(hex, 16));
const ofCode = (code: number): string => (code <= 0x10ffff ? String.fromCodePoint(code) : '');

const quoted = ([, hex = '']: RegExpExecArray): string => ofHex(hex);

function unescaped([all, ...found]: RegExpExecArray): string {
	const reference = found[5];
	const hex = found.slice(0, 5).find((one) => one !== undefined);
	if (hex !== undefined) return ofHex(hex);
	// Of backslashes nothing stays, of doubled quotation marks one.
	if (reference === undefined) return all.charAt(0).replace('\\', '');
	// Decimal, or with an x.
	if (reference.startsWith('#')) return ofCode(Number(`0${reference.slice(1)}`));
	return NAMED.get(reference) ?? all;
}

function reread([all]: RegExpExecArray): string {
	const bytes = Buffer.from(
		Array.from(all, (character) => {
			const at = WINDOWS.indexOf(character);
			return at < 0 ? character.charCodeAt(0) : 0x80 + at;
		}),
	);
	const text = bytes.toString();
	// U+FFFD stands for bytes that are no UTF-8, but may be meant.
	return Buffer.from(text).equals(bytes) ? text : all;
}

/** A text with what a pattern finds replaced; the same one where nothing changes. */
export function replaced(
	given: Decoded,
	pattern: RegExp,
	replace: (found: RegExpExecArray) => string,
): Decoded {
	const { text } = given;
	const starts: number[] = [];
	const ends: number[] = [];
	const pieces: string[] = [];
	let copied = 0;
	// What is dropped belongs to what it escapes.
	let dropped: number | undefined;
	const put = (from: number, to: number) => {
		starts.push(dropped ?? given.starts?.[from] ?? from);
		ends.push(given.ends?.[to - 1] ?? to);
		dropped = undefined;
	};
	const copyTo = (end: number) => {
		pieces.push(text.slice(copied, end));
		for (let at = copied; at < end; at++) put(at, at + 1);
	};
	pattern.lastIndex = 0;
	for (let found = pattern.exec(text); found !== null; found = pattern.exec(text)) {
		const [all] = found;
		const instead = replace(found);
		if (instead === all) continue;
		copyTo(found.index);
		copied = found.index + all.length;
		pieces.push(instead);
		for (let unit = 0; unit < instead.length; unit++) put(found.index, copied);
		if (instead === '') dropped ??= given.starts?.[found.index] ?? found.index;
	}
	if (copied === 0) return given;
	copyTo(text.length);
	return { text: pieces.join(''), starts, ends };
}
