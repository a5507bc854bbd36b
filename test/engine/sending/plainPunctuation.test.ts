import { describe, expect, test } from '@jest/globals';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { SegmentedMessage } from 'sms-segments-calculator';

import { gateway, send, sendAndWait, sendBulk, sendJson } from '../stage/gateway.ts';
import { numberOf, numbers } from '../stage/rows.ts';

const { sandbox, run } = gateway();

const CURLY = `It’s ready – ${'x'.repeat(100)}`;
const PLAIN = `It's ready - ${'x'.repeat(100)}`;
const PERSIAN = 'سفارش شما آماده است – «می\u200cخواهید»…';
const partsOf = (text: string) => new SegmentedMessage(text).segmentsCount;
const said = "'Plain Punctuation' replaced ’ (U+2019) by ', – (U+2013) by -";

const row = { destination: '={{ $json.to }}', message: '={{ $json.text }}' };
const TEXTS: Array<[string, (options: INodeParameters) => INodeParameters]> = [
	['send', (options) => send({ ...row, options })],
	['sendBulk', (options) => sendBulk({ ...row, options })],
];
const rows = (...texts: string[]): IDataObject[] =>
	texts.map((text, index) => ({ text, to: numbers(texts.length)[index] ?? '' }));
const sent = () =>
	sandbox()
		.messages()
		.map(({ message }) => message);

describe.each(TEXTS)('%s', (_, parameters) => {
	test('says which characters made a text UCS-2, where, and what it would cost without', async () => {
		const because = '’ (U+2019) at 3, – (U+2013) at 12';
		for (const dryRun of [false, true]) {
			const { json } = await run(parameters(dryRun ? { dryRun } : {}), {
				rows: rows(CURLY, PLAIN, PERSIAN),
			});
			const [curly, plain, persian] = json;
			expect(curly).toMatchObject({
				encoding: 'UCS-2',
				parts: partsOf(CURLY),
				because,
				partsIfPlain: partsOf(PLAIN),
			});
			for (const item of [plain, persian]) {
				expect(item).not.toHaveProperty('because');
				expect(item).not.toHaveProperty('partsIfPlain');
			}
		}
		expect(sent()).toEqual([CURLY, PLAIN, PERSIAN]);
	});

	test('with Plain Punctuation, replaces it in Latin texts, and says so', async () => {
		const { json, error } = await run(
			parameters({ text: { values: { plainPunctuation: true } } }),
			{
				rows: rows(CURLY, PLAIN, PERSIAN, 'It’s 🙂'),
			},
		);
		expect(error).toBeUndefined();
		expect(sent()).toEqual([PLAIN, PLAIN, PERSIAN, 'It’s 🙂']);
		expect(json.map(({ encoding }) => encoding)).toEqual(['GSM-7', 'GSM-7', 'UCS-2', 'UCS-2']);
		expect(json.map(({ warnings }) => warnings)).toEqual([[said], undefined, undefined, undefined]);
	});

	test('replaces nothing where the option is off', async () => {
		await run(parameters({ text: { values: { plainPunctuation: false } } }), { rows: rows(CURLY) });
		expect(sent()).toEqual([CURLY]);
	});

	test('counts parts after replacing, for Max Parts too', async () => {
		const { error } = await run(parameters({ limits: { values: { maxParts: 1 } } }), {
			rows: rows(CURLY),
		});
		expect(error?.message).toContain("'Max Parts' allows 1");
		const { json } = await run(
			parameters({
				limits: { values: { maxParts: 1 } },
				text: { values: { plainPunctuation: true } },
			}),
			{
				rows: rows(CURLY),
			},
		);
		expect(json[0]).toMatchObject({ outcome: 'accepted', parts: 1, warnings: [said] });
	});

	test('the hint of a dry run sums up the parts, by which one sees what it saves', async () => {
		const texts = [CURLY, CURLY, PLAIN, PERSIAN];
		const total = (all: string[]) => all.reduce((sum, text) => sum + partsOf(text), 0);
		const plain = total([PLAIN, PLAIN, PLAIN, PERSIAN]);
		expect(total(texts) - plain).toBe(2);
		const hintOf = async (options: INodeParameters) =>
			(await run(parameters(options), { rows: rows(...texts) })).hints[0]?.message ?? '';
		const said = (parts: number) =>
			new RegExp(
				`4 rows: 4 would be sent\\. ${parts} message parts in \\d requests?; the credit is 1,000\\.$`,
			);
		expect(await hintOf({ dryRun: true })).toMatch(said(total(texts)));
		expect(await hintOf({ dryRun: true, text: { values: { plainPunctuation: true } } })).toMatch(
			said(plain),
		);
	});
});

test('the messages of an array get plain punctuation too', async () => {
	const messages = [{ source: '3000', destination: '0912', message: CURLY, send_to_blacklist: 0 }];
	const { json } = await run(
		sendJson(JSON.stringify(messages), {
			options: { text: { values: { plainPunctuation: true } } },
		}),
	);
	expect(sent()).toEqual([PLAIN]);
	expect(json[0]?.warnings).toEqual([said]);
});

const messageOf = (message: string) => ({
	source: '3000',
	destination: '0912',
	message,
	send_to_blacklist: 0,
});

test.each([
	['Line 1\\nLine 2', '"\\n" as 2 characters'],
	['Line 1\\r\\nLine 2', '"\\r\\n" as 4 characters'],
	['one\\ntwo', '"\\n" as 2 characters'],
	['Line 1_x000D_\nLine 2', '"_x000D_" as 7 characters'],
])('%j leaves as it is, with a warning, in every way to send it', async (message, says) => {
	for (const parameters of [
		send({ message: '={{ $json.text }}' }),
		sendBulk({ message: '={{ $json.text }}' }),
		sendJson(JSON.stringify([messageOf(message)])),
	]) {
		const { json } = await run(parameters, { rows: [{ text: message }] });
		expect(json[0]?.outcome).toBe('accepted');
		expect(json[0]?.warnings).toEqual([`The text holds ${says}: it is sent so, and no line break`]);
		expect(sandbox().messages().at(-1)?.message).toBe(message);
	}
});

test.each(['C:\\new\\notes.txt', '\\\\server\\new', 'Line 1\nLine 2', 'x000D'])(
	'%j holds no line break in writing',
	async (message) => {
		const { json } = await run(send({ message: '={{ $json.text }}' }), {
			rows: [{ text: message }],
		});
		expect(json[0]).not.toHaveProperty('warnings');
	},
);

const cutTo = (cutToParts: unknown): INodeParameters => ({
	text: { values: { cutToParts } } as INodeParameters,
});

const LONG = ['short', 'x'.repeat(1000), 'س'.repeat(500), '😀'.repeat(100), `${'y'.repeat(306)}`];
const longRows = LONG.map((text, index) => ({ text, to: numberOf(index) }));
const columns = { destination: '={{ $json.to }}', message: '={{ $json.text }}' };

test.each<[string, (options: INodeParameters) => INodeParameters]>([
	['Send', (options) => send({ ...columns, options })],
	['Send Bulk', (options) => sendBulk({ ...columns, options })],
])('a longer text is cut to as many parts, and says so: %s', async (_, parameters) => {
	const { json } = await run(parameters(cutTo(2)), { rows: longRows });
	const texts = sent();
	expect(texts).toHaveLength(LONG.length);
	for (const [index, given] of LONG.entries()) {
		const text = texts[index] ?? '';
		if (partsOf(given) <= 2) {
			expect(text).toBe(given);
			expect(json[index]).not.toHaveProperty('warnings');
			continue;
		}
		expect(text.slice(-3)).toBe('...');
		expect(given.startsWith(text.slice(0, -3))).toBe(true);
		expect(partsOf(text)).toBe(2);
		// Not one character more would have fitted.
		const more = [...given].slice(0, [...text].length - 2).join('');
		expect(partsOf(`${more}...`)).toBe(3);
		expect(json[index]).toMatchObject({ parts: 2, warnings: ['The text was cut'] });
	}
});

test('a text is cut before Max Parts looks at it, and after Plain Punctuation made it shorter', async () => {
	const longest = 'z'.repeat(500);
	const { json } = await run(
		send({
			...columns,
			options: {
				limits: { values: { maxParts: 1 } },
				text: { values: { cutToParts: 1, plainPunctuation: true } },
			},
		}),
		{
			rows: [`It’s ${'z'.repeat(150)}`, longest].map((text, index) => ({
				text,
				to: numberOf(index),
			})),
		},
	);
	expect(sent()).toEqual([`It's ${'z'.repeat(150)}`, `${'z'.repeat(157)}...`]);
	expect(json.map(({ warnings }) => warnings)).toEqual([
		[expect.stringContaining("'Plain Punctuation' replaced")],
		['The text was cut'],
	]);
});

test('with a link the text and the link have as many parts, and the page shows it whole', async () => {
	const { json } = await run(sendAndWait({ message: LONG[1], options: cutTo(2) }));
	const [text = ''] = sent();
	expect(text).toMatch(/^x+\.\.\.\nhttp\S+$/);
	expect(partsOf(text)).toBe(2);
	expect(json[0]?.asked).toMatchObject({ message: LONG[1] });
	expect(json[0]?.warnings).toContain('The text was cut; the page behind the link shows it whole');
});

test.each([-1, 1.5, 256, 'two'])('%j is no number of parts', async (value) => {
	const { error } = await run(send({ options: cutTo(value) }));
	expect(error?.message).toContain("'Text → Cut to Parts'");
	expect(sent()).toEqual([]);
});
