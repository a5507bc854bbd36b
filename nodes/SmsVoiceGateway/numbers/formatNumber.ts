import { orProblem, InputProblem, quote } from '../values/inputProblem';

/** How numbers of one country are to be written. */
export interface NumberFormat {
	/** Without + or zeros, for example 98. */
	countryCode: string;
	/** Digits of a national number, without the digit that is dialled before it. */
	nationalLength: number;
	/** What is dialled before a national number within the country: 0 in most, 8 in Russia, nothing in Spain. */
	trunkPrefix: string;
	writeAs: 'national' | 'international' | 'plus' | 'zeros';
}

const WRITTEN: Record<NumberFormat['writeAs'], (format: NumberFormat, national: string) => string> =
	{
		national: ({ trunkPrefix }, national) => `${trunkPrefix}${national}`,
		international: ({ countryCode }, national) => `${countryCode}${national}`,
		plus: ({ countryCode }, national) => `+${countryCode}${national}`,
		zeros: ({ countryCode }, national) => `00${countryCode}${national}`,
	};

/**
 * A cleaned number in the form that is wanted, whichever of the usual ways it is written in: `+98912…`, `0098912…`,
 * `98912…`, `0912…`, or `912…`, of which a spreadsheet has dropped the zero. A number with + or 00 and another country
 * code stays as it is. Throws InputProblem for one that is none of these.
 */
export function formatNumber(number: string, format: NumberFormat): string {
	const { countryCode, nationalLength, trunkPrefix, writeAs } = format;
	const prefixes = number.startsWith('+')
		? [`+${countryCode}`]
		: [`00${countryCode}`, countryCode, trunkPrefix, ''];
	// Where a zero is dialled before a national number, none begins with one: there it is a digit too few.
	const isNational = (rest: string) =>
		rest.length === nationalLength && !(trunkPrefix.startsWith('0') && rest.startsWith('0'));
	// One length leaves no two readings: of two prefixes that fit, one would be longer.
	const prefix = prefixes.find(
		(one) => number.startsWith(one) && isNational(number.slice(one.length)),
	);
	if (prefix === undefined) {
		const abroad = /^(?:\+|00)/.exec(number)?.[0];
		if (abroad !== undefined && !number.startsWith(`${abroad}${countryCode}`)) return number;
		throw new InputProblem(
			`holds ${quote(number)}, which does not have ${nationalLength} digits after country code ${countryCode}, as 'Number Format' requires`,
			'Check the number for missing or doubled digits. Write a number of another country with + or 00 and its country code.',
		);
	}
	return WRITTEN[writeAs](format, number.slice(prefix.length));
}

/**
 * What two writings of one number have in common: the digits, with the country code where a format tells it, and without
 * what says that one follows. Never throws.
 */
export function canonicalNumber(number: string, format?: NumberFormat): string {
	const written =
		format && orProblem(() => formatNumber(number, { ...format, writeAs: 'international' }));
	return (typeof written === 'string' ? written : number).replace(/^(\+|00)/, '');
}
