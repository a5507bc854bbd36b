import { describe, expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';

import { ALL_THAT_SEND, CONTINUE, outcomesOf } from '../stage/rows.ts';
import { deduplicator } from '../stage/deduplicator.ts';
import { gateway, getCredit, send, sendAndWait } from '../stage/gateway.ts';

const { sandbox, credentials, run } = gateway();
deduplicator();

const [MINE, OTHER] = ['09121111111', '09352222222'];
const rowsTo = (...numbers: unknown[]): IDataObject[] =>
	numbers.map((to) => ({ to, key: `key of ${String(to)}` }) as IDataObject);
const trying = (testNumbers: unknown = MINE) => credentials({ testNumbers: testNumbers as string });
const received = () =>
	sandbox()
		.messages()
		.map(({ destination }) => destination);

describe.each(ALL_THAT_SEND)('with test numbers in the credential, %s', (_, parameters) => {
	test('sends to these only, shows the others as a dry run does, and says so', async () => {
		const { items, hints, error } = await run(parameters({}), {
			rows: rowsTo(MINE, OTHER, MINE),
			credentials: trying(),
		});
		expect(error).toBeUndefined();
		expect(outcomesOf(items)).toEqual(['accepted', 'dryRun', 'accepted']);
		expect(received()).toEqual([MINE, MINE]);
		expect(items[1]?.json.warnings).toEqual([
			`Not sent: ${OTHER} is none of the 'Test Numbers' of the credential`,
		]);
		expect(hints[0]?.message).toContain("3 rows: 2 accepted, 1 held back by 'Test Numbers'.");
	});

	test('asks nothing of the service where no row goes to one', async () => {
		const { items } = await run(parameters({}), {
			rows: rowsTo(OTHER, OTHER),
			credentials: trying(),
		});
		expect(outcomesOf(items)).toEqual(['dryRun', 'dryRun']);
		expect(sandbox().requests()).toEqual([]);
	});

	test('records no key of what it only shows', async () => {
		const keyed = parameters({ sendOnce: { values: { by: 'key', key: '={{ $json.key }}' } } });
		await run(keyed, { rows: rowsTo(MINE, OTHER), credentials: trying() });
		const { items } = await run(keyed, { rows: rowsTo(MINE, OTHER) });
		expect(outcomesOf(items)).toEqual(['duplicate', 'accepted']);
		expect(received()).toEqual([MINE, OTHER]);
	});

	test('keeps to them by the routing alone, and with whatever node setting', async () => {
		const alone = await run(parameters({}), {
			rows: rowsTo(OTHER),
			credentials: trying(),
			routingOnly: true,
		});
		expect(outcomesOf(alone.items)).toEqual(['dryRun']);
		const going = await run(parameters({ resendUnknown: true }), {
			rows: rowsTo(OTHER),
			credentials: trying(),
			node: { ...CONTINUE, retryOnFail: true },
		});
		expect(outcomesOf(going.items)).toEqual(['dryRun']);
		expect(sandbox().requests()).toEqual([]);
	});
});

test('knows them in the writing that is sent, and another one where it is sure', async () => {
	const format = { countryCode: '98', nationalLength: 10, trunkPrefix: '0', writeAs: 'national' };
	const options = { numberFormat: { values: format } };
	const rows = rowsTo('+98 912 111 1111', '9121111111', MINE, OTHER);
	const { items } = await run(send({ destination: '={{ $json.to }}', options }), {
		rows,
		credentials: trying('00989121111111; 09110000000'),
	});
	expect(outcomesOf(items)).toEqual(['accepted', 'accepted', 'accepted', 'dryRun']);
	sandbox().reset();
	// Which of the two a country code would make of it, nobody knows.
	const unsure = await run(send({ destination: '={{ $json.to }}' }), {
		rows: rowsTo('989121111111'),
		credentials: trying(),
	});
	expect(outcomesOf(unsure.items)).toEqual(['dryRun']);
	expect(sandbox().requests()).toEqual([]);
});

test('a text to several numbers, one of them another, is not sent', async () => {
	const { items } = await run(send({ destination: `${MINE}, ${OTHER}` }), {
		credentials: trying(),
	});
	expect(outcomesOf(items)).toEqual(['dryRun']);
	expect(sandbox().requests()).toEqual([]);
});

test('a question to another number is not asked, and nobody is waited for', async () => {
	const { items, run: whole } = await run(sendAndWait({ destination: OTHER }), {
		credentials: trying(),
	});
	expect(outcomesOf(items)).toEqual(['dryRun']);
	expect(whole.status).toBe('success');
	expect(sandbox().requests()).toEqual([]);
});

test('an agent’s tool keeps to them too', async () => {
	const { json } = await run(send({ destination: OTHER }), {
		asTool: true,
		credentials: trying(),
	});
	expect(json[0]).toMatchObject({
		outcome: 'dryRun',
		warnings: [expect.stringContaining('Test Numbers')],
	});
	expect(sandbox().requests()).toEqual([]);
});

test.each(['Sara', '12', ' ', ','])('%j is refused before anything is sent', async (wrong) => {
	const { error } = await run(send({ destination: MINE }), { credentials: trying(wrong) });
	expect(error?.message).toMatch(/^'Test Numbers' of the credential /);
	expect(sandbox().requests()).toEqual([]);
});

test.each(['', undefined])('%j holds nobody back', async (none) => {
	const { items } = await run(send({ destination: OTHER }), {
		credentials: credentials(none === undefined ? {} : { testNumbers: none }),
	});
	expect(outcomesOf(items)).toEqual(['accepted']);
});

test('they say nothing of questions', async () => {
	const { json } = await run(getCredit, { credentials: trying() });
	expect(json[0]).toHaveProperty('credit');
});
