import { canonicalNumber } from '../../numbers/formatNumber';
import type { NumberFormat } from '../../numbers/formatNumber';
import { isWhole } from './row';
import type { Row } from './row';

/** What a row says to whom, as it was given: numbers, text, voice file, code. */
export type Content = readonly unknown[];

/**
 * The content of a row that nothing is wrong with, before any option rewrites it: the same when it goes at another
 * time, from another sender, or in another request. `format` tells in which writings a number is the same one.
 */
export function contentOf(row: Row, format?: NumberFormat): Content | undefined {
	if (!isWhole(row)) return undefined;
	const {
		destination,
		message,
		file_id: file,
		code,
	} = row.fields as {
		destination: string | string[];
		message?: string;
		file_id?: string;
		code?: string;
	};
	return [
		[destination]
			.flat()
			.map((number) => canonicalNumber(number, format))
			.sort(),
		message,
		file,
		code,
	];
}
