import { asciiDigits } from '../numbers/digits';

/** Escapes in escapes: no service goes deeper. */
const MOST_LAYERS = 8;
/** So many characters of a secret are looked for at most: the time goes by the text alone. */
const LONGEST = 64;
/** A field in which a code may stand as a short number that has lost its zeros. */
const CODE_FIELD = /code|otp|pin|pass/i;

/** What stands for another character. Backslashes escape what follows, however often, so they are dropped; doubled quotes are one, as databases have it. None without end: of megabytes V8 runs out of room for the way back. */
const ESCAPE =
	/(?:\\{1,999}|%)u([\da-f]{4})|\\{1,999}u\{([\da-f]{1,6})\}|(?:\\{1,999}x|%)([\da-f]{2})|&#x0*([\da-f]{1,6});|&#0*(\d{1,7});|&(\w{2,8});|\\{1,999}|"{2,999}|'{2,999}/gi;
/** UTF-8 whose bytes were read as characters, also of Windows-1252, which has these for 0x80 to 0x9f. */
const WINDOWS = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ';
const LATER = `[\x80-\xbf${WINDOWS}]`;
const MISREAD = RegExp(`[\xc2-\xdf]${LATER}|[\xe0-\xef]${LATER}{2}|[\xf0-\xf4]${LATER}{3}`, 'g');
/** HTML's names of the characters from 0xa0 on, in their order, and of others that PHP writes, with the character. */
const NAMED = new Map(
	'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml amp& lt< gt> quot" apos\' excl! num# dollar$ percnt% lpar( rpar) ast* plus+ comma, period. sol/ colon: semi; equals= quest? commat@ lsqb[ bsol\\ rsqb] Hat^ lowbar_ grave` lcub{ verbar| rcub} euro€'
		.split(' ')
		.map((one, at) =>
			at < 96 ? [one, String.fromCharCode(0xa0 + at)] : [one.slice(0, -1), one.slice(-1)],
		),
);
/** What few services write, and is misread elsewhere: quoted-printable (RFC 2045, 6.7), octal digits, JSON's control characters. */
const RARE = [
	/=(?:([\dA-F]{2})|\r?\n)/g,
	/(?<!\\)\\{1,999}([23][0-7]{2})/g,
	/(?<!\\)\\{1,999}([bfnrt])/g,
];

/** A text as it is, and without its escapes, layer by layer; undefined where there are too many of them to be read. */
export function readingsOf(source: string): string[] | undefined {
	const plain = layersOf(source);
	const rare = plain?.flatMap((text) => RARE.map((one) => text.replace(one, ofRare)));
	const readings = [plain, ...(rare ?? []).filter((one) => !plain?.includes(one)).map(layersOf)];
	return readings.every((layers) => layers !== undefined) ? readings.flat() : undefined;
}

function layersOf(source: string): string[] | undefined {
	const layers = [source];
	for (let last = source; layers.length <= MOST_LAYERS + 1; layers.push(last)) {
		const text = last.replace(ESCAPE, unescaped).replace(MISREAD, reread);
		if (text === last) return layers;
		last = text;
	}
	return undefined;
}

function unescaped(all: string, ...found: Array<string | undefined>): string {
	const hex = found[0] ?? found[1] ?? found[2] ?? found[3];
	if (hex !== undefined) return ofCode(hex, 16);
	if (found[4] !== undefined) return ofCode(found[4], 10);
	return found[5] === undefined ? all.charAt(0).replace('\\', '') : (NAMED.get(found[5]) ?? all);
}

/** Of two digits hexadecimal, of three octal; nothing stands for a line that goes on. */
function ofRare(_: string, one = ''): string {
	if (one.length === 1) return '\b\f\n\r\t'.charAt('bfnrt'.indexOf(one));
	return ofCode(one, one.length === 3 ? 8 : 16);
}

function ofCode(digits: string, radix: number): string {
	const code = parseInt(digits, radix);
	return code <= 0x10ffff ? String.fromCodePoint(code) : '';
}

function reread(all: string): string {
	const byteOf = (one: string) => String.fromCharCode(0x80 + WINDOWS.indexOf(one));
	const bytes = Buffer.from(all.replace(/[^\0-\xff]/g, byteOf), 'latin1');
	// U+FFFD stands for bytes that are no UTF-8, but may be meant.
	return Buffer.from(bytes.toString()).equals(bytes) ? bytes.toString() : all;
}

/**
 * Finds a secret in the readings of a text, and as a number. One shorter than 8 characters is looked for as a word of its
 * own, and one shorter than 6 in its own letter case, as it occurs by chance; a code where it is glued to a word, too.
 */
export function searchFor(secret: string, isCode: boolean) {
	const isLong = secret.length >= 8;
	const isLongCode = isCode && secret.length > 3;
	/** Fewer digits, without their zeros, occur by chance. */
	const fewest = isLongCode ? 3 : 4;
	const fold = (text: string): string => {
		const plain = asciiDigits(text.replaceAll('+', ' '));
		// Not small letters, of which sigma has two.
		return secret.length < 6 ? plain : plain.toUpperCase();
	};
	const finderOf = (whole: string): ((text: string) => boolean) => {
		const word = whole.slice(0, LONGEST);
		const [, zeros = '', digits] = /^(0*)(\d*)$/.exec(word) ?? [];
		if (isLong && digits === undefined && word.length > 3) return (text) => text.includes(word);
		const letter = isLongCode || (isLong && digits !== undefined) ? '\\p{Nd}' : '[\\p{L}\\p{N}]';
		let own = word.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
		// A code may be written to be spoken: `0, 4, 8`, `048-213`.
		if (digits !== undefined && digits.length >= fewest)
			own = `0*${[...digits].join(isCode ? '(?:[\\s,.\\-–]{1,3})?' : '')}`;
		else if (digits !== undefined) own = `${zeros.slice(0, 8)}0*${digits}`;
		// Right behind an escape a word begins.
		const start = `(?:(?<!${letter})|(?<=(?:\\\\[xX]|\\\\[uU][\\da-fA-F]{2}|%)[\\da-fA-F]{2}))`;
		const pattern = RegExp(start + own + (word === whole ? `(?!${letter})` : ''), 'u');
		return (text) => pattern.test(text);
	};
	const words = new Set([...writingsOf(secret), ...(readingsOf(secret) ?? [])].map(fold));
	const finders = [...words].filter((word) => word !== '').map(finderOf);
	const bytes = encoded(secret);
	const number = asciiDigits(secret).replace(/^0+/, '');
	return {
		isIn: (readings: readonly string[]): boolean =>
			readings.some((reading) => {
				const text = fold(reading);
				if (finders.some((find) => find(text))) return true;
				const compact = bytes.length === 0 ? '' : reading.replace(/[\s":]/g, '');
				const standard = compact.replaceAll('-', '+').replaceAll('_', '/');
				return bytes.some((one) => standard.includes(one));
			}),
		isNumber: (value: number, field: string): boolean =>
			String(value) === number && (number.length >= fewest || CODE_FIELD.test(field)),
	};
}

/** A secret as it stands in a request that may be given back or encoded as a whole: in a text, in JSON, in a form, in a URL. */
function writingsOf(secret: string): string[] {
	const hex = (one: string) => one.charCodeAt(0).toString(16);
	const json = JSON.stringify(secret).slice(1, -1);
	// As PHP and Python write it by default; what of this a URL may hold as it is languages differ in (RFC 3986, 2.2).
	const ascii = json.replace(/[^ -~]/g, (one) => `\\u${hex(one).padStart(4, '0')}`);
	const url = encodeURIComponent(secret.toWellFormed());
	const strict = url.replace(/[!'()*]/g, (one) => `%${hex(one).toUpperCase()}`);
	const form = new URLSearchParams({ '': secret }).toString().slice(1);
	const slashes = [json, ascii].map((one) => one.replaceAll('/', '\\/'));
	return [secret, json, ascii, ...slashes, url, strict, form, form.replaceAll('*', '%2A')];
}

/** A secret's bytes, four or more, in hexadecimal and decimal digits, and what is to be seen of them in Base64 of all that holds them. */
function encoded(secret: string): string[] {
	if (Buffer.byteLength(secret) < 4) return [];
	const wide = Buffer.from(secret, 'utf16le');
	const all = [
		...writingsOf(secret).map((one) => Buffer.from(one)),
		wide,
		Buffer.from(wide).swap16(),
	];
	const forms = all.flatMap((one) => {
		const bytes = one.subarray(0, LONGEST);
		const hex = bytes.toString('hex');
		const apart = hex.toUpperCase().replace(/..(?=.)/g, '$&+');
		const base64 = [0, 1, 2].map((before) => {
			const group = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64');
			return group.slice(
				Math.ceil((before * 8) / 6),
				Math.floor(((before + bytes.length) * 8) / 6),
			);
		});
		return [hex, hex.toUpperCase(), apart, apart.toLowerCase(), bytes.join(','), ...base64];
	});
	return [...new Set(forms)];
}
