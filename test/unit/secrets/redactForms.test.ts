import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';

import { redactorFor } from '../../../nodes/SmsVoiceGateway/secrets/redact.ts';
import { FORMS, isStillIn } from '../../secretForms.ts';
import { runsOf } from '../fuzz.ts';
import { maskedByPattern } from './redactOracle.ts';

const forms = Object.entries(FORMS);

/** Of all that some form writes otherwise. */
const EVERYTHING = `pä""s''s\\\\wör/d&<>!~()*+ %41\n\u{1f600}`;

describe('A password', () => {
	test.each(forms)('of any characters is not shown as %s', (_name, write) => {
		const secret = fc.oneof(
			fc.string({ minLength: 8, maxLength: 20, unit: 'binary' }),
			fc.string({
				minLength: 8,
				maxLength: 12,
				unit: fc.constantFrom(...`"'\\%&25ä/+!()~* `),
			}),
		);
		fc.assert(
			fc.property(secret, fc.constantFrom('', '{"a":"', ' - ', '\n'), (password, before) => {
				fc.pre(password.isWellFormed());
				const written = write(password);
				const shown = redactorFor(password).text(`${before}${written}`);
				expect(shown).toContain('***');
				if (written !== '***') expect(shown).not.toContain(written);
				expect(isStillIn(password, shown)).toBe(false);
			}),
			{
				...runsOf(60),
				examples: [
					[EVERYTHING, ''],
					// It is also what a decoder writes for bytes that it can't read.
					['\ufffd password', ''],
				],
			},
		);
	});

	test.each([
		['%22', '%22'],
		['\\n', '\\n'],
		['\\u0022', '\\u0022'],
		['\\x22', '\\x22'],
		['&quot;', '&quot;'],
		['"', '"'],
		['%2522', '%2522'],
	])('that is short is not shown right behind %s', (before, kept) => {
		for (const secret of ['pw12', '1234', 'abc']) {
			expect(redactorFor(secret).text(`x${before}${secret}${before}`)).toBe(`x${kept}***${before}`);
		}
	});

	test('that is short stays in longer words and numbers, where it stands by chance', () => {
		const { text, json } = redactorFor('1234');
		for (const word of ['a1234', '1234b', '91234', '12345', 'é1234', '۱۲۳۴۵']) {
			expect(text(word)).toBe(word);
		}
		expect(json([91234, 12345, 123, 1234])).toEqual([91234, 12345, 123, '***']);
		expect(text('12341234 1234')).toBe('12341234 ***');
	});

	test('that is short stays within a word that begins behind an escape', () => {
		expect(redactorFor('Z9x').text('x%20abZ9x')).toBe('x%20abZ9x');
		expect(redactorFor('Z9x').text('x\\u0022abZ9x Z9x')).toBe('x\\u0022abZ9x ***');
	});

	test('that looks like quoted-printable is found behind an escape of its own', () => {
		expect(redactorFor('pass=41word').text('x p\\u0061ss=41word y')).toBe('x *** y');
	});

	test('with a backslash in it takes nothing along that stands behind it', () => {
		expect(redactorFor('secret\\word').text('secret\\\\word and the rest of it')).toBe(
			'*** and the rest of it',
		);
	});

	test('that begins with a backslash takes none along that stands behind it', () => {
		expect(redactorFor('\\secretword').text('\\\\secretword\\ x')).toBe('***\\ x');
	});

	test('that ends with a backslash is not found without one', () => {
		expect(redactorFor('secretword\\').text('secretword and \\ x')).toBe('secretword and \\ x');
	});

	test('leaves a yes and a nothing beside it as they are', () => {
		expect(redactorFor('abcd').json({ ok: true, none: null, echo: 'abcd', code: 5 })).toEqual({
			ok: true,
			none: null,
			echo: '***',
			code: 5,
		});
	});

	test('of no more than three bytes is not looked for in encoded text', () => {
		expect(redactorFor('abc').text('YWJj 616263')).toBe('YWJj 616263');
		expect(redactorFor('abcd').text('YWJjZA== 61626364')).toBe('*** ***');
	});

	test('of which a form begins within another that is part of a word is masked all the same', () => {
		expect(redactorFor('a.a').text('xa.a.a')).toBe('xa.***');
	});

	test.each([256, 257, 5000])(
		'of %i characters is masked as it is and as JSON has it',
		(length) => {
			const secret = '"ab/cd"'.repeat(1000).slice(0, length);
			const { text } = redactorFor(secret);
			expect(text(`<${secret}>`)).toBe('<***>');
			expect(text(`<${JSON.stringify(secret).slice(1, -1)}>`)).toBe('<***>');
		},
	);
});

/** The ways to write one character, and that again. */
const WRITINGS: Array<(text: string) => string> = [
	(c) => c,
	(c) => JSON.stringify(c).slice(1, -1),
	(c) => JSON.stringify(JSON.stringify(c).slice(1, -1)).slice(1, -1),
	(c) =>
		Array.from(
			{ length: c.length },
			(_, at) => `\\u${c.charCodeAt(at).toString(16).padStart(4, '0')}`,
		).join(''),
	(c) =>
		(c.codePointAt(0) ?? 0) < 256
			? `\\x${(c.codePointAt(0) ?? 0).toString(16).padStart(2, '0')}`
			: c,
	(c) => `&#${c.codePointAt(0) ?? 0};`,
	(c) => `&amp;#x0${(c.codePointAt(0) ?? 0).toString(16)};`,
	(c) => Array.from(Buffer.from(c), (byte) => `%${byte.toString(16).padStart(2, '0')}`).join(''),
	(c) => Array.from(Buffer.from(c), (byte) => `%25${byte.toString(16).padStart(2, '0')}`).join(''),
	(c) => (c === ' ' ? '+' : c),
	(c) => Buffer.from(c).toString('latin1'),
	(c) => new TextDecoder('windows-1252').decode(Buffer.from(c)),
	(c) => (/["']/.test(c) ? c + c : c),
];

test('What a pattern of all escapes finds in any mixture of them is found by decoding', () => {
	const unit = fc.oneof(
		fc.constantFrom(...'abxu0127AFä€\u{1f600}/+ \n\t&<>"\'%=;#-_.'),
		fc.constantFrom('\\', 'amp;', '25', 'é', 'س', '۴'),
	);
	const secrets = fc.array(unit, { minLength: 8, maxLength: 14 }).map((units) => units.join(''));
	const picks = fc.array(fc.nat(WRITINGS.length - 1), { minLength: 60, maxLength: 60 });
	const contexts = fc.constantFrom<[string, string]>(
		['', ''],
		['<', '>'],
		['{"a":"', '"}'],
		[' = ', ' '],
	);
	let count = 0;
	// Of a secret that holds an escape itself only the usual forms are known.
	const holdsEscape = /\\[ux]/i;
	fc.assert(
		fc.property(secrets, picks, contexts, (secret, ways, [before, after]) => {
			fc.pre(!holdsEscape.test(secret));
			const written = Array.from(secret, (c, at) => WRITINGS[ways[at] ?? 0]?.(c)).join('');
			const text = `${before}${written}${after}`;
			if (maskedByPattern(secret, text) !== `${before}***${after}`) return;
			count++;
			// A quotation mark right beside it may be masked along.
			const [front, back, ...more] = redactorFor(secret).text(text).split('***');
			expect([written, before.startsWith(front ?? '?'), after.endsWith(back ?? '?'), more]).toEqual(
				[written, true, true, []],
			);
		}),
		runsOf(30),
	);
	expect(count).toBeGreaterThan(0);
});

describe('A short password', () => {
	test.each<[string, string, string]>([
		['Z9x', '%20Z9x%41', '%20***%41'],
		['Z9x', String.raw`\x41Z9x `, String.raw`\x41*** `],
		['Z9x', String.raw`\u0041Z9x\n`, String.raw`\u0041***\n`],
		['Z9x', String.raw`\nZ9x%41`, String.raw`\n***%41`],
	])('%s is masked right behind an escape, in %s', (password, text, shown) => {
		expect(redactorFor(password).text(text)).toBe(shown);
	});

	test('with a backslash takes none along that is not its own', () => {
		const twice = JSON.stringify(JSON.stringify('ab\\c9'));
		expect(redactorFor('ab\\c9').text(twice)).toBe(String.raw`"\"***\""`);
	});
});

describe('A one-time code', () => {
	// Made in each test: what is made outside of one is not what `npm run mutate` has changed.
	const redactor = () => redactorFor('a long password', '048213');

	test.each<[string, string]>([
		['048213', '***'],
		['48213', '***'],
		['۰۴۸۲۱۳', '***'],
		['٠٤٨٢١٣', '***'],
		['０４８２１３', '***'],
		['code048213', 'code***'],
		['کد۰۴۸۲۱۳است', 'کد***است'],
		['%22048213%22', '%22***%22'],
		['\\u0022048213', '\\u0022***'],
		['9048213', '9048213'],
		['0482135', '0482135'],
		['a long password', '***'],
	])('is looked for in %s', (given, shown) => {
		expect(redactor().text(given)).toBe(shown);
	});

	test('is no number either, also where its zero is lost', () => {
		expect(redactor().json({ code: 48213, id: 9048213, list: [48213] })).toEqual({
			code: '***',
			id: 9048213,
			list: ['***'],
		});
	});

	test('that is a small number without its zeros is masked where a code stands, and not elsewhere', () => {
		expect(
			redactorFor('a long password', '0012').json({ code: 12, otp_code: 12, count: 12 }),
		).toEqual({
			code: '***',
			otp_code: '***',
			count: 12,
		});
	});

	test('of letters is masked within a word, but for a short one', () => {
		expect(redactorFor('', 'AB12').text('codeAB12x')).toBe('code***x');
		expect(redactorFor('', 'AB').text('CABS AB')).toBe('CABS ***');
	});
});

describe('The bytes of a password', () => {
	const PASSWORD = 'pässwörd!2024€';
	const bytes = Buffer.from(PASSWORD);
	const utf16 = Buffer.from(PASSWORD, 'utf16le');
	const octal = Array.from(bytes, (byte) =>
		byte < 128 ? String.fromCharCode(byte) : `\\${byte.toString(8)}`,
	).join('');
	const long = `${'x'.repeat(300)}!Y`;
	const inLines = (text: string) => text.replace(/(.{76})/g, '$1\r\n');

	test.each([
		['in a list of numbers', PASSWORD, [...bytes].join(', ')],
		[
			'in hexadecimal digits that stand apart',
			PASSWORD,
			bytes.toString('hex').replace(/../g, '$& '),
		],
		[
			'in hexadecimal digits with colons',
			PASSWORD,
			bytes.toString('hex').replace(/..(?=.)/g, '$&:'),
		],
		['of UTF-16 in Base64', PASSWORD, utf16.toString('base64')],
		[
			'of UTF-16 in Base64, the other way round',
			PASSWORD,
			Buffer.from(utf16).swap16().toString('base64'),
		],
		['in octal escapes', PASSWORD, octal],
		['in the lines of a long Base64', long, inLines(Buffer.from(long).toString('base64'))],
		['of a short one, in another letter case', 'S3CR!T7', 's3cr!t7'],
	])('are masked %s', (_, password, written) => {
		const { text } = redactorFor(password);
		expect(text(`login ${written} refused`)).toMatch(/^login \S{0,4}\*\*\*\S{0,4} *refused$/);
	});

	test('are masked where JSON has them as a list', () => {
		const { json } = redactorFor(PASSWORD);
		expect(json({ data: [...bytes] })).toEqual({ data: '***' });
		expect(json({ data: [1, 2, 3] })).toEqual({ data: [1, 2, 3] });
	});
});
