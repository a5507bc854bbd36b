import {
	type IDataObject,
	numberOf,
	type Parameters,
	SEND,
	sendAndWait,
	staged,
	TEXTS,
	times,
} from '../stage/index.ts';
import { SegmentedMessage } from 'sms-segments-calculator';

const { texts, check, table } = staged();

const CURLY = `It’s ready – ${'x'.repeat(100)}`;
const PLAIN = `It's ready - ${'x'.repeat(100)}`;
const PERSIAN = 'سفارش شما آماده است – «می\u200cخواهید»…';
const partsOf = (text: string) => new SegmentedMessage(text).segmentsCount;
const said = "'Plain Punctuation' replaced ’ (U+2019) by ', – (U+2013) by -";
const because = '’ (U+2019) at 3, – (U+2013) at 12';

const other = { message: '={{ $json.text }}' };
const saying = (...texts: string[]) => ({
	rows: texts.map((text, index): IDataObject => ({ text, to: numberOf(index) })),
	other,
});
const PLAINLY = { text: { plainPunctuation: true } };

table('a text of', TEXTS, {
	'counts parts after replacing, for Max Parts too': [
		{ ...saying(CURLY), options: { limits: { maxParts: 1 } }, error: "…'Max Parts' allows 1" },
		{
			...saying(CURLY),
			options: { limits: { maxParts: 1 }, ...PLAINLY },
			json: [{ outcome: 'accepted', parts: 1 }],
			warns: [[said]],
		},
	],
});

test.each(TEXTS)(
	'%s says which characters made a text UCS-2, where, and what it would cost without',
	async (_, parameters) => {
		for (const options of [{ dryRun: true }, {}]) {
			const { json } = await check({ ...saying(CURLY, PLAIN, PERSIAN), options }, parameters);
			const costs = { encoding: 'UCS-2', parts: partsOf(CURLY), partsIfPlain: partsOf(PLAIN) };
			expect(json[0]).toMatchObject({ ...costs, because });
			for (const item of json.slice(1))
				expect([item.because, item.partsIfPlain]).toEqual([undefined, undefined]);
		}
		expect(texts()).toEqual([CURLY, PLAIN, PERSIAN]);
	},
);

test.each(TEXTS)('%s replaces it in Latin texts with Plain Punctuation alone', async (_, one) => {
	const line = { ...saying(CURLY, PLAIN, PERSIAN, 'It’s 🙂'), options: PLAINLY };
	const warns = [[said], ...times(3, undefined)];
	const { json } = await check({ ...line, warns }, one);
	expect(json.map(({ encoding }) => encoding)).toEqual(['GSM-7', 'GSM-7', 'UCS-2', 'UCS-2']);
	await check({ ...saying(CURLY), options: { text: { plainPunctuation: false } } }, one);
	expect(texts()).toEqual([PLAIN, PLAIN, PERSIAN, 'It’s 🙂', CURLY]);
});

test.each([
	['Line 1\\nLine 2', '"\\n" as 2 characters'],
	['Line 1\\r\\nLine 2', '"\\r\\n" as 4 characters'],
	['Line 1_x000D_\nLine 2', '"_x000D_" as 7 characters'],
])('%j leaves as it is, with a warning, in every way to send it', async (message, says) => {
	const warns = [[`The text holds ${says}: it is sent so, and no line break`]];
	for (const [, parameters] of TEXTS) await check({ ...saying(message), warns }, parameters);
	expect(texts()).toEqual(times(2, message));
});

test.each(['C:\\new\\notes.txt', '\\\\server\\new', 'Line 1\nLine 2', 'x000D'])(
	'%j holds no line break in writing',
	async (message) => void (await check({ ...saying(message), warns: [undefined] }, SEND)),
);

const LONG = ['short', 'x'.repeat(1000), 'س'.repeat(500), '😀'.repeat(100), 'y'.repeat(306)];
const cutTo = (cutToParts: unknown) => ({ text: { cutToParts } }) as IDataObject;

test.each(TEXTS)(
	'a longer text is cut to as many parts, and says so: %s',
	async (_, parameters) => {
		const { json } = await check({ ...saying(...LONG), options: cutTo(2) }, parameters);
		const all = texts();
		for (const [index, given] of LONG.entries()) {
			const isLong = partsOf(given) > 2;
			expect([partsOf(all[index] ?? ''), all[index] === given]).toEqual([
				Math.min(2, partsOf(given)),
				!isLong,
			]);
			expect(json[index]?.warnings).toEqual(isLong ? ['The text was cut'] : undefined);
		}
	},
);

test('with a link the text and the link have as many parts, and the page shows it whole', async () => {
	const asking: Parameters = (options) => sendAndWait({ message: LONG[1] ?? '', options });
	const { json } = await check({ options: cutTo(2) }, asking);
	const [text = ''] = texts();
	expect(text).toMatch(/^x+\.\.\.\nhttp\S+$/);
	expect(partsOf(text)).toBe(2);
	expect(json[0]?.asked).toMatchObject({ message: LONG[1] });
	expect(json[0]?.warnings).toContain('The text was cut; the page behind the link shows it whole');
});

test('a text of which nothing would be left but the link is not sent', async () => {
	const asking: Parameters = (options) => sendAndWait({ message: 'س'.repeat(80), options });
	const error = "'Message' of item 0 has no room in 1 message part beside its link";
	await check({ options: cutTo(1), error }, asking);
	expect(texts()).toEqual([]);
});
