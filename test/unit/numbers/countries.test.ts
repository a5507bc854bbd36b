import { isIPv4 } from 'node:net';

import fc from 'fast-check';
import {
	getCountries,
	getCountryCallingCode,
	getExampleNumber,
	Metadata,
	type CountryCode,
} from 'libphonenumber-js';
import { parsePhoneNumberFromString } from 'libphonenumber-js/max';
import all from 'libphonenumber-js/metadata.max.json';
import examples from 'libphonenumber-js/mobile/examples';

import { cleanNumber } from '../../../nodes/SmsVoiceGateway/numbers/phoneNumber.ts';
import { readDestinations } from '../../../nodes/SmsVoiceGateway/numbers/phoneNumbers.ts';
import { InputProblem, orProblem } from '../../../nodes/SmsVoiceGateway/values/inputProblem.ts';
import { problemOf } from '../values/problemOf.ts';
import { runsOf } from '../fuzz.ts';

describe('libphonenumber', () => {
	/** Numbers of a country of all kinds that are texted or called, made from what it knows of it. */
	const numbersOf = (country: CountryCode, count: number) => {
		// The types of this class lack most of it.
		const metadata = new (Metadata as new (all: unknown) => Metadata)(all);
		metadata.selectNumberingPlan(country);
		const plan = metadata.numberingPlan as unknown as { nationalNumberPattern(): string };
		const pattern = plan.nationalNumberPattern();
		return fc
			.sample(fc.stringMatching(new RegExp(`^(?:${pattern})$`)), { numRuns: count, seed: 48 })
			.map((national) => `+${getCountryCallingCode(country)}${national}`)
			.flatMap((written) => {
				const number = parsePhoneNumberFromString(written);
				const isReached = /MOBILE|FIXED_LINE/.test(number?.getType() ?? '');
				return number?.number === written && isReached ? [number] : [];
			});
	};

	test.each(getCountries())('its ways to write a number of %s are read', (country) => {
		const number = getExampleNumber(country, examples);
		// There are no mobile phones on a few islands.
		if (number === undefined) return expect(['AC', 'TA']).toContain(country);
		const international = number.formatInternational();
		for (const way of [
			number.number,
			international,
			number.format('RFC3966'),
			number.formatNational(),
			...['00', ''].map((prefix) => international.replace('+', prefix)),
		]) {
			const digits = way.replace(/[^+\d]/g, '');
			for (const between of [' ', '-', '.', ' - ', '\u00a0']) {
				const written = way.replaceAll(' ', between);
				// Groups of six digits with marks between them may be a date.
				if (written !== way && digits.length <= 6 && /[.-]/.test(between)) continue;
				const isAmount = /^[1-9]\d*\.\d+$|^[1-9](?:\.\d{3}){2,}$/.test(written);
				const isOther = isAmount || isIPv4(written);
				const read = orProblem(() => cleanNumber(written));
				expect([written, read instanceof InputProblem ? 'other' : read]).toEqual([
					written,
					isOther ? 'other' : digits,
				]);
			}
			for (const other of [` ${way} `, `'${way}`, `="${way}"`, `["${way}"]`, `“${way}”`])
				expect(cleanNumber(other)).toBe(digits);
		}
	});

	test('says which countries have numbers that begin with 0; behind the code of any other a 0 is refused', () => {
		const zeros = new Map<string, string[]>();
		for (const country of getCountries()) {
			const code = getCountryCallingCode(country);
			const numbers = numbersOf(country, 120).map(({ number }) => number);
			const found = numbers.filter((number) => number.startsWith(`+${code}0`));
			zeros.set(code, [...(zeros.get(code) ?? []), ...found]);
		}
		const refusal = 'has a 0 behind a country code';
		const wrong = [...zeros].flatMap(([code, numbers]) =>
			numbers.length > 0
				? numbers.filter((number) => problemOf(() => cleanNumber(number)) !== 'no problem')
				: problemOf(() => cleanNumber(`+${code}0912345678`)).includes(refusal)
					? []
					: [code],
		);
		expect(wrong).toEqual([]);
		expect([...zeros.values()].filter(({ length }) => length > 0)).toHaveLength(9);
	});

	test('no number becomes another in 100,000 random writings', () => {
		const numbers = getCountries().flatMap((country) => numbersOf(country, 3));
		const marks = ['', '', '', '', '', ...' -.()/', ' - ', '\u200f', ...',|x'];
		let state = 48;
		/** Numerical Recipes' generator: the same writings each time. */
		const pick = <T>(of: readonly T[]): T => {
			state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
			return of[Math.floor((state / 2 ** 32) * of.length)] as T;
		};
		const wrong: string[] = [];
		const seen = { one: 0, several: 0, refused: 0 };
		// The suite tries some of them, `npm run fuzz` all; fewer would not meet every kind.
		const runs = Math.min(Math.max(runsOf(10_000).numRuns ?? 0, 5_000), 100_000);
		for (let run = runs; run > 0; run--) {
			const number = pick(numbers);
			const digits = pick([
				number.number,
				number.number.replace('+', '00'),
				number.number.slice(1),
				number.formatNational().replace(/\D/g, ''),
			]);
			const scripts = pick([[0x30], [0x6f0], [0x30, 0x660]]);
			const few = pick([marks.slice(0, 8), marks]);
			const written = digits.replace(/(?!^)\d/g, (digit) => pick(few) + digit);
			const shown = written.replace(/\d/g, (one) =>
				String.fromCharCode(pick(scripts) + Number(one)),
			);
			const tail = pick(['', '', '', '-1', ' (12)', ',123', ' ext 5', ';ext=3', '/77']);
			const problem = orProblem(() => readDestinations(shown + tail).numbers);
			if (problem instanceof InputProblem) {
				seen.refused++;
				continue;
			}
			const isOne = problem.length === 1;
			seen[isOne ? 'one' : 'several']++;
			// All digits in their order: as one number, or as some of which none is a part of one.
			const isRight =
				problem.join('') === digits + tail.replace(/\D/g, '') &&
				problem.every((one) => /^\+?\d{3,15}$/.test(one) && (isOne || one.length >= 7));
			// What stands behind a number that has no gaps is no part of it.
			const isTail = tail !== '' && digits.length > 7 && !/\P{Nd}/u.test(shown.slice(1));
			if (!isRight || isTail) wrong.push(shown + tail);
		}
		expect(wrong).toEqual([]);
		expect(Math.min(...Object.values(seen))).toBeGreaterThan(0);
	});
});
