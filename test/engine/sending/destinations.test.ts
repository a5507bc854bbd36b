import { describe, expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';

import { gateway, playVoiceFile, send, sendBulk, sendCode } from '../stage/gateway.ts';

const { sandbox, run, body, bodies } = gateway();

/** What a number may look like is said in test/unit/numbers/phoneNumbers.test.ts; here it goes through the whole node. */
const sendTo = async (destination: unknown) =>
	await run(send({ destination: '={{ $json.to }}' }), {
		rows: [{ to: destination } as IDataObject],
	});

describe('a number', () => {
	test.each<[unknown, string]>([
		['09121234567', '09121234567'],
		[' (۰۹۱۲) ۱۲۳-۴۵۶۷\u200f', '09121234567'],
		['+44 20 7946 0000', '+442079460000'],
		['00442079460000', '00442079460000'],
		[9121234567, '9121234567'],
	])('leaves clean, as a string: %j', async (destination, sent) => {
		const { json } = await sendTo(destination);
		expect(body().destination).toBe(sent);
		expect(json[0]?.destinations).toEqual([sent]);
		expect(json[0]).not.toHaveProperty('warnings');
	});

	test('an error names the row of the sheet where the item says which it is', async () => {
		const rows = [
			{ to: '09120000000' },
			{ to: '', row_number: 7 },
			{ to: '', row_number: '7' },
			{ to: '', row_number: 0 },
		];
		const { items } = await run(send({ destination: '={{ $json.to }}' }), {
			rows,
			node: { onError: 'continueRegularOutput' },
		});
		expect(items.map(({ json }) => json.error)).toEqual([
			null,
			"'To' of item 1 (row 7 of the sheet) is empty",
			"'To' of item 2 is empty",
			"'To' of item 3 is empty",
		]);
	});

	test.each<[unknown, string]>([
		[undefined, 'is empty'],
		[null, 'is empty'],
		[[], 'is empty'],
		['12', 'holds "12", which has 2 digits; a phone number has 3 to 15'],
		[{ a: 1 }, 'holds {"a":1}, which is not a phone number'],
		['9.89121E+11', 'holds "9.89121E+11", which is a rounded number'],
	])('%j is an error with parameter, item and number', async (destination, says) => {
		const { error } = await run(send({ destination: '={{ $json.to }}' }), {
			rows: [{ to: '09120000000' }, { to: destination } as IDataObject],
		});
		expect(error?.message).toBe(`'To' of item 1 ${says}`);
		expect(error?.description).not.toBe('');
		// n8n's editor would write it behind the message once more.
		expect(error?.context).not.toHaveProperty('itemIndex');
		expect(sandbox().requests()).toEqual([]);
	});
});

describe('several numbers in one destination', () => {
	const THREE = '09120000001,09120000002,09120000003';

	test.each<[unknown]>([
		['۰۹۱۲۰۰۰۰۰۰۱،\n0912 000 0002;09120000003,'],
		[['09120000001, 09120000002', '09120000003']],
	])('go out in one request, separated by a comma: %j', async (destination) => {
		const { json } = await sendTo(destination);
		expect(body().destination).toBe(THREE);
		expect(json[0]?.destinations).toEqual(THREE.split(','));
		expect(json[0]?.messageIds).toHaveLength(3);
		expect(sandbox().messages()).toHaveLength(3);
	});

	test('may stand in the parameter itself, and in an array that an expression makes', async () => {
		await run(send({ destination: '09120000001; 09120000002' }));
		await run(send({ destination: '={{ $json.people.map((one) => one.phone) }}' }), {
			rows: [{ people: [{ phone: '09120000003' }, { phone: 9120000004 }] }],
		});
		expect(bodies().map(({ destination }) => destination)).toEqual([
			'09120000001,09120000002',
			'09120000003,9120000004',
		]);
	});

	test('are sent once where repeated, in whatever form, and named in the warnings', async () => {
		const twice = ['09120000001', '0912 000 0002', '۰۹۱۲۰۰۰۰۰۰۱', '09120000002', '09120000003'];
		const { json } = await sendTo(twice);
		expect(body().destination).toBe(THREE);
		expect(sandbox().messages()).toHaveLength(3);
		expect(json[0]?.destinations).toEqual(THREE.split(','));
		const warnings = ['09120000001', '09120000002'].map(
			(number) => `${number} was given more than once and gets the message once`,
		);
		expect(json[0]?.warnings).toEqual(warnings);
		const dry = await run(send({ destination: twice.join(), options: { dryRun: true } }));
		expect(dry.json[0]?.warnings).toEqual(warnings);
	});

	test.each<[unknown, string]>([
		['09120000001, 0912-x, 09120000003', 'holds " 0912-x", which is not a phone number'],
		[['09120000001', '', '09120000003'], 'holds nothing at position 2 of its list'],
	])('are all kept back where one of %j is wrong, which the error names', async (list, says) => {
		const { error } = await sendTo(list);
		expect(error?.message).toBe(`'To' of item 0 ${says}`);
		expect(sandbox().requests()).toEqual([]);
	});
});

describe.each([
	['playVoiceFile', playVoiceFile, 'a call'],
	['sendCode', sendCode, 'a call'],
	['sendBulk', sendBulk, 'a message of a bulk'],
] as const)('the destination of %s', (_operation, parametersOf, what) => {
	test.each([
		[' (۰۹۱۲) ۱۲۳-4567 ', '09121234567'],
		['={{ [9121234567] }}', '9121234567'],
	])('is one number, cleaned: %s', async (destination, sent) => {
		await run(parametersOf({ destination }));
		expect(JSON.stringify(body())).toContain(`"destination":"${sent}"`);
	});

	test.each([
		['by a Persian comma', '09120000001، 09120000002', 2],
		['by new lines', '={{ "09120000001\\n09120000002\\n09120000003" }}', 3],
		['in an array', '={{ ["09120000001", "09120000002"] }}', 2],
		['though they are the same', '09120000001;09120000001', 2],
	])('is an error where it holds several, separated %s', async (_, destination, count) => {
		const { error } = await run(parametersOf({ destination }));
		expect(error?.message).toBe(`'To' of item 0 holds ${count} numbers, but ${what} goes to one`);
		expect(error?.description).toMatch(/^Use one item per number/);
		expect(sandbox().requests()).toEqual([]);
	});

	test('is an error where it is wrong, or the item has none', async () => {
		// A number that is no text: of an item without anything that is read, a bulk makes no row.
		const rows = [{ to: '09120000001' }, { to: '12' }, { to: [] }] as IDataObject[];
		const { error } = await run(parametersOf({ destination: '={{ $json.to }}' }), { rows });
		expect(error?.description).toContain(`'To' of item 1 holds "12", which has 2 digits`);
		expect(error?.description).toContain("'To' of item 2 is empty");
		expect(sandbox().requests()).toEqual([]);
	});
});
