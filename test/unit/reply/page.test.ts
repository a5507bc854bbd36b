import { createHash } from 'node:crypto';
import * as fc from 'fast-check';

import {
	HEADERS,
	LONGEST_ANSWER,
	STYLE,
	donePage,
	noticePage,
	questionPage,
} from '../../../nodes/SmsVoiceGateway/reply/page.ts';
import { wordsFor } from '../../../nodes/SmsVoiceGateway/reply/words.ts';
import { runsOf } from '../fuzz.ts';
import {
	answerIn,
	answered,
	askedIn,
	timedOut,
} from '../../../nodes/SmsVoiceGateway/reply/webhook.ts';

const asked = { number: 1, message: 'Who takes it?', buttons: ['I take it'], at: '' };
const sender = { title: 'Alert', words: wordsFor('en'), asked };

/** The texts of a page, with what stands for characters read back. */
const readBack = (html: string): string[] =>
	[...html.matchAll(/>([^<]*)</g)].map(([, text = '']) =>
		text.replace(/&(lt|gt|quot|#39|amp);/g, (_, name: string) => SIGNS[name] ?? ''),
	);
const SIGNS: Record<string, string> = { lt: '<', gt: '>', quot: '"', '#39': "'", amp: '&' };

/** The tags of a page, without their attributes. */
const tagsOf = (html: string) => [...html.matchAll(/<\/?([a-z0-9!]+)/gi)].map(([tag]) => tag);

test("the page's policy lets in its own style and nothing else", () => {
	const hash = createHash('sha256').update(STYLE).digest('base64');
	const policy = String(HEADERS['Content-Security-Policy']);
	const html = questionPage(asked, sender);
	expect(html).toContain(`content="${policy.replace(/; frame-ancestors.*/, '')}"`);
	expect(policy.split('; ')).toEqual([
		"default-src 'none'",
		`style-src 'sha256-${hash}'`,
		'img-src data:',
		"form-action 'self'",
		"base-uri 'none'",
		"frame-ancestors 'none'",
	]);
	expect(html).toContain(`<style>${STYLE}</style>`);
});

test('the address of the page, which has the signature, goes nowhere', () => {
	expect(HEADERS).toMatchObject({ 'Referrer-Policy': 'no-referrer', 'Cache-Control': 'no-store' });
	const html = questionPage(asked, sender);
	expect(html).toContain('<meta name="referrer" content="no-referrer">');
	expect([...html.matchAll(/(?:href|src|action)="([^"]*)"/g)].map(([, at]) => at)).toEqual([
		'data:,',
	]);
	expect(html).not.toMatch(/https?:|<script|url\(/);
});

test('whatever comes from outside is text in the page, and never a tag', () => {
	const bare = {
		question: tagsOf(questionPage({ ...asked, buttons: ['a', 'b'] }, sender)),
		text: tagsOf(questionPage({ number: 1, message: '', at: '' }, sender, 'n', '')),
		done: tagsOf(donePage('', sender)),
		notice: tagsOf(noticePage('', sender)),
	};
	const outside = fc.oneof(
		fc.string({ unit: 'grapheme' }),
		fc.string({ unit: fc.constantFrom('<', '>', '"', "'", '&', '/', 'a', '-', '!', '=', '`') }),
		fc.constantFrom('</style><script>alert(1)</script>', '"><img src=x onerror=alert(1)>', '</p>'),
	);
	fc.assert(
		fc.property(outside, outside, outside, (message, label, workflow) => {
			const from = { ...sender, title: workflow };
			const buttons = questionPage({ ...asked, message, buttons: [label, 'b'] }, from);
			const text = questionPage({ number: 1, message, at: '' }, from, 'n', label);
			const done = donePage(label, from);
			expect(tagsOf(buttons)).toEqual(bare.question);
			expect(tagsOf(text)).toEqual(bare.text);
			expect(tagsOf(done)).toEqual(bare.done);
			expect(tagsOf(noticePage(message, from))).toEqual(bare.notice);
			expect(readBack(buttons)).toEqual(expect.arrayContaining([message, label, workflow]));
			// The first new line of a text field is not part of its text.
			expect(readBack(text)).toEqual(expect.arrayContaining([message, `\n${label}`]));
			expect(readBack(done)).toContain(label);
		}),
		runsOf(300),
	);
});

test.each([
	['ltr', 'Who takes it?', '🔴 shop-1 از دسترس', '12:30'],
	['rtl', 'سرور از دسترس خارج شد.', '🔴 1. سرور shop-1', 'השרת נפל'],
])('the page is read in the direction of its text: %s', (direction, ...messages) => {
	for (const message of messages) {
		const html = questionPage({ ...asked, message }, { ...sender, asked: { ...asked, message } });
		expect([message, html]).toEqual([
			message,
			expect.stringContaining(`lang="en" dir="${direction}">`),
		]);
	}
});

describe('the page speaks the language of the browser', () => {
	test.each([
		['en', undefined, '', 'xx', ';q=;,,=', '__proto__'],
		['fa', 'fa-IR,fa;q=0.9,en;q=0.8'],
		['fr', 'ja, fr;q=0.8, de;q=0.7'],
		['es', 'es-419'],
		['ar', 'AR'],
	])('%s', (language, ...given) => {
		for (const one of given) expect([one, wordsFor(one).language]).toEqual([one, language]);
	});

	test('each language has all words, and its own', () => {
		const all = ['en', 'fa', 'ar', 'de', 'es', 'fr', 'tr'].map((tag) => wordsFor(tag));
		expect(new Set(all).size).toBe(all.length);
		const [english] = all;
		for (const words of all.slice(1)) {
			expect(Object.keys(words)).toEqual(Object.keys(english ?? {}));
			for (const [name, text] of Object.entries(words)) {
				expect(text).not.toBe('');
				expect([name, text]).not.toEqual([name, english?.[name as 'done']]);
			}
		}
	});
});

const question = { number: 2, message: 'Well?', at: '2026-11-23T10:00:00.000Z' };
const one = { ...question, buttons: ['Yes'] };
const two = { ...question, buttons: ['Yes', 'No'] };

const LONG = 'x'.repeat(LONGEST_ANSWER);
const text = (of: unknown) => ({ answer: 'text', text: of });

/** What the form of a question gives as answer, and all bodies that do. */
test.each([
	['a button', one, { approved: true }, { answer: 'approve' }],
	['the other button', two, { approved: false }, { answer: 'decline' }],
	['a text with new lines of all kinds', question, { text: 'a\nb\nc' }, text(' a\r\nb\rc ')],
	['a text of any letters', question, { text: '\u200e سلام 👋' }, text('\u200e سلام 👋')],
	['a text as long as may be', question, { text: LONG }, text(LONG)],
	['a longer one', question, 'long', text(`${LONG}x`)],
	[
		'nothing to be seen',
		question,
		'empty',
		...[' \r\n\t', '\u200b', '\0', '\u2060 \u00ad\u2800\u3164'].map(text),
	],
	// Nothing, n8n's own approval by address, a button that is not there, a text where buttons are.
	['no answer', one, undefined, undefined, {}, 'answer=approve', { approved: 'true' }],
	[
		'no answer',
		one,
		undefined,
		...['yes', ['approve'], true, 'decline'].map((answer) => ({ answer })),
	],
	['no answer', one, undefined, text('approve')],
	['no text', question, undefined, { answer: 'approve' }, { text: 'x' }, text(['x', 'y'])],
])('of %s the form’s answer is known', (_, asked, answer, ...bodies) => {
	for (const body of bodies) expect([body, answerIn(body, asked)]).toEqual([body, answer]);
});

describe('what waits', () => {
	const item = { outcome: 'accepted', messageIds: ['1'] };

	test('is the output where the time is over, and says what was asked', () => {
		const waiting = timedOut(item, two);
		expect(waiting).toEqual({ data: {}, ...item, asked: two, ended: 'timedOut' });
		expect(askedIn(waiting)).toEqual(two);
	});

	test.each([
		['nothing', undefined],
		['a text', 'timedOut'],
		['an item that has been answered', answered(timedOut(item, two), { text: 'x' }, new Date())],
		['an item of another node', { asked: two }],
		['an item whose question is none', { asked: { number: '2' }, ended: 'timedOut' }],
	])('is not found in %s', (_, given) => {
		expect(askedIn(given)).toBeUndefined();
	});
});
