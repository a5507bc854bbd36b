/** The eight forms in which an answer may write a secret back, made by means that are not the node's. */

const html = (text: string) =>
	text.replace(/[&<>"']/g, (character) => `&#${character.codePointAt(0) ?? 0};`);

const HTML_NAMES: Readonly<Record<string, string>> = {
	'&': 'amp',
	'<': 'lt',
	'>': 'gt',
	'"': 'quot',
	"'": 'apos',
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

const base64 = (text: string) => Buffer.from(text).toString('base64');

/** Each form by its name. */
export const FORMS: Readonly<Record<string, (secret: string) => string>> = {
	'as it is': (secret) => secret,
	JSON: (secret) => JSON.stringify(secret).slice(1, -1),
	"PHP's JSON": php,
	'escapes of four digits': unicode,
	HTML: html,
	'HTML with names': (secret) =>
		secret.replace(/[&<>"']/g, (character) => `&${HTML_NAMES[character] ?? ''};`),
	'HTML in hexadecimal': (secret) =>
		html(secret).replace(/&#(\d+);/g, (_, code) => `&#x${Number(code).toString(16)};`),
	'a URL': url,
	'each character of a URL': (secret) =>
		[...Buffer.from(secret)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join(''),
	'a form': (secret) => new URLSearchParams({ p: secret }).toString().slice(2),
	hexadecimal: (secret) => Buffer.from(secret).toString('hex'),
	HEXADECIMAL: (secret) => Buffer.from(secret).toString('hex').toUpperCase(),
	Base64: base64,
	'Base64 for URLs': (secret) => Buffer.from(secret).toString('base64url'),
	'Base64 of the login': (secret) => base64(`demo:${secret}`),
	'Base64 of a longer login': (secret) => base64(`demo1:${secret}`),
	'Base64 of the longest login': (secret) => base64(`demo12:${secret}`),
	'Base64 of the request': (secret) => base64(`username=demo&password=${secret}&source=3000`),
};

/** Whether text of Base64 still holds the secret once it was masked. */
export function isStillIn(secret: string, text: string): boolean {
	const bytes = Buffer.from(secret).toString('latin1');
	return text
		.split('***')
		.flatMap((piece) =>
			[0, 1, 2, 3].map((offset) => Buffer.from(piece.slice(offset), 'base64').toString('latin1')),
		)
		.some((piece) => piece.includes(bytes));
}
