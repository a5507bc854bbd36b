import { describe, expect, test } from '@jest/globals';
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import {
	merged,
	batchesAt,
	bulk,
	messageTo,
	numberOf,
	numbers,
	outcomesOf,
	pairOf,
	rowsFor,
	times,
	CONTINUE,
	RETRY,
} from '../stage/rows.ts';
import { gateway, sendBulk } from '../stage/gateway.ts';

const { sandbox, credentials, run, body } = gateway();

describe('Request Options of a bulk', () => {
	const withRequestOptions = (requestOptions: INodeParameters, options: INodeParameters = {}) =>
		bulk(merged({ speed: { values: { batchSize: 2 } } }, options), { requestOptions });

	test('Timeout cuts a late answer off: the rows of that batch are unknown, the others accepted', async () => {
		sandbox().setFaults([
			{ match: { destination: numberOf(3) }, fault: { kind: 'delay', ms: 6000 } },
		]);
		const { items } = await run(withRequestOptions({ timeout: 3000 }), {
			rows: rowsFor(6),
			node: CONTINUE,
		});
		expect(outcomesOf(items)).toEqual([
			...times(2, 'accepted'),
			...times(2, 'unknown'),
			...times(2, 'accepted'),
		]);
		expect(items[2]?.json.error).toMatch(/did not answer in time/);
	});

	test.each(['proxy.example.com:3128', 'nonsense', 'ftp://proxy.example.com'])(
		'Proxy that is none (%s) is an error that names it, and nothing is sent',
		async (proxy) => {
			const { error } = await run(withRequestOptions({ proxy }), { rows: rowsFor(3) });
			expect(error?.message).toContain("'Request Options' has a 'Proxy' that holds ");
			expect(sandbox().requests()).toEqual([]);
		},
	);

	test('Proxy that is wrong never shows its own login', async () => {
		const { error } = await run(withRequestOptions({ proxy: 'ftp://me:proxy-secret@nowhere' }), {
			rows: rowsFor(1),
		});
		expect(error?.message).toContain("'Proxy'");
		expect(error?.message).not.toContain('proxy-secret');
	});
});

describe('the credential', () => {
	// n8n means them for the HTTP Request node, and lets the credential's own address pass in its own node.
	test.each([
		['none', {}],
		['all', {}],
		['domains', { allowedDomains: 'example.com' }],
		['domains', { allowedDomains: '' }],
		['domains', { allowedDomains: '127.0.0.1' }],
	])(
		'may restrict its domains (%s, %j): its own address is always one of them',
		async (mode, more) => {
			const changes = { allowedHttpRequestDomains: mode, ...more };
			const { error } = await run(bulk(), {
				rows: rowsFor(2),
				credentials: credentials(changes),
			});
			expect(error).toBeUndefined();
			expect(sandbox().messages()).toHaveLength(2);
		},
	);

	test('goes along in the body of each request, and is right', async () => {
		await run(bulk({ speed: { values: { batchSize: 1 } } }), { rows: rowsFor(3) });
		for (const { loginCorrect, fields } of sandbox().requests()) {
			expect(loginCorrect).toBe(true);
			expect(Object.keys(fields as IDataObject).sort()).toEqual(['data', 'password', 'username']);
		}
	});
});

describe('where n8n runs the operation by its routing alone', () => {
	const routingOnly = true;

	test('the one row is sent as it would be in a batch', async () => {
		const parameters = sendBulk({
			source: '={{ $json.from }}',
			destination: '={{ $json.to }}',
			message: '={{ $json.text }}',
			options: { sendToBlacklist: '={{ $json.all }}' },
		});
		const rows = [{ from: 3001, to: '۰۹۱۲ ۰۰۰ ۰۰۰۱', text: ' سلام‌علی 😀\n', all: true }];
		const alone = await run(parameters, { rows, routingOnly });
		const sent = body();
		sandbox().reset();
		const gathered = await run(parameters, { rows });
		expect(sent).toEqual(body());
		expect(alone.error).toBeUndefined();
		expect(alone.items).toEqual(gathered.items);
		expect(alone.items[0]?.json).toMatchObject({ outcome: 'accepted', batch: 1 });
	});

	test('several items leave one after the other, as n8n may hand on none before the one before has ended', async () => {
		const { items } = await run(bulk({ speed: { values: { batchSize: 2 } } }), {
			rows: rowsFor(3),
			routingOnly,
		});
		expect(batchesAt(sandbox())).toEqual(numbers(3).map((to) => [to]));
		expect(items.map(pairOf)).toEqual([0, 1, 2]);
		expect(items.map(({ json }) => json.messageId)).toEqual(
			numbers(3).map((to) => messageTo(sandbox(), to)?.id),
		);
	});

	test('the items behind one that fails are not sent, and the error says what became of all', async () => {
		const rows = rowsFor(4);
		rows[2] = { to: '12' };
		const { error } = await run(bulk({}), { rows, routingOnly });
		expect(batchesAt(sandbox())).toEqual(numbers(2).map((to) => [to]));
		expect(error?.message).toContain("'To' of item 2 holds");
		const ids = numbers(2).map((to) => messageTo(sandbox(), to)?.id);
		expect(error?.description).toContain(
			`2 accepted (item 0, message id ${ids[0]}; item 1, message id ${ids[1]}), 1 rejected (item 2), 1 not sent (item 3)`,
		);
	});

	test.each([
		[0, 'Nothing was sent; 4 rows: 1 rejected (item 0), 3 not sent (items 1–3).'],
		[1, '1 rejected (item 1), 2 not sent (items 2–3)'],
	])(
		'the error of the last try says of each item once what became of it, where item %i fails in all',
		async (failing, said) => {
			sandbox().setFaults([
				{
					match: { destination: numbers(4)[failing] ?? '' },
					fault: { kind: 'refuse', code: 1004, message: 'no', status: 200 },
				},
			]);
			const { error } = await run(bulk({}), { rows: rowsFor(4), routingOnly, node: RETRY });
			expect(error?.description).toContain(said);
			expect(
				sandbox()
					.messages()
					.map(({ destination }) => destination),
			).toEqual(numbers(failing));
			expect(sandbox().requests()).toHaveLength(failing + 3);
		},
	);

	test('with Execute Once only the first item is sent, and nothing is said of the others', async () => {
		const { items } = await run(bulk({}), {
			rows: rowsFor(3),
			routingOnly,
			node: { executeOnce: true },
		});
		expect(items.map(pairOf)).toEqual([0]);
		sandbox().setFaults([{ fault: { kind: 'refuse', code: 1004, message: 'no', status: 200 } }]);
		const { error } = await run(bulk({}), {
			rows: rowsFor(3),
			routingOnly,
			node: { executeOnce: true },
		});
		expect(error?.description).not.toContain('Not sent');
	});

	test('the items behind one that fails are sent by the next try, and those before it are not sent again', async () => {
		sandbox().setFaults([
			{
				match: { destination: numbers(2)[1] ?? '' },
				fault: { kind: 'refuse', code: 1004, message: 'later', status: 200 },
				times: 1,
			},
		]);
		const { error, items } = await run(bulk({}), {
			rows: rowsFor(3),
			routingOnly,
			node: RETRY,
		});
		expect(error).toBeUndefined();
		expect(items.map(pairOf)).toEqual([0, 1, 2]);
		expect(
			sandbox()
				.messages()
				.map(({ destination }) => destination),
		).toEqual(numbers(3));
	});

	test.each([
		['Speed → Batch Size', { speed: { values: { batchSize: 0 } } }],
		['Speed → Batch Interval (Ms)', { speed: { values: { batchInterval: -1 } } }],
		['Speed → Parallel Requests', { speed: { values: { parallelRequests: 0 } } }],
		['Invalid Rows', { invalidRows: 'x' }],
		['Send Once', { sendOnce: { values: { by: 'key', key: 'A-1' } } }],
	])('%s that can not be kept to is an error that names it', async (shown, options) => {
		const { error } = await run(bulk(options), { rows: rowsFor(1), routingOnly });
		expect(error?.message).toContain(`'${shown}' `);
		expect(sandbox().requests()).toEqual([]);
	});

	test('a dry run sends nothing', async () => {
		const { json } = await run(bulk({ dryRun: true }), { rows: rowsFor(1), routingOnly });
		expect(json[0]).toMatchObject({ outcome: 'dryRun' });
		expect(sandbox().requests()).toEqual([]);
	});
});
