import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { SegmentedMessage } from 'sms-segments-calculator';
import { partsOf } from '../../../sandbox/parts.ts';
import { runsOf } from '../fuzz.ts';

/** What the library says, read from its segments one by one. */
function counted(text: string) {
	const { encodingName, segments } = new SegmentedMessage(text, 'auto');
	const lengths = segments.map((segment) => {
		let length = 0;
		for (const unit of Array.from(segment)) if ('raw' in unit) length += unit.raw?.length ?? 0;
		return length;
	});
	const ends = lengths.map((_, index) => lengths.slice(0, index + 1).reduce((a, b) => a + b, 0));
	return { encoding: encodingName, parts: segments.length, ends: ends.slice(0, -1) };
}

const characters = {
	basic: [...'abcXYZ 019\n!"#$%&\'()*+,-./:;<=>?@_'],
	gsm: [...'ab^{}\\[~]|€éÄßΩ\f\r\n`'],
	persian: [...'سلام یکتا گچپژ۰۱۲٣،؛؟«»ab 12'],
	joining: [...'سل\u200cا\u064e\u0301e\u0301😀👨‍👩‍👧🇮🇷\r\n'],
};

describe('parts are what the library counts', () => {
	test.each(Object.entries(characters))('for %s characters', (_name, list) => {
		fc.assert(
			fc.property(
				fc.array(fc.constantFrom(...list), { minLength: 1, maxLength: 480 }),
				(letters) => {
					const text = letters.join('');
					expect(partsOf(text)).toEqual(counted(text));
				},
			),
			runsOf(300),
		);
	});

	test('for any text', () => {
		fc.assert(
			fc.property(fc.string({ unit: 'binary', minLength: 1, maxLength: 200 }), (text) => {
				expect(partsOf(text)).toEqual(counted(text));
			}),
			runsOf(500),
		);
	});
});

test.each([
	['a', 160, 1, 'GSM-7'],
	['a', 161, 2, 'GSM-7'],
	['a', 306, 2, 'GSM-7'],
	['a', 307, 3, 'GSM-7'],
	['€', 80, 1, 'GSM-7'],
	['€', 81, 2, 'GSM-7'],
	['س', 70, 1, 'UCS-2'],
	['س', 71, 2, 'UCS-2'],
	['س', 134, 2, 'UCS-2'],
	['س', 135, 3, 'UCS-2'],
	['😀', 35, 1, 'UCS-2'],
	['😀', 36, 2, 'UCS-2'],
])('%s %i times is %i in %s', (letter, times, parts, encoding) => {
	expect(partsOf(letter.repeat(times))).toMatchObject({ parts, encoding });
});

test('the ends are where the parts end, and never within a character', () => {
	expect(partsOf('س'.repeat(135)).ends).toEqual([67, 134]);
	expect(partsOf('a'.repeat(307)).ends).toEqual([153, 306]);
	expect(partsOf('😀'.repeat(36)).ends).toEqual([66]);
	expect(partsOf('hello').ends).toEqual([]);
});

test('a text of a million characters is counted', () => {
	expect(partsOf('س\u200c'.repeat(500_000)).parts).toBe(Math.ceil(1_000_000 / 67));
});
