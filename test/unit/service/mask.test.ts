import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';

import type { RowVerdict, Verdict } from '../../../nodes/SmsVoiceGateway/service/answer.ts';
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

describe('A password', () => {
	test.each(Object.entries(FORMS))('is not shown as %s, wherever it stands', (_name, write) => {
		const before = fc.constantFrom('', '{"a":"', ' - ', '\n', 'x');
		fc.assert(
			fc.property(long, before, fc.nat(PLACES.length - 1), (password, front, at) => {
				const place = PLACES[at] ?? PLACES[0];
				const { json, text } = redactorFor(password);
				expect(text(`${front}${write(password)}`)).toBe('***');
				expect(json(place?.(`${front}${write(password)}`) ?? null)).toEqual(place?.('***'));
			}),
			{ ...runsOf(30), examples: [row(EVERYTHING, '', 0), row('\ufffd password', '', 1)] },
		);
	});

	/** The ways to write one character, and that again. */
	const hex = (c: string) => (c.codePointAt(0) ?? 0).toString(16);
	const bytes = (c: string, mark: string) =>
		Array.from(Buffer.from(c), (byte) => mark + byte.toString(16).padStart(2, '0')).join('');
	const json = (c: string) => JSON.stringify(c).slice(1, -1);
	const WAYS: Array<(text: string) => string> = [
		(c) => c,
		json,
		(c) => json(json(c)),
		(c) => `\\u{${hex(c)}}`,
		(c) => (c < '\u0100' ? `\\x${hex(c).padStart(2, '0')}` : c),
		(c) => `&#${c.codePointAt(0) ?? 0};`,
		(c) => `&amp;#x0${hex(c)};`,
		(c) => bytes(c, '%'),
		(c) => bytes(c, '%25'),
		(c) => Buffer.from(c).toString('latin1'),
		(c) => new TextDecoder('windows-1252').decode(Buffer.from(c)),
	];
	test('is not shown in any mixture of escapes', () => {
		const unit = fc.constantFrom(...'abx0127AFä€\u{1f600}/+ \n\t&<>=;#-_.éس۴');
		const secrets = fc.array(unit, { minLength: 8, maxLength: 14 }).map((units) => units.join(''));
		const picks = fc.array(fc.nat(WAYS.length - 1), { minLength: 14, maxLength: 14 });
		fc.assert(
			fc.property(secrets, picks, (secret, ways) => {
				const written = Array.from(secret, (c, at) => WAYS[ways[at] ?? 0]?.(c)).join('');
				expect([written, redactorFor(secret).text(`<${written}>`)]).toEqual([written, '***']);
			}),
			runsOf(500),
		);
	});

	const PASSWORD = 'pässwörd!2024€';
	const BYTES = Buffer.from(PASSWORD);
	const wide = Buffer.from(PASSWORD, 'utf16le');
	const hexadecimal = (mark: string) => BYTES.toString('hex').replace(/..(?=.)/g, `$&${mark}`);
	const octal = (one: number) => (one < 128 ? String.fromCharCode(one) : `\\${one.toString(8)}`);
	const wrapped = Buffer.from(`${'x'.repeat(70)}${PASSWORD}`).toString('base64');
	test.each([
		...[[...BYTES].join(', '), hexadecimal(' '), hexadecimal(':'), hexadecimal('-').toUpperCase()],
		...[wide.toString('base64'), Buffer.from(wide).swap16().toString('base64')],
		...[Array.from(BYTES, octal).join(''), wrapped.replace(/.{76}/g, '$&\r\n')],
		...['P&auml;SSW&ouml;RD&excl;2024&euro;', 'p=C3=A4ssw=\r\n=C3=B6rd!20=\n24=E2=82=AC'],
	])('is found as bytes or in a rare form: %j', (written) => {
		expect(redactorFor(PASSWORD).text(`login ${written} refused`)).toBe('***');
	});
});

/** A secret, and texts: what is shown of each where that is a password and where it is a code, `-` for all of it, `*` for nothing. */
test.each<[string, Record<string, string>]>([
	['1234', { '9123412341': '--', 'code 1234!': '**', a1234b: '-*', '۱۲۳۴': '**', '۱۲۳۴۵': '--' }],
	['1234', { '12.34': '-*' }],
	['00001234', { '9007121234993': '--' }],
	['12345678', { '912345678001': '--', x12345678y: '**' }],
	['0123', { '123': '-*', '0123': '**' }],
	['0012', { '12': '--', '0012': '**' }],
	['0000', { '0': '--', 'code 0000': '**' }],
	['success', { 'unsuccessful, successive': '-*', 'Success!': '**' }],
	['a', { 'a banana': '**', banana: '--' }],
	['Sent', { sent: '--' }],
	['', { anything: '--' }],
	['abc', { 'YWJj 616263': '--' }],
	['abcd', { 'YWJjZA==': '**', '61626364': '**' }],
	['abcdef1', { xabcdef1y: '-*' }],
	['abcdefg1', { xABCDEFG1y: '**' }],
	['AB12', { codeAB12x: '-*' }],
	['AB', { CABS: '--' }],
	['Z9x', { 'x%20abZ9x': '--', '%20Z9x%41': '**' }],
	['Z9x', { [String.raw`\nZ9x`]: '**', [String.raw`\u0041Z9x`]: '**' }],
	['password1', { 'passw\\undefinedrd1': '--' }],
	['048213', { '0, 4, 8, 2, 1, 3': '-*', '048-213': '-*', کد۰۴۸۲۱۳است: '-*' }],
	['048213', { '1048-213': '--', '048-2135': '--', '2026-11-26 10:00': '--' }],
	['οδυσσευσ1', { ΟΔΥΣΣΕΥΣ1: '**' }],
])('of the secret %j, texts are shown where it is not in them: %j', (secret, texts) => {
	for (const [text, shown] of Object.entries(texts)) {
		const given = [redactorFor(secret).text(text), redactorFor('', secret).text(text)];
		expect([text, given]).toEqual([text, Array.from(shown, (one) => (one === '-' ? text : '***'))]);
	}
});

const CODES: Array<[string, Json, Json]> = [
	row(CODE, { code: 48213, id: 9048213 }, { code: '***', id: 9048213 }),
	row('0012', { code: 12, otp_code: 12, count: 12 }, { code: '***', otp_code: '***', count: 12 }),
	row('482', { took: 482, pin: 482 }, { took: 482, pin: '***' }),
	row(CODE, { say: [0, 4, 8, 2, 1, 3], by: ['048', '213'] }, { say: '***', by: '***' }),
	row(CODE, [48213, 7], ['***', 7]),
	row(CODE, [0, 4, 8], [0, 4, 8]),
	row('abc48213', [48213], [48213]),
];
test.each(CODES)('the code %s is masked as a number: %j', (code, given, shown) => {
	expect(redactorFor(SECRET, code).json(given)).toEqual(shown);
});

const proto = (b: string) => JSON.parse(`{"__proto__":{"a":1},"b":"${b}"}`) as Json;
const OK: Json = { meta: { status: 200, message: 'ok 2003' } };
const LOGIN: Json = {
	data: [{ Password: 'x', USERNAME: 'u', id: '900719925474099' }],
	my_name: 'a',
};
const SHOWN: Array<[Json, Json]> = [
	row(OK, OK),
	row(LOGIN, { data: [{ id: '900719925474099' }], my_name: 'a' }),
	row({ a: 'no correct horse', yes: true, none: null }, { a: '***', yes: true, none: null }),
	row({ 'x correct horse': 1, 'y correct horse': 2 }, { '***': 1, '*** 1': 2 }),
	row([...Buffer.from(SECRET)], '***'),
	row(proto(SECRET), proto('***')),
];
test.each(SHOWN)('of %j is shown %j', (given, shown) => {
	expect(JSON.stringify(redactorFor(SECRET).json(given))).toBe(JSON.stringify(shown));
	expect(redactorFor('200').json({ status: 200 })).toEqual({ status: 200 });
});

test('an answer without a secret is shown as it is, and no other object', () => {
	const answer: Json = { data: [{ id: 1, text: 'a' }, null, true], more: { x: [[]] } };
	expect(redactorFor(SECRET, CODE).json(answer)).toBe(answer);
});

test.each(['a1', '1234', 'a\nb', '\n', 'aa', 'a1b2a1b2', '%0A', '\\n1'])(
	'each text is masked by itself, whatever stands in the others: %j',
	(password) => {
		const others = ['a', 'b', '1', '\n', ' ', '%', '\\', 'n', '='];
		const unit = fc.constantFrom(...password, ...others, password);
		fc.assert(
			fc.property(fc.array(fc.string({ unit, maxLength: 6 }), { maxLength: 6 }), (list) => {
				const { json, text } = redactorFor(password);
				const record = Object.fromEntries(list.map((one, index) => [`m${index}m`, one]));
				expect(Object.values(json(record) as object)).toEqual(list.map(text));
			}),
			runsOf(300),
		);
	},
);

test('what lies too deep, or in too many escapes, is masked unread', () => {
	const deep = (count: number): Json => (count === 0 ? 'x' : [deep(count - 1)]);
	const { json, text } = redactorFor(SECRET);
	expect(JSON.stringify(json(deep(99)))).toContain('x');
	expect(JSON.stringify(json(deep(101)))).toBe(JSON.stringify(deep(100)).replace('x', '***'));
	let bottomless: Json = 1;
	for (let depth = 0; depth < 100_000; depth++) bottomless = [bottomless];
	expect(JSON.stringify(json(bottomless))).toContain('***');
	expect(text(`%${'25'.repeat(7)}41`)).toContain('%');
	expect(text(`%${'25'.repeat(30)}41`)).toBe('***');
});

const said = (text: string) => `you sent ${text}`;
const secret = said(SECRET);
test.each<(of: (text: string) => string) => Verdict>([
	(of) => ({ kind: 'accepted', response: { said: of(secret) } }),
	(of) => ({ kind: 'refused', code: of(secret), response: null }),
	(of) => ({ kind: 'refused', code: '1008', words: of(secret), response: [of(secret)] }),
	(of) => ({ kind: 'unclear', why: 'mixed', code: '1006', words: of(secret), response: 'x' }),
])('what a verdict has of an answer keeps all but the secret: case %#', (make) => {
	expect(redactorFor(SECRET).verdict(make((text) => text))).toStrictEqual(make(() => '***'));
});

test('rows keep their ids and answers, but for the secret', () => {
	const rowsWith = (ids: string[], words: string): RowVerdict[] => [
		{ kind: 'accepted', ids, warning: words },
		{ kind: 'refused', words, response: { said: words }, ids: [] },
	];
	const rows = rowsWith(['9001', SECRET], secret);
	const verdict: Verdict = { kind: 'accepted', response: [SECRET], rows };
	expect(redactorFor(SECRET).verdict(verdict)).toStrictEqual({
		...{ kind: 'accepted', response: ['***'], rows: rowsWith(['9001'], '***') },
	});
	const open: Verdict = { kind: 'accepted', response: ['9001'], rows };
	expect(redactorFor('another one').verdict(open).rows).toBe(rows);
});
