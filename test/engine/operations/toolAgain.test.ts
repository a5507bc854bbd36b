import { expect, test } from '@jest/globals';

import { numbers, outcomesOf } from '../stage/rows.ts';
import { to } from '../stage/allThatSend.ts';
import { detailsOf, gateway, getStatus, ID, send, sendCode } from '../stage/gateway.ts';
import { CONTINUE, RETRY } from '../stage/modes.ts';

const { sandbox, run } = gateway();

/** Two calls of a tool, of which n8n repeats both because one of them fails. */
const again = { asTool: true, rows: numbers(2).map((number) => ({ to: number })) };
const failsOnce = (kind: 'refuse' | 'drop') =>
	sandbox().setFaults([
		{
			match: { destination: numbers(2)[1] ?? '' },
			times: 1,
			fault: kind === 'drop' ? { kind, when: 'after' } : { kind: 'status', status: 400 },
		},
	]);

test.each([
	['send', send(to), `message id ${ID[0]}`],
	['sendCode', sendCode(to), 'call id call-1'],
])(
	'%s called again in one run sends once what was accepted, and tells the model so',
	async (_, parameters, id) => {
		failsOnce('refuse');
		const { json, hints } = await run(parameters, { ...again, node: RETRY });
		expect(hints[0]?.message).toMatch(/^2 rows: 1 accepted, 1 duplicate\./);
		expect(json.map(({ outcome }) => outcome)).toEqual(['duplicate', 'accepted']);
		const said = `The same was accepted earlier in this run, ${id}, so it was not sent again. Take it as done.`;
		expect(json[0]?.warnings).toEqual([said]);
		expect(json[1]).not.toHaveProperty('warnings');
		expect(
			sandbox()
				.messages()
				.map(({ destination }) => destination),
		).toEqual(numbers(2));
	},
);

test('called again with another text it sends that too: a call is known by what it says', async () => {
	failsOnce('refuse');
	const rows = numbers(2).map((to, index) => ({
		to,
		get text() {
			return index === 0 && sandbox().requests().length > 0 ? 'Second' : 'First';
		},
	}));
	const { json } = await run(send({ ...to, message: '={{ $json.text }}' }), {
		...again,
		rows,
		node: RETRY,
	});
	expect(json.map(({ outcome }) => outcome)).toEqual(['accepted', 'accepted']);
	expect(
		sandbox()
			.messages()
			.map(({ message }) => message),
	).toEqual(['First', 'Second', 'First']);
});

test('called again, it keeps what else it had warned of', async () => {
	failsOnce('refuse');
	const double = send({ destination: '={{ $json.to }},{{ $json.to }}' });
	const { json } = await run(double, { ...again, node: RETRY });
	expect(json[0]?.warnings).toEqual([
		expect.stringContaining('more than once'),
		expect.stringContaining('Take it as done'),
	]);
});

test('called again, it sends nothing that may have been sent, and names the first failure', async () => {
	failsOnce('drop');
	const { items } = await run(send(to), { ...again, node: { ...RETRY, ...CONTINUE } });
	expect(outcomesOf(items)).toEqual(['accepted', 'unknown']);
	const call = async () => await run(send(to), { ...again, node: RETRY });
	failsOnce('drop');
	const { error } = await call();
	expect(error?.message).toMatch(
		/^Not sent again, because the same call may have been sent earlier in this run\. Then: The connection to .* was lost/,
	);
	expect(detailsOf(items[1]).destination).toBe(numbers(2)[1]);
});

test('called again, a question is asked again', async () => {
	sandbox().setFaults([{ times: 1, fault: { kind: 'status', status: 503 } }]);
	const { json } = await run(getStatus(), { asTool: true, node: RETRY });
	expect(json).toMatchObject([{ messageId: ID[0] }]);
	expect(sandbox().requests()).toHaveLength(2);
});
