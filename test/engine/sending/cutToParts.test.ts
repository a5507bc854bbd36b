import { expect, test } from '@jest/globals';
import type { INodeParameters } from 'n8n-workflow';
import { SegmentedMessage } from 'sms-segments-calculator';

import { gateway, send, sendAndWait, sendBulk } from '../stage/gateway.ts';
import { numberOf } from '../stage/rows.ts';

const { sandbox, run } = gateway();

const partsOf = (text: string) => new SegmentedMessage(text).segmentsCount;
const cutTo = (cutToParts: unknown): INodeParameters => ({
	text: { values: { cutToParts } } as INodeParameters,
});
const sent = () =>
	sandbox()
		.messages()
		.map(({ message }) => message);

const TEXTS = ['short', 'x'.repeat(1000), 'س'.repeat(500), '😀'.repeat(100), `${'y'.repeat(306)}`];
const rows = TEXTS.map((text, index) => ({ text, to: numberOf(index) }));
const row = { destination: '={{ $json.to }}', message: '={{ $json.text }}' };

test.each<[string, (options: INodeParameters) => INodeParameters]>([
	['Send', (options) => send({ ...row, options })],
	['Send Bulk', (options) => sendBulk({ ...row, options })],
])('a longer text is cut to as many parts, and says so: %s', async (_, parameters) => {
	const { json } = await run(parameters(cutTo(2)), { rows });
	const texts = sent();
	expect(texts).toHaveLength(TEXTS.length);
	for (const [index, given] of TEXTS.entries()) {
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
	const long = 'z'.repeat(500);
	const { json } = await run(
		send({
			...row,
			options: {
				limits: { values: { maxParts: 1 } },
				text: { values: { cutToParts: 1, plainPunctuation: true } },
			},
		}),
		{
			rows: [`It’s ${'z'.repeat(150)}`, long].map((text, index) => ({ text, to: numberOf(index) })),
		},
	);
	expect(sent()).toEqual([`It's ${'z'.repeat(150)}`, `${'z'.repeat(157)}...`]);
	expect(json.map(({ warnings }) => warnings)).toEqual([
		[expect.stringContaining("'Plain Punctuation' replaced")],
		['The text was cut'],
	]);
});

test('with a link the text and the link have as many parts, and the page shows it whole', async () => {
	const { json } = await run(sendAndWait({ message: TEXTS[1], options: cutTo(2) }));
	const [text = ''] = sent();
	expect(text).toMatch(/^x+\.\.\.\nhttp\S+$/);
	expect(partsOf(text)).toBe(2);
	expect(json[0]?.asked).toMatchObject({ message: TEXTS[1] });
	expect(json[0]?.warnings).toContain('The text was cut; the page behind the link shows it whole');
});

test.each([-1, 1.5, 256, 'two'])('%j is no number of parts', async (value) => {
	const { error } = await run(send({ options: cutTo(value) }));
	expect(error?.message).toContain("'Text → Cut to Parts'");
	expect(sent()).toEqual([]);
});
