import {
	CONTINUE,
	detailsOf,
	type FaultAction,
	gateway,
	ID,
	type INodeParameters,
	LOST,
	numbers,
	outcomesOf,
	REFUSED,
	RETRY,
	send,
	sendBulk,
	sendCode,
	strikes,
	to,
} from '../stage/index.ts';

const { sandbox, run, received, texts } = gateway();
const asTool = { asTool: true };

describe('the node as a tool', () => {
	test.each<[string, INodeParameters, FaultAction | undefined, RegExp]>([
		// A model gets nothing else.
		[
			'says all',
			send({ destination: '12' }),
			undefined,
			/'To' of item 0 holds.*Outcome: rejected\. Check/,
		],
		[
			'tells a model nothing more of what was refused',
			send(),
			{ kind: 'unauthorized' },
			/^(?!.*repeat).*Check username and password/,
		],
	] as never)('%s in the message of an error', async (_, parameters, fault, says) => {
		if (fault) sandbox().setFaults([{ times: 1, fault }]);
		const { error } = await run(parameters, asTool);
		expect(error?.message).toMatch(says);
		expect(sandbox().requests()).toHaveLength(fault ? 1 : 0);
	});

	test('sends with the options of many requests of an older workflow, which have no effect', async () => {
		const options = {
			speed: { values: { batchSize: 10, parallelRequests: 50, batchInterval: -1 } },
			limits: { values: { stopAfterFailures: -1, maxMessages: 5 } },
		};
		const { json } = await run(send({ options }), { asTool: true });
		expect(json).toEqual([expect.objectContaining({ outcome: 'accepted' })]);
		// They are wrong where they count.
		const { error } = await run(send({ options }));
		expect(error?.message).toContain("'Speed → Parallel Requests'");
	});

	test('refuses Send Bulk, which is not offered', async () => {
		const said = /'Send Bulk' can't be used as a tool.*Choose the operation 'Send'/;
		expect((await run(sendBulk(), asTool)).error?.message).toMatch(said);
		const { json } = await run(sendBulk(), { ...asTool, node: CONTINUE });
		expect(json[0]?.error).toContain("can't be used as a tool");
		expect(sandbox().requests()).toEqual([]);
	});
});

describe('an operation that the node does not have', () => {
	test.each([
		['sms', 'sendAll', '"sendAll" of the resource "sms"'],
		['call', 'sendBulk', '"sendBulk" of the resource "call"'],
		// n8n itself takes the operation away.
		['fax', 'send', 'of the resource "fax"'],
	])(
		'is refused, and no request leaves past the engine: %s %s',
		async (resource, operation, named) => {
			for (const asTool of [false, true]) {
				const { error } = await run(send({ resource, operation }), { asTool, rows: [{}, {}] });
				expect(error?.message).toContain('This node has no operation');
				expect(error?.message).toContain(named);
			}
			expect(sandbox().requests()).toEqual([]);
		},
	);
});

/** Two calls of a tool, of which n8n repeats both because one of them fails. */
const again = { asTool: true, rows: numbers(2).map((number) => ({ to: number })) };
const failsOnce = (kind: 'refuse' | 'drop') =>
	sandbox().setFaults([strikes(1, kind === 'drop' ? LOST : REFUSED, 1)]);

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
		expect(received()).toEqual(numbers(2));
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
	expect(texts()).toEqual(['First', 'Second', 'First']);
});

test('called again, it sends nothing that may have been sent, and names the first failure', async () => {
	failsOnce('drop');
	const { items } = await run(send(to), { ...again, node: { ...RETRY, ...CONTINUE } });
	expect(outcomesOf(items)).toEqual(['accepted', 'unknown']);
	expect(detailsOf(items[1]).destination).toBe(numbers(2)[1]);
	failsOnce('drop');
	const { error } = await run(send(to), { ...again, node: RETRY });
	expect(error?.message).toMatch(
		/^Not sent again, because the same call may have been sent earlier in this run\. Then: The connection to .* was lost/,
	);
});
