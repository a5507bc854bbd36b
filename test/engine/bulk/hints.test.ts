import { describe, expect, test } from '@jest/globals';
import type { IDataObject, INodeParameters, NodeHint } from 'n8n-workflow';

import { merged, bulk, numberOf, rowsFor, CONTINUE } from '../stage/rows.ts';
import { deduplicator } from '../stage/deduplicator.ts';
import type { Fault } from '../../../sandbox/index.ts';
import { gateway, send } from '../stage/gateway.ts';

const { sandbox, run } = gateway();

deduplicator();

const inTwos = (options: INodeParameters = {}) =>
	bulk(merged({ speed: { values: { batchSize: 2 } } }, options));
const wrongAt = (rows: IDataObject[], ...wrong: number[]): IDataObject[] =>
	rows.map((row, index) => (wrong.includes(index) ? { ...row, to: 'nobody' } : row));
const hint = (type: NodeHint['type'], message: string) => [
	{ message, type, location: 'outputPane' },
];

const nobody = (item: number) =>
	` First: 'To' of item ${item} holds "nobody", which is not a phone number.`;
const AGAIN = " Running it again sends what was accepted again, unless 'Send Once' is set.";

describe('the credit in the hint', () => {
	const dry = async () =>
		(await run(bulk({ dryRun: true }), { rows: rowsFor(2) })).hints[0]?.message ?? '';
	const NOTHING = '2 rows: 2 would be sent. 2 message parts in 1 request';
	const answerCredit = (credit: unknown) =>
		sandbox().setFaults([
			{ match: { host: 'call' }, fault: { kind: 'raw', body: JSON.stringify({ credit }) } },
		]);

	test.each([
		[12345.5, '; the credit is 12,345.5'],
		['1 234,50 €', '; the credit is 1 234,50 €'],
		['0012', '; the credit is 12'],
		['<b>call +44 7700 900123</b>', ''],
		['9'.repeat(31), ''],
		['', ''],
		[null, ''],
		[{ a: 1 }, ''],
	])('of a dry run, where the service tells %j', async (credit, said) => {
		answerCredit(credit);
		expect(await dry()).toBe(`Dry run, nothing was sent; ${NOTHING}${said}.`);
	});

	test.each<[string, Fault['fault']]>([
		['fails', { kind: 'status', status: 503 }],
		['breaks off', { kind: 'drop', when: 'before' }],
		[
			'asks to come back later, which is not waited for',
			{ kind: 'tooManyRequests', retryAfter: 60 },
		],
	])('of a dry run is left out where the question %s', async (_, fault) => {
		sandbox().setFaults([{ match: { host: 'call' }, fault }]);
		expect(await dry()).toBe(`Dry run, nothing was sent; ${NOTHING}.`);
		expect(sandbox().requests()).toHaveLength(1);
	});

	test('is asked for by no other run, and told where Min Credit has asked', async () => {
		const { hints } = await run(bulk(), { rows: rowsFor(2) });
		expect(hints[0]?.message).toBe('2 rows: 2 accepted. 2 message parts in 1 request.');
		expect(sandbox().requests()).toHaveLength(1);
		const { hints: asked } = await run(bulk({ limits: { values: { minCredit: 10 } } }), {
			rows: rowsFor(2),
		});
		expect(asked[0]?.message).toBe(
			'2 rows: 2 accepted. 2 message parts in 1 request; the credit was 998.',
		);
	});

	test('a row with several numbers is as many messages', async () => {
		const { hints } = await run(
			send({ destination: '={{ $json.to }}', options: { dryRun: true } }),
			{
				rows: [{ to: '09120000001,09120000002' }, { to: '09120000003' }],
			},
		);
		expect(hints[0]?.message).toBe(
			'Dry run, nothing was sent; 2 rows: 2 would be sent. 3 messages, 3 message parts in 2 requests; the credit is 1,000.',
		);
	});
});

describe('the hint in the output pane', () => {
	test('says how many rows were accepted, with their message parts and requests', async () => {
		const rows = [...rowsFor(4), { to: numberOf(4), text: 'س'.repeat(135) }];
		const { hints } = await run(inTwos(), { rows });
		expect(hints).toEqual(hint('info', '5 rows: 5 accepted. 7 message parts in 3 requests.'));
	});

	test('says it of one request and of thousands of rows', async () => {
		sandbox().setAccount({ credit: 2000 });
		const { hints } = await run(bulk({ speed: { values: { batchSize: 2000 } } }), {
			rows: rowsFor(1500),
		});
		expect(hints).toEqual(
			hint('info', '1,500 rows: 1,500 accepted. 1,500 message parts in 1 request.'),
		);
	});

	test('says it of each outcome, and warns', async () => {
		sandbox().setFaults([
			{ match: { destination: numberOf(2) }, fault: { kind: 'drop', when: 'after' } },
			{ match: { destination: numberOf(4) }, fault: { kind: 'status', status: 400 } },
		]);
		const rows = wrongAt(rowsFor(9), 8);
		const { hints } = await run(inTwos({ invalidRows: 'skip' }), { rows, node: CONTINUE });
		expect(hints).toEqual(
			hint(
				'warning',
				`9 rows: 4 accepted, 3 rejected, 2 unknown, may have been sent. First: The connection to ${new URL(sandbox().url).host} was lost before an answer came. 4 message parts in 2 requests.${AGAIN}`,
			),
		);
	});

	test('says it of duplicates, whose message parts do not count', async () => {
		const options = { sendOnce: { values: { by: 'key', key: '={{ $json.to }}' } } };
		await run(inTwos(options), { rows: rowsFor(3) });
		const { hints } = await run(inTwos(options), { rows: rowsFor(5) });
		expect(hints).toEqual(
			hint('info', '5 rows: 2 accepted, 3 duplicate. 2 message parts in 2 requests.'),
		);
		const { hints: none } = await run(inTwos(options), { rows: rowsFor(3) });
		expect(none).toEqual(hint('info', 'Nothing was sent; 3 rows: 3 duplicate.'));
	});

	test('says it of rows that were not sent', async () => {
		const { hints } = await run(inTwos(), { rows: wrongAt(rowsFor(5), 1), node: CONTINUE });
		expect(hints).toEqual(
			hint('warning', `Nothing was sent; 5 rows: 1 rejected, 4 not sent.${nobody(1)}`),
		);
	});

	test('quotes no mark of HTML of the service, which n8n would draw, and no long speech', async () => {
		const message = `<a href="https://evil.example">Log in</a> & ${'again '.repeat(60)}`;
		sandbox().setFaults([{ fault: { kind: 'refuse', code: 1008, message } }]);
		const { hints } = await run(bulk(), { rows: rowsFor(2), node: CONTINUE });
		const [, first = ''] = (hints[0]?.message ?? '').split(' First: ');
		expect(first).toMatch(/^The service refused the request: .*evil\.example.*…$/);
		expect(first).not.toMatch(/[<>&]/);
		expect(first).toHaveLength(201);
	});

	test('warns of wrong rows in stop mode too, where they are skipped', async () => {
		const { hints } = await run(inTwos({ invalidRows: 'skip' }), {
			rows: wrongAt(rowsFor(3), 0),
		});
		expect(hints).toEqual(
			hint(
				'warning',
				`3 rows: 2 accepted, 1 rejected.${nobody(0)} 2 message parts in 1 request.${AGAIN}`,
			),
		);
	});

	test('says nothing of running it again where all rows have keys', async () => {
		const keyed = { sendOnce: { values: { by: 'key', key: '={{ $json.to }}' } } };
		const { hints } = await run(inTwos({ invalidRows: 'skip', ...keyed }), {
			rows: [...rowsFor(2), { to: '0912000000', text: 'x'.repeat(10) }, { to: 'x', text: 'x' }],
		});
		expect(hints[0]?.message).toContain('1 rejected');
		expect(hints[0]?.message).not.toContain('Running it again');
	});

	test('sums up the last try alone, with what the earlier ones had accepted', async () => {
		sandbox().setFaults([
			{ match: { destination: numberOf(0) }, times: 1, fault: { kind: 'status', status: 400 } },
		]);
		const { hints } = await run(inTwos(), {
			rows: rowsFor(4),
			node: { ...CONTINUE, retryOnFail: true, maxTries: 3, waitBetweenTries: 1 },
		});
		expect(hints).toEqual(hint('info', '4 rows: 4 accepted. 4 message parts in 2 requests.'));
	});

	test('is not there where the run ends with an error, which says it itself', async () => {
		sandbox().setFaults([{ fault: { kind: 'status', status: 400 } }]);
		const { hints, error } = await run(inTwos(), { rows: rowsFor(3) });
		expect(error).toBeDefined();
		expect(hints).toEqual([]);
	});
});
