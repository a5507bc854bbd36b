import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';

import type { Json } from '../../../nodes/SmsVoiceGateway/values/json.ts';
import { redactorFor } from '../../../nodes/SmsVoiceGateway/secrets/redact.ts';
import { runsOf } from '../fuzz.ts';

const longPassword = fc.string({ minLength: 8, maxLength: 24, unit: 'binary' });

/** Every form in which an answer may write a password back. */
const forms = (password: string): string[] => [
	password,
	JSON.stringify(password).slice(1, -1),
	encodeURIComponent(Buffer.from(password, 'utf8').toString()),
	new URLSearchParams({ p: password }).toString().slice(2),
	Buffer.from(password, 'utf8').toString('base64'),
];

describe('What a service answers', () => {
	test('never shows a distinctive password, in whatever form and place it comes', () => {
		fc.assert(
			fc.property(longPassword, fc.string(), fc.string(), (password, before, after) => {
				for (const form of forms(password)) {
					const shown = redactorFor(password).text(`${before}${form}${after}`);
					expect(shown.includes(form) && !`${before}***${after}`.includes(form)).toBe(false);
				}
			}),
			runsOf(100),
		);
	});

	test.each(['pä"ss/wörd+&<>', "it's a secret", 'a\\b\tc d%41'])(
		'never shows %j in any mixture of escapes',
		(password) => {
			const styles: Array<(c: string) => string> = [
				(c) => c,
				(c) => `&#${c.codePointAt(0)};`,
				(c) => `&#0${c.codePointAt(0)};`,
				(c) => `&#x${(c.codePointAt(0) ?? 0).toString(16).toUpperCase()};`,
				(c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`,
				(c) => JSON.stringify(c).slice(1, -1),
				(c) => encodeURIComponent(c),
				(c) => encodeURIComponent(c).toLowerCase(),
			];
			fc.assert(
				fc.property(
					fc.array(fc.nat(styles.length - 1), { minLength: 20, maxLength: 20 }),
					(picks) => {
						const written = Array.from(password, (c, at) => styles[picks[at] ?? 0]?.(c)).join('');
						expect(redactorFor(password).text(`<p>${written}</p>`)).toBe('<p>***</p>');
					},
				),
				runsOf(100),
			);
		},
	);

	test.each(['a1', '1234', 'a\nb', '\n', 'aa', 'a1b2a1b2', '%0A', '\\n1'])(
		'is masked text by text, whatever stands in the others: %j',
		(password) => {
			const unit = fc.constantFrom(...password, 'a', 'b', '1', '\n', ' ', '%', '\\', 'n', password);
			const texts = fc.array(fc.string({ unit, maxLength: 6 }), { maxLength: 6 });
			fc.assert(
				fc.property(texts, (list) => {
					const { json, text } = redactorFor(password);
					const record = Object.fromEntries(list.map((one, index) => [`m${index}m`, one]));
					expect(json(list)).toEqual(list.map(text));
					expect(Object.values(json(record) as object)).toEqual(list.map(text));
				}),
				runsOf(300),
			);
		},
	);

	test('loses its login fields at every depth and keeps the rest', () => {
		const { json } = redactorFor('correct horse');
		expect(
			json({
				data: [{ Password: 'x', username: 'u', MsgID: '9007199254740993' }],
				note: 'you sent correct horse as password',
			}),
		).toEqual({
			data: [{ MsgID: '9007199254740993' }],
			note: 'you sent *** as password',
		});
	});

	test.each<[string, Json, Json]>([
		[
			'1234',
			['9123412341', 1234, 'code 1234!', 'a1234b'],
			['9123412341', '***', 'code ***!', 'a1234b'],
		],
		[
			'200',
			{ meta: { status: 200, message: 'ok 2003' } },
			{ meta: { status: 200, message: 'ok 2003' } },
		],
		['success', { message: 'unsuccessful, successive' }, { message: 'unsuccessful, successive' }],
		['a', { message: 'a banana' }, { message: '*** banana' }],
		['', { message: 'anything' }, { message: 'anything' }],
	])('is not spoilt by the short or common password "%s"', (password, answer, shown) => {
		expect(redactorFor(password).json(answer)).toEqual(shown);
	});

	test('is shown as text below a depth that no answer has, and never overflows', () => {
		let deep: Json = 'long-password';
		for (let depth = 0; depth < 500; depth++) deep = [deep];
		const shown = JSON.stringify(redactorFor('long-password').json(deep));
		expect(shown).toContain('***');
		expect(shown).not.toContain('long-password');
		for (let depth = 0; depth < 100_000; depth++) deep = [deep];
		expect(JSON.stringify(redactorFor('long-password').json(deep))).toContain('too deeply');
	});

	test('brings no key of an object prototype to life', () => {
		const answer = JSON.parse('{"__proto__":{"polluted":true},"constructor":{"x":1}}') as Json;
		const shown = redactorFor('long-password').json(answer);
		expect(Object.getPrototypeOf(shown)).toBe(Object.prototype);
		expect(({} as Record<string, unknown>).polluted).toBeUndefined();
		expect(JSON.stringify(shown)).toBe('{"__proto__":{"polluted":true},"constructor":{"x":1}}');
	});
});

describe('A code whose digits stand apart', () => {
	test.each([
		['0, 4, 8, 2, 1, 3', '***'],
		['Your code is 0 4 8 2 1 3.', 'Your code is ***.'],
		['048-213', '***'],
		['048 213, valid for 5 minutes', '***, valid for 5 minutes'],
		['48,213', '***'],
		['code: 04.82.13', 'code: ***'],
		['1048-213', '1048-213'],
		['048-2135', '048-2135'],
		['2026-11-26 10:00', '2026-11-26 10:00'],
	])('is masked in %j', (given, shown) => {
		expect(redactorFor('correct horse', '048213').text(given)).toBe(shown);
	});

	test.each<[Json, Json]>([
		[[0, 4, 8, 2, 1, 3], '***'],
		[['0', '4', '8', '2', '1', '3'], '***'],
		[['048', '213'], '***'],
		[{ say: [48, 213] }, { say: '***' }],
		[
			[0, 4, 8],
			[0, 4, 8],
		],
		[
			[9001, 9002],
			[9001, 9002],
		],
	])('is masked in %j', (given, shown) => {
		expect(redactorFor('correct horse', '048213').json(given)).toEqual(shown);
	});

	test('is not looked for of a password', () => {
		expect(redactorFor('048213').text('0, 4, 8, 2, 1, 3')).toBe('0, 4, 8, 2, 1, 3');
	});
});

test.each<[string, Json, Json]>([
	['0482', '482', '***'],
	['0482', 'code 482.', 'code ***.'],
	['0482', 482, '***'],
	['0482', '14823', '14823'],
	['482', { code: 482 }, { code: '***' }],
	['482', { took: 482 }, { took: 482 }],
	['0048', 48, 48],
])('the code %s is masked in %j without its zeros, from three digits on', (code, given, shown) => {
	expect(redactorFor('correct horse', code).json(given)).toEqual(shown);
});

test.each([
	['00001234', '9007121234993'],
	['12345678', '912345678001'],
	['00001234', '09121234567'],
	['9001', '90012345'],
])(
	'the password %s, which is all digits, takes nothing out of the middle of %s',
	(password, id) => {
		const { text, json, verdict } = redactorFor(password);
		expect(text(id)).toBe(id);
		expect(json({ data: [id] })).toEqual({ data: [id] });
		const said = verdict({
			kind: 'accepted',
			response: { data: [id] },
			rows: [{ kind: 'accepted', ids: [id] }],
		});
		expect(said).toMatchObject({ rows: [{ ids: [id] }] });
		expect(text(`password=${password}`)).toBe('password=***');
		expect(text(`x${password}y`)).toBe(password.length < 8 ? `x${password}y` : 'x***y');
	},
);
