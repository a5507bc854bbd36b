/** Fewer bytes, encoded, occur by chance. */
const FEWEST_BYTES = 4;

/** A character of Base64, and of its form for URLs. */
const ANY = '[A-Za-z0-9+/_-]';

/**
 * The source of a regular expression that finds a secret as hexadecimal digits, or in the Base64 of any text that holds
 * it (`user:password`, a whole request): padded or not, in the form for URLs or not. Undefined for a secret too short.
 */
export function encodedForms(secret: string): string | undefined {
	if (Buffer.byteLength(secret) < FEWEST_BYTES) return undefined;
	const forms = writings(secret).flatMap((writing) => {
		const bytes = Buffer.from(writing);
		const hex = bytes
			.toString('hex')
			.replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);
		// Three bytes are four characters, so a text's place among them makes three forms.
		const cores = [0, 1, 2].map(
			(offset) => `${ANY}?${base64Core(bytes, offset)}${ANY}?(?:=|%3[dD]){0,2}`,
		);
		return [hex, ...cores];
	});
	return `(?:${forms.join('|')})`;
}

/** A secret as it stands in a request that may be encoded as a whole: in a text, in JSON, in a form, in a URL. */
function writings(secret: string): string[] {
	const json = JSON.stringify(secret).slice(1, -1);
	// As PHP and Python write it by default.
	const ascii = json.replace(
		/[^ -~]/g,
		(unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
	);
	const withSlashes = [json, ascii].map((text) => text.replaceAll('/', '\\/'));
	// Languages differ in what of this a URL or a form may hold as it is (RFC 3986, 2.2).
	const url = encodeURIComponent(secret.toWellFormed());
	const strictUrl = url.replace(
		/[!'()*]/g,
		(character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
	);
	const form = new URLSearchParams({ '': secret }).toString().slice(1);
	const strictForm = form.replaceAll('*', '%2A');
	return [...new Set([secret, json, ascii, ...withSlashes, url, strictUrl, form, strictForm])];
}

/** The characters that are made of nothing but these bytes, where so many others stand before them in their group. */
function base64Core(bytes: Buffer, offset: number): string {
	const encoded = Buffer.concat([Buffer.alloc(offset), bytes]).toString('base64');
	const whole = Math.floor(((offset + bytes.length) * 8) / 6);
	const core = encoded.slice(Math.ceil((offset * 8) / 6), whole);
	return core.replace(/[+/]/g, (character) =>
		character === '+' ? '(?:[+-]|%2[bB])' : '(?:\\\\{0,8}/|_|%2[fF])',
	);
}
