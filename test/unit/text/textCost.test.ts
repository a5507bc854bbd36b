import fc from 'fast-check';
import { SegmentedMessage } from 'sms-segments-calculator';

import { costOf, withPlainPunctuation } from '../../../nodes/SmsVoiceGateway/text/textCost.ts';

const x = (count: number): string => 'x'.repeat(count);

describe('costOf', () => {
	const plain = (parts: number, because: string, partsIfPlain = 1) => ({
		encoding: 'UCS-2',
		parts,
		because,
		partsIfPlain,
	});
	const UNSEEN =
		'non-breaking space (U+00A0) at 2, zero-width space (U+200B) at 4, invisible character (U+200E) at 6';
	test.each([
		['Hello', { encoding: 'GSM-7', parts: 1 }],
		[`Your order, Sara’s one. ${x(136)}`, plain(3, '’ (U+2019) at 17')],
		['“Hi”…', plain(1, '“ (U+201C) at 1, ” (U+201D) at 4, … (U+2026) at 5')],
		// Four characters, and Persian.
		['“Hi” “Ho”', { encoding: 'UCS-2', parts: 1 }],
		[`“Hi” “Ho” ${x(90)}`, plain(2, '“ (U+201C), ” (U+201D) and more')],
		[`“Hi” – … ${x(90)}`, plain(2, '“ (U+201C), ” (U+201D), – (U+2013) and more')],
		[`“Hi” “Ho” ${x(90)} سلام`, { encoding: 'UCS-2', parts: 2 }],
		['سلام سارا', { encoding: 'UCS-2', parts: 1 }],
		// An emoji counts as one character for what stands behind it.
		[`🙂 a – ${x(155)}`, plain(3, '🙂 (U+1F642) at 1, – (U+2013) at 5', 2)],
		['𐀀﷼ç', plain(1, '𐀀 (U+10000) at 1, ﷼ (U+FDFC) at 2, ç (U+00E7) at 3')],
		['a\u00a0b\u200bc\u200ed', plain(1, UNSEEN)],
		// The plain form is three characters.
		[`${x(159)}…`, plain(3, '… (U+2026) at 160', 2)],
	])('says of %j: %j', (text, cost) => {
		expect(costOf(text)).toEqual(cost);
	});

	const foreign = (character: string) => new SegmentedMessage(character).encodingName !== 'GSM-7';
	/** Plain forms, written out here so that they can't agree with a mistake of ours. */
	const PLAIN: Record<string, string> = {
		'’': "'",
		'“': '"',
		'”': '"',
		'–': '-',
		'…': '...',
		'\u00a0': ' ',
		'\u200b': '',
	};
	const text = fc
		.array(
			fc.oneof(
				{ weight: 30, arbitrary: fc.constantFrom(...'abcé@ {}€\n') },
				{ weight: 1, arbitrary: fc.constantFrom(...Object.keys(PLAIN), 'ç', '🙂', 'س') },
			),
			{ minLength: 1, maxLength: 400, size: 'max' },
		)
		.map((all) => all.join(''));

	test('agrees with the calculator on any text: what it is, which characters make it so, what it would be', () => {
		const seen = { none: 0, few: 0, many: 0 };
		fc.assert(
			fc.property(text, (one) => {
				const oracle = new SegmentedMessage(one);
				const { encoding, parts, because, partsIfPlain } = costOf(one);
				expect([encoding, parts]).toEqual([oracle.encodingName, oracle.segmentsCount]);
				const characters = [...one];
				const found = characters.flatMap((character, index) =>
					foreign(character) ? [{ character, place: index + 1 }] : [],
				);
				if (found.length === 0 || found.length > 3) {
					const plain = found.length === 0 ? undefined : withPlainPunctuation(one);
					const least = plain === undefined ? parts : new SegmentedMessage(plain).segmentsCount;
					expect(partsIfPlain).toBe(least < parts ? least : undefined);
					expect(because === undefined).toBe(partsIfPlain === undefined);
					seen[found.length === 0 ? 'none' : 'many']++;
					return;
				}
				seen.few++;
				const places = [...(because ?? '').matchAll(/\(U\+([0-9A-F]{4,5})\) at (\d+)/g)].map(
					([, code, place]) => ({
						character: String.fromCodePoint(parseInt(code ?? '', 16)),
						place: Number(place),
					}),
				);
				expect(places).toEqual(found);
				const replaced = characters
					.map((character) => (foreign(character) ? (PLAIN[character] ?? 'x') : character))
					.join('');
				const without = new SegmentedMessage(replaced);
				expect(['GSM-7', partsIfPlain]).toEqual([without.encodingName, without.segmentsCount]);
			}),
			{ numRuns: 200 },
		);
		expect(Math.min(seen.none, seen.few, seen.many)).toBeGreaterThan(0);
	});
});
