/** Fewer bytes, encoded, occur by chance. */
const FEWEST_BYTES = 4;

/**
 * A secret's bytes, in UTF-8 and UTF-16, as they may be written; none for one too short. `hex`: in lower case. `base64`: what
 * is to be seen of it in the Base64 of any text that holds it (`user:password`, a whole request). `bytes`: each as the
 * character of that number.
 */
export function encodedForms(secret: string): Record<'hex' | 'base64' | 'bytes', string[]> {
	if (Buffer.byteLength(secret) < FEWEST_BYTES) return { hex: [], base64: [], bytes: [] };
	const bytes = [
		...writings(secret).map((writing) => Buffer.from(writing)),
		Buffer.from(secret, 'utf16le'),
		Buffer.from(secret, 'utf16le').swap16(),
	];
	return {
		hex: bytes.map((one) => one.toString('hex')),
		// Three bytes are four characters, so a text's place among them makes three forms.
		base64: bytes.flatMap((one) => [0, 1, 2].map((offset) => base64Core(one, offset))),
		bytes: bytes.map((one) => one.toString('latin1')),
	};
}

/** A secret as it stands in a request that may be given back or encoded as a whole: in a text, in JSON, in a form, in a URL. */
export function writings(secret: string): string[] {
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
	return encoded.slice(Math.ceil((offset * 8) / 6), whole);
}
