import { anything, assert, oneof, property, type Arbitrary } from 'fast-check';

import { cells } from '../../lines.ts';
import { runsOf } from '../fuzz.ts';
import { problemOf, staysOrderly } from './problemOf.ts';

const ANYTHING = anything({
	withBigInt: true,
	withDate: true,
	withSparseArray: true,
	withNullPrototype: true,
});

/** The table of a reader. */
export interface Reads {
	/** What comes out, and all that it is read from. */
	takes?: Array<[read: unknown, ...values: unknown[]]>;
	/** Words of a refusal, message and advice, and all that is refused with them. */
	refuses?: Array<[words: string, ...values: unknown[]]>;
	/** Values that come near to right ones. */
	near?: Arbitrary<unknown>;
}

/** A row of a table, on one line beside others. */
export const row = <T extends unknown[]>(...one: T): T => one;

/** Rows of a text: a word, or the name of some words, and behind it the values of a row. */
export const named = (words: Record<string, string>, text: string) =>
	cells(text).map(([first = '', ...values]): [string, ...values: string[]] => {
		const [, name = '', value = ''] = /^(\S+) (.*)$/.exec(first) ?? [];
		return [words[name] ?? name, value, ...values];
	});

/** Holds a reader against its table; of whatever else it is given it makes a value, or says what is wrong with it. */
export function reads(
	name: string,
	read: (value: unknown) => unknown,
	{ takes = [], refuses = [], near = ANYTHING }: Reads,
): void {
	describe(name, () => {
		if (takes.length > 0)
			test.each(takes)('gives %p', (wanted, ...values) => {
				expect(values.length).toBeGreaterThan(0);
				for (const value of values) expect([value, read(value)]).toEqual([value, wanted]);
			});
		if (refuses.length > 0)
			test.each(refuses)('refuses what %s', (words, ...values) => {
				expect(values.length).toBeGreaterThan(0);
				for (const value of values) {
					const said = problemOf(() => read(value));
					expect([value, said]).toEqual([value, expect.stringContaining(words)]);
				}
			});
		test('gives a value or says what is wrong, whatever it is given', () => {
			const values = oneof(near, ANYTHING);
			assert(
				property(values, (value) => staysOrderly(() => read(value))),
				runsOf(100),
			);
		});
	});
}
