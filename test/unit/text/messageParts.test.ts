import fc from 'fast-check';
import { SegmentedMessage } from 'sms-segments-calculator';
import { messageParts, notInGsm } from '../../../nodes/SmsVoiceGateway/text/messageParts.ts';
import { runsOf } from '../fuzz.ts';

const x = (count: number): string => 'x'.repeat(count);
const fa = (count: number): string => 'س'.repeat(count);

describe('messageParts', () => {
	test.each([
		['GSM-7', '', 1, 0],
		['GSM-7', `${x(152)}€${x(152)}`, 3, 306],
		['UCS-2', `${fa(66)}😀${fa(66)}`, 3, 134],
		['UCS-2', 'می\u200cخواهم', 1, 8],
		// Extension characters take one unit here; the last three the alphabet lacks.
		['UCS-2', `${'€'.repeat(69)}س`, 1, 70],
		...['ç', '`', '\u001b'].map((one): ['UCS-2', string, number, number] => ['UCS-2', one, 1, 1]),
	])('counts in %s %j as %i parts of %i units', (encoding, text, parts, units) => {
		expect(messageParts(text)).toEqual({ encoding, parts, units });
	});

	test('agrees with the calculator around the end of each part, and with a wide character at every place there', () => {
		/** Units of one text of a part, and of each part of several: GSM-7 and UCS-2. */
		const ends = [160, 80, 70, ...[1, 2, 3].flatMap((part) => [part * 153, part * 67])];
		const counts = ends.flatMap((end) => [-3, -2, -1, 0, 1, 2].map((more) => end + more));
		const all = [0, 1, ...counts]
			.map((count) => [
				x(count),
				fa(count),
				'€'.repeat(count),
				`${x(count)}€`,
				`${fa(count)}😀`,
				`${x(count)}س`,
				`${x(count)}€${x(153)}`,
				`${fa(count)}😀${fa(67)}`,
			])
			.flat();
		for (const text of all.filter(Boolean)) {
			const oracle = new SegmentedMessage(text);
			const { encoding, parts, units } = messageParts(text);
			const bits = units * (encoding === 'GSM-7' ? 7 : 16);
			const { encodingName, segmentsCount, messageSize } = oracle;
			expect([text, encoding, parts, bits]).toEqual([
				text,
				encodingName,
				segmentsCount,
				messageSize,
			]);
		}
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

	test('says where the first characters stand that the alphabet lacks', () => {
		expect(notInGsm('çaçaç', 2)).toEqual([0, 2]);
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
});
