/** Fewer bytes, encoded, occur by chance. */
const FEWEST_BYTES = 4;

/** A character of Base64, and of its form for URLs. */
const ANY = '[A-Za-z0-9+/_-]';

/**
 * The source of a regular expression that finds a secret as hexadecimal digits, or in the Base64 of any text that holds
 * it (`user:password`, a whole request): padded or not, in the form for URLs or not. Undefined for a secret too short.
 */
export function encodedForms(secret: string): string | undefined {
	const bytes = Buffer.from(secret, 'utf8');
	if (bytes.length < FEWEST_BYTES) return undefined;
	const hex = bytes
		.toString('hex')
		.replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);
	// Three bytes are four characters, so a text's place among them makes three forms.
	const cores = [0, 1, 2].map(
		(offset) => `${ANY}?${base64Core(bytes, offset)}${ANY}?(?:=|%3[dD]){0,2}`,
	);
	return `(?:${[hex, ...cores].join('|')})`;
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
