import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { ITEM, LOGIN, PATHS, SMS, postForm, postJson, useSandbox, postRaw } from './client.ts';
import { runsOf } from '../fuzz.ts';

const sandbox = useSandbox({ credit: 1e9 });

const TEXTS = {
	'Persian with a zero-width non-joiner': 'می‌خواهم نامه‌ای بنویسم',
	'emoji, joined emoji and a flag': '😀 👩‍👩‍👧 🇮🇷',
	'a newline, a carriage return and a tab': 'one\ntwo\r\nthree\r\n\r\n\tfour\n',
	'right-to-left and left-to-right marks': '\u200fسلام\u200e (abc) \u2067x\u2069',
	'a byte order mark and outer spaces': '\ufeff  x  ',
	'quotes, backslashes and what looks like a boundary': '"\\"\r\n--x--\r\n%22 name="password"',
	'Persian digits': '۱۲۳۴۵۶۷۸۹۰ ٠١٢',
	'combining characters in both orders': 'é é',
};

const bytes = (text: string | undefined) => Buffer.from(text ?? '').toString('hex');

describe.each(Object.entries(TEXTS))('%s', (_name, message) => {
	test('comes through JSON byte for byte', async () => {
		expect((await postJson(sandbox().url + PATHS.send, { ...SMS, message })).status).toBe(200);
		expect(bytes(sandbox().messages()[0]?.message)).toBe(bytes(message));
		expect(sandbox().requests()[0]?.fields).toMatchObject({ message });
		expect(sandbox().requests()[0]?.body).toContain(JSON.stringify(message));
	});

	test('comes through a multipart form byte for byte', async () => {
		// A form built by hand: the FormData of a client rewrites line breaks, as HTML forms must.
		const fields = { ...SMS, message };
		const parts = Object.entries(fields).map(
			([name, value]) =>
				`--~b~\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
		);
		const body = `${parts.join('')}--~b~--\r\n`;
		const type = 'multipart/form-data; boundary="~b~"';
		const reply = await postRaw(sandbox().url + PATHS.send, type, body);
		expect(reply.status).toBe(200);
		expect(bytes(sandbox().messages()[0]?.message)).toBe(bytes(message));
		expect(sandbox().requests()[0]?.body).toContain(message);
	});

	test('comes through a bulk byte for byte', async () => {
		await postJson(sandbox().url + PATHS.bulk, { ...LOGIN, data: [ITEM, { ...ITEM, message }] });
		expect(bytes(sandbox().messages()[1]?.message)).toBe(bytes(message));
	});
});

test('any text comes through a FormData, its line breaks written as CR LF', async () => {
	await fc.assert(
		fc.asyncProperty(fc.string({ unit: 'binary', minLength: 1 }), async (message) => {
			sandbox().reset();
			await postForm(sandbox().url + PATHS.send, { ...SMS, message });
			expect(sandbox().messages()[0]?.message).toBe(message.replace(/\r\n|\r|\n/g, '\r\n'));
		}),
		runsOf(200),
	);
});
