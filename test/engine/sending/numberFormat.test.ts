import { describe, expect, test } from '@jest/globals';
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { outcomesOf, times } from '../stage/rows.ts';
import { deduplicator } from '../stage/deduplicator.ts';
import { gateway, playVoiceFile, send, sendBulk, sendCode } from '../stage/gateway.ts';

const { sandbox, run } = gateway();

deduplicator();

const WAYS = ['9121234567', '0912 123 4567', '989121234567', '+98 912 123 4567', '00989121234567'];
const numberFormat = (writeAs: string, more: IDataObject = {}) => ({
	values: { countryCode: '98', nationalLength: 10, trunkPrefix: '0', writeAs, ...more },
});
const to = { destination: '={{ $json.to }}' };
const SENDING: Array<[string, (options: INodeParameters) => INodeParameters]> = [
	['send', (options) => send({ ...to, options })],
	['sendBulk', (options) => sendBulk({ ...to, options })],
	['playVoiceFile', (options) => playVoiceFile({ ...to, options })],
	['sendCode', (options) => sendCode({ ...to, options })],
];
const rows = (...numbers: string[]) => numbers.map((number) => ({ to: number }));
const sentTo = () =>
	sandbox()
		.messages()
		.map(({ destination }) => destination);

describe.each(SENDING)('Number Format of %s', (_, parameters) => {
	test.each([
		['national', '09121234567'],
		['international', '989121234567'],
		['zeros', '00989121234567'],
	])('writes numbers as %s, whichever way they are given', async (writeAs, written) => {
		const { error, items } = await run(parameters({ numberFormat: numberFormat(writeAs) }), {
			rows: rows(...WAYS),
		});
		expect(error).toBeUndefined();
		expect(sentTo()).toEqual(times(WAYS.length, written));
		expect(items.map(({ json }) => [json.destinations ?? json.destination].flat())).toEqual(
			times(WAYS.length, [written]),
		);
	});

	test('makes a wrong row of another length, and names the number as it was given', async () => {
		const { error } = await run(parameters({ numberFormat: numberFormat('national') }), {
			rows: rows('0912 123 4567', '0912 123 456'),
		});
		expect(error?.message).toContain(`'To' of item 1 holds "0912123456", which does not have`);
		expect(sandbox().requests()).toEqual([]);
		const { items } = await run(
			parameters({ numberFormat: numberFormat('national'), invalidRows: 'skip' }),
			{ rows: rows('0912 123 4567', '0912 123 456') },
		);
		expect(outcomesOf(items)).toEqual(['accepted', 'rejected']);
	});

	test('is refused where it is incomplete, and the error names what is missing', async () => {
		const { error } = await run(
			parameters({ numberFormat: numberFormat('national', { countryCode: '' }) }),
			{ rows: rows('0912 123 4567') },
		);
		expect(error?.message).toBe("'Number Format → Country Code' is empty");
		expect(sandbox().requests()).toEqual([]);
	});
});

test('one number in two forms within an item of Send gets the text once, and the output says so', async () => {
	const { json } = await run(
		send({
			destination: '09121234567, +989121234567, 09121234568',
			options: { numberFormat: numberFormat('national') },
		}),
	);
	expect(sentTo()).toEqual(['09121234567', '09121234568']);
	expect(json[0]?.warnings).toEqual([
		'09121234567 was given more than once and gets the message once',
	]);
});

test('a number of another country goes as it is written', async () => {
	await run(
		send({ destination: '+447911123456', options: { numberFormat: numberFormat('national') } }),
		{ node: { onError: 'continueRegularOutput' } },
	);
	expect(sandbox().requests()[0]?.body).toContain('+447911123456');
});

test('the messages of an array are written so too, and a wrong one is named by its number', async () => {
	const messages = (...numbers: string[]) =>
		JSON.stringify(
			numbers.map((destination) => ({
				source: '3000',
				destination,
				message: 'Hello',
				send_to_blacklist: 0,
			})),
		);
	const parameters = (list: string): INodeParameters => ({
		...sendBulk({ options: { numberFormat: numberFormat('national') } }),
		messagesFrom: 'json',
		messages: list,
	});
	await run(parameters(messages('9121234567', '+989121234568')));
	expect(sentTo()).toEqual(['09121234567', '09121234568']);
	const { error } = await run(parameters(messages('9121234567', '912')));
	expect(error?.message).toContain(`'To' of message no. 2 of item 0 holds "912"`);
});

test('a campaign knows a number in whatever form it is given', async () => {
	const parameters = send({
		...to,
		options: {
			speed: { values: { batchSize: 10 } },
			sendOnce: { values: { by: 'campaign', campaign: 'a' } },
			numberFormat: numberFormat('national'),
		},
	});
	const dry = { ...parameters, options: { ...(parameters.options as IDataObject), dryRun: true } };
	const { items } = await run(dry as INodeParameters, {
		rows: rows('9121234567', '+989121234567'),
	});
	expect(outcomesOf(items)).toEqual(['dryRun', 'duplicate']);
});

test("a campaign knows what was accepted in another 'Write As', and with other punctuation", async () => {
	const parameters = (options: IDataObject): INodeParameters =>
		send({
			...to,
			message: 'It’s here',
			options: {
				sendOnce: { values: { by: 'campaign', campaign: 'a' } },
				...options,
			} as INodeParameters,
		});
	await run(parameters({ numberFormat: numberFormat('national') }), {
		rows: rows('9121234567', '+44 7911 123456'),
	});
	const changed = {
		numberFormat: numberFormat('international'),
		text: { values: { plainPunctuation: true } },
	};
	const { items, error } = await run(parameters(changed), {
		rows: rows('00989121234567', '00447911123456', '9121234568'),
	});
	expect(error).toBeUndefined();
	expect(outcomesOf(items)).toEqual(['duplicate', 'duplicate', 'accepted']);
	expect(sentTo()).toEqual(['09121234567', '+447911123456', '989121234568']);
});
