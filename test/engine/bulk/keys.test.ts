import {
	bulk,
	CONTINUE,
	type IDataObject,
	type Line,
	LOST,
	merged,
	numbers,
	outcomesOf,
	type Parameters,
	REFUSED,
	RETRY,
	rowsFor,
	staged,
	strikes,
	type Table,
	times,
} from '../stage/index.ts';

const { check, table, store, front, stopAt } = staged();

/** By keys, in twos unless a line says otherwise. */
const KEYED: Parameters = (options, more) =>
	bulk(
		merged(
			{
				speed: { values: { batchSize: 2 } },
				sendOnce: { values: { by: 'key', key: '={{ $json.key }}' } },
			},
			options,
		),
		more,
	);
/** One row for each of these keys, with a number of its own. */
const keys = (...all: unknown[]) => ({
	rows: rowsFor(all.length).map((row, index): IDataObject => ({
		...row,
		key: all[index] as string,
	})),
});
const sized = (batchSize: number, more: IDataObject = {}) => ({
	options: { speed: { batchSize, ...more } },
});
const RESEND = { options: { resendUnknown: true } };

test('a row whose key was used in an earlier execution is a duplicate, and no error in stop mode', async () => {
	const line = keys('A-1', 'A-2', 'A-3');
	await check({ ...line, ends: '3 accepted', requests: 2 }, KEYED);
	const own = { outcome: 'duplicate', messageId: null, source: '3000' };
	const json = numbers(3).map((destination) => ({
		...own,
		destination,
		encoding: 'GSM-7',
		parts: 1,
		batch: null,
	}));
	const { items } = await check({ ...line, requests: 0, pairs: [0, 1, 2] }, KEYED);
	expect(items.map((item) => item.json)).toEqual(json);
});

table('a row whose key was used', KEYED, {
	'does not keep the others back, wherever it stands': [
		keys('A-1', 'A-2'),
		{
			...keys('B-1', 'A-1', 'B-2', 'A-2', 'B-3'),
			ends: '1 accepted, 1 duplicate, 1 accepted, 1 duplicate, 1 accepted',
			asks: '0 2 4',
		},
	],
	'may be sent again where it was not sent, because an earlier batch failed': [
		{
			...keys('A-1', 'A-2', 'A-3', 'A-4', 'A-5'),
			fault: [strikes(2, REFUSED, 1)],
			error: '…',
			advice: '…1 not sent (item 4)…',
			asks: '0,1 2,3',
		},
		{ ...keys('A-1', 'A-2', 'A-3', 'A-4', 'A-5'), ends: '2 duplicate, 3 accepted', sent: 3 },
	],
	'is told in the error of a run that another row ends': [
		keys('A-1', 'A-2'),
		{
			...keys('A-1', 'A-2', 'A-3', 'A-4'),
			fault: [strikes(3, REFUSED)],
			error: '…',
			asks: '2,3',
			advice: '…Nothing was sent; 4 rows: 2 duplicate (items 0–1), 2 rejected (items 2–3).…',
		},
	],
	'belongs to the same node only': [
		keys('A-1'),
		{ ...keys('A-1'), node: { id: 'another' }, ends: '1 accepted' },
	],
	'is known with spaces and marks around it that nobody sees': [
		keys('A-1'),
		{ ...keys('\u200eA-1\ufeff\u200f '), ends: '1 duplicate' },
	],
	'is another one in another case, with leading zeros and in other digits': [
		keys('a-1', '001', '۱۲۳'),
		{ ...keys('A-1', '1', '123'), ends: '3 accepted' },
	],
	'does not wait for the Batch Interval': [
		keys('A-1', 'A-2', 'A-3', 'A-4'),
		// Longer than this test may take.
		{
			...keys('A-1', 'A-2', 'A-3', 'A-4'),
			...sized(2, { batchInterval: 60_000 }),
			ends: '4 duplicate',
		},
	],
});

test('a row may be sent again where none of the service’s addresses could be reached', async () => {
	const server = await front();
	await server.close();
	// By its name: where it has several addresses, Node gives one error for all of them.
	const login = { smsBaseUrl: server.url.replace('127.0.0.1', 'localhost') };
	await check({ ...keys('A-1', 'A-2'), node: CONTINUE, login, ends: '2 rejected' }, KEYED);
	await check({ ...keys('A-1', 'A-2'), ends: '2 accepted' }, KEYED);
});

test('keys are recorded before their message leaves', async () => {
	const recorded: Array<[string, boolean]> = [];
	const { url: smsBaseUrl } = await front({
		arrives: (body) => {
			const { data } = JSON.parse(body) as { data: Array<{ message: string }> };
			for (const { message } of data) recorded.push([message, store.has(message)]);
		},
	});
	store.latency = 20;
	const all = ['A-1', 'A-2', 'A-3', 'A-4', 'A-5'];
	const line = { ...keys(...all), ...sized(2, { parallelRequests: 2 }), login: { smsBaseUrl } };
	await check({ ...line, other: { message: '={{ $json.key }}' } }, KEYED);
	expect(recorded.sort()).toEqual(all.map((key) => [key, true]));
});

test('keys are kept in the scope of the node, at least a hundred thousand', async () => {
	await check(keys('A-1', 'A-2', 'A-3'), KEYED);
	const calls = store.calls.filter((call) => call.keys.includes('A-1'));
	expect(calls.length).toBeGreaterThan(0);
	for (const { scope, options } of calls) {
		expect([scope, options.mode]).toEqual(['node', 'entries']);
		// More, for the marks of messages on their way: they must not push out keys before their time.
		expect(options.maxEntries).toBeGreaterThanOrEqual(100_000);
	}
});

table('a key of several rows', KEYED, {
	'in one request makes the second a duplicate': {
		...keys('A-1', 'A-1', 'A-2', 'A-1'),
		...sized(10),
		asks: '0,2',
		ends: '1 accepted, 1 duplicate, 1 accepted, 1 duplicate',
	},
	'in one request has the second sent where the first is refused and the node continues': {
		...keys('A-1', 'A-1', 'A-2'),
		...sized(10),
		node: CONTINUE,
		fault: [strikes(0, REFUSED)],
		asks: '0,2 1',
		ends: '1 rejected, 1 accepted, 1 rejected',
	},
	'of which one is unknown leaves the other unknown too, because that may have been sent': {
		...keys('A-1', 'A-1'),
		...sized(10),
		node: CONTINUE,
		fault: [strikes(0, LOST)],
		ends: '2 unknown',
		requests: 1,
	},
	'of which one failed does not send the other in stop mode': {
		...keys('A-1', 'A-1'),
		...sized(10),
		fault: [strikes(0, REFUSED)],
		error: '…',
		advice: '…1 rejected (item 0), 1 not sent (item 1)…',
		asks: '0',
	},
});

test('a key that many rows share finds another row where the first are refused', async () => {
	const fault = [
		{ fault: { kind: 'delay', ms: 30 } as const },
		...[0, 1, 2].map((row) => strikes(row, REFUSED)),
	];
	const line = { ...keys(...times(10, 'A-1')), ...sized(1, { parallelRequests: 5 }) };
	const { items } = await check({ ...line, node: CONTINUE, fault, sent: 1 }, KEYED);
	const counts = (outcome: string) => outcomesOf(items).filter((one) => one === outcome).length;
	expect([counts('accepted'), counts('notSent')]).toEqual([1, 0]);
	// Those that were tried before one was taken; in which order, nobody promises.
	expect(counts('rejected')).toBeLessThanOrEqual(3);
});

const wrongKey = (key: unknown, says: string): Line => ({
	...keys('A-1', key),
	error: `'Send Once → Key' of item 1 ${says}`,
});
/** Lines that end before the store is asked. */
const BEFORE: Table = {
	'that are empty make a row wrong': ['', '   ', null, undefined].map((key) =>
		wrongKey(key, 'is empty'),
	),
	'of which a spreadsheet has dropped digits make a row wrong': wrongKey(
		'9.89121E+11',
		'holds "9.89121E+11", a number of which a spreadsheet has dropped digits',
	),
};

test.each(Object.entries(BEFORE))(
	'keys %s, and nothing is asked of the store',
	async (_, lines) => {
		for (const line of [lines].flat()) await check(line, KEYED);
		expect(store.calls).toEqual([]);
	},
);

table('keys', KEYED, {
	'written out are taken for one row': [
		{ options: { sendOnce: { by: 'key', key: 'A-1' } }, rows: 1, ends: '1 accepted' },
		{ ...keys('A-1'), ends: '1 duplicate' },
	],
	'of wrong rows that are skipped are not recorded': [
		{
			options: { invalidRows: 'skip' },
			rows: keys('A-1', 'A-2', '').rows.map((row, at) => (at === 1 ? { ...row, to: 'x' } : row)),
			ends: '1 accepted, 2 rejected',
		},
		{ ...keys('A-1', 'A-2'), ends: '1 duplicate, 1 accepted' },
	],
});

test('keys that push out those of earlier runs are counted in the hint, which says what that means', async () => {
	const old = Array.from({ length: 409_997 }, (_, index) => `old ${index}`);
	store.restore(new Map([['test n:2', old]]));
	const hint =
		'… n8n keeps the last 100,000 keys of a node, so running earlier rows again would send up to 3 of them once more.';
	const four = keys('A-1', 'A-2', 'A-3', 'A-4');
	await check({ ...four, hint }, KEYED);
	const { hints } = await check({ ...four, ends: '4 duplicate' }, KEYED);
	expect(hints[0]?.message).not.toContain('n8n keeps');
});

test('keys are not asked for where the option is not there', async () => {
	const { hints } = await check({ ...keys('A-1', 'A-1'), ends: '2 accepted' }, bulk);
	expect(hints[0]?.message).not.toContain('keys');
	expect(store.calls).toEqual([]);
});

table('keys and Retry On Fail', KEYED, {
	'send an unknown row again with Resend Unknown': [
		{
			...keys('A-1', 'A-2', 'A-3'),
			...RESEND,
			node: { ...CONTINUE, ...RETRY },
			fault: [strikes(0, { kind: 'drop', when: 'before' }, 1)],
			ends: '3 accepted',
			requests: 3,
		},
		{ ...keys('A-1', 'A-2', 'A-3'), ...RESEND, node: RETRY, ends: '3 duplicate' },
	],
});

describe('keys of an execution that is stopped', () => {
	const cancelled = { node: CONTINUE, error: '…cancelled…' };

	test('are not asked for where the stop came in the Batch Interval', async () => {
		const line = { ...keys('A-1', 'A-2', 'A-3'), ...sized(2, { batchInterval: 3_600_000 }) };
		const more = { started: stopAt(1) };
		const { items } = await check({ ...line, ...cancelled, more, asks: '0,1' }, KEYED);
		expect(outcomesOf(items).at(-1)).toBe('notSent');
		expect(store.calls.flatMap((call) => call.keys)).not.toContain('A-3');
	});
});
