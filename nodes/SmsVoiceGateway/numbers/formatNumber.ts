import { InputProblem, quote } from '../values/inputProblem';

/** How numbers of one country are to be written. */
export interface NumberFormat {
	/** Without + or zeros, for example 98. */
	countryCode: string;
	/** Fewest and most digits of a national number, without the digit that is dialled before it. */
	nationalLength: readonly [fewest: number, most: number];
	/** What is dialled before a national number within the country: 0 in most, 8 in Russia, nothing in Spain. */
	trunkPrefix: string;
	writeAs: 'national' | 'international' | 'plus' | 'zeros';
}

/**
 * A cleaned number in the form that is wanted, whichever of the usual ways it is written in: `+98912…`, `0098912…`,
 * `98912…`, `0912…`, or `912…`, of which a spreadsheet has dropped the zero. A number with + or 00 and another country
 * code stays as it is. Throws InputProblem for one that is none of these, or may as well be another.
 */
export function formatNumber(number: string, format: NumberFormat): string {
	const { countryCode, nationalLength, trunkPrefix, writeAs } = format;
	const [fewest, most] = nationalLength;
	const [mark = ''] = /^(?:\+|00)/.exec(number) ?? [];
	const isOfCountry = number.startsWith(countryCode, mark.length);
	if (mark !== '' && !isOfCountry) return number;
	const prefixes = mark === '' ? [countryCode, trunkPrefix, ''] : [`${mark}${countryCode}`];
	const nationals = prefixes
		.filter((prefix) => number.startsWith(prefix))
		.map((prefix) => number.slice(prefix.length))
		.filter(({ length }) => length >= fewest && length <= most)
		// Where a zero is dialled before a national number, none begins with one: there it is a digit too few.
		.filter((rest) => !(trunkPrefix.startsWith('0') && rest.startsWith('0')));
	const [national, another = national] = nationals;
	// Digits that begin with the country code may be a whole number that lacks one, where lengths differ.
	const isShort = national === number && isOfCountry && fewest < most;
	if (national === undefined || another !== national || isShort) {
		const lengths = fewest === most ? most : `${fewest} to ${most}`;
		const has = national === undefined ? 'does not have' : 'may be another number than one of';
		throw new InputProblem(
			`holds ${quote(number)}, which ${has} ${lengths} digits after country code ${countryCode}, as 'Number Format' requires`,
			'Check the number for missing or doubled digits, and write it with + and its country code.',
		);
	}
	const before = {
		national: trunkPrefix,
		international: countryCode,
		plus: `+${countryCode}`,
		zeros: `00${countryCode}`,
	};
	return `${before[writeAs]}${national}`;
}
