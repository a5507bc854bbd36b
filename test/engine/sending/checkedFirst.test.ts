import { describe, expect, test } from '@jest/globals';
import type { IDataObject, INode, INodeParameters } from 'n8n-workflow';

import { to, CONTINUE, RETRY, numberOf, numbers, outcomesOf } from '../stage/rows.ts';
import { fronts } from '../stage/front.ts';
import { gateway, getStatus, ID, PATH, send, sendBulk } from '../stage/gateway.ts';

const { sandbox, credentials, run, answerWith } = gateway();
const front = fronts(sandbox);

const rowsFor = (count: number): IDataObject[] => numbers(count).map((to) => ({ to }));

/** Runs rows of which the second fails at first, and `changes` what the next try finds, as another system may. */
async function changedBetween(
	rows: IDataObject[],
	changes: (credential: IDataObject) => void,
	{ node = {}, options = {} }: { node?: Partial<INode>; options?: INodeParameters } = {},
) {
	sandbox().setFaults([
		{ match: { destination: numberOf(1) }, times: 1, fault: { kind: 'status', status: 400 } },
	]);
	const { url: smsBaseUrl } = await front({
		delay: 0,
		arrives: (body) => body.includes(numberOf(1)) && changes(credential),
	});
	const credential = credentials({ smsBaseUrl });
	return await run(send({ ...to, options }), {
		rows,
		credentials: credential,
		node: { ...RETRY, ...node },
	});
}

describe('what an earlier try has sent', () => {
	test('is not said to be wrong, nor not sent, where a later one finds wrong rows', async () => {
		const rows = rowsFor(4);
		const { error } = await changedBetween(rows, () => {
			for (const row of rows.slice(2)) row.to = 'nobody';
		});
		expect(error?.message).toBe('2 of 3 rows are wrong, so nothing more was sent');
		expect(error?.description).toContain(`1 accepted (item 0, message id ${ID[0]})`);
		expect(error?.description).toContain('2 rejected (items 2–3), 1 not sent (item 1)');
	});

	test('is not wrong itself, though a later one could not read it any more, and the others are sent', async () => {
		const rows = rowsFor(3);
		const { error, items } = await changedBetween(rows, () =>
			Object.assign(rows[0] ?? {}, { to: 'nobody' }),
		);
		expect(error).toBeUndefined();
		expect(outcomesOf(items)).toEqual(['accepted', 'accepted', 'accepted']);
		expect(
			sandbox()
				.messages()
				.map(({ destination }) => destination),
		).toEqual(numbers(3));
	});

	test('is not hidden as a row to skip where nobody knows whether it was', async () => {
		const [row = {}] = rowsFor(1);
		sandbox().setFaults([{ fault: { kind: 'status', status: 500, accept: true }, times: 1 }]);
		const { url: smsBaseUrl } = await front({ delay: 0, arrives: () => (row.to = 'nobody') });
		const { error } = await run(send({ ...to, options: { invalidRows: 'skip' } }), {
			rows: [row],
			credentials: credentials({ smsBaseUrl }),
			node: RETRY,
		});
		expect(error?.message).toContain('HTTP 500');
		expect(error?.description).toContain('It may have been sent.');
		expect(sandbox().messages()).toHaveLength(1);
	});

	test('stays so where a later one finds the credential wrong', async () => {
		const wrong = (credential: IDataObject) => (credential.smsBaseUrl = 'nowhere');
		const { error } = await changedBetween(rowsFor(3), wrong);
		expect(error?.message).toContain("'SMS Base URL' of the credential");
		expect(error?.context).toMatchObject({ itemIndex: 1 });
		expect(error?.description).toContain('1 accepted (item 0');
		const { items } = await changedBetween(rowsFor(3), wrong, { node: CONTINUE });
		expect(outcomesOf(items)).toEqual(['accepted', 'rejected', 'accepted']);
	});

	test('stays so where a later one finds the credit too low', async () => {
		const spent = () => sandbox().setAccount({ credit: 0 });
		const { error } = await changedBetween(rowsFor(3), spent, {
			options: { limits: { values: { minCredit: 1 } } },
		});
		expect(error?.message).toContain("The credit is 0, and 'Min Credit' is 1");
		expect(error?.description).toContain('1 accepted (item 0');
		expect(error?.description).toContain('2 rejected (items 1–2)');
	});
});

const FILL_IN =
	'Fill it in; if it is an expression, check that this item has the value: column names are case-sensitive.';
const WAY_OUT =
	"Correct the rows, or add the option 'Invalid Rows' and choose Skip to send the others.";

test.each<[string, number, string]>([
	['one, alone, in its own words', 0, ''],
	[
		'one of several, with the way out',
		1,
		` ${WAY_OUT} Nothing was sent; 2 rows: 1 rejected (item 0), 1 not sent (item 1).`,
	],
])('of wrong rows the error names %s', async (_, others, rest) => {
	const { error } = await run(send(to), { rows: [{ to: '' }, ...rowsFor(others)] });
	expect(error?.message).toBe("'To' of item 0 is empty");
	expect(error?.description).toBe(
		`Fill it in; if it is an expression, check that this item has the value: column names are case-sensitive.${rest}`,
	);
});

test('of eleven wrong rows the error names ten, in sentences, and counts the other', async () => {
	const rows = [...rowsFor(1000), ...Array.from({ length: 11 }, () => ({ to: '' }))];
	const { error } = await run(send(to), { rows });
	const named = Array.from({ length: 10 }, (_, index) => `'To' of item ${1000 + index} is empty.`);
	expect(error?.message).toBe('11 of 1,011 rows are wrong, so nothing was sent');
	expect(error?.description).toBe(
		`${named.join(' ')} And 1 more. ${FILL_IN} ${WAY_OUT} Nothing was sent; 1,011 rows: 11 rejected (items 1000–1010), 1,000 not sent (items 0–999).`,
	);
	const { error: told } = await run(send(to), { rows: rows.slice(-2), asTool: true });
	expect(told?.message).toContain('2 of 2 rows are wrong, so nothing was sent');
	expect(told?.message).toContain('Outcome: rejected.');
});

test('where all rows are wrong in the same way, the error says once what to do, and of no others to send', async () => {
	const { error } = await run(sendBulk({ ...to, message: 'Hello {{ $json.name }}' }), {
		rows: rowsFor(2),
	});
	expect(error?.description).toMatch(
		/^'Message' of item 0 .*did not evaluate\. 'Message' of item 1 .*did not evaluate\. Switch [^.]*Expression[^.]*\. Nothing was sent;/,
	);
	expect(error?.description).not.toContain('Invalid Rows');
});

test('of more than two ways to be wrong the error says none of what to do', async () => {
	const rows = ['', '12', 'none', '09120000001'].map((number) => ({ to: number }));
	const { error } = await run(send(to), { rows });
	expect(error?.description).not.toContain(FILL_IN);
	expect(error?.description).toContain(WAY_OUT);
	const { error: two } = await run(send(to), { rows: rows.toSpliced(2, 1) });
	expect(two?.description).toContain(`${FILL_IN} Check the number for missing or doubled digits.`);
});

test('wrong rows of a question are told that nothing was asked, and of no option that it does not have', async () => {
	const rows = [{ id: '' }, { id: ID[0] }, { id: '' }];
	const { error } = await run(getStatus({ messageIds: '={{ $json.id }}' }), { rows });
	expect(error?.message).toBe('2 of 3 rows are wrong, so nothing was asked');
	expect(error?.description).toBe(
		`'Message IDs' of item 0 is empty. 'Message IDs' of item 2 is empty. ${FILL_IN} 3 rows: 2 rejected (items 0, 2), 1 not sent (item 1).`,
	);
	expect(sandbox().requests()).toEqual([]);
});

describe('Min Credit', () => {
	const WANTED = "Nothing was sent, because 'Min Credit' wants the credit to be known first";
	const limited = (more: INodeParameters = {}) =>
		send({ ...to, options: { limits: { values: { minCredit: 10 } }, ...more } });

	test('names the address that is wrong for the question, and asks nothing', async () => {
		const { error } = await run(limited(), {
			credentials: credentials({ callBaseUrl: '' }),
			rows: rowsFor(1),
		});
		expect(error?.message).toContain("'Call Base URL' of the credential is empty");
		expect(error?.description).toContain('Enter it in full');
		expect(error?.context?.data).toMatchObject({ rejected: ['0'] });
		expect(sandbox().requests()).toEqual([]);
	});

	test('says that it is safe to run again where no answer came', async () => {
		sandbox().setFaults([{ fault: { kind: 'drop', when: 'after' } }]);
		const { error } = await run(limited(), { rows: rowsFor(1) });
		expect(error?.description).toContain('so it is safe to run this again');
	});

	test.each([
		[{ success: true }, 'names none'],
		[{ credit: 'much' }, 'has "much", which is no plain number'],
	])('says what to do where the answer names none as a number: %j', async (answer, says) => {
		answerWith(answer);
		const { error } = await run(limited(), { rows: rowsFor(2) });
		expect(error?.message).toBe(`${WANTED}, and the answer ${says}`);
		expect(error?.description).toMatch(
			/^Run 'Get Credit' to see what the service answers, or remove 'Min Credit'\..*Nothing was sent;/,
		);
	});

	test('tells a model that nothing was sent, also where no answer came', async () => {
		const asked = async () =>
			(await run(limited(), { asTool: true, rows: rowsFor(1) })).error?.message;
		sandbox().setFaults([
			{ match: { path: PATH.getCredit }, fault: { kind: 'drop', when: 'after' } },
		]);
		const lost = await asked();
		expect(lost).toContain(`${WANTED}: The connection to `);
		expect(lost).toContain('Outcome: rejected.');
		sandbox().setFaults([]);
		sandbox().setAccount({ credit: 9.5 });
		const poor = await asked();
		expect(poor).toContain("The credit is 9.5, and 'Min Credit' is 10, so nothing was sent");
		expect(poor).toContain('Outcome: rejected.');
	});

	test('is kept to also where what would only be shown is too much for another limit', async () => {
		sandbox().setAccount({ credit: 9 });
		const rows = rowsFor(3).map((row, index) => ({ ...row, dry: index < 2 }));
		const limits = { values: { minCredit: 100, maxMessages: 1 } };
		const { error } = await run(send({ ...to, options: { limits, dryRun: '={{ $json.dry }}' } }), {
			rows,
		});
		expect(error?.message).toContain("'Min Credit' is 100");
		expect(sandbox().messages()).toEqual([]);
	});

	test('refuses what would only be shown beside what is to be sent, and its error is at the first of these', async () => {
		sandbox().setAccount({ credit: 9 });
		const rows = rowsFor(3).map((row, index) => ({ ...row, dry: index < 2 }));
		const some = limited({ dryRun: '={{ $json.dry }}' });
		const { items } = await run(some, { rows, node: CONTINUE });
		expect(outcomesOf(items)).toEqual(['rejected', 'rejected', 'rejected']);
		const { error } = await run(some, { rows });
		expect(error?.context).toMatchObject({ itemIndex: 2 });
	});
});
