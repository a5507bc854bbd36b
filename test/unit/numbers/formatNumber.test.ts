import { describe, expect, test } from '@jest/globals';
import { assert, property, stringMatching } from 'fast-check';
import { getCountries, getExampleNumber, parsePhoneNumber } from 'libphonenumber-js';
import examples from 'libphonenumber-js/mobile/examples';

import { formatNumber } from '../../../nodes/SmsVoiceGateway/numbers/formatNumber.ts';
import type { NumberFormat } from '../../../nodes/SmsVoiceGateway/numbers/formatNumber.ts';
import { problemOf } from '../values/problemOf.ts';
import { runsOf } from '../fuzz.ts';

const IRAN: NumberFormat = {
	countryCode: '98',
	nationalLength: 10,
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
		'leaves %s of another country as it is',
		(number) => {
			for (const writeAs of FORMS) expect(formatNumber(number, { ...IRAN, writeAs })).toBe(number);
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
		expect(problemOf(() => formatNumber(number, IRAN))).toMatch(
			new RegExp(`^holds "${number.replace('+', '\\+')}", which does not have 10 digits`),
		);
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
			const format: NumberFormat = {
				countryCode: String(example.countryCallingCode),
				nationalLength: national.length,
				trunkPrefix: dialled.slice(0, -national.length),
				writeAs: 'plus',
			};
			const ways = [
				national,
				dialled,
				example.number.slice(1),
				example.number,
				`00${example.number.slice(1)}`,
			];
			for (const way of ways) {
				for (const writeAs of FORMS) {
					const written = formatNumber(way, { ...format, writeAs });
					const international = { international: '+', zeros: '+', plus: '', national: '' }[writeAs];
					const read =
						writeAs === 'national'
							? parsePhoneNumber(written, country)
							: parsePhoneNumber(`${international}${written.replace(/^00/, '')}`);
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
			property(stringMatching(/^\+?\d{3,15}$/), (number) => {
				const outcome = (() => {
					try {
						return formatNumber(number, { ...IRAN, writeAs: 'plus' });
					} catch {
						return undefined;
					}
				})();
				if (outcome === undefined || outcome === number) return;
				expect(outcome).toBe(`+98${number.slice(-10)}`);
				expect(['', '0', '98', '+98', '0098']).toContain(number.slice(0, -10));
			}),
			runsOf(100),
		);
	});
});

test('a number that lacks a digit shows by its zero where one is dialled first, and elsewhere not', () => {
	const format = { ...IRAN, countryCode: '375', nationalLength: 9 };
	expect(formatNumber('012345678', { ...format, trunkPrefix: '80' })).toBe('80012345678');
	expect(problemOf(() => formatNumber('012345678', { ...format, trunkPrefix: '06' }))).toBe(
		'holds "012345678", which does not have 9 digits after country code 375, as \'Number Format\' requires' +
			' | Check the number for missing or doubled digits. Write a number of another country with + or 00 and its country code.',
	);
});
