/** As many digits as a phone's own contact list compares: shorter than any country code with a national number behind it. */
const COMPARED = 10;

/**
 * What all writings of one number have in common: its last ten digits, without zeros in front, which sheets drop.
 * `+98 912 123 4567`, `0912…` and `912…` all give `9121234567`. Never throws.
 */
export const sameNumber = (number: string): string =>
	number.replace(/\D/g, '').slice(-COMPARED).replace(/^0+/, '');
