import parsePhoneNumber from 'libphonenumber-js/min';

const digits = (text: string): string => text.replace(/\D/g, '');

/** A number with spaces where its country puts them; exactly as it came where that would change a digit. */
export function readableNumber(number: string): string {
	if (!/^\+?[0-9]{5,15}$/.test(number)) return number;
	// 0912… is national; the service's home is Iran. Without 0 or + it begins with a country code.
	const national = number.startsWith('0');
	const parsed = national
		? parsePhoneNumber(number, 'IR')
		: parsePhoneNumber(number.startsWith('+') ? number : `+${number}`);
	if (parsed === undefined) return number;
	const shown = national ? parsed.formatNational() : parsed.formatInternational();
	const same = digits(shown) === digits(number);
	return same ? (number.startsWith('+') ? shown : shown.replace('+', '')) : number;
}
