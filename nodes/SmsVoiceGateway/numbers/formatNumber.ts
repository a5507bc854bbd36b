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
 * code stays as it is. Throws InputProblem for one that is none of these, or as well another.
 */
export function formatNumber(number: string, format: NumberFormat): string {
	const { countryCode, nationalLength, trunkPrefix, writeAs } = format;
	const [fewest, most] = nationalLength;
	const [abroad] = /^(?:\+|00)/.exec(number) ?? [];
	const prefixes =
		abroad === '+' ? [`+${countryCode}`] : [`00${countryCode}`, countryCode, trunkPrefix, ''];
	const nationals = prefixes
		.filter((prefix) => number.startsWith(prefix))
		.map((prefix) => number.slice(prefix.length))
		.filter(({ length }) => length >= fewest && length <= most)
		// Where a zero is dialled before a national number, none begins with one: there it is a digit too few.
		.filter((rest) => !(trunkPrefix.startsWith('0') && rest.startsWith('0')));
	const [national, another = national] = nationals;
	if (national !== undefined && another === national) return WRITTEN[writeAs](format, national);
	if (abroad !== undefined && !number.startsWith(`${abroad}${countryCode}`)) return number;
	const digits = fewest === most ? String(fewest) : `${fewest} to ${most}`;
	throw new InputProblem(
		national === undefined
			? `holds ${quote(number)}, which does not have ${digits} digits after country code ${countryCode}, as 'Number Format' requires`
			: `holds ${quote(number)}, which may be ${national} or ${another} after country code ${countryCode}, as 'Number Format' has it`,
		'Check the number for missing or doubled digits, and write it with + and its country code.',
	);
}
