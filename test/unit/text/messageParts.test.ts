import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { SegmentedMessage } from 'sms-segments-calculator';
import { messageParts } from '../../../nodes/SmsVoiceGateway/text/messageParts.ts';
import { runsOf } from '../fuzz.ts';

const x = (count: number): string => 'x'.repeat(count);
const fa = (count: number): string => 'س'.repeat(count);

describe('messageParts', () => {
	test.each<[string, string, number, number]>([
		['nothing', '', 1, 0],
		['160', x(160), 1, 160],
		['161', x(161), 2, 161],
		['306', x(306), 2, 306],
		['307', x(307), 3, 307],
		['459', x(459), 3, 459],
		['460', x(460), 4, 460],
		['158 and an extension character', `${x(158)}€`, 1, 160],
		['159 and an extension character', `${x(159)}€`, 2, 161],
		['80 extension characters', '€'.repeat(80), 1, 160],
		['81 extension characters', '€'.repeat(81), 2, 162],
		['an extension character at the end of the first part', `${x(151)}€${x(153)}`, 2, 306],
		['an extension character across the first boundary', `${x(152)}€${x(151)}`, 2, 305],
		['an extension character pushed to the second part', `${x(152)}€${x(152)}`, 3, 306],
	])('counts %s in GSM-7', (_, text, parts, units) => {
		expect(messageParts(text)).toEqual({ encoding: 'GSM-7', parts, units });
	});

	test.each<[string, string, number, number]>([
		['one', 'س', 1, 1],
		['70', fa(70), 1, 70],
		['71', fa(71), 2, 71],
		['134', fa(134), 2, 134],
		['135', fa(135), 3, 135],
		['69 and an emoji', `${fa(69)}😀`, 2, 71],
		['68 and an emoji', `${fa(68)}😀`, 1, 70],
		['an emoji at the end of the first part', `${fa(65)}😀${fa(67)}`, 2, 134],
		['an emoji pushed to the second part', `${fa(66)}😀${fa(66)}`, 3, 134],
		['an emoji across the first boundary', `${fa(66)}😀${fa(65)}`, 2, 133],
		['a zero-width non-joiner', 'می\u200cخواهم', 1, 8],
		['160 Latin letters and one other', `${x(160)}س`, 3, 161],
		['extension characters, which take one unit here', `${'€'.repeat(69)}س`, 1, 70],
		['a small c with cedilla, which the alphabet lacks', 'ç', 1, 1],
		['a back-tick, which the alphabet lacks', '`', 1, 1],
		['an escape, which is no character', '\u001b', 1, 1],
	])('counts %s in UCS-2', (_, text, parts, units) => {
		expect(messageParts(text)).toEqual({ encoding: 'UCS-2', parts, units });
	});

	test('knows exactly the characters of the GSM alphabet that the calculator knows, with the same weight', () => {
		const differing = Array.from({ length: 0x10000 }, (_, code) =>
			String.fromCharCode(code),
		).filter((character) => {
			if (/\p{Cs}/u.test(character)) return false;
			const oracle = new SegmentedMessage(character);
			const { encoding, units } = messageParts(character);
			return (
				encoding !== oracle.encodingName ||
				units * (encoding === 'GSM-7' ? 7 : 16) !== oracle.messageSize
			);
		});
		expect(differing).toEqual([]);
	});

	// Plain emoji and letters only: see the next test but one.
	const gsm = fc.constantFrom(...'aé@Ω1 \n\r\f^{}\\[~]|€');
	const ucs = fc.constantFrom(...'aسیپ۱€{ 😀🚀ç');
	const long = (unit: fc.Arbitrary<string>): fc.Arbitrary<string> =>
		fc.array(unit, { minLength: 1, maxLength: 500, size: 'max' }).map((all) => all.join(''));

	test('agrees with the calculator on texts of any length', () => {
		fc.assert(
			fc.property(fc.oneof(long(gsm), long(ucs)), (text) => {
				const oracle = new SegmentedMessage(text);
				const { encoding, parts, units } = messageParts(text);
				expect({ encoding, parts }).toEqual({
					encoding: oracle.encodingName,
					parts: oracle.segmentsCount,
				});
				expect(units * (encoding === 'GSM-7' ? 7 : 16)).toBe(oracle.messageSize);
			}),
			runsOf(300),
		);
	});

	test('differs from the calculator only where that keeps the code points of one visible character together', () => {
		// 3GPP TS 23.040 joins parts by code units; the calculator never divides a grapheme (here a letter
		// with the non-joiner that follows it, or a family of emoji) and so may count a part too many.
		const atTheEnd = `${fa(66)}ی\u200c${fa(66)}`;
		expect(messageParts(atTheEnd).parts).toBe(2);
		expect(new SegmentedMessage(atTheEnd).segmentsCount).toBe(3);
		const families = '👨\u200d👩\u200d👧\u200d👦'.repeat(18);
		expect(messageParts(families)).toEqual({ encoding: 'UCS-2', parts: 3, units: 198 });
		expect(new SegmentedMessage(families).segmentsCount).toBe(3);
		expect(messageParts('👨\u200d👩\u200d👧\u200d👦'.repeat(12)).parts).toBe(2);
	});

	test('needs no fewer parts for more text, and no part is over-full', () => {
		fc.assert(
			fc.property(
				long(fc.oneof(gsm, ucs, fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }))),
				(text) => {
					const { encoding, parts, units } = messageParts(text);
					const [single, part] = encoding === 'GSM-7' ? [160, 153] : [70, 67];
					if (units <= single) expect(parts).toBe(1);
					else expect(parts).toBeGreaterThanOrEqual(Math.ceil(units / part));
					expect((parts - 1) * (part - 1)).toBeLessThan(units + 1);
					expect(messageParts(`${text}x`).parts).toBeGreaterThanOrEqual(parts);
				},
			),
			runsOf(100),
		);
	});

	test('counts a megabyte', () => {
		expect(messageParts(x(1_000_000)).parts).toBe(Math.ceil(1_000_000 / 153));
		expect(messageParts(fa(1_000_000)).parts).toBe(Math.ceil(1_000_000 / 67));
		expect(messageParts('😀'.repeat(500_000)).parts).toBe(Math.ceil(500_000 / 33));
	});
});
