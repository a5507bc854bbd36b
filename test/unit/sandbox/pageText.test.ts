import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { aimOf, effectOf, strikesOf } from '../../../sandbox/inbox/faultWords.ts';
import { prettyTokens } from '../../../sandbox/inbox/pretty.ts';
import { PRESETS } from '../../../sandbox/inbox/presets.ts';
import { piecesOf } from '../../../sandbox/inbox/richText.ts';
import { validFaults } from '../../../sandbox/faults/validate.ts';

describe('the pieces of a text', () => {
	test('are the text when they are joined, whatever is in it', () => {
		const text = fc.string({
			unit: fc.constantFrom(
				'a',
				' ',
				'ß',
				'İ',
				'😀',
				'س',
				'http://',
				'https://x.y/',
				'.',
				'"',
				'<',
			),
		});
		fc.assert(
			fc.property(text, fc.string({ maxLength: 3 }), fc.array(fc.nat(50)), (all, search, ends) => {
				const within = ends.filter((end) => end > 0 && end < all.length);
				const pieces = piecesOf(all, search, within);
				expect(pieces.map((piece) => piece.text).join('')).toBe(all);
				expect(pieces.filter(({ partEnds }) => partEnds)).toHaveLength(new Set(within).size);
			}),
		);
	});

	test.each([
		['see https://example.com/a?b=1.', ['https://example.com/a?b=1']],
		[
			'(http://example.com) and HTTPS://EXAMPLE.COM!',
			['http://example.com', 'HTTPS://EXAMPLE.COM'],
		],
		['نشانی https://example.com/نوروز، بعد', ['https://example.com/نوروز']],
		['javascript:alert(1) data:text/html,x ftp://example.com www.example.com', []],
		['javascript:https://example.com', ['https://example.com']],
		['https://', []],
	])('of %j have as links %j', (text, links) => {
		expect(piecesOf(text, '', []).flatMap(({ href }) => href ?? [])).toEqual(links);
	});

	test('mark what was searched, also across a link and the end of a part', () => {
		const pieces = piecesOf('a HTTPS://example.com b', 'https', [4]);
		expect(pieces.filter(({ found }) => found).map(({ text }) => text)).toEqual(['HT', 'TPS']);
		expect(new Set(pieces.flatMap(({ href }) => href ?? []))).toEqual(
			new Set(['HTTPS://example.com']),
		);
	});
});

describe('pretty JSON', () => {
	const pretty = (json: string) =>
		prettyTokens(json)
			?.map(({ text }) => text)
			.join('');

	test('is what JSON.stringify writes, for values that it can keep', () => {
		fc.assert(
			fc.property(
				fc.oneof(fc.array(fc.jsonValue()), fc.dictionary(fc.string(), fc.jsonValue())),
				(value) => {
					expect(pretty(JSON.stringify(value))).toBe(JSON.stringify(value, null, 2));
				},
			),
		);
	});

	test('keeps every digit of an id', () => {
		expect(pretty('{"data":[9007199254741993]}')).toContain('9007199254741993');
	});

	test.each(['', 'no', '{"a":', '5', `["${'x'.repeat(60_000)}"]`])('is none of %.20j', (text) => {
		expect(prettyTokens(text)).toBeUndefined();
	});
});

describe('the presets', () => {
	test('are faults that the sandbox takes', () => {
		const made = PRESETS.map(({ make, setting }) => make(setting?.start || '09120000000'));
		expect(validFaults(made)).toEqual(made);
		expect(new Set(PRESETS.map(({ id }) => id)).size).toBe(PRESETS.length);
	});

	test('and every other fault have words that say whether a message is sent', () => {
		const others = validFaults([
			{ fault: { kind: 'html', accept: true } },
			{ fault: { kind: 'redirect', status: 307, location: 'http://x' } },
			{ fault: { kind: 'raw', body: '' } },
			{ fault: { kind: 'drop', when: 'before' } },
		]);
		const made = PRESETS.map(({ make }) => make('1'));
		for (const { fault } of [...made, ...others])
			expect(effectOf(fault)).toMatch(/Nothing is sent|message is taken/);
		expect(
			aimOf({ match: { destination: '1', probability: 0.5 }, fault: { kind: 'truncate' } }),
		).toBe('Requests for 1, 50 of 100 of them by chance');
		expect(aimOf({ match: { host: 'call' }, fault: { kind: 'truncate' } })).toBe(
			'Every request about calls and credit',
		);
		expect(strikesOf({ times: 2, fault: { kind: 'truncate' } }, 1)).toBe(
			'Struck 1 time; 2 more to come',
		);
		expect(strikesOf({ times: 0, fault: { kind: 'truncate' } }, 3)).toBe('Struck 3 times; used up');
	});
});
