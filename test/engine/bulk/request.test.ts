import {
	bulk,
	CONTINUE,
	type FaultAction,
	type IDataObject,
	type Line,
	numbers,
	pairOf,
	type Parameters,
	RETRY,
	sendBulk,
	staged,
	strikes,
} from '../stage/index.ts';

const { sandbox, run, body, givenIds, check, table } = staged();

const IN_TWOS: Parameters = (options, more) =>
	bulk({ speed: { values: { batchSize: 2 } }, ...options }, more);
const withProxy = (proxy: string) => ({ other: { requestOptions: { proxy } } });
const NO_PROXY = "'Request Options' has a 'Proxy' that holds …";

table('Request Options', IN_TWOS, {
	'Timeout cuts a late answer off: the rows of that batch are unknown, the others accepted': {
		other: { requestOptions: { timeout: 3000 } },
		rows: 6,
		node: CONTINUE,
		fault: [strikes(3, { kind: 'delay', ms: 6000 })],
		ends: '2 accepted, 2 unknown, 2 accepted',
		reason: '…did not answer in time…',
	},
	'Proxy without a scheme is none': { ...withProxy('proxy.example.com:3128'), error: NO_PROXY },
});

test('a Proxy that is wrong never shows its own login', async () => {
	const { error } = await check(
		{ ...withProxy('ftp://me:proxy-secret@nowhere'), error: '…' },
		bulk,
	);
	expect(error?.message).toContain("'Proxy'");
	expect(error?.message).not.toContain('proxy-secret');
});

test('the credential goes along in the body of each request', async () => {
	await check({ options: { speed: { batchSize: 1 } }, rows: 2, requests: 2 }, bulk);
	for (const { loginCorrect, fields } of sandbox().requests()) {
		expect(loginCorrect).toBe(true);
		expect(Object.keys(fields as IDataObject).sort()).toEqual(['data', 'password', 'username']);
	}
});

describe('where n8n runs the operation by its routing alone', () => {
	const more = { routingOnly: true };
	const refusal: FaultAction = { kind: 'refuse', code: 1004, message: 'no', status: 200 };

	test('the one row is sent as it would be in a batch', async () => {
		const parameters = sendBulk({
			source: '={{ $json.from }}',
			destination: '={{ $json.to }}',
			message: '={{ $json.text }}',
			options: { sendToBlacklist: '={{ $json.all }}' },
		});
		const rows = [{ from: 3001, to: '۰۹۱۲ ۰۰۰ ۰۰۰۱', text: ' سلام‌علی 😀\n', all: true }];
		const alone = await run(parameters, { rows, ...more });
		const sent = body();
		sandbox().reset();
		const gathered = await run(parameters, { rows });
		expect(sent).toEqual(body());
		expect(alone.error).toBeUndefined();
		expect(alone.items).toEqual(gathered.items);
		expect(alone.items[0]?.json).toMatchObject({ outcome: 'accepted', batch: 1 });
	});

	test('several items leave one after the other, as n8n may hand on none before the one before has ended', async () => {
		const { items } = await check({ rows: 3, more, asks: '0 1 2' }, IN_TWOS);
		expect(items.map(pairOf)).toEqual([0, 1, 2]);
		expect(items.map(({ json }) => json.messageId)).toEqual(givenIds());
	});

	test('the items behind one that fails are not sent, and the error says what became of all', async () => {
		const rows = [...numbers(2), '12', '0912'];
		const { error } = await check(
			{ rows, more, error: "'To' of item 2 holds…", asks: '0 1' },
			bulk,
		);
		const [first, second] = givenIds();
		expect(error?.description).toContain(
			`2 accepted (item 0, message id ${first}; item 1, message id ${second}), 1 rejected (item 2), 1 not sent (item 3)`,
		);
	});

	table('', bulk, {
		'the error of the last try says of each item once what became of it, where the first fails in all':
			{
				more,
				rows: 4,
				node: RETRY,
				fault: [strikes(0, refusal)],
				error: '…',
				advice: '…Nothing was sent; 4 rows: 1 rejected (item 0), 3 not sent (items 1–3).…',
				asks: '0 0 0',
			},
		'a dry run sends nothing': {
			more,
			rows: 1,
			options: { dryRun: true },
			ends: '1 dryRun',
			requests: 0,
		},
		...Object.fromEntries(
			[
				['Speed → Batch Size', { speed: { batchSize: 0 } }],
				['Speed → Batch Interval (Ms)', { speed: { batchInterval: -1 } }],
				['Speed → Parallel Requests', { speed: { parallelRequests: 0 } }],
				['Invalid Rows', { invalidRows: 'x' }],
				['Send Once', { sendOnce: { by: 'key', key: 'A-1' } }],
			].map(([shown, options]): [string, Line] => [
				`${String(shown)} that can not be kept to is an error that names it`,
				{ more, options: options as IDataObject, error: `…'${String(shown)}' …` },
			]),
		),
	});
});
