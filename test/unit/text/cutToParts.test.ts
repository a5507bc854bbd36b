import * as fc from 'fast-check';
import { SegmentedMessage } from 'sms-segments-calculator';

import { cutToParts } from '../../../nodes/SmsVoiceGateway/text/messageParts.ts';
import { runsOf } from '../fuzz.ts';

const LINK = `\nhttps://n8n.example.com/webhook-waiting/1/a?signature=${'0'.repeat(64)}`;

test('a text that is too long loses its end, and says so', () => {
	const cut = cutToParts('word '.repeat(1000), LINK, 2);
	expect(cut).toMatch(/^(word )+(w|wo|wor|word)\.\.\.$/);
	expect(new SegmentedMessage(cut + LINK).segmentsCount).toBe(2);
	// Six characters more would not have fitted.
	expect(new SegmentedMessage(`${cut}word w${LINK}`).segmentsCount).toBe(3);
});

test('nothing is given where the link leaves room for nothing that can be seen', () => {
	expect(cutToParts('Who takes it?', `${LINK}${'0'.repeat(60)}`, 1)).toBeUndefined();
	expect(cutToParts('سلام', `\n${'x'.repeat(140)}`, 2)).toBeUndefined();
	expect(cutToParts(`  ${'س'.repeat(100)}`, 'x'.repeat(65), 1)).toBeUndefined();
});

test.each([
	[
		`${'word '.repeat(25)}https://news.example.com/2026/11/29/all-of-it`,
		`${'word '.repeat(24)}word...`,
	],
	[
		`${'word '.repeat(25)}WWW.example.com/2026/11/29/all-of-it/and-more`,
		`${'word '.repeat(24)}word...`,
	],
	// One that is whole stays: of the text that fits, and where the cut is behind it.
	['word https://a.example', 'word https://a.example'],
	[
		`${'word '.repeat(27)}https://a.example.com/ ${'word '.repeat(9)}`,
		`${'word '.repeat(27)}https://a.example.com/...`,
	],
	[`https://a.example ${'word '.repeat(40)}`, /^https:\/\/a\.example (word )+/],
	[`https://news.example.com/${'a'.repeat(200)}`, undefined],
])('a link is not cut, as it would lead to somebody else: %s', (text, cut) => {
	const found = cutToParts(text, '', 1);
	if (cut instanceof RegExp) expect(found).toMatch(cut);
	else expect(found).toBe(cut);
});

const FLAG = '🇮🇷';
const FAMILY = '👨‍👩‍👧‍👦';
test.each([
	FLAG,
	FAMILY,
	'👍🏽',
	'e\u0301',
	'1️⃣',
	'🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}',
])('%j stays whole or goes, wherever it is cut', (character) => {
	for (let before = 30; before < 70; before++) {
		const cut = cutToParts(`${'س'.repeat(before)}${character.repeat(20)}`, '', 1) ?? '';
		const rest = cut.replace(/\.\.\.$/, '').slice(before);
		expect(rest).toBe(character.repeat(rest.length / character.length).trimEnd());
		expect(new SegmentedMessage(cut).segmentsCount).toBe(1);
	}
});

test('as much stays as fits, and no character is divided', () => {
	fc.assert(
		fc.property(
			fc.string({ unit: 'grapheme', maxLength: 600 }),
			fc.integer({ min: 2, max: 5 }),
			(text, most) => {
				const cut = cutToParts(text, LINK, most) ?? '';
				expect(cut.isWellFormed()).toBe(text.isWellFormed() || cut.isWellFormed());
				expect(new SegmentedMessage(cut + LINK).segmentsCount).toBeLessThanOrEqual(most);
				if (cut !== text) expect(text.startsWith(cut.replace(/\.\.\.$/, ''))).toBe(true);
			},
		),
		runsOf(300),
	);
});
