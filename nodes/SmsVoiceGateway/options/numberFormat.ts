import type { NumberFormat } from '../numbers/phoneNumbers';
import { plainDigits } from '../numbers/digits';
import { emptyProblem, InputProblem, quote, within } from '../values/inputProblem';
import { group } from './group';
import { choice, words } from './option';

/** Digits as they were written; of anything else something that is none. */
const written = (value: unknown): string => {
	if (value === undefined || value === null) return '';
	return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '?';
};

function readCountryCode(value: unknown): string {
	const code = written(value).replace(/^(?:\+|00)/, '');
	if (/^[1-9]\d{0,2}$/.test(code)) return code;
	const advice = 'Write 1 to 3 digits, for example 98.';
	if (code === '') throw emptyProblem(advice);
	throw new InputProblem(`holds ${quote(value)}, which is not a country code`, advice);
}

function readTrunkPrefix(value: unknown): string {
	const trunk = written(value);
	if (/^\d{0,3}$/.test(trunk)) return trunk;
	throw new InputProblem(
		`holds ${quote(value)}, which is not up to 3 digits`,
		'Write what is dialled before a number within the country, 0 in most; leave it empty for none.',
	);
}

/** One length from 4 to 14, or two with a dash between them. */
function readLengths(value: unknown): [fewest: number, most: number] {
	const [, fewest, most = fewest] =
		/^(\d{1,2})(?:\s*[\p{Pd}\u2212]\s*(\d{1,2}))?$/u.exec(plainDigits(written(value))) ?? [];
	const lengths: [number, number] = [Number(fewest), Number(most)];
	if (lengths[0] >= 4 && lengths[0] <= lengths[1] && lengths[1] <= 14) return lengths;
	throw new InputProblem(
		`holds ${quote(value)}, which is neither a whole number from 4 to 14 nor two such as 10-11`,
		'Count the digits of a number behind the country code, for example 10 in +98 912 123 4567.',
	);
}

const whole = group(
	'Number Format',
	'Writes each number as your provider wants it, however it was entered, also where a sheet has dropped its zero',
	{
		placeholder: 'Add format',
		hint: 'Use it for numbers from a spreadsheet, which drops leading zeros, instead of a Code or Edit Fields node.',
	},
	{
		countryCode: words(
			'Country Code',
			'Of your recipients, such as 98 for Iran, 90 for Turkey or 49 for Germany; without + or zeros',
			readCountryCode,
			{ placeholder: 'e.g. 98' },
		),
		nationalLength: words<NumberFormat['nationalLength']>(
			'National Length',
			'How many digits follow the country code: 10 in +98 912 123 4567, 10-11 in Germany. Others are wrong rows.',
			readLengths,
			{ default: '10', whenAbsent: [10, 10], placeholder: 'e.g. 10 or 10-11' },
		),
		trunkPrefix: words(
			'Trunk Prefix',
			'What people dial before a number at home: the 0 of 0912 123 4567 in most countries, 8 in Russia, nothing in Spain',
			readTrunkPrefix,
			{ default: '0', placeholder: 'e.g. 0' },
		),
		writeAs: choice(
			'Write As',
			'The form that your provider takes',
			{
				international: 'International (98912…)',
				national: 'National (0912…)',
				plus: 'With + (+98912…)',
				zeros: 'With 00 (0098912…)',
			},
			{ default: 'national' },
		),
	},
);

/** 'Number Format': how the numbers of one country are to be written; without it they leave as they were given. */
export const numberFormat = { ...whole, whenAbsent: undefined };

/** What the credential holds of it, the same values; undefined where nothing was added. Throws InputProblem. */
export function readNumberFormat(given: unknown): NumberFormat | undefined {
	const { values: raw } = (given ?? {}) as { values?: Record<string, unknown> };
	if (raw === undefined) return undefined;
	const values = Object.entries(whole.values).map(([name, { property, read }]) => [
		name,
		within(`has a '${property.displayName}' which`, () => read(raw[name] ?? property.default, '')),
	]);
	return Object.fromEntries(values) as NumberFormat;
}
