/** The forms in which an answer may write a secret back, made by means that are not the node's. */

const html = (text: string) =>
	text.replace(/[&<>"']/g, (character) => `&#${character.codePointAt(0) ?? 0};`);

const HTML_NAMES: Readonly<Record<string, string>> = {
	'&': 'amp',
	'<': 'lt',
	'>': 'gt',
	'"': 'quot',
	"'": 'apos',
};

const PHP_NAMES: Readonly<Record<string, string>> = {
	ä: 'auml',
	'!': 'excl',
	'#': 'num',
	'%': 'percnt',
	'+': 'plus',
	'(': 'lpar',
	')': 'rpar',
	'*': 'ast',
};

const url = (text: string) =>
	encodeURIComponent(text).replace(
		/[!'()*~]/g,
		(character) => `%${(character.codePointAt(0) ?? 0).toString(16)}`,
	);

const unicode = (text: string) =>
	Array.from(
		{ length: text.length },
		(_, at) => `\\u${text.charCodeAt(at).toString(16).padStart(4, '0')}`,
	).join('');

/** As PHP's json_encode writes it by default. */
const php = (text: string) =>
	Array.from({ length: text.length }, (_, at) => {
		const unit = text.charAt(at);
		if (unit === '/') return '\\/';
		return unit > '~' ? unicode(unit) : JSON.stringify(unit).slice(1, -1);
	}).join('');

/** As the common function of each language writes it, from what that leaves as it is. */
const percent = (text: string, kept: RegExp) =>
	Array.from(text, (character) =>
		kept.test(character)
			? character
			: Array.from(
					Buffer.from(character),
					(byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`,
				).join(''),
	).join('');

/** What a text becomes on its way into a request that is then encoded as a whole. */
const WRITINGS: Readonly<Record<string, (secret: string) => string>> = {
	JSON: (secret) => JSON.stringify(secret).slice(1, -1),
	"PHP's JSON": php,
	"JSON with PHP's slashes": (secret) => JSON.stringify(secret).slice(1, -1).replaceAll('/', '\\/'),
	"Python's JSON": (secret) => php(secret).replaceAll('\\/', '/'),
	"JavaScript's encodeURIComponent": (secret) => percent(secret, /[\w.~!'()*-]/),
	"PHP's rawurlencode": (secret) => percent(secret, /[\w.~-]/),
	"PHP's urlencode": (secret) => percent(secret, /[\w. -]/).replaceAll(' ', '+'),
	"a browser's form": (secret) => percent(secret, /[\w.* -]/).replaceAll(' ', '+'),
};

const base64 = (text: string) => Buffer.from(text).toString('base64');

/** Each form by its name. */
export const FORMS: Readonly<Record<string, (secret: string) => string>> = {
	'as it is': (secret) => secret,
	JSON: (secret) => JSON.stringify(secret).slice(1, -1),
	'JSON in JSON': (secret) => JSON.stringify(JSON.stringify(secret)).slice(3, -3),
	'JSON in JSON in JSON': (secret) =>
		JSON.stringify(JSON.stringify(JSON.stringify(secret))).slice(7, -7),
	"PHP's JSON": php,
	'escapes of four digits': unicode,
	'escapes of four digits in JSON': (secret) => JSON.stringify(unicode(secret)).slice(1, -1),
	'escapes of two digits': (secret) =>
		Array.from(secret, (c) =>
			(c.codePointAt(0) ?? 0) < 256
				? `\\x${(c.codePointAt(0) ?? 0).toString(16).padStart(2, '0')}`
				: c,
		).join(''),
	HTML: html,
	'HTML with names': (secret) =>
		secret.replace(/[&<>"']/g, (character) => `&${HTML_NAMES[character] ?? ''};`),
	"HTML with PHP's names": (secret) =>
		secret.replace(/[ä!#%+()*]/g, (character) => `&${PHP_NAMES[character] ?? ''};`),
	'HTML in HTML': (secret) => html(secret).replaceAll('&', '&amp;'),
	'a URL': url,
	"escape()'s URL": (secret) =>
		Array.from({ length: secret.length }, (_, at) => {
			const code = secret.charCodeAt(at).toString(16);
			return code.length > 2 ? `%u${code.padStart(4, '0')}` : `%${code.padStart(2, '0')}`;
		}).join(''),
	'escapes in braces': (secret) =>
		Array.from(secret, (c) => `\\u{${(c.codePointAt(0) ?? 0).toString(16)}}`).join(''),
	"Python's bytes": (secret) =>
		[...Buffer.from(secret)]
			.map((byte) =>
				byte < 0x20 || byte > 0x7e
					? `\\x${byte.toString(16).padStart(2, '0')}`
					: String.fromCharCode(byte).replace(/[\\']/, '\\$&'),
			)
			.join(''),
	'quoted-printable': (secret) =>
		[...Buffer.from(secret)]
			.map((byte) =>
				byte < 0x20 || byte > 0x7e || byte === 0x3d
					? `=${byte.toString(16).toUpperCase().padStart(2, '0')}`
					: String.fromCharCode(byte),
			)
			.join(''),
	'a URL in a URL': (secret) => url(url(secret)),
	'a URL in a URL in a URL': (secret) => url(url(url(secret))),
	'each character of a URL': (secret) =>
		[...Buffer.from(secret)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join(''),
	'a form': (secret) => new URLSearchParams({ p: secret }).toString().slice(2),
	'doubled quotes': (secret) => secret.replaceAll("'", "''").replaceAll('"', '""'),
	'doubled backslashes': (secret) => secret.replaceAll('\\', '\\\\').replaceAll("'", "\\'"),
	'UTF-8 read as Latin 1': (secret) => Buffer.from(secret).toString('latin1'),
	hexadecimal: (secret) => Buffer.from(secret).toString('hex'),
	HEXADECIMAL: (secret) => Buffer.from(secret).toString('hex').toUpperCase(),
	Base64: base64,
	'Base64 without padding': (secret) => base64(secret).replace(/=+$/, ''),
	'Base64 for URLs': (secret) => Buffer.from(secret).toString('base64url'),
	'Base64 in a URL': (secret) => encodeURIComponent(base64(secret)),
	'Base64 of the login': (secret) => base64(`demo:${secret}`),
	'Base64 of a longer login': (secret) => base64(`demo1:${secret}`),
	'Base64 of the longest login': (secret) => base64(`demo12:${secret}`),
	'Base64 of the request': (secret) => base64(`username=demo&password=${secret}&source=3000`),
	'Base64 for URLs of the request': (secret) =>
		Buffer.from(`x: ${secret}; y`).toString('base64url'),
	...Object.fromEntries(
		Object.entries(WRITINGS).flatMap(([name, write]) => [
			[`hexadecimal of ${name}`, (secret: string) => Buffer.from(write(secret)).toString('hex')],
			[`Base64 of ${name}`, (secret: string) => base64(`{"password":"${write(secret)}"}`)],
		]),
	),
};

/** Whether text of Base64 still holds the secret, as it is or as it is written in a request, once it was masked. */
export function isStillIn(secret: string, text: string): boolean {
	const rest = text
		.split('***')
		.flatMap((piece) =>
			[0, 1, 2, 3].map((offset) => Buffer.from(piece.slice(offset), 'base64').toString('latin1')),
		);
	const written = [secret, ...Object.values(WRITINGS).map((write) => write(secret))];
	return written.some((one) => {
		const bytes = Buffer.from(one).toString('latin1');
		return rest.some((piece) => piece.includes(bytes));
	});
}
