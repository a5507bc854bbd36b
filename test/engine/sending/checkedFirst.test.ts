import { describe, expect, test } from '@jest/globals';
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { to } from '../stage/allThatSend.ts';
import { fronts } from '../stage/front.ts';
import { gateway, getStatus, ID, PATH, send } from '../stage/gateway.ts';
import { CONTINUE, RETRY } from '../stage/modes.ts';
import { numberOf, numbers, outcomesOf } from '../stage/rows.ts';

const { sandbox, credentials, run, answerWith } = gateway();
const front = fronts(sandbox);

const rowsFor = (count: number): IDataObject[] => numbers(count).map((to) => ({ to }));

/** Runs rows of which the second fails at first, and `changes` what the next try finds, as another system may. */
async function changedBetween(
	rows: IDataObject[],
	changes: (credential: IDataObject) => void,
	more: object = {},
) {
	sandbox().setFaults([
		{ match: { destination: numberOf(1) }, times: 1, fault: { kind: 'status', status: 400 } },
	]);
	const { url: smsBaseUrl } = await front({
		delay: 0,
		arrives: (body) => body.includes(numberOf(1)) && changes(credential),
	});
	const credential = credentials({ smsBaseUrl });
	return await run(send(to), { rows, credentials: credential, node: { ...RETRY, ...more } });
}

describe('what an earlier try has sent', () => {
	test('is not said to be wrong, nor not sent, where a later one finds wrong rows', async () => {
		const rows = rowsFor(4);
		const { error } = await changedBetween(rows, () => {
			for (const row of rows.slice(2)) row.to = 'nobody';
		});
		expect(error?.message).toBe('2 of 3 rows are wrong, so nothing more was sent');
		expect(error?.description).toContain(`Accepted: 1 (item 0, message id ${ID[0]}).`);
		expect(error?.description).toContain('Refused: 2 (items 2–3). Not sent: 1 (item 1).');
	});

	test('stays so where a later one finds the credential wrong', async () => {
		const wrong = (credential: IDataObject) => (credential.smsBaseUrl = 'nowhere');
		const { error } = await changedBetween(rowsFor(3), wrong);
		expect(error?.message).toContain("'SMS Base URL' of the credential");
		expect(error?.context).toMatchObject({ itemIndex: 1 });
		expect(error?.description).toContain('Accepted: 1 (item 0');
		const { items } = await changedBetween(rowsFor(3), wrong, CONTINUE);
		expect(outcomesOf(items)).toEqual(['accepted', 'rejected', 'accepted']);
	});
});

test('of a single wrong row the error is its own, without a word of others', async () => {
	const { error } = await run(send(to), { rows: [{ to: 'nobody' }] });
	expect(error?.description).not.toMatch(/others|Nothing was sent/);
});

test('wrong rows of a question are told that nothing was asked, and of no option that it does not have', async () => {
	const rows = [{ id: '' }, { id: ID[0] }, { id: '' }];
	const { error } = await run(getStatus({ messageIds: '={{ $json.id }}' }), { rows });
	expect(error?.message).toBe('2 of 3 rows are wrong, so nothing was asked');
	expect(error?.description).not.toContain('Invalid Rows');
	expect(sandbox().requests()).toEqual([]);
});

describe('Min Credit', () => {
	const WANTED = "Nothing was sent, because 'Min Credit' wants the credit to be known first";
	const limited = (more: INodeParameters = {}) =>
		send({ ...to, options: { minCredit: 10, ...more } });

	test('names the address that is wrong for the question, and asks nothing', async () => {
		const { error } = await run(limited(), {
			credentials: credentials({ callBaseUrl: '' }),
			rows: rowsFor(1),
		});
		expect(error?.message).toContain("'Call Base URL' of the credential is empty");
		expect(error?.description).toContain('Enter it in full');
		expect(sandbox().requests()).toEqual([]);
	});

	test.each([{ success: true }, { credit: 'much' }])(
		'says what to do where the answer names none: %j',
		async (answer) => {
			answerWith(answer);
			const { error } = await run(limited(), { rows: rowsFor(2) });
			expect(error?.message).toBe(`${WANTED}, and the answer names none`);
			expect(error?.description).toMatch(
				/^Run 'Get Credit' to see what the service answers, or remove 'Min Credit'\..*Nothing was sent\./,
			);
		},
	);

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
