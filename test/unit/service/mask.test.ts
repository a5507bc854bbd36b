import fc from 'fast-check';

import type { Verdict } from '../../../nodes/SmsVoiceGateway/service/answer.ts';
import { redactorFor } from '../../../nodes/SmsVoiceGateway/service/mask.ts';
import type { Json } from '../../../nodes/SmsVoiceGateway/values/json.ts';
import { FORMS } from '../../secretForms.ts';
import { row } from '../values/reads.ts';
import { runsOf } from '../fuzz.ts';

const SECRET = 'correct horse';
const CODE = '048213';

/** Of all that some form writes otherwise. */
const EVERYTHING = `pä""s''s\\\\wör/d&<>!~()*+ %41\n\u{1f600}`;

const long = fc
	.oneof(
		fc.string({ minLength: 8, maxLength: 20, unit: 'binary' }),
		fc.string({ minLength: 8, maxLength: 12, unit: fc.constantFrom(...`"'\\%&25ä/+!()~* `) }),
		fc.stringMatching(/^[\w!?.-]{8,16}$/),
		fc.string({ minLength: 900, maxLength: 1000 }),
	)
	.filter((one) => one.isWellFormed());

/** Where a text may stand in an answer. */
const PLACES: Array<(text: string) => Json> = [
	(text) => text,
	(text) => ({ meta: { status: 1008, message: text } }),
	(text) => [[1, { a: text }], 2],
	(text) => ({ [text]: 1 }),
];

test.each(Object.entries(FORMS))(
	'a password is not shown as %s: the answer is masked whole, wherever in it that stands',
	(_name, write) => {
		const before = fc.constantFrom('', '{"a":"', ' - ', '\n', 'x');
		fc.assert(
			fc.property(long, before, fc.nat(PLACES.length - 1), (password, front, at) => {
				const place = PLACES[at] ?? PLACES[0];
				const { json, text } = redactorFor(password);
				expect(text(`${front}${write(password)}`)).toBe('***');
				expect(json(place?.(`${front}${write(password)}`) ?? null)).toBe('***');
			}),
			{ ...runsOf(30), examples: [row(EVERYTHING, '', 0), row('\ufffd password', '', 1)] },
		);
	},
);

/** A secret, and texts: what is shown of each where that is a password and where it is a code, `-` for all of it, `*` for nothing. */
test.each([
	['1234', { '9123412341': '--', 'code 1234!': '**', a1234b: '-*', '۱۲۳۴': '**', '۱۲۳۴۵': '--' }],
	['00001234', { '9007121234993': '--', 'x 1234 y': '**' }],
	['0123', { '123': '**', '0123': '**', '00123': '**', '1230': '--' }],
	['482', { '482': '**', '4820': '--', a482: '--' }],
	['success', { 'unsuccessful, successive': '-*', 'success!': '**' }],
	['a', { 'a banana': '**', banana: '--' }],
	['Sent', { sent: '--', 'it is Sent': '**' }],
	['', { anything: '--', '': '--' }],
	['abcd', { 'YWJjZA==': '**', '61626364': '**' }],
	['good+bad day', { 'good+bad%20day': '**', 'good%2Bbad+day': '**' }],
	[String.raw`as&lt;it%41is\\`, { [String.raw`as&lt;it%41is\\`]: '**' }],
	['abcdef123', { abcdef1234: '**' }],
	['123abcde', { '9123abcde': '**' }],
	['1000234', { '1234, 10234': '--' }],
	['00012', { '12, 00': '--', 'no. 012': '**' }],
	['abcdefg1', { xABCDEFG1y: '**', abcdefg2: '--' }],
	['a.c+(d)[e]', { 'xa.c+(d)[e]': '**', 'abc+(d)[e]': '--' }],
	['048213', { '1048-213': '--', کد۰۴۸۲۱۳است: '-*', '48213': '**', '2026-11-26 10:00': '--' }],
	['a+b c&d=e', { 'a%2Bb+c%26d%3De': '**', 'a+b+c&d=e': '--' }],
	['p\u{10fffd}ss-word', { 'p&#x010FFFD;ss-word': '**', 'p&#1114109;ss-word': '**' }],
	['p\u{1f600}ss-word', { [String.raw`p\ud83d\ude00ss-word`]: '**', 'p&#128512;ss-word': '**' }],
	['tab\tand\nline', { [String.raw`tab\tand\nline`]: '**', 'tab&#9;and&#xA;line': '**' }],
	[
		'x&y<z>"\'q',
		{ 'x&amp;y&lt;z&gt;&quot;&apos;q': '**', 'x&amp;y&nope;': '--', '&#9999999;': '--' },
	],
	['>>>???>>>', { 'Pj4-Pz8_Pj4-': '**', 'Pj4+Pz8/Pj4+': '**' }],
])('of the secret %j, texts are shown where it is not in them: %j', (secret, texts) => {
	for (const [text, shown] of Object.entries(texts)) {
		const given = [redactorFor(secret), redactorFor('', secret)];
		const wanted = Array.from(shown, (one) => (one === '-' ? text : '***'));
		expect([text, given.map((one) => one.text(text))]).toEqual([text, wanted]);
	}
});

test.each([
	['048213', { code: 48213, id: 9 }],
	['048213', [48213, 7]],
	['048213', { 'is 048213': 1 }],
	['correct horse', { data: [{ password: 'correct horse', id: '900719925474099' }] }],
	['correct horse', { a: ['\\', { b: 'x\ncorrect horse' }] }],
	[String.raw`back\slash "x"`, { a: String.raw`back\slash "x"` }],
	['a\nb\nc\nd\n', { a: 'a\nb\nc\nd\n' }],
	['correct horse', JSON.parse('{"__proto__":{"a":"correct horse"}}') as Json],
])('an answer that holds %j is masked whole: %j', (secret, answer) => {
	expect(redactorFor('', secret).json(answer)).toBe('***');
	expect(redactorFor(secret).json(answer)).toBe('***');
});

test('an answer without a secret is shown as it is, and no other object', () => {
	const answer: Json = { data: [{ id: 1048213, text: 'a\\b' }, null, true], more: { x: [[]] } };
	expect(redactorFor(SECRET, CODE).json(answer)).toBe(answer);
});

test('what lies too deep is masked unread', () => {
	const deep = (count: number): Json => (count === 0 ? 'x' : [deep(count - 1)]);
	const { json } = redactorFor(SECRET);
	expect(json(deep(100))).toEqual(deep(100));
	expect(json(deep(101))).toBe('***');
	expect(json({ code: 1, data: [2, deep(100)] })).toBe('***');
	let bottomless: Json = 1;
	for (let depth = 0; depth < 100_000; depth++) bottomless = [bottomless];
	expect(json(bottomless)).toBe('***');
});

const secret = `you sent ${SECRET}`;
test.each<[Verdict, Verdict]>([
	[
		{ kind: 'accepted', response: { said: secret } },
		{ kind: 'accepted', response: '***' },
	],
	[
		{ kind: 'refused', code: '1008', words: secret, response: [secret] },
		{ kind: 'refused', code: '1008', words: '***', response: '***' },
	],
	[
		{ kind: 'unclear', why: 'unproven', code: secret, response: secret },
		{ kind: 'unclear', why: 'unproven', code: '***', response: '***' },
	],
	[
		{
			kind: 'accepted',
			response: [SECRET],
			rows: [
				{ kind: 'accepted', ids: ['9001'], warning: 'x' },
				{ kind: 'refused', words: secret, response: { said: secret }, ids: ['2'] },
			],
		},
		{
			kind: 'accepted',
			response: '***',
			rows: [
				{ kind: 'accepted', ids: [], response: '***' },
				{ kind: 'refused', words: '***', response: '***', ids: [] },
			],
		},
	],
])(
	'of a verdict on an answer with a secret stays what was proven, and no id: %j',
	(given, shown) => {
		expect(redactorFor(SECRET).verdict(given)).toEqual(shown);
		expect(redactorFor('another one').verdict(given)).toBe(given);
	},
);
