import { describe, expect, test } from '@jest/globals';
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { ALL_THAT_SEND, to, numbers, outcomesOf, times, CONTINUE } from '../stage/rows.ts';
import { deduplicator } from '../stage/deduplicator.ts';
import { detailsOf, gateway, PATH, send, sendBulk, sendJson } from '../stage/gateway.ts';

const { sandbox, credentials, run, answerWith } = gateway();

deduplicator();

const TEXTS = ALL_THAT_SEND.slice(0, 2);
const rows = (count: number): IDataObject[] => numbers(count).map((number) => ({ to: number }));
const sending = () =>
	sandbox()
		.requests()
		.filter(({ path }) => path !== PATH.getCredit);
const asked = () =>
	sandbox()
		.requests()
		.filter(({ path }) => path === PATH.getCredit);

describe.each(ALL_THAT_SEND)('Max Messages of %s', (_, parameters) => {
	test('keeps a run back that would send more, with both numbers and the way out', async () => {
		const { error } = await run(parameters({ limits: { values: { maxMessages: 3 } } }), {
			rows: rows(4),
		});
		expect(error?.message).toBe(
			"This run would send 4 messages, and 'Max Messages' allows 3, so nothing was sent",
		);
		expect(error?.description).toContain("raise 'Max Messages'");
		expect(sandbox().requests()).toEqual([]);
	});

	test('lets as many pass as it allows', async () => {
		const { items } = await run(parameters({ limits: { values: { maxMessages: 4 } } }), {
			rows: rows(4),
		});
		expect(outcomesOf(items)).toEqual(times(4, 'accepted'));
	});

	test('gives every row its result where the node continues', async () => {
		const { items } = await run(parameters({ limits: { values: { maxMessages: 3 } } }), {
			rows: rows(4),
			node: CONTINUE,
		});
		expect(outcomesOf(items)).toEqual(times(4, 'rejected'));
		expect(sandbox().requests()).toEqual([]);
	});

	test('does not count wrong rows that are skipped', async () => {
		const { items } = await run(
			parameters({ limits: { values: { maxMessages: 2 } }, invalidRows: 'skip' }),
			{
				rows: [...rows(2), { to: 'x' }],
			},
		);
		expect(outcomesOf(items)).toEqual(['accepted', 'accepted', 'rejected']);
	});

	test('is kept to in a dry run', async () => {
		const { error } = await run(
			parameters({ limits: { values: { maxMessages: 3 } }, dryRun: true }),
			{ rows: rows(4) },
		);
		expect(error?.message).toContain('would send 4 messages');
	});

	test('exceeded by what would only be shown, lets nothing leave before the run fails', async () => {
		const mixed = rows(4).map((row, index) => ({ ...row, dry: index < 3 }));
		const parametersOf = parameters({
			limits: { values: { maxMessages: 2 } },
			dryRun: '={{ $json.dry }}',
		});
		const { error } = await run(parametersOf, { rows: mixed });
		expect(error?.message).toContain('would send 3 messages');
		expect(sandbox().messages()).toEqual([]);
		const { items } = await run(parametersOf, { rows: mixed, node: CONTINUE });
		expect(outcomesOf(items)).toEqual([...times(3, 'rejected'), 'accepted']);
	});
});

test('Max Messages counts the messages of an array, however many they are', async () => {
	const { error } = await run(
		sendJson('={{ $json.all }}', { options: { limits: { values: { maxMessages: 10 } } } }),
		{
			rows: [
				{
					all: Array.from({ length: 150_000 }, () => ({
						...{ source: '3000', destination: '09120000000', message: 'Hello' },
						send_to_blacklist: 0,
					})),
				},
			],
		},
	);
	expect(error?.message).toContain('would send 150,000 messages');
	expect(sandbox().requests()).toEqual([]);
});

test('Max Messages counts the numbers of a row', async () => {
	const { error } = await run(
		send({ ...to, options: { limits: { values: { maxMessages: 2 } } } }),
		{
			rows: [{ to: numbers(3).join(',') }],
		},
	);
	expect(error?.message).toContain('would send 3 messages');
	expect(sandbox().requests()).toEqual([]);
});

describe.each(TEXTS)('Max Parts of %s', (_, parameters) => {
	const texts = [
		{ to: numbers(2)[0], text: 'a'.repeat(160) },
		{ to: numbers(2)[1], text: 'a'.repeat(161) },
	];
	const limited = (options: INodeParameters) =>
		parameters(
			{ limits: { values: { maxParts: 1 } }, ...options },
			{ message: '={{ $json.text }}' },
		);

	test('makes a wrong row of a text with more', async () => {
		const { error } = await run(limited({}), { rows: texts as IDataObject[] });
		expect(error?.message).toBe(
			"'Message' of item 1 has 2 message parts, and 'Max Parts' allows 1",
		);
		expect(error?.description).toMatch(/^Shorten the text, or raise 'Max Parts'\. /);
		expect(sandbox().requests()).toEqual([]);
	});

	test('leaves a row that is wrong already its own reason', async () => {
		const rows = [{ to: 'nobody', text: 'a' }, ...texts] as IDataObject[];
		const { items } = await run(limited({ invalidRows: 'skip' }), { rows });
		expect(outcomesOf(items)).toEqual(['rejected', 'accepted', 'rejected']);
		expect(items[0]?.json.error).toContain("'To' of item 0");
	});

	test('is skipped as a wrong row, and shown so in a dry run', async () => {
		const { items } = await run(limited({ invalidRows: 'skip' }), { rows: texts as IDataObject[] });
		expect(outcomesOf(items)).toEqual(['accepted', 'rejected']);
		const dry = await run(limited({ dryRun: true }), { rows: texts as IDataObject[] });
		expect(outcomesOf(dry.items)).toEqual(['dryRun', 'rejected']);
	});
});

test('Max Parts names the message of an array', async () => {
	const messages = [
		{ source: '3000', destination: '09120000000', message: 'a', send_to_blacklist: 0 },
		{ source: '3000', destination: '09120000001', message: 'ا'.repeat(71), send_to_blacklist: 0 },
	];
	const { error } = await run({
		...sendBulk({ options: { limits: { values: { maxParts: 1 } } } }),
		messagesFrom: 'json',
		messages: JSON.stringify(messages),
	});
	expect(error?.message).toBe(
		"'Message' of message no. 2 of item 0 has 2 message parts, and 'Max Parts' allows 1",
	);
});

describe.each(ALL_THAT_SEND)('Min Credit of %s', (_, parameters) => {
	test('asks first, and sends where there is enough', async () => {
		const { items } = await run(parameters({ limits: { values: { minCredit: 1000 } } }), {
			rows: rows(2),
		});
		expect(outcomesOf(items)).toEqual(times(2, 'accepted'));
		expect(
			sandbox()
				.requests()
				.map(({ path }) => path === PATH.getCredit),
		).toEqual([true, false, false]);
	});

	test('sends nothing where there is less, with both numbers', async () => {
		for (const options of [{}, { dryRun: true }]) {
			const { error } = await run(
				parameters({ limits: { values: { minCredit: 1001 } }, ...options }),
				{ rows: rows(2) },
			);
			expect(error?.message).toBe(
				"The credit is 1000, and 'Min Credit' is 1001, so nothing was sent",
			);
			expect(error?.description).toContain("lower 'Min Credit'");
		}
		expect(sending()).toEqual([]);
	});

	test.each([
		['fails', { kind: 'status', status: 503 }],
		['is refused', { kind: 'unauthorized' }],
		['gets no answer', { kind: 'drop', when: 'after' }],
		['names no credit', { kind: 'raw', body: '{"success":true}' }],
	] as const)('sends nothing where the question %s', async (_name, fault) => {
		sandbox().setFaults([{ match: { path: PATH.getCredit }, fault }]);
		const { items } = await run(parameters({ limits: { values: { minCredit: 1 } } }), {
			rows: rows(2),
			node: CONTINUE,
		});
		expect(outcomesOf(items)).toEqual(times(2, 'rejected'));
		expect(items[0]?.json.error).toMatch(/^Nothing was sent, because 'Min Credit' wants/);
		expect(sending()).toEqual([]);
	});

	test('is not asked where nothing is left to be sent', async () => {
		await run(parameters({ limits: { values: { minCredit: 1 } } }), {
			rows: [{ to: 'x' }],
			node: CONTINUE,
		});
		expect(asked()).toEqual([]);
	});
});

describe.each(ALL_THAT_SEND)('Stop After Failures of %s', (_, parameters) => {
	const dead = { kind: 'status', status: 503 } as const;

	// With more at once others are on their way already when the last of them fails.
	test.each([
		[1, 5],
		[20, 24],
	])(
		'lets so many requests leave where the service is dead, and with %i at once %i at the most',
		async (parallelRequests, most) => {
			sandbox().setFaults([{ fault: dead }]);
			const { items } = await run(
				parameters({
					limits: { values: { stopAfterFailures: 5 } },
					speed: { values: { parallelRequests } },
				}),
				{
					rows: rows(40),
					node: CONTINUE,
				},
			);
			const { length } = sandbox().requests();
			expect(length).toBeGreaterThanOrEqual(5);
			expect(length).toBeLessThanOrEqual(most);
			expect(outcomesOf(items)).toEqual([
				...times(length, 'unknown'),
				...times(40 - length, 'notSent'),
			]);
			expect(items[length]?.json.error).toContain("'Stop After Failures'");
		},
	);

	test('counts failures in a row only', async () => {
		const [, second = '', , fourth = ''] = numbers(6);
		sandbox().setFaults(
			[second, fourth].map((destination) => ({ match: { destination }, fault: dead })),
		);
		const { items } = await run(parameters({ limits: { values: { stopAfterFailures: 2 } } }), {
			rows: rows(6),
			node: CONTINUE,
		});
		expect(outcomesOf(items)).toEqual([
			'accepted',
			'unknown',
			'accepted',
			'unknown',
			'accepted',
			'accepted',
		]);
	});

	test('does not count a number that is refused', async () => {
		sandbox().setFaults([{ fault: { kind: 'refuse', code: 1010, message: 'no' } }]);
		const { items } = await run(parameters({ limits: { values: { stopAfterFailures: 2 } } }), {
			rows: rows(4),
			node: CONTINUE,
		});
		expect(outcomesOf(items)).toEqual(times(4, 'rejected'));
		expect(sandbox().requests()).toHaveLength(4);
	});

	test('counts a refused login', async () => {
		sandbox().setFaults([{ fault: { kind: 'unauthorized' } }]);
		const { items } = await run(parameters({ limits: { values: { stopAfterFailures: 2 } } }), {
			rows: rows(4),
			node: CONTINUE,
		});
		expect(outcomesOf(items)).toEqual(['rejected', 'rejected', 'notSent', 'notSent']);
	});

	test('counts a 402, Payment Required', async () => {
		sandbox().setFaults([{ fault: { kind: 'status', status: 402 } }]);
		const { items } = await run(parameters({ limits: { values: { stopAfterFailures: 2 } } }), {
			rows: rows(4),
			node: CONTINUE,
		});
		expect(outcomesOf(items)).toEqual(['rejected', 'rejected', 'notSent', 'notSent']);
	});

	test('counts a service that can not be reached', async () => {
		const nowhere = 'http://127.0.0.1:9';
		const { items } = await run(parameters({ limits: { values: { stopAfterFailures: 2 } } }), {
			rows: rows(3),
			node: CONTINUE,
			credentials: credentials({ smsBaseUrl: nowhere, callBaseUrl: nowhere }),
		});
		expect(items.map((item) => detailsOf(item).outcome)).toEqual([
			'rejected',
			'rejected',
			'notSent',
		]);
	});
});

// The call host names no code.
describe.each(TEXTS)(
	'Stop After Failures of %s counts what meets the next text too',
	(_, parameters) => {
		test.each([
			['the credit', 1006],
			['the daily limit', 1009],
		])('%s', async (_name, code) => {
			sandbox().setFaults([{ fault: { kind: 'refuse', code, message: 'no' } }]);
			const { items } = await run(parameters({ limits: { values: { stopAfterFailures: 2 } } }), {
				rows: rows(4),
				node: CONTINUE,
			});
			expect(outcomesOf(items)).toEqual(['rejected', 'rejected', 'notSent', 'notSent']);
		});
	},
);

test('Stop After Failures counts a bulk whose messages were refused one by one', async () => {
	answerWith({
		meta: { status: 200 },
		data: [{ status: 'error', error: 'no credit', code: 1006 }],
	});
	const { items } = await run(
		sendBulk({
			...to,
			options: {
				speed: { values: { batchSize: 1 } },
				limits: { values: { stopAfterFailures: 2 } },
			},
		}),
		{ rows: rows(4), node: CONTINUE },
	);
	expect(outcomesOf(items).slice(2)).toEqual(['notSent', 'notSent']);
	expect(sandbox().requests()).toHaveLength(2);
});

describe.each(['maxMessages', 'stopAfterFailures'])('%s', (name) => {
	test.each([-1, 1.5, 'many'])('of %p is refused before anything is sent', async (value) => {
		const options = { limits: { values: { [name]: value } } };
		const { error } = await run(send({ ...to, options }), { rows: rows(1) });
		expect(error?.message).toMatch(
			/^'Limits → .*' holds .*, which is not a whole number of 0 or more$/,
		);
		expect(sandbox().requests()).toEqual([]);
	});
});

test.each([-1, 'many'])('minCredit of %p is refused before anything is sent', async (value) => {
	const { error } = await run(
		send({ ...to, options: { limits: { values: { minCredit: value } } } }),
		{ rows: rows(1) },
	);
	expect(error?.message).toContain("'Limits → Min Credit' holds");
	expect(sandbox().requests()).toEqual([]);
});

describe.each(ALL_THAT_SEND)('Campaign of %s', (_, parameters) => {
	test('sends a message once to a number, in whatever execution', async () => {
		await run(parameters({ sendOnce: { values: { by: 'campaign', campaign: 'spring' } } }), {
			rows: rows(2),
		});
		const { items, error } = await run(
			parameters({ sendOnce: { values: { by: 'campaign', campaign: 'spring' } } }),
			{ rows: rows(4) },
		);
		expect(error).toBeUndefined();
		expect(outcomesOf(items)).toEqual(['duplicate', 'duplicate', 'accepted', 'accepted']);
		expect(sandbox().messages()).toHaveLength(4);
	});

	test('sends again in another campaign', async () => {
		await run(parameters({ sendOnce: { values: { by: 'campaign', campaign: 'spring' } } }), {
			rows: rows(1),
		});
		const { items } = await run(
			parameters({ sendOnce: { values: { by: 'campaign', campaign: 'summer' } } }),
			{ rows: rows(1) },
		);
		expect(outcomesOf(items)).toEqual(['accepted']);
	});

	test('sends the second of two rows with one number and message not at all', async () => {
		const [row = {}] = rows(1);
		const { items } = await run(
			parameters({
				sendOnce: { values: { by: 'campaign', campaign: 'spring' } },
				speed: { values: { batchSize: 10 } },
			}),
			{
				rows: [row, row],
			},
		);
		expect(outcomesOf(items)).toEqual(['accepted', 'duplicate']);
		expect(sandbox().messages()).toHaveLength(1);
	});
});

test('Campaign sends another text to the same number, and the same text from an array', async () => {
	const { items } = await run(
		send({
			...to,
			message: '={{ $json.text }}',
			options: { sendOnce: { values: { by: 'campaign', campaign: 'a' } } },
		}),
		{
			rows: [
				{ to: '09120000000', text: 'one' },
				{ to: '09120000000', text: 'two' },
				{ to: '09120000000', text: 'one' },
			],
		},
	);
	expect(outcomesOf(items)).toEqual(['accepted', 'accepted', 'duplicate']);
	const list = await run({
		...sendBulk({ options: { sendOnce: { values: { by: 'campaign', campaign: 'a' } } } }),
		messagesFrom: 'json',
		messages: JSON.stringify([
			{ source: '3000', destination: '09120000000', message: 'two', send_to_blacklist: 0 },
			{ source: '3000', destination: '09120000000', message: 'three', send_to_blacklist: 0 },
		]),
	});
	expect(outcomesOf(list.items)).toEqual(['duplicate', 'accepted']);
});
