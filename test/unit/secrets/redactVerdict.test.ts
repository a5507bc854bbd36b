import { expect, test } from '@jest/globals';

import type { Json } from '../../../nodes/SmsVoiceGateway/values/json.ts';
import type { RowVerdict, Verdict } from '../../../nodes/SmsVoiceGateway/service/answer.ts';
import { redactorFor } from '../../../nodes/SmsVoiceGateway/secrets/redact.ts';

const SECRET = 'correct horse';
const said = (text: string) => `you sent ${text}`;

test.each<[(secret: string) => Verdict]>([
	[(secret) => ({ kind: 'accepted', response: { said: said(secret) } })],
	[(secret) => ({ kind: 'refused', response: said(secret) })],
	[(secret) => ({ kind: 'refused', code: said(secret), response: null })],
	[(secret) => ({ kind: 'refused', words: said(secret), response: [said(secret)] })],
	[
		(secret) => ({
			kind: 'unclear',
			why: 'mixed',
			code: '1006',
			words: said(secret),
			response: said(secret),
		}),
	],
])('what an answer says keeps all but the secret: case %#', (make) => {
	expect(redactorFor(SECRET).verdict(make(SECRET))).toStrictEqual(make('***'));
});

test('only fields with the very names of the login are taken out', () => {
	const kept = { my_username: 'a', password_hint: 'b', users: null, n: 12 };
	expect(redactorFor(SECRET).json({ ...kept, USERNAME: 'c', Password: 1 })).toEqual(kept);
});

test('what lies deeper than an answer goes is shown as text', () => {
	const inLists = (value: Json, count: number): Json =>
		count === 0 ? value : [inLists(value, count - 1)];
	const inObjects = (value: Json, count: number): Json =>
		count === 0 ? value : { a: inObjects(value, count - 1) };
	const { json } = redactorFor(SECRET);
	expect(json(inLists([SECRET], 99))).toEqual(inLists(['***'], 99));
	expect(json(inLists([SECRET], 100))).toEqual(inLists('["***"]', 100));
	expect(json(inObjects({ a: SECRET }, 99))).toEqual(inObjects({ a: '***' }, 99));
	expect(json(inObjects({ a: SECRET }, 100))).toEqual(inObjects('{"a":"***"}', 100));
});

test.each([
	['..', 'x...', 'x.***'],
	['\u{1f600}ab', 'x\u{1f600}ab', 'x\u{1f600}ab'],
	['\u{1f600}ab', 'x\u{1f600}ab \u{1f600}ab', 'x\u{1f600}ab ***'],
	['\uffff\uffff', 'x\uffff\uffff\uffff', 'x\uffff***'],
])('the short secret %j is found in %j only where it stands alone', (secret, text, shown) => {
	expect(redactorFor(secret).text(text)).toBe(shown);
});

test('of eight characters a secret is masked within a word too, of seven not', () => {
	expect(redactorFor('abcdefg1').text('xabcdefg1y ABCDEFG1')).toBe('x***y ***');
	expect(redactorFor('abcdef1').text('xabcdef1y abcdef1')).toBe('xabcdef1y ***');
});

test('a secret of up to 256 characters is found in each form', () => {
	const secret = 'pä/'.repeat(100).slice(0, 256);
	expect(redactorFor(secret).text(encodeURIComponent(secret))).toBe('***');
});

test.each([
	['0123', '123 0123 ۱۲۳', '123 *** ۱۲۳'],
	['01234', '1234 ۱۲۳۴ 01234', '*** *** ***'],
	['a0123', '0123 a123', '0123 a123'],
	['abc9', 'abc9 abc۹ abc０', '*** *** abc０'],
	['', 'a - b', 'a - b'],
])('of the secret %j there is in %j only what is masked in %j', (secret, text, shown) => {
	expect(redactorFor(secret).text(text)).toBe(shown);
});

test.each([
	['pass/w1', '/', '+'],
	['pass w1', ' ', '/'],
])('no other character stands for that of %j', (secret, own, other) => {
	const { text } = redactorFor(secret);
	expect(text(`<${secret}>`)).toBe('<***>');
	expect(text(`<${secret.replace(own, other)}>`)).not.toBe('<***>');
	expect(text(`<${secret.replace(own, 'Stryker was here')}>`)).not.toBe('<***>');
});

test('a code is masked behind a letter, and not behind a digit', () => {
	expect(redactorFor('', '48213').text('x48213 a1b48213 148213')).toBe('x*** a1b*** 148213');
});

test.each([
	['password1', 'passw&undefined;rd1'],
	['password1', 'passw\\undefinedrd1'],
	['password1', 'passw\\/rd1'],
	['pass\u0100rd1', 'pass\\x100rd1'],
	['pass\u0100rd1', 'passStryker was hererd1'],
])('the secret %j is not in %j', (secret, text) => {
	expect(redactorFor(secret).text(text)).toBe(text);
});

test.each(['p\\u00E4ssword', 'p\\u00e4ssword', 'p&#xE4;ssword', 'p%C3%A4ssword', 'p%c3%a4ssword'])(
	'digits of either letter case are read in %j',
	(text) => {
		expect(redactorFor('pässword').text(text)).toBe('***');
		expect(redactorFor('pä1').text(text.replace('ssword', '1'))).toBe('***');
	},
);

test('a number is a secret only where the whole secret is a number', () => {
	expect(redactorFor('abc48213').json([48213])).toEqual([48213]);
	expect(redactorFor('40213').json([40213, 4213])).toEqual(['***', 4213]);
});

test('rows keep their ids and answers, but for the secret', () => {
	const rows: RowVerdict[] = [
		{ kind: 'accepted', ids: ['9001', SECRET], warning: 'less' },
		{ kind: 'refused', words: said(SECRET), response: { said: said(SECRET) }, ids: [] },
		{ kind: 'unclear', why: 'unproven', response: -1, ids: [] },
	];
	const verdict: Verdict = { kind: 'accepted', response: [SECRET], rows };
	expect(redactorFor(SECRET).verdict(verdict)).toStrictEqual({
		kind: 'accepted',
		response: ['***'],
		rows: [
			{ kind: 'accepted', ids: ['9001'], warning: 'less' },
			{ kind: 'refused', words: said('***'), response: { said: said('***') }, ids: [] },
			{ kind: 'unclear', why: 'unproven', response: -1, ids: [] },
		],
	});
	const open: Verdict = { kind: 'accepted', response: ['9001'], rows: rows.slice(0, 1) };
	expect(redactorFor('another one').verdict(open).rows).toBe(open.rows);
});

test.each<[Json, Json]>([
	[{ [SECRET]: 1 }, { '***': 1 }],
	[[{ [SECRET]: [] }], [{ '***': [] }]],
	[{ Password: 'x' }, {}],
	[[{ a: { username: 5 } }], [{ a: {} }]],
	[{ list: [['a', SECRET]] }, { list: [['a', '***']] }],
	[SECRET, '***'],
	[null, null],
	[5, 5],
])('of %j is shown %j', (value, shown) => {
	expect(redactorFor(SECRET).json(value)).toEqual(shown);
});

test('an answer without a secret is shown as it is, and no other object', () => {
	const answer: Json = { data: [{ id: 1, text: 'a' }, null, true], more: { x: [[]] } };
	expect(redactorFor(SECRET, '048213').json(answer)).toBe(answer);
});

test.each([
	['abcd', '<YWJjZA===>', '<***=>'],
	['abcd', 'xYWJjZAx-', '***x-'],
	['>>>>>>>>', 'Pj4-Pj4-Pj4=', '***'],
	['????????', 'Pz8_Pz8_Pz8=', '***'],
	['0048213', '048213 48213 00048213', '*** *** 00048213'],
	['00482130', '0482130 x0482130', '*** x***'],
	['01234a', '1234a 01234a', '1234a ***'],
	['password1', 'İ PASSWORD1 Σ', 'İ *** Σ'],
	['ΟΔΥΣΣΕΥΣ1', 'οδυσσευσ1', '***'],
	['οδυσσευσ1', 'Σ ΟΔΥΣΣΕΥΣ1', 'Σ ***'],
	['İstanbul1', '<İSTANBUL1>', '<***>'],
	['a\\bcdefgh', '<abcdefgh> <a\\\\bcdefgh>', '<abcdefgh> <***>'],
	['\\abcdefg\\', '<\\\\abcdefg%5C> <abcdefg>', '<***> <abcdefg>'],
	['\\abcdefgh', `&#92;abcdefgh ${'x'.repeat(80)} abcdefgh`, `*** ${'x'.repeat(80)} abcdefgh`],
	['abababab', 'abababababababab', '******'],
	['pass word1', 'pass+word1 pass%20word1', '*** ***'],
	['pass+word1', 'pass word1 pass%2Bword1', 'pass word1 ***'],
	['pass\tword1', 'pass\\tword1 pass\tword1', '*** ***'],
	['passtword1', 'pass\tword1 passtword1', 'pass\tword1 ***'],
	['pw12', 'a\\npw12 anpw12 \\\\tpw12', 'a\\n*** anpw12 \\\\t***'],
	['passwörd=1', 'passw=C3=B6rd=3D1', '***'],
	['password12', 'passwo=\nrd12 passwo=\r\nrd12', '*** ***'],
	['1234', '12.34 1234', '12.34 ***'],
])('of the secret %j, in %j, is shown %j', (secret, text, shown) => {
	expect(redactorFor(secret).text(text)).toBe(shown);
});
