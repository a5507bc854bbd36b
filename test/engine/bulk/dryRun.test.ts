import { describe, expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';

import { gateway, sendJson } from '../stage/gateway.ts';
import {
	batchesAt,
	bulk,
	leaving,
	numberOf,
	outcomesOf,
	pairOf,
	rowsFor,
	times,
	CONTINUE,
	ERROR_OUTPUT,
} from '../stage/rows.ts';

const { sandbox, credentials, run } = gateway();

const wrongAt = (count: number, wrong: number): IDataObject[] =>
	rowsFor(count).map((row, index) => (index === wrong ? { ...row, to: 'nobody' } : row));

describe('a dry run of a bulk', () => {
	test('gives rows, message parts, batches and requests, and sends nothing', async () => {
		const rows = [...rowsFor(4), { to: numberOf(4), text: 'س'.repeat(71) }];
		const { items, error, hints } = await run(
			bulk({ speed: { values: { batchSize: 2 } }, dryRun: true }),
			{ rows },
		);
		expect(error).toBeUndefined();
		expect(leaving(sandbox())).toEqual([]);
		expect(items.map(pairOf)).toEqual([0, 1, 2, 3, 4]);
		expect(items.map(({ json }) => json)).toEqual(
			rows.map(({ to, text }, index) => ({
				outcome: 'dryRun',
				source: '3000',
				destination: to,
				encoding: index === 4 ? 'UCS-2' : 'GSM-7',
				parts: index === 4 ? 2 : 1,
				batch: Math.floor(index / 2) + 1,
				message: text,
				sendToBlacklist: false,
			})),
		);
		expect(hints).toEqual([
			{
				message:
					'Dry run, nothing was sent; 5 rows: 5 would be sent. 6 message parts in 3 requests; the credit is 1,000.',
				type: 'info',
				location: 'outputPane',
			},
		]);
	});

	test.each<[string, IDataObject[], string | undefined]>([
		[
			'an equal row',
			[...rowsFor(2), ...rowsFor(1)],
			'1 number gets the same more than once (items 0, 2)',
		],
		[
			'two, one of them three times',
			[...rowsFor(2), ...rowsFor(2), ...rowsFor(1)],
			'2 numbers get the same more than once (items 0–4)',
		],
		[
			'another text to the same number',
			[
				{ to: '0912', text: 'a' },
				{ to: '0912', text: 'b' },
			],
			undefined,
		],
	])('names the rows that somebody is in twice: %s', async (_, rows, says) => {
		for (const dryRun of [true, false]) {
			const { hints } = await run(bulk({ dryRun, speed: { values: { batchSize: 2 } } }), { rows });
			const said = hints[0]?.message ?? '';
			expect(/\d+ numbers? gets? the same[^;.]*/.exec(said)?.[0]).toBe(says);
		}
	});

	test('names messages of an array by their places in the whole of it', async () => {
		const of = (destination: string) => ({ source: '3000', destination, message: 'Hello' });
		const list = ['nobody', numberOf(0), numberOf(1), numberOf(0)].map(of);
		const { hints } = await run(
			sendJson(JSON.stringify(list), { options: { dryRun: true, invalidRows: 'skip' } }),
			{ rows: [{}] },
		);
		expect(hints[0]?.message).toContain('1 number gets the same more than once (messages 2, 4)');
	});

	test('says by which clock its hours are judged', async () => {
		const time = { from: '00:00', to: '24:00', timeZone: 'Asia/Tehran' };
		const { hints } = await run(bulk({ dryRun: true, time: { values: time } }), {
			rows: rowsFor(1),
		});
		expect(hints[0]?.message).toContain('; the hours are those of Asia/Tehran; the credit is ');
	});

	test.each([
		['Stop', 'stop'],
		['Skip', 'skip'],
	])('shows what is wrong without an error, with Invalid Rows on %s', async (_, invalidRows) => {
		const { items, error, hints } = await run(
			bulk({ dryRun: true, invalidRows, speed: { values: { batchSize: 2 } } }),
			{
				rows: wrongAt(4, 1),
			},
		);
		expect(error).toBeUndefined();
		expect(items.map(pairOf)).toEqual([0, 1, 2, 3]);
		expect(outcomesOf(items)).toEqual(['dryRun', 'rejected', 'dryRun', 'dryRun']);
		expect(items[1]?.json.error).toBe(`'To' of item 1 holds "nobody", which is not a phone number`);
		// As they would leave: the wrong row takes no place in a batch.
		expect(items.map(({ json }) => json.batch)).toEqual([1, undefined, 1, 2]);
		expect(hints[0]).toMatchObject({
			type: 'warning',
			message:
				'Dry run, nothing was sent; 4 rows: 3 would be sent, 1 wrong. First: \'To\' of item 1 holds "nobody", which is not a phone number. 3 message parts in 2 requests; the credit is 1,000.',
		});
		expect(leaving(sandbox())).toEqual([]);
	});

	test.each([
		['stops on errors', {}],
		['continues', CONTINUE],
	])('says that it is one also where every row is wrong and the node %s', async (_, node) => {
		const { items, error, hints } = await run(bulk({ dryRun: true }), {
			rows: [{ to: 'nobody', text: 'x' }],
			node,
		});
		expect(error).toBeUndefined();
		expect(outcomesOf(items)).toEqual(['rejected']);
		expect(hints[0]?.message).toContain('Dry run, nothing was sent');
		expect(sandbox().requests()).toEqual([]);
	});

	test('gives wrong rows to the error output where there is one', async () => {
		const { items, errorItems } = await run(bulk({ dryRun: true }), {
			rows: wrongAt(3, 2),
			node: ERROR_OUTPUT,
		});
		expect(items.map(pairOf)).toEqual([0, 1]);
		expect(errorItems.map(({ json }) => json)).toMatchObject([
			{ to: 'nobody', text: 'Hello no. 2', details: { outcome: 'rejected' } },
		]);
	});

	test('that an expression asks for row by row sends the other rows', async () => {
		const rows = rowsFor(6).map((row, index) => ({ ...row, test: index % 2 === 0 }));
		const { items, error } = await run(
			bulk({ dryRun: '={{ $json.test }}', speed: { values: { batchSize: 2 } } }),
			{
				rows,
			},
		);
		expect(error).toBeUndefined();
		expect(batchesAt(sandbox())).toEqual([[numberOf(1), numberOf(3)], [numberOf(5)]]);
		expect(items.map(pairOf)).toEqual([0, 1, 2, 3, 4, 5]);
		expect(outcomesOf(items)).toEqual([
			'dryRun',
			'accepted',
			'dryRun',
			'accepted',
			'dryRun',
			'accepted',
		]);
	});

	test('of some rows does not say that nothing was sent', async () => {
		const rows = rowsFor(4).map((row, index) => ({ ...row, test: index < 2 }));
		const { hints } = await run(bulk({ dryRun: '={{ $json.test }}' }), { rows });
		expect(sandbox().messages()).toHaveLength(2);
		expect(hints[0]?.message).toContain('2 accepted, 2 would be sent.');
		expect(hints[0]?.message).not.toContain('nothing was sent');
	});

	test('with a wrong row keeps back only what was to be sent, where that is wrong', async () => {
		const rows = wrongAt(4, 1).map((row, index) => ({ ...row, test: index < 2 }));
		const { items, error } = await run(bulk({ dryRun: '={{ $json.test }}' }), { rows });
		// The wrong row is one that is only shown.
		expect(error).toBeUndefined();
		expect(outcomesOf(items)).toEqual(['dryRun', 'rejected', 'accepted', 'accepted']);
	});

	test('of one row that is to be sent and wrong is an error', async () => {
		const rows = wrongAt(4, 3).map((row, index) => ({ ...row, test: index < 2 }));
		const { error } = await run(bulk({ dryRun: '={{ $json.test }}' }), { rows });
		expect(error?.message).toContain("'To' of item 3");
		expect(sandbox().requests()).toEqual([]);
	});

	test('sends nothing where its expression fails', async () => {
		const { error } = await run(bulk({ dryRun: "={{ $('Nope').first() }}" }), {
			rows: rowsFor(2),
		});
		expect(error?.description).toContain("'Dry Run' of item 0 can't be read");
		expect(sandbox().requests()).toEqual([]);
	});

	test('is repeated by no retry', async () => {
		const { items } = await run(bulk({ dryRun: true }), {
			rows: wrongAt(2, 0),
			node: { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 },
		});
		expect(outcomesOf(items)).toEqual(['rejected', 'dryRun']);
		expect(leaving(sandbox())).toEqual([]);
	});

	test('needs no more of the credential than a right address', async () => {
		const { items } = await run(bulk({ dryRun: true }), {
			rows: rowsFor(2),
			credentials: credentials({ smsBaseUrl: 'https://sms.example.com' }),
		});
		expect(outcomesOf(items)).toEqual(times(2, 'dryRun'));
		const { error } = await run(bulk({ dryRun: true }), {
			rows: rowsFor(2),
			credentials: credentials({ smsBaseUrl: 'nowhere' }),
		});
		expect(error?.message).toContain("'SMS Base URL' of the credential");
	});
});

test('a wish for a dry run that comes as text from a column is heard', async () => {
	const tests = ['true', 'FALSE', '0', 'maybe'];
	const rows = rowsFor(4).map((row, index) => ({ ...row, test: tests[index] ?? '' }));
	const { items } = await run(bulk({ dryRun: '={{ $json.test }}', invalidRows: 'skip' }), { rows });
	expect(outcomesOf(items)).toEqual(['dryRun', 'accepted', 'accepted', 'rejected']);
	expect(items[3]?.json.error).toBe(
		`'Dry Run' of item 3 holds "maybe", which is neither true nor false`,
	);
	expect(sandbox().messages()).toHaveLength(2);
});

test.each(['$json.nope', 'undefined', 'null', '""', '" "'])(
	'a dry run that is asked for by %s, which gives nothing, sends nothing',
	async (expression) => {
		const { error } = await run(bulk({ dryRun: `={{ ${expression} }}` }), { rows: rowsFor(1) });
		expect(error?.message).toBe("'Dry Run' of item 0 is empty");
		expect(error?.description).toContain('{{ $json.test || false }}');
		expect(sandbox().requests()).toEqual([]);
		await run(bulk({ dryRun: `={{ ${expression} || false }}` }), { rows: rowsFor(1) });
		expect(sandbox().messages()).toHaveLength(expression === '" "' ? 0 : 1);
	},
);
