import { assert, constantFrom, property, stringMatching } from 'fast-check';
import { getCountries, getExampleNumber, parsePhoneNumber } from 'libphonenumber-js';
import examples from 'libphonenumber-js/mobile/examples';

import {
	formatNumber,
	type NumberFormat,
} from '../../../nodes/SmsVoiceGateway/numbers/phoneNumbers.ts';
import { InputProblem, orProblem } from '../../../nodes/SmsVoiceGateway/values/inputProblem.ts';
import { problemOf } from '../values/problemOf.ts';
import { runsOf } from '../fuzz.ts';

const IRAN: NumberFormat = {
	countryCode: '98',
	nationalLength: [10, 10],
	trunkPrefix: '0',
	writeAs: 'national',
};
const FORMS = ['national', 'international', 'plus', 'zeros'] as const;

describe('formatNumber', () => {
	test.each(['9121234567', '09121234567', '989121234567', '+989121234567', '00989121234567'])(
		'writes %s in each of the four forms',
		(number) => {
			const written = FORMS.map((writeAs) => formatNumber(number, { ...IRAN, writeAs }));
			expect(written).toEqual(['09121234567', '989121234567', '+989121234567', '00989121234567']);
		},
	);

	test.each(['+442079460000', '00442079460000'])(
		'writes %s of another country so too',
		(number) => {
			const written = FORMS.map((writeAs) => formatNumber(number, { ...IRAN, writeAs }));
			expect(written).toEqual([number, '442079460000', '+442079460000', '00442079460000']);
		},
	);

	test.each([
		'912123456',
		'0912123456',
		'+980912123456',
		'91212345678',
		'+98912123456',
		'0098912123456789',
		'442079460000',
		'3000',
	])('refuses %s, which has another length', (number) => {
		const words = `holds "${number}", which does not have 10 digits`;
		expect(problemOf(() => formatNumber(number, IRAN)).slice(0, words.length)).toBe(words);
	});

	test('reads a number of each country as libphonenumber does, whichever way it is written', () => {
		const countries = getCountries();
		expect(countries.length).toBeGreaterThan(200);
		const wrong: string[] = [];
		let right = 0;
		for (const country of countries) {
			const example = getExampleNumber(country, examples);
			if (example === undefined) continue;
			const national = String(example.nationalNumber);
			const dialled = example.formatNational().replace(/\D/g, '');
			if (!dialled.endsWith(national)) continue;
			const countryCode = String(example.countryCallingCode);
			const format = {
				countryCode,
				nationalLength: [national.length - (countryCode.length > 1 ? 1 : 0), national.length],
				trunkPrefix: dialled.slice(0, -national.length),
			} as const;
			const digits = example.number.slice(1);
			const ways = [national, dialled, digits, example.number, `00${digits}`];
			for (const way of ways) {
				for (const writeAs of FORMS) {
					const written = formatNumber(way, { ...format, writeAs });
					const plus = writeAs === 'national' ? written : written.replace(/^(?:00|\+)?/, '+');
					const read = parsePhoneNumber(plus, country);
					if (read.number === example.number) right++;
					else wrong.push(`${country} ${way} as ${writeAs}: ${written}`);
				}
			}
		}
		expect(wrong).toEqual([]);
		expect(right).toBeGreaterThan(3000);
	});

	test('never makes another number of random digits: its last ones stay, and nothing is invented', () => {
		assert(
			property(
				stringMatching(/^(?:\+|00)?(?:98|1|0)?\d{3,12}$/),
				constantFrom<[string, number, number]>(['98', 10, 10], ['49', 10, 11], ['1', 4, 12]),
				(number, [countryCode, fewest, most]) => {
					const format = { ...IRAN, countryCode, nationalLength: [fewest, most] as const };
					const written = orProblem(() => formatNumber(number, { ...format, writeAs: 'plus' }));
					if (written instanceof InputProblem || written === number) return;
					// Of another country it is the same with another prefix.
					if (written === number.replace(/^00/, '+')) return;
					const national = written.slice(countryCode.length + 1);
					expect(number.endsWith(national)).toBe(true);
					expect(national.length >= fewest && national.length <= most).toBe(true);
					const before = number.slice(0, -national.length);
					const prefixes = ['', '0', countryCode, `+${countryCode}`, `00${countryCode}`];
					expect(prefixes).toContain(before);
				},
			),
			runsOf(300),
		);
	});

	test.each([
		['+491711234567', '01711234567', '491711234567'],
		['+4915112345678', '015112345678', '15112345678', '4915112345678', '004915112345678'],
		['+43664123456', '+43664123456'],
	])('where numbers have 10 or 11 digits, %s is written so', (written, ...numbers) => {
		const germany: NumberFormat = { ...IRAN, countryCode: '49', nationalLength: [10, 11] };
		for (const number of numbers)
			expect(formatNumber(number, { ...germany, writeAs: 'plus' })).toBe(written);
	});

	test('digits that begin with the country code are one of it where all have one length', () => {
		expect(formatNumber('9891212345', IRAN)).toBe('09891212345');
	});

	test.each([
		// Its country code, or its first digits.
		['12015550123', '1', [10, 11]],
		// A digit short behind its country code, or another number that has lost its zero.
		['49151123456', '49', [10, 11]],
		['4915112345', '49', [10, 11]],
		['9891212345', '98', [8, 10]],
	] as const)(
		'%s, which may be another number of %s, is refused',
		(number, countryCode, lengths) => {
			const [fewest, most] = lengths;
			const format: NumberFormat = { ...IRAN, countryCode, nationalLength: [fewest, most] };
			for (const writeAs of FORMS)
				expect(problemOf(() => formatNumber(number, { ...format, writeAs }))).toBe(
					`holds "${number}", which may be another number than one of ${fewest} to ${most} digits after country code ${countryCode}, as 'Number Format' requires` +
						' | Check the number for missing or doubled digits, and write it with + and its country code.',
				);
		},
	);
});

test('a number that lacks a digit shows by its zero where one is dialled first, and elsewhere not', () => {
	const format: NumberFormat = { ...IRAN, countryCode: '375', nationalLength: [9, 9] };
	expect(formatNumber('012345678', { ...format, trunkPrefix: '80' })).toBe('80012345678');
	expect(problemOf(() => formatNumber('012345678', { ...format, trunkPrefix: '06' }))).toBe(
		'holds "012345678", which does not have 9 digits after country code 375, as \'Number Format\' requires' +
			' | Check the number for missing or doubled digits, and write it with + and its country code.',
	);
	expect(
		problemOf(() => formatNumber('+3751234', { ...format, nationalLength: [9, 10] })),
	).toContain('does not have 9 to 10 digits after country code 375');
});
