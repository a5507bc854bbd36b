import { describe, expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';

import {
	ALL_THAT_SEND,
	leaving,
	numbers,
	outcomesOf,
	pairOf,
	times,
	CONTINUE,
} from '../stage/rows.ts';
import { deduplicator } from '../stage/deduplicator.ts';
import { detailsOf, gateway } from '../stage/gateway.ts';
import { tooEarly } from '../stage/front.ts';

const { sandbox, run } = gateway();

const store = deduplicator();

const rows = (count: number): IDataObject[] =>
	numbers(count).map((number) => ({ to: number, key: `key ${number}` }));
const sentTo = () =>
	sandbox()
		.messages()
		.map(({ destination }) => destination);

describe.each(ALL_THAT_SEND)('the options of all that send, in %s', (name, parameters) => {
	test('Unique Key keeps a later execution from sending again', async () => {
		const keyed = parameters({ sendOnce: { values: { by: 'key', key: '={{ $json.key }}' } } });
		await run(keyed, { rows: rows(2) });
		const { items, error } = await run(keyed, { rows: rows(3) });
		expect(error).toBeUndefined();
		expect(outcomesOf(items)).toEqual(['duplicate', 'duplicate', 'accepted']);
		expect(sentTo()).toEqual(numbers(3));
		expect(items.map(pairOf)).toEqual([0, 1, 2]);
		// What stands where ids would be is empty, and the row itself is there.
		const ids = items[0]?.json.messageIds ?? items[0]?.json.messageId ?? [];
		expect([ids].flat().filter((id) => id !== null)).toEqual([]);
		expect([items[0]?.json.destinations ?? items[0]?.json.destination].flat()).toEqual(numbers(1));
	});

	test('a key of a message that was refused may be used again', async () => {
		const keyed = parameters({ sendOnce: { values: { by: 'key', key: '={{ $json.key }}' } } });
		sandbox().setFaults([{ fault: { kind: 'status', status: 400 }, times: 1 }]);
		await run(keyed, { rows: rows(1), node: CONTINUE });
		const { items } = await run(keyed, { rows: rows(1) });
		expect(outcomesOf(items)).toEqual(['accepted']);
	});

	test('a key that is the same for all items is refused', async () => {
		const { error } = await run(parameters({ sendOnce: { values: { by: 'key', key: 'A' } } }), {
			rows: rows(2),
		});
		expect(error?.message).toBe(`'Send Once → Key' is "A" for every item`);
		expect(sandbox().requests()).toEqual([]);
	});

	test('a key is refused where n8n hands items over one by one', async () => {
		const { error } = await run(
			parameters({ sendOnce: { values: { by: 'key', key: '={{ $json.key }}' } } }),
			{
				rows: rows(1),
				routingOnly: true,
			},
		);
		expect(error?.message).toContain("'Send Once' can't be kept where n8n runs");
		expect(sandbox().requests()).toEqual([]);
	});

	test('Invalid Rows: one wrong row keeps all back in stop mode, and names the way out', async () => {
		const { error } = await run(parameters({}), { rows: [...rows(2), { to: 'nobody' }] });
		expect(error?.message).toContain("'To' of item 2");
		expect(error?.description).toContain("add the option 'Invalid Rows' and choose Skip");
		expect(sandbox().requests()).toEqual([]);
	});

	test('Invalid Rows, Skip: the others are sent', async () => {
		for (const node of [{}, CONTINUE]) {
			sandbox().reset();
			const { items, error } = await run(parameters({ invalidRows: 'skip' }), {
				rows: [{ to: 'nobody' }, ...rows(2)],
				node,
			});
			expect(error).toBeUndefined();
			expect(outcomesOf(items)).toEqual(['rejected', 'accepted', 'accepted']);
			expect(sentTo()).toEqual(numbers(2));
		}
	});

	test('Invalid Rows, Stop: nothing is sent, also where the node continues', async () => {
		const { items } = await run(parameters({ invalidRows: 'stop' }), {
			rows: [{ to: 'nobody' }, ...rows(2)],
			node: CONTINUE,
		});
		expect(outcomesOf(items)).toEqual(['rejected', 'notSent', 'notSent']);
		expect(sandbox().requests()).toEqual([]);
	});

	test('without Invalid Rows a wrong row fails alone where the node continues, but for a bulk', async () => {
		const { items } = await run(parameters({}), {
			rows: [{ to: 'nobody' }, ...rows(2)],
			node: CONTINUE,
		});
		expect(outcomesOf(items)).toEqual(
			name === 'sendBulk'
				? ['rejected', 'notSent', 'notSent']
				: ['rejected', 'accepted', 'accepted'],
		);
	});

	test('Batch Interval keeps requests apart', async () => {
		const early = await tooEarly(sandbox, { pause: 120 }, async () => {
			const { error } = await run(parameters({ speed: { values: { batchInterval: 120 } } }), {
				rows: rows(3),
			});
			expect(error).toBeUndefined();
		});
		expect(sandbox().requests()).toHaveLength(3);
		expect(early).toEqual([]);
	});

	test('Dry Run shows wrong rows beside the others, ends nothing and sends nothing', async () => {
		const { items, error } = await run(parameters({ dryRun: true }), {
			rows: [{ to: 'nobody' }, ...rows(2)],
		});
		expect(error).toBeUndefined();
		expect(outcomesOf(items)).toEqual(['rejected', 'dryRun', 'dryRun']);
		expect(leaving(sandbox())).toEqual([]);
	});

	test('Dry Run shows the second row of a key as a duplicate, and records none', async () => {
		const keyed = (dryRun: boolean) =>
			parameters({ dryRun, sendOnce: { values: { by: 'key', key: '={{ $json.key }}' } } });
		const [row = {}] = rows(1);
		const shown = await run(keyed(true), { rows: [row, row] });
		expect(outcomesOf(shown.items)).toEqual(['dryRun', 'duplicate']);
		const { items } = await run(keyed(false), { rows: [row] });
		expect(outcomesOf(items)).toEqual(['accepted']);
	});

	test('Dry Run shows what an earlier execution has sent as a duplicate, or may have, and records nothing', async () => {
		const keyed = (options: IDataObject) =>
			parameters({
				...options,
				sendOnce: { values: { by: 'key', key: '={{ $json.key }}' } },
			});
		const [sent = {}, lost = {}, fresh = {}] = rows(3);
		const drop = { kind: 'drop', when: 'after' } as const;
		await run(keyed({}), { rows: [sent] });
		sandbox().setFaults([{ times: 1, fault: drop }]);
		await run(keyed({}), { rows: [lost], node: CONTINUE });
		const before = [...(store.entries('node') ?? [])];
		const { items, hints } = await run(keyed({ dryRun: true }), { rows: [sent, lost, fresh] });
		expect(outcomesOf(items)).toEqual(['duplicate', 'dryRun', 'dryRun']);
		expect(items[1]?.json.warnings).toEqual([expect.stringContaining("as 'unknown'")]);
		expect(items[2]?.json).not.toHaveProperty('warnings');
		expect(hints[0]?.message).toContain('2 would be sent, 1 duplicate');
		expect(store.entries('node')).toEqual(before);
		// As it then is.
		const real = await run(keyed({}), { rows: [sent, lost, fresh], node: CONTINUE });
		expect(outcomesOf(real.items)).toEqual(['duplicate', 'unknown', 'accepted']);
	});

	test('Dry Run shows its rows also where the keys can not be looked up', async () => {
		const keyed = (dryRun: boolean) =>
			parameters({ dryRun, sendOnce: { values: { by: 'key', key: '={{ $json.key }}' } } });
		await run(keyed(false), { rows: rows(1) });
		store.beforeWrite = () => {
			throw new Error('disk full');
		};
		const { items } = await run(keyed(true), { rows: rows(2) });
		expect(outcomesOf(items)).toEqual(['dryRun', 'dryRun']);
	});

	test('a summary of more than one row is said as a hint', async () => {
		const { hints } = await run(parameters({}), { rows: rows(3) });
		expect(hints.map(({ message }) => message)).toEqual([
			expect.stringMatching(/^3 rows: 3 accepted\. (3 message parts in )?3 requests\.$/),
		]);
	});

	test('what stops the rest is told in the same words', async () => {
		sandbox().setFaults([
			{ match: { destination: numbers(2)[1] ?? '' }, fault: { kind: 'status', status: 400 } },
		]);
		const { error } = await run(parameters({}), { rows: rows(4) });
		expect(error?.description).toMatch(
			/4 rows: 1 accepted \(item 0, (message|call) id [^)]+\), 1 rejected \(item 1\), 2 not sent \(items 2–3\)\. n8n's Retry sends only the rest; 'Execute workflow' sends all again, unless 'Send Once' is set\.$/,
		);
		const { items } = await run(parameters({ speed: { values: { parallelRequests: 1 } } }), {
			rows: rows(4),
			node: CONTINUE,
		});
		expect(items.map((item) => detailsOf(item).outcome ?? item.json.outcome)).toEqual([
			'accepted',
			'rejected',
			...times(2, 'accepted'),
		]);
	});
});
