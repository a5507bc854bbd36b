import { describe, expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';

import { gateway, playVoiceFile, send, sendBulk, sendCode } from '../stage/gateway.ts';

const { sandbox, run, body, bodies } = gateway();

/** Runs sms:send for one destination as an item holds it. */
const sendTo = async (destination: unknown) =>
	await run(send({ destination: '={{ $json.to }}' }), {
		rows: [{ to: destination } as IDataObject],
	});

describe('a number', () => {
	test.each<[string, unknown, string]>([
		['plain', '09121234567', '09121234567'],
		['with Persian digits', '۰۹۱۲۱۲۳۴۵۶۷', '09121234567'],
		['with Arabic-Indic digits', '٠٩١٢١٢٣٤٥٦٧', '09121234567'],
		['with spaces', ' 0912 123 45 67 ', '09121234567'],
		['with no-break and thin spaces', '0912\u00a0123\u20094567', '09121234567'],
		['with dashes', '0912-123–4567', '09121234567'],
		['with dots', '0912.123.4567', '09121234567'],
		['with brackets', '(0912) 123 [45] {67}', '09121234567'],
		['with direction marks', '\u200e0912\u200f1234567\u202c\u2069', '09121234567'],
		['with zero-width characters', '\ufeff0912\u200c1234567\u200b', '09121234567'],
		['with a leading plus, which stays', '+44 20 7946 0000', '+442079460000'],
		['with a leading 00, which stays', '00442079460000', '00442079460000'],
		['without its leading zero, which is not guessed at', '9121234567', '9121234567'],
		['that a spreadsheet made a JSON number', 9121234567, '9121234567'],
		['of 3 digits', '110', '110'],
		['of 15 digits', '123456789012345', '123456789012345'],
		['of 15 digits with a plus', '+123456789012345', '+123456789012345'],
	])('leaves clean, as a string: %s', async (_, destination, sent) => {
		const { json } = await sendTo(destination);
		expect(body().destination).toBe(sent);
		expect(json[0]?.destinations).toEqual([sent]);
		expect(json[0]).not.toHaveProperty('warnings');
	});

	test.each<[string, unknown, string]>([
		['is empty', '', 'is empty'],
		['is blank', ' \u200f ', 'is empty'],
		['is missing', undefined, 'is empty'],
		['is null', null, 'is empty'],
		['is an empty list', [], 'is empty'],
		['has 2 digits', '12', 'holds "12", which has 2 digits; a phone number has 3 to 15'],
		[
			'has 16 digits',
			'1234567890123456',
			'holds "1234567890123456", which has 16 digits; a phone number has 3 to 15',
		],
		['has letters', '0912abc4567', 'holds "0912abc4567", which is not a phone number'],
		['has a plus inside', '0912+1234567', 'holds "0912+1234567", which is not a phone number'],
		['is negative', -9121234567, 'holds -9121234567, which is not a phone number'],
		['is a fraction', 912.5, 'holds 912.5, which is not a phone number'],
		['is true', true, 'holds true, which is not a phone number'],
		['is an object', { a: 1 }, 'holds {"a":1}, which is not a phone number'],
		[
			'was rounded by a spreadsheet',
			'9.89121E+11',
			'holds "9.89121E+11", which is a rounded number',
		],
	])('is an error with parameter, item and number where it %s', async (_, destination, says) => {
		const { error } = await sendTo(destination);
		expect(error?.message).toBe(`'Destination' of item 0 ${says}`);
		expect(error?.description).not.toBe('');
		expect(sandbox().requests()).toEqual([]);
	});

	test('is named with the item that it stands in', async () => {
		const { error } = await run(send({ destination: '={{ $json.to }}' }), {
			rows: [{ to: '09120000000' }, { to: '09120000001' }, { to: '0912-x' }],
		});
		expect(error?.message).toBe(
			`'Destination' of item 2 holds "0912-x", which is not a phone number`,
		);
		expect(error?.context).toMatchObject({ itemIndex: 2 });
		expect(sandbox().requests()).toEqual([]);
	});
});

describe('several numbers in one destination', () => {
	const THREE = '09120000001,09120000002,09120000003';
	test.each<[string, unknown]>([
		['commas', '09120000001,09120000002,09120000003'],
		['commas and spaces', ' 09120000001 , 09120000002, 09120000003 '],
		['Persian commas', '09120000001،09120000002، 09120000003'],
		['semicolons', '09120000001;09120000002; 09120000003'],
		['Persian semicolons', '09120000001؛09120000002؛09120000003'],
		['new lines', '09120000001\n09120000002\r\n09120000003\n'],
		['all of them, with Persian digits', '۰۹۱۲۰۰۰۰۰۰۱،\n0912 000 0002;09120000003,'],
		['an array', ['09120000001', '09120000002', '09120000003']],
		['an array whose elements hold several', ['09120000001, 09120000002', '09120000003']],
	])('go out in one request, separated by a comma: %s', async (_, destination) => {
		const { json } = await sendTo(destination);
		expect(body().destination).toBe(THREE);
		expect(json[0]?.destinations).toEqual(THREE.split(','));
		expect(json[0]?.messageIds).toHaveLength(3);
		expect(sandbox().messages()).toHaveLength(3);
	});

	test('may be JSON numbers in an array', async () => {
		await sendTo([9120000001, 9120000002]);
		expect(body().destination).toBe('9120000001,9120000002');
	});

	test('may stand in the parameter itself, and in an array that an expression makes', async () => {
		await run(send({ destination: '09120000001; 09120000002' }));
		await run(send({ destination: '={{ $json.people.map((one) => one.phone) }}' }), {
			rows: [{ people: [{ phone: '09120000003' }, { phone: '09120000004' }] }],
		});
		expect(bodies().map(({ destination }) => destination)).toEqual([
			'09120000001,09120000002',
			'09120000003,09120000004',
		]);
	});

	test('are sent once where repeated, in whatever form, and named in the warnings', async () => {
		const { json } = await sendTo([
			'09120000001',
			'0912 000 0002',
			'۰۹۱۲۰۰۰۰۰۰۱',
			'0912-000-0001',
			'09120000002',
			'09120000003',
		]);
		expect(body().destination).toBe(THREE);
		expect(sandbox().messages()).toHaveLength(3);
		expect(json[0]?.destinations).toEqual(THREE.split(','));
		expect(json[0]?.warnings).toEqual([
			'09120000001 was given more than once and gets the message once',
			'09120000002 was given more than once and gets the message once',
		]);
	});

	test('are named in the warnings of a dry run too', async () => {
		const { json } = await run(send({ destination: '110, 110', options: { dryRun: true } }));
		expect(json[0]?.warnings).toEqual(['110 was given more than once and gets the message once']);
	});

	test('are all kept back where one of them is wrong, which the error names', async () => {
		const { error } = await sendTo('09120000001, 0912-x, 09120000003');
		expect(error?.message).toBe(
			`'Destination' of item 0 holds " 0912-x", which is not a phone number`,
		);
		expect(sandbox().requests()).toEqual([]);
	});

	test('are all kept back where an element of the array is empty', async () => {
		const { error } = await sendTo(['09120000001', '', '09120000003']);
		expect(error?.message).toBe(`'Destination' of item 0 holds nothing at position 2 of its list`);
		expect(sandbox().requests()).toEqual([]);
	});
});

describe.each([
	['playVoiceFile', playVoiceFile, 'a call'],
	['sendCode', sendCode, 'a call'],
	['sendBulk', sendBulk, 'a message of a bulk'],
] as const)('the destination of %s', (_operation, parametersOf, what) => {
	test('is one number, cleaned', async () => {
		await run(parametersOf({ destination: ' ۰۹۱۲-۱۲۳ (4567) ' }));
		expect(JSON.stringify(body())).toContain('"destination":"09121234567"');
	});

	test('is the number of an array of one', async () => {
		await run(parametersOf({ destination: '={{ [9121234567] }}' }));
		expect(JSON.stringify(body())).toContain('"destination":"9121234567"');
	});

	test.each([
		['by a comma', '09120000001,09120000002', 2],
		['by a Persian comma', '09120000001، 09120000002', 2],
		['by new lines', '={{ "09120000001\\n09120000002\\n09120000003" }}', 3],
		['in an array', '={{ ["09120000001", "09120000002"] }}', 2],
		['though they are the same', '09120000001;09120000001', 2],
	])('is an error where it holds several, separated %s', async (_, destination, count) => {
		const { error } = await run(parametersOf({ destination }));
		expect(error?.message).toBe(
			`'Destination' of item 0 holds ${count} numbers, but ${what} goes to one`,
		);
		expect(error?.description).toMatch(/^Use one item per number/);
		expect(sandbox().requests()).toEqual([]);
	});

	test('is an error with parameter, item and number where it is wrong', async () => {
		const { error } = await run(parametersOf({ destination: '={{ $json.to }}' }), {
			rows: [{ to: '09120000001' }, { to: '12' }],
		});
		expect(error?.message).toBe(
			`'Destination' of item 1 holds "12", which has 2 digits; a phone number has 3 to 15`,
		);
		expect(sandbox().requests()).toEqual([]);
	});

	test('is an error where the item has none', async () => {
		const { error } = await run(parametersOf({ destination: '={{ $json.to }}' }));
		expect(error?.message).toBe("'Destination' of item 0 is empty");
	});
});
