import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { SegmentedMessage } from 'sms-segments-calculator';

import { costOf } from '../../../nodes/SmsVoiceGateway/text/textCost.ts';

const x = (count: number): string => 'x'.repeat(count);

describe('costOf', () => {
	test.each<[string, string, object]>([
		['a plain text', 'Hello', { encoding: 'GSM-7', parts: 1 }],
		['GSM letters and signs', 'é{€}', { encoding: 'GSM-7', parts: 1 }],
		[
			'one curly apostrophe',
			`Your order, Sara’s one. ${x(136)}`,
			{ encoding: 'UCS-2', parts: 3, because: '’ (U+2019) at 17', partsIfPlain: 1 },
		],
		[
			'three characters of two kinds',
			'“Hi”…',
			{
				encoding: 'UCS-2',
				parts: 1,
				because: '“ (U+201C) at 1, ” (U+201D) at 4, … (U+2026) at 5',
				partsIfPlain: 1,
			},
		],
		['four characters', '“Hi” “Ho”', { encoding: 'UCS-2', parts: 1 }],
		['a Persian text', 'سلام سارا', { encoding: 'UCS-2', parts: 1 }],
		[
			'an emoji, counted as one character, and what stands behind it',
			`🙂 a – ${x(70)}`,
			{
				encoding: 'UCS-2',
				parts: 2,
				because: '🙂 (U+1F642) at 1, – (U+2013) at 5',
				partsIfPlain: 1,
			},
		],
		[
			'what can not be seen',
			'a\u00a0b\u200bc\u200ed',
			{
				encoding: 'UCS-2',
				parts: 1,
				because:
					'non-breaking space (U+00A0) at 2, zero-width space (U+200B) at 4, invisible character (U+200E) at 6',
				partsIfPlain: 1,
			},
		],
		[
			'an ellipsis, whose plain form is three characters',
			`${x(159)}…`,
			{ encoding: 'UCS-2', parts: 3, because: '… (U+2026) at 160', partsIfPlain: 2 },
		],
	])('says of %s', (_, text, cost) => {
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
					expect([because, partsIfPlain]).toEqual([undefined, undefined]);
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
			{ numRuns: 500 },
		);
		expect(Math.min(seen.none, seen.few, seen.many)).toBeGreaterThan(10);
	});
});
