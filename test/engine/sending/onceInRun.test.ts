import { describe, expect, test } from '@jest/globals';

import { gateway, sendJson } from '../stage/gateway.ts';
import { ALL_THAT_SEND, bulk, CONTINUE, outcomesOf } from '../stage/rows.ts';

const { sandbox, run } = gateway();

const ONCE = { sendOnce: { values: { by: 'run' } } };
const SARA = '09121230001';
const ALI = '09121230002';
const rowsTo = (...numbers: string[]) => numbers.map((to) => ({ to, text: 'Hello' }));

describe.each(ALL_THAT_SEND)('Send Once by number and text in this run, of %s', (_, parameters) => {
	test('sends a list once to each number, and says which rows were not sent for that', async () => {
		const { items, error } = await run(parameters(ONCE), { rows: rowsTo(SARA, ALI, SARA, SARA) });
		expect(error).toBeUndefined();
		expect(outcomesOf(items)).toEqual(['accepted', 'accepted', 'duplicate', 'duplicate']);
		expect(sandbox().messages()).toHaveLength(2);
		// By nothing else: the next run sends all again.
		await run(parameters(ONCE), { rows: rowsTo(SARA) });
		expect(sandbox().messages()).toHaveLength(3);
	});

	test('knows a number in any of its writings, where Number Format tells them', async () => {
		const numberFormat = { values: { countryCode: '98', writeAs: 'national' } };
		const { items } = await run(parameters({ ...ONCE, numberFormat }), {
			rows: rowsTo(SARA, `+98${SARA.slice(1)}`),
		});
		expect(outcomesOf(items)).toEqual(['accepted', 'duplicate']);
	});

	test('shows it in a dry run', async () => {
		const { items } = await run(parameters({ ...ONCE, dryRun: true }), {
			rows: rowsTo(SARA, SARA),
		});
		expect(outcomesOf(items)).toEqual(['dryRun', 'duplicate']);
	});
});

test('another text to the same number is another message', async () => {
	const rows = [...rowsTo(SARA), { to: SARA, text: 'Goodbye' }];
	const { items } = await run(bulk(ONCE), { rows });
	expect(outcomesOf(items)).toEqual(['accepted', 'accepted']);
});

test('a row that was refused is not sent by its equal either', async () => {
	sandbox().setFaults([{ times: 1, fault: { kind: 'status', status: 400 } }]);
	const [[, send] = []] = ALL_THAT_SEND;
	const { items } = await run(send?.(ONCE) ?? {}, { rows: rowsTo(SARA, SARA), node: CONTINUE });
	expect(outcomesOf(items)).toEqual(['rejected', 'duplicate']);
	expect(sandbox().requests()).toHaveLength(1);
});

test('the messages of a JSON list are looked at together', async () => {
	const message = { destination: SARA, message: 'Hello', source: '3000', send_to_blacklist: 0 };
	const { items } = await run(sendJson(JSON.stringify([message, message]), { options: ONCE }), {
		rows: [{}],
	});
	expect(outcomesOf(items)).toEqual(['accepted', 'duplicate']);
});
