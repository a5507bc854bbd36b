import { describe, expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';

import { detailsOf, gateway } from '../stage/gateway.ts';
import {
	batchesAt,
	bulk,
	numberOf,
	numbers,
	outcomesOf,
	pairOf,
	rowsFor,
	times,
	CONTINUE,
	ERROR_OUTPUT,
	RETRY,
} from '../stage/rows.ts';

const { sandbox, credentials, run } = gateway();

/** Rows of which those with these numbers have no phone number. */
const rowsWith = (count: number, wrong: number[]): IDataObject[] =>
	rowsFor(count).map((row, index) =>
		wrong.includes(index) ? { ...row, to: `not a number ${index}` } : row,
	);
const wrongNumber = (index: number) =>
	`'To' of item ${index} holds "not a number ${index}", which is not a phone number`;
const upTo = (count: number) => Array.from({ length: count }, (_, index) => index);

describe('wrong rows, with Invalid Rows on Stop,', () => {
	test('of which there is one keep all others back, and the error names it', async () => {
		const { error, items } = await run(bulk({ speed: { values: { batchSize: 2 } } }), {
			rows: rowsWith(250, [249]),
		});
		expect(sandbox().requests()).toEqual([]);
		expect(items).toEqual([]);
		expect(error?.message).toBe(wrongNumber(249));
		expect(error?.description).toContain('Write digits only');
		expect(error?.description).toContain("add the option 'Invalid Rows' and choose Skip");
		expect(error?.description).toContain(
			'Nothing was sent; 250 rows: 1 rejected (item 249), 249 not sent (items 0–248).',
		);
		expect(error?.context).not.toHaveProperty('itemIndex');
	});

	test('of which there are three are all named', async () => {
		const { error } = await run(bulk({ invalidRows: 'stop' }), { rows: rowsWith(12, [3, 4, 9]) });
		expect(sandbox().requests()).toEqual([]);
		expect(error?.message).toBe('3 of 12 rows are wrong, so nothing was sent');
		for (const index of [3, 4, 9]) {
			expect(error?.description).toContain(`${wrongNumber(index)}.`);
		}
		expect(error?.description).not.toContain('more.');
		expect(error?.description).toContain('3 rejected (items 3–4, 9)');
		expect(error?.context).toMatchObject({ itemIndex: 3 });
	});

	test('that are wrong in three ways are named without the three advices, which nobody could tell apart', async () => {
		const rows = ['12', '', '9.8E+11'].map((to) => ({ to, text: 'x' }));
		const { error } = await run(bulk(), { rows });
		expect(error?.description).toBe(
			"'To' of item 0 holds \"12\", which has 2 digits; a phone number has 3 to 15. 'To' of item 1 is empty. 'To' of item 2 holds \"9.8E+11\", which is a rounded number. Nothing was sent; 3 rows: 3 rejected (items 0–2).",
		);
	});

	test('of which there are many: the first ten are named, and how many more there are', async () => {
		const wrong = upTo(25).map((index) => 2 * index + 1);
		const { error } = await run(bulk(), { rows: rowsWith(60, wrong) });
		expect(sandbox().requests()).toEqual([]);
		expect(error?.message).toBe('25 of 60 rows are wrong, so nothing was sent');
		const named = wrong.filter((index) => error?.description?.includes(`${wrongNumber(index)}.`));
		expect(named).toEqual(wrong.slice(0, 10));
		expect(error?.description).toContain('And 15 more.');
	});

	test('of which there are thousands do not make the error long', async () => {
		const { error } = await run(bulk(), { rows: rowsWith(2000, upTo(2000)) });
		expect(error?.message).toBe('2,000 of 2,000 rows are wrong, so nothing was sent');
		expect(error?.description?.length).toBeLessThan(3000);
	});

	test('say everything that is wrong with a row', async () => {
		const { error } = await run(bulk({}, { source: '={{ $json.from }}' }), {
			rows: [{ to: '12', text: ' ' }],
		});
		expect(error?.message).toContain("'From' of item 0 is empty");
		expect(error?.message).toContain("'To' of item 0 holds");
		expect(error?.message).toContain("'Message' of item 0 is empty");
	});

	test.each([
		['regular', CONTINUE],
		['error', ERROR_OUTPUT],
	])('give each row its reason on the %s output where the node continues', async (_, node) => {
		const { items, errorItems, error } = await run(bulk({ speed: { values: { batchSize: 2 } } }), {
			rows: rowsWith(5, [1, 4]),
			node,
		});
		expect(error).toBeUndefined();
		expect(sandbox().requests()).toEqual([]);
		const failed = node === CONTINUE ? items : errorItems;
		expect([...items, ...errorItems]).toHaveLength(5);
		expect(failed.map(pairOf)).toEqual(upTo(5));
		expect(outcomesOf(failed)).toEqual(['notSent', 'rejected', 'notSent', 'notSent', 'rejected']);
		for (const index of [1, 4]) expect(failed[index]?.json.error).toBe(wrongNumber(index));
		for (const index of [0, 2, 3]) {
			expect(failed[index]?.json.error).toBe('Not sent, because another item of this run is wrong');
		}
		if (node === ERROR_OUTPUT) expect(failed[1]?.json).toMatchObject({ text: 'Hello no. 1' });
	});

	test('are checked again by a retry, which sends nothing either', async () => {
		const { error } = await run(bulk(), { rows: rowsWith(3, [1]), node: RETRY });
		expect(error?.message).toBe(wrongNumber(1));
		expect(sandbox().requests()).toEqual([]);
	});

	test('may be wrong because an expression fails for them alone', async () => {
		const message = "={{ $json.bad ? $('No Such Node').first() : $json.text }}";
		const rows = rowsFor(3).map((row, index) => ({ ...row, bad: index === 1 }));
		const { error } = await run(bulk({}, { message }), { rows });
		expect(error?.message).toMatch(/^'Message' of item 1 can't be read: /);
		expect(sandbox().requests()).toEqual([]);
		const { items } = await run(bulk({ invalidRows: 'skip' }, { message }), { rows });
		expect(outcomesOf(items)).toEqual(['accepted', 'rejected', 'accepted']);
		expect(batchesAt(sandbox())).toEqual([[numberOf(0), numberOf(2)]]);
	});
});

describe('wrong rows, with Invalid Rows on Skip,', () => {
	const skip = bulk({ speed: { values: { batchSize: 2 } }, invalidRows: 'skip' });

	test('get their own failed result in stop mode, without an error, and the others are sent', async () => {
		const { items, errorItems, error } = await run(skip, { rows: rowsWith(7, [1, 4]) });
		expect(error).toBeUndefined();
		expect(errorItems).toEqual([]);
		const good = [0, 2, 3, 5, 6].map(numberOf);
		expect(batchesAt(sandbox())).toEqual([good.slice(0, 2), good.slice(2, 4), good.slice(4)]);
		expect(items.map(pairOf)).toEqual(upTo(7));
		expect(outcomesOf(items)).toEqual(
			upTo(7).map((index) => ([1, 4].includes(index) ? 'rejected' : 'accepted')),
		);
		expect(items[1]?.json).toEqual({
			outcome: 'rejected',
			error: wrongNumber(1),
			destination: 'not a number 1',
			advice: expect.stringContaining('Write digits only'),
			...rowsWith(7, [1, 4])[1],
		});
		expect(items.map(({ json }) => json.batch)).toEqual([1, undefined, 1, 2, undefined, 2, 3]);
	});

	test('go to the error output with their columns where there is one', async () => {
		const { items, errorItems, error } = await run(skip, {
			rows: rowsWith(5, [0, 3]),
			node: ERROR_OUTPUT,
		});
		expect(error).toBeUndefined();
		expect(items.map(pairOf)).toEqual([1, 2, 4]);
		expect(errorItems.map(pairOf)).toEqual([0, 3]);
		expect(errorItems.map(({ json }) => json)).toEqual(
			[0, 3].map((index) => ({
				to: `not a number ${index}`,
				text: `Hello no. ${index}`,
				error: wrongNumber(index),
				details: expect.objectContaining({ outcome: 'rejected' }),
			})),
		);
	});

	test('are all there is: nothing is sent, and there is no error', async () => {
		const { items, error } = await run(skip, { rows: rowsWith(3, [0, 1, 2]) });
		expect(error).toBeUndefined();
		expect(outcomesOf(items)).toEqual(times(3, 'rejected'));
		expect(sandbox().requests()).toEqual([]);
	});

	test('do not hide a batch that fails: its error ends the run, and names them too', async () => {
		sandbox().setFaults([
			{ match: { destination: numberOf(3) }, fault: { kind: 'status', status: 400 } },
		]);
		const { error } = await run(skip, { rows: rowsWith(7, [0]) });
		expect(error?.message).toContain('HTTP 400');
		expect(error?.description).toContain('2 accepted (item 1');
		expect(error?.description).toContain('3 rejected (items 0, 3–4)');
		expect(error?.description).toContain('2 not sent (items 5–6)');
	});

	test('let Retry On Fail send nothing twice, though n8n tries again where the first row failed', async () => {
		const { items } = await run(skip, { rows: rowsWith(4, [0]), node: RETRY });
		expect(sandbox().messages()).toHaveLength(3);
		expect(outcomesOf(items)).toEqual(['rejected', 'accepted', 'accepted', 'accepted']);
	});
});

describe('a wrong row', () => {
	test.each<[string, IDataObject, string]>([
		['without a number', { text: 'x' }, "'To' of item 1 is empty"],
		['with two numbers', { to: '0912,0913', text: 'x' }, "'To' of item 1 holds 2 numbers"],
		['without a text', { to: '0912' }, "'Message' of item 1 is empty"],
		['with a rounded number', { to: '9.12E+11', text: 'x' }, "'To' of item 1 holds"],
		['with an object for a text', { to: '0912', text: { a: 1 } }, "'Message' of item 1 holds"],
		['with half an emoji', { to: '0912', text: 'a\ud83d' }, "'Message' of item 1 holds"],
	])('%s is named by parameter and item', async (_, row, says) => {
		const { error } = await run(bulk(), { rows: [...rowsFor(1), row] });
		expect(error?.message).toContain(says);
		expect(sandbox().requests()).toEqual([]);
	});
});

describe('a credential with a wrong address', () => {
	test.each([
		['', /'SMS Base URL' of the credential/],
		['ftp://127.0.0.1', /'SMS Base URL' of the credential/],
		['http://sms.example.com', /'SMS Base URL' of the credential/],
	])('%j is an error that names it, and nothing is sent', async (smsBaseUrl, says) => {
		const wrong = credentials({ smsBaseUrl });
		const { error } = await run(bulk(), { rows: rowsFor(3), credentials: wrong });
		expect(error?.message).toMatch(says);
		const { items } = await run(bulk(), { rows: rowsFor(3), credentials: wrong, node: CONTINUE });
		expect(items.map(pairOf)).toEqual([0, 1, 2]);
		for (const item of items) {
			expect(item.json.error).toMatch(says);
			expect(detailsOf(item).outcome).toBe('rejected');
		}
		expect(sandbox().requests()).toEqual([]);
	});

	test('at which nobody listens rejects every batch, where the node continues', async () => {
		const { items } = await run(bulk({ speed: { values: { batchSize: 2 } } }), {
			rows: rowsFor(4),
			credentials: credentials({ smsBaseUrl: 'http://127.0.0.1:9' }),
			node: CONTINUE,
		});
		expect(outcomesOf(items)).toEqual(times(4, 'rejected'));
		expect(items.map((item) => detailsOf(item).destination)).toEqual(numbers(4));
	});

	test('for calls does not matter', async () => {
		const { error } = await run(bulk(), {
			rows: rowsFor(1),
			credentials: credentials({ callBaseUrl: '' }),
		});
		expect(error).toBeUndefined();
	});
});
