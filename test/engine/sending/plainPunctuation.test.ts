import { describe, expect, test } from '@jest/globals';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { SegmentedMessage } from 'sms-segments-calculator';

import { numbers } from '../stage/rows.ts';
import { gateway, send, sendBulk, sendJson } from '../stage/gateway.ts';

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
