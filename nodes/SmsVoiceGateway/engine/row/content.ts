import { isWhole } from './row';
import type { Row } from './row';

/** What a row says to whom, as it was given: numbers, text, voice file, code. */
export type Content = readonly unknown[];

/**
 * The content of a row that nothing is wrong with, before any option rewrites it: the same when it goes at another
 * time, from another sender, or in another request. `numberOf` says when two writings of a number are the same one.
 */
export function contentOf(row: Row, numberOf = (number: string) => number): Content | undefined {
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
			.map((number) => withoutPrefix(numberOf(number)))
			.sort(),
		message,
		file,
		code,
	];
}

/** A number without what says that its country code follows. */
function withoutPrefix(number: string): string {
	return number.replace(/^(\+|00)/, '');
}
