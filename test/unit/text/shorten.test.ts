import { expect, test } from '@jest/globals';
import { shorten } from '../../../nodes/SmsVoiceGateway/text/shorten.ts';

test.each([
	['', ''],
	['abc', 'abc'],
	['abcd', 'abcd'],
	['abcde', 'abcd…'],
	['abc😀', 'abc…'],
	['ab😀', 'ab😀'],
	['ab😀c', 'ab😀…'],
	['😀😀😀', '😀😀…'],
	['abce\u0301', 'abc…'],
	['ab\u064B\u064Cc', 'ab\u064B\u064C…'],
	['abc\u064B\u064C', 'ab…'],
	['ab👍🏽', 'ab…'],
	['👨‍👩‍👧', '…'],
])('%j is shown as %j', (text, shown) => {
	expect(shorten(text, 4)).toBe(shown);
	expect(shorten(text, 4).isWellFormed()).toBe(true);
});
