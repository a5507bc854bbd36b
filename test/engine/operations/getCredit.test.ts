import { expect, test } from '@jest/globals';

import { gateway, getCredit, PATH } from '../stage/gateway.ts';

const { sandbox, run, body, answerWith } = gateway('vm');

test('the credit query is a POST of nothing but the login', async () => {
	const { items } = await run(getCredit);
	expect(sandbox().requests()).toMatchObject([
		{ method: 'POST', path: PATH.getCredit, encoding: 'json', accepted: true },
	]);
	expect(sandbox().requests()[0]?.headers.accept).toBe('application/json');
	expect(body()).toEqual({});
	expect(items).toEqual([
		{
			json: { credit: 1000, response: { success: true, error: null, credit: 1000 } },
			pairedItem: { item: 0 },
		},
	]);
});

test('the credit follows the account', async () => {
	sandbox().setAccount({ credit: 3.5 });
	const { json } = await run(getCredit);
	expect(json[0]?.credit).toBe(3.5);
});

test.each<[string, unknown, unknown]>([
	['a number', { success: true, credit: 12.5 }, 12.5],
	['zero', { success: true, credit: 0 }, 0],
	['a number in text', { success: true, credit: ' 1200.75 ' }, 1200.75],
	['text that is no number', { success: true, credit: '1,200 Rials' }, '1,200 Rials'],
	['a member of data', { success: true, data: { credit: '7' } }, 7],
	['another spelling', { success: true, Credit: 7 }, 7],
	['missing', { success: true }, null],
	['null', { success: true, credit: null }, null],
	['empty text', { success: true, credit: ' ' }, null],
	['an object', { success: true, credit: { sms: 1 } }, null],
])(
	'a credit that is %s comes out as it should, beside the whole answer',
	async (_, answer, credit) => {
		answerWith(answer);
		const { json } = await run(getCredit);
		const said =
			typeof credit === 'string'
				? { warnings: [expect.stringContaining('more than one way')] }
				: {};
		expect(json).toEqual([{ credit, ...said, response: answer }]);
	},
);

test.each<[string, unknown]>([
	['a list', [1, 2]],
	['a number', 17],
])('an answer that is %s comes through whole', async (_, answer) => {
	answerWith(answer);
	const { json } = await run(getCredit);
	expect(json).toEqual([{ credit: null, response: answer }]);
});

test('all items of a run share one request, and each has the result', async () => {
	const { items } = await run(getCredit, { rows: [{}, {}] });
	expect(sandbox().requests()).toHaveLength(1);
	expect(items.map(({ json }) => json.credit)).toEqual([1000, 1000]);
	expect(items.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 1 }]);
});
