import { describe, expect, test } from '@jest/globals';
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import {
	ALL_THAT_SEND,
	CONTINUE,
	ERROR_OUTPUT,
	RETRY,
	numbers,
	outcomesOf,
	times,
} from '../stage/rows.ts';
import { deduplicator } from '../stage/deduplicator.ts';
import { detailsOf, gateway, send, sendAndWait, sendBulk, sendCode } from '../stage/gateway.ts';

const { sandbox, run } = gateway();

const store = deduplicator();

const SARA = '09121234567';
const REZA = '09351234567';
const IRAN = {
	values: { countryCode: '98', nationalLength: 10, trunkPrefix: '0', writeAs: 'national' },
};
const rowsTo = (...all: string[]): IDataObject[] => all.map((number) => ({ to: number }));
const received = () =>
	sandbox()
		.messages()
		.map(({ destination }) => destination);
const midnight = () => new Date().setUTCHours(24, 0, 0, 0);

describe.each(ALL_THAT_SEND)('Max per Number of %s', (name, parameters) => {
	test('lets so many messages to a number leave, in one run', async () => {
		const { items, error } = await run(parameters({ limits: { values: { maxPerNumber: 2 } } }), {
			rows: rowsTo(SARA, REZA, SARA, SARA, SARA),
		});
		expect(error).toBeUndefined();
		expect(outcomesOf(items)).toEqual([...times(3, 'accepted'), ...times(2, 'notSent')]);
		expect(received()).toEqual([SARA, REZA, SARA]);
	});

	test('counts over executions', async () => {
		const outcomes: unknown[] = [];
		for (let index = 0; index < 4; index++) {
			const { items } = await run(parameters({ limits: { values: { maxPerNumber: 2 } } }), {
				rows: rowsTo(SARA),
			});
			outcomes.push(...outcomesOf(items));
		}
		expect(outcomes).toEqual(['accepted', 'accepted', 'notSent', 'notSent']);
		expect(received()).toEqual([SARA, SARA]);
	});

	test('says of the rest when it may go', async () => {
		const { items } = await run(parameters({ limits: { values: { maxPerNumber: 1 } } }), {
			rows: rowsTo(SARA, SARA),
			timezone: 'UTC',
		});
		const retryAfter = new Date(midnight()).toISOString();
		expect(items[1]?.json).toEqual({
			error: `Not sent, because 'Max per Number' allows ${SARA} 1 message within 24 hours`,
			outcome: 'notSent',
			destination: SARA,
			retryAfter,
			advice: `It may go from ${retryAfter} on. To send more, raise 'Max per Number'.`,
			...(name === 'sendCode' ? {} : { to: SARA }),
		});
	});

	test('counts no message that was refused', async () => {
		const refusal = { kind: 'refuse', code: 1006, message: 'no credit', status: 402 } as const;
		sandbox().setFaults([{ times: 2, fault: refusal }]);
		const { items } = await run(parameters({ limits: { values: { maxPerNumber: 1 } } }), {
			rows: rowsTo(SARA, SARA, SARA, SARA),
			node: CONTINUE,
		});
		// Which of the rest goes is no matter.
		expect(outcomesOf(items).toSorted()).toEqual(['accepted', 'notSent', 'rejected', 'rejected']);
	});

	test('counts a message that may have been sent', async () => {
		sandbox().setFaults([{ times: 1, fault: { kind: 'drop', when: 'after' } }]);
		const { items } = await run(parameters({ limits: { values: { maxPerNumber: 1 } } }), {
			rows: rowsTo(SARA, SARA),
			node: CONTINUE,
		});
		expect(outcomesOf(items)).toEqual(['unknown', 'notSent']);
	});

	test('gives what it keeps back to the error output', async () => {
		const { items, errorItems } = await run(
			parameters({ limits: { values: { maxPerNumber: 1 } } }),
			{
				rows: rowsTo(SARA, SARA),
				node: ERROR_OUTPUT,
			},
		);
		expect(outcomesOf(items)).toEqual(['accepted']);
		expect(errorItems.map(({ json }) => [json.to, detailsOf({ json }).outcome])).toEqual([
			[SARA, 'notSent'],
		]);
	});

	test('takes no second slot where Retry On Fail tries again', async () => {
		const refusal = { kind: 'refuse', code: 1006, message: 'no credit', status: 402 } as const;
		sandbox().setFaults([{ times: 1, match: { destination: REZA }, fault: refusal }]);
		const { items } = await run(parameters({ limits: { values: { maxPerNumber: 1 } } }), {
			rows: rowsTo(SARA, REZA),
			node: RETRY,
		});
		expect(outcomesOf(items)).toEqual(['accepted', 'accepted']);
		expect(received()).toEqual([SARA, REZA]);
	});

	test('counts nothing in a dry run', async () => {
		const dry = await run(parameters({ limits: { values: { maxPerNumber: 1 } }, dryRun: true }), {
			rows: rowsTo(SARA, SARA),
		});
		expect(outcomesOf(dry.items)).toEqual(['dryRun', 'dryRun']);
		const { items } = await run(parameters({ limits: { values: { maxPerNumber: 1 } } }), {
			rows: rowsTo(SARA),
		});
		expect(outcomesOf(items)).toEqual(['accepted']);
	});

	test.each([-1, 1.5, 1001, 'many'])('refuses %p', async (maxPerNumber) => {
		const { error } = await run(parameters({ limits: { values: { maxPerNumber } } }), {
			rows: rowsTo(SARA),
		});
		expect(error?.message).toContain("'Limits → Max per Number' holds");
		expect(error?.message).toContain('not a whole number from 0 to 1000');
		expect(received()).toEqual([]);
	});

	test.each([0, 9000, 'day'])('refuses %p hours', async (perHours) => {
		const { error } = await run(parameters({ limits: { values: { maxPerNumber: 1, perHours } } }), {
			rows: rowsTo(SARA),
		});
		expect(error?.message).toContain("'Limits → Per Hours' holds");
		expect(received()).toEqual([]);
	});
});

test('all writings of a number are one', async () => {
	const writings = [SARA, '+989121234567', '00989121234567', '989121234567', '9121234567'];
	const options: INodeParameters = { limits: { values: { maxPerNumber: 2 } }, numberFormat: IRAN };
	const { items } = await run(sendCode({ destination: '={{ $json.to }}', options }), {
		rows: rowsTo(...writings),
	});
	expect(outcomesOf(items)).toEqual([...times(2, 'accepted'), ...times(3, 'notSent')]);
});

test('without a number format a country code makes another number, and what says that one follows does not', async () => {
	const { items } = await run(
		sendCode({
			destination: '={{ $json.to }}',
			options: { limits: { values: { maxPerNumber: 1 } } },
		}),
		{ rows: rowsTo('989121234567', '00989121234567', SARA) },
	);
	expect(outcomesOf(items)).toEqual(['accepted', 'notSent', 'accepted']);
});

test('zeros before a number make no other number of it', async () => {
	const { items } = await run(
		sendCode({
			destination: '={{ $json.to }}',
			options: { limits: { values: { maxPerNumber: 1 } } },
		}),
		{ rows: rowsTo(SARA, SARA.slice(1), `0${SARA}`) },
	);
	expect(outcomesOf(items)).toEqual(['accepted', 'notSent', 'notSent']);
});

test('a row with several numbers takes a slot of each, or none', async () => {
	const { items } = await run(
		send({ destination: '={{ $json.to }}', options: { limits: { values: { maxPerNumber: 1 } } } }),
		{ rows: rowsTo(SARA, `${REZA}, ${SARA}`, REZA) },
	);
	expect(outcomesOf(items)).toEqual(['accepted', 'notSent', 'accepted']);
	expect(items[1]?.json.error).toContain(SARA);
	expect(received()).toEqual([SARA, REZA]);
});

test('rows that share a request are counted one by one', async () => {
	const rows = rowsTo(SARA, SARA, REZA, SARA, REZA);
	const { items } = await run(
		sendBulk({
			destination: '={{ $json.to }}',
			options: { limits: { values: { maxPerNumber: 1 } }, speed: { values: { batchSize: 100 } } },
		}),
		{ rows },
	);
	expect(outcomesOf(items)).toEqual(['accepted', 'notSent', 'accepted', 'notSent', 'notSent']);
	expect(sandbox().requests().length).toBe(1);
	expect(received()).toEqual([SARA, REZA]);
});

test('the key of a message that is kept back is free', async () => {
	const keyed = (maxPerNumber: number) =>
		send({
			destination: '={{ $json.to }}',
			options: {
				limits: { values: { maxPerNumber } },
				sendOnce: { values: { by: 'key', key: '={{ $json.key }}' } },
			},
		});
	const rows = [
		{ to: SARA, key: 'A' },
		{ to: SARA, key: 'B' },
	];
	const first = await run(keyed(1), { rows });
	expect(outcomesOf(first.items)).toEqual(['accepted', 'notSent']);
	const later = await run(keyed(2), { rows });
	expect(outcomesOf(later.items)).toEqual(['duplicate', 'accepted']);
});

test('a duplicate takes no slot', async () => {
	const keyed = send({
		destination: '={{ $json.to }}',
		options: {
			limits: { values: { maxPerNumber: 2 } },
			sendOnce: { values: { by: 'key', key: '={{ $json.key }}' } },
		},
	});
	const rows = ['A', 'A', 'B', 'C'].map((key) => ({ to: SARA, key }));
	const { items } = await run(keyed, { rows });
	expect(outcomesOf(items)).toEqual(['accepted', 'duplicate', 'accepted', 'notSent']);
});

test('what a stopped run does not send is not counted', async () => {
	const refusal = { kind: 'refuse', code: 1006, message: 'no credit', status: 402 } as const;
	sandbox().setFaults([{ times: 1, match: { destination: REZA }, fault: refusal }]);
	const parameters = send({
		destination: '={{ $json.to }}',
		options: {
			limits: { values: { maxPerNumber: 1 } },
			speed: { values: { parallelRequests: 1 } },
		},
	});
	const failed = await run(parameters, { rows: rowsTo(REZA, ...numbers(5)) });
	expect(failed.error?.message).toContain('no credit');
	const { items } = await run(parameters, { rows: rowsTo(REZA, ...numbers(5)) });
	expect(outcomesOf(items)).toEqual(times(6, 'accepted'));
});

test('twenty executions at once let exactly so many leave', async () => {
	const parameters = send({
		destination: '={{ $json.to }}',
		options: { limits: { values: { maxPerNumber: 7 } } },
	});
	const runs = await Promise.all(
		Array.from({ length: 20 }, async () => await run(parameters, { rows: rowsTo(SARA) })),
	);
	const outcomes = runs.flatMap(({ items }) => outcomesOf(items)).sort();
	expect(outcomes).toEqual([...times(7, 'accepted'), ...times(13, 'notSent')]);
	expect(received()).toEqual(times(7, SARA));
});

test('a question that is kept back ends the run: nobody would answer', async () => {
	const parameters = sendAndWait({
		destination: SARA,
		options: { limits: { values: { maxPerNumber: 1 } } },
	});
	const first = await run(parameters);
	expect(first.error).toBeUndefined();
	const { error } = await run(parameters);
	expect(error?.message).toContain("'Max per Number' allows");
	expect(received()).toEqual([SARA]);
});

test('is refused where n8n runs the node for one item at a time', async () => {
	const { error } = await run(
		send({ destination: SARA, options: { limits: { values: { maxPerNumber: 1 } } } }),
		{
			routingOnly: true,
		},
	);
	expect(error?.message).toBe(
		"'Limits → Max per Number' can't be kept where n8n runs the node for one item at a time",
	);
	// Seen in the editor: 'Execute step' of a tool runs it so, and it looks as if the agent could not send either.
	expect(error?.description).toContain("AI Agent of version 3 or later ('Execute step' of a tool");
	expect(received()).toEqual([]);
});

test("is refused beside a 'Remove Duplicates' node with the scope 'Workflow'", async () => {
	const beside = {
		id: 'other',
		name: 'Other',
		type: 'n8n-nodes-base.removeDuplicates',
		typeVersion: 2,
		position: [0, 0] as [number, number],
		parameters: { options: { scope: 'workflow' } },
	};
	const { error } = await run(
		send({ destination: SARA, options: { limits: { values: { maxPerNumber: 1 } } } }),
		{
			beside: [beside],
		},
	);
	expect(error?.message).toContain("'Limits → Max per Number' can't be kept beside");
});

test("where n8n's store can't be used, nothing is sent", async () => {
	store.beforeWrite = () => {
		throw new Error('disk full');
	};
	const { error } = await run(
		send({ destination: SARA, options: { limits: { values: { maxPerNumber: 1 } } } }),
	);
	expect(error?.message).toBe("Not sent, because n8n could not count it for 'Max per Number'");
	expect(received()).toEqual([]);
});

test("a key that was recorded is free again where the numbers can't be counted", async () => {
	const keyed = (options: INodeParameters) =>
		send({
			destination: SARA,
			options: { sendOnce: { values: { by: 'key', key: '={{ "A" }}' } }, ...options },
		});
	store.beforeWrite = ({ method, keys }) => {
		if (method === 'record' && keys.some((key) => key.includes(SARA.slice(1)))) {
			throw new Error('disk full');
		}
	};
	const { error } = await run(keyed({ limits: { values: { maxPerNumber: 1 } } }));
	expect(error?.description).toContain('n8n says: disk full');
	const { items } = await run(keyed({}));
	expect(outcomesOf(items)).toEqual(['accepted']);
});
