/** As many digits as a phone's own contact list compares: shorter than any country code with a national number behind it. */
const COMPARED = 10;

/**
 * What all writings of one number have in common: its last ten digits, as a number, since zeros in front, which sheets drop,
 * say nothing. `+98 912 123 4567`, `0912…` and `912…` all give 9121234567. Never throws.
 */
export function lastDigits(number: string): number {
	let value = 0;
	let place = 1;
	for (let at = number.length - 1; at >= 0 && place < 10 ** COMPARED; at--) {
		const digit = number.charCodeAt(at) - 48;
		if (digit < 0 || digit > 9) continue;
		value += digit * place;
		place *= 10;
	}
	return value;
}

/** The same as text. */
export const sameNumber = (number: string): string => String(lastDigits(number));
