import fc from 'fast-check';
import { SegmentedMessage } from 'sms-segments-calculator';

import { blocksOf, marksIn, readPage, rowsOf, sectionOf, textOf } from '../docs/markdown.ts';
import type { Mark } from '../docs/markdown.ts';
import {
	costOf,
	replacementsIn,
	withPlainPunctuation,
} from '../../../nodes/SmsVoiceGateway/text/textCost.ts';

describe('withPlainPunctuation', () => {
	const MARKS = 'a\u200eb\u200f\u202ac\u202e\u2066d\u2069\u00ade\u2028f\u2029\u061c';
	test.each([
		['apostrophes', 'It’s ‘so’ ‚low‘', "It's 'so' 'low'"],
		['quotes', '“a” „b‟ «c» ‹d›', '"a" "b" "c" \'d\''],
		['dashes', 'a‐b‑c‒d–e—f―g', 'a-b-c-d-e-f-g'],
		['an ellipsis', 'and so on…', 'and so on...'],
		['spaces that do not break', 'a\u00a0b\u202fc\u2007d', 'a b c d'],
		['tabs, wide and thin spaces', 'a\tb\u2003c\u2009d\u3000e\u205ff', 'a b c d e f'],
		['spaces without width', 'a\u200bb\ufeffc\u2060d\u200ce', 'abcde'],
		['marks of direction, soft hyphens and line separators', MARKS, 'abcdef'],
		['bullets', '• a\n•b', '- a\n- b'],
		['accents apart from their letters', 'Gro\u0308ße a\u0300 n\u0303 A\u030a', 'Größe à ñ Å'],
		['all of it beside GSM letters', 'Größe – 5\u00a0€…', 'Größe - 5 €...'],
		['a plain text', 'Hello', undefined],
		['a Persian text with half-spaces', 'می\u200cخواهم – «سلام»…', undefined],
		['a letter that the alphabet lacks', 'ça va – bien', undefined],
		['accents that the alphabet lacks', 'a\u0301', undefined],
		['a sign that is a letter too, of which nobody would be told', '5 \u212a – ok', undefined],
		['nothing but spaces that do not break', '\u00a0\u00a0', undefined],
		['a text that would cost more', '…'.repeat(70), undefined],
	])('of %s, %j, makes %j', (_, text, plain) => {
		expect(withPlainPunctuation(text)).toBe(plain);
	});

	const any = fc
		.array(
			fc.oneof(
				{ weight: 20, arbitrary: fc.constantFrom(...'abcé@ {}€\n') },
				{ weight: 2, arbitrary: fc.constantFrom(...'’“”–—…\u00a0\u200b\u200c') },
				{ weight: 1, arbitrary: fc.constantFrom('س', '\u200c', '🙂', 'ç', 'x') },
			),
			{ minLength: 1, maxLength: 60, size: 'max' },
		)
		.map((all) => all.join(''));

	test('replaces only in texts that become GSM-7 by it, by the calculator’s judgement, and never at more cost', () => {
		let replaced = 0;
		fc.assert(
			fc.property(any, (text) => {
				const plain = withPlainPunctuation(text);
				if (plain === undefined) return;
				replaced++;
				const [before, after] = [new SegmentedMessage(text), new SegmentedMessage(plain)];
				expect([before.encodingName, after.encodingName]).toEqual(['UCS-2', 'GSM-7']);
				expect(after.segmentsCount).toBeLessThanOrEqual(before.segmentsCount);
				// All that is not punctuation is there, in its order.
				const rest = (one: string) => one.replace(/['"\-.\s’“”–—…\u00a0\u200b\u200c]/gu, '');
				expect(rest(plain)).toBe(rest(text));
			}),
			{ numRuns: 500 },
		);
		expect(replaced).toBeGreaterThan(10);
	});
});

test('replacementsIn says what stands for what, and how often', () => {
	expect(replacementsIn('• Zoe\u0300')).toBe('• (U+2022) by - , è in several characters by one');
	expect(replacementsIn('It’s – Sara’s\u00a0…\u200b')).toBe(
		"’ (U+2019) by ' 2 times, – (U+2013) by -, non-breaking space (U+00A0) by a space, … (U+2026) by ..., zero-width space (U+200B) by nothing",
	);
});

describe('the page on numbers and text', () => {
	const section = sectionOf(
		readPage('docs/topics/numbers-and-text.md'),
		'What a text costs, and why',
	);

	test('shows what the output says', () => {
		const [block = ''] = blocksOf(section, 'json');
		const text = `Your order, Sara’s one. ${'x'.repeat(136)}`;
		expect(costOf(text)).toEqual(JSON.parse(block));
	});

	test('lists each character that is replaced, and what by', () => {
		const shown = rowsOf(section, 'In the text', 'Leaves as').flatMap((row) => {
			const [cell, leaves] = [row['In the text'] as Mark, row['Leaves as'] as Mark];
			const plain = { 'a space': ' ', nothing: '' }[textOf(leaves)] ?? textOf(leaves);
			const codes = [...textOf(cell).matchAll(/U\+([0-9A-F]{4})/g)].map(([, code]) =>
				String.fromCharCode(parseInt(code ?? '', 16)),
			);
			const written = marksIn(cell)
				.filter(({ type }) => type === 'inlineCode')
				.map(textOf);
			return [...codes, ...written].map((character) => [character, plain]);
		});
		const replaced = Array.from({ length: 0x10000 }, (_, code) => String.fromCharCode(code))
			.map((character) => [character, withPlainPunctuation(`a${character}`)?.slice(1)])
			// Those that Unicode itself has as another, such as the sign of the Ångström, stand in the text.
			.filter(([one, plain]) => plain !== undefined && plain !== `a${one}`.normalize().slice(1));
		expect(replaced.sort()).toEqual(shown.sort());
	});
});
