import { sleep } from 'n8n-workflow';
import {
	bulk,
	type Call,
	CONTINUE,
	detailsOf,
	fakeTime,
	type IDataObject,
	type INode,
	type INodeParameters,
	type Line,
	LOST,
	merged,
	numberOf,
	numbers,
	outcomesOf,
	REFUSED,
	RETRY,
	rowsFor,
	said,
	staged,
	strikes,
	times,
} from '../stage/index.ts';

/** The keys wait for locks and for executions that may be dead: up to half a minute. */
const time = fakeTime();
const timed = staged('legacy', time.around);
const { sandbox, credentials, run, timesSentTo, check: checkLine, store, front, stopAt } = timed;

const KEYED = {
	speed: { values: { batchSize: 2 } },
	sendOnce: { values: { by: 'key', key: '={{ $json.key }}' } },
};
const keyed = (options: INodeParameters = {}) => bulk(merged(KEYED, options));
const check = (line: Line) => checkLine(line, keyed);
const keysOf = (count: number) => Array.from({ length: count }, (_, index) => `A-${index}`);
const rowsWith = (...keys: string[]): IDataObject[] =>
	rowsFor(keys.length).map((row, index) => ({ ...row, key: keys[index] as string }));
/** So many rows with a key each. */
const rows = (count: number) => ({ rows: rowsWith(...keysOf(count)) });
/** A promise that is kept from outside. */
function deferred<T>() {
	let resolve: (value: T | Promise<T>) => void = () => undefined;
	const promise = new Promise<T>((keep) => (resolve = keep));
	return { promise, resolve: (value: T | Promise<T>) => resolve(value) };
}
/** Lets the store fail for the calls that `fails` picks. */
const failing = (fails: (call: Call, number: number) => boolean, words = 'disk I/O error') => {
	let number = 0;
	store.beforeRead = (call) => {
		if (fails(call, number++)) throw new Error(words);
	};
};
/** The same at each write. */
const failingWrites = (words: string, fails: (call: Call) => boolean = () => true) => {
	store.beforeWrite = (call) => {
		if (fails(call)) throw new Error(words);
	};
};

/** The first calls that read and write keys, but for so many; the others lock and unlock. */
const recordNo = (number: number) => {
	let records = 0;
	return ({ method, scope }: Call) =>
		method === 'record' && scope === 'node' && records++ === number;
};
/** Those that write a key. */
const recordsOf =
	(key: string) =>
	({ method, keys }: Call) =>
		method === 'record' && keys.includes(key);
const always = () => true;
const everyOther = () => {
	let busy = 0;
	return ({ method }: Call) => method !== 'count' && busy++ % 2 === 0;
};
const afterFour = () => {
	let sent = 0;
	return ({ method }: Call) => (method === 'record' ? sent++ > 3 : sent > 3);
};
const freeing = ({ method }: Call) => method === 'remove';
const TAKEN = 'SQLITE_CONSTRAINT: UNIQUE constraint failed: processed_data.context';
const FOREIGN = 'SQLITE_CONSTRAINT: FOREIGN KEY constraint failed';
const NOT_FREED = 'Its unique key could not be freed (disk I/O error)';
const told = { error: said("…'Send Once'…"), advice: said('…disk I/O error…') };
const freed = { advice: said(`…It was not sent. …${NOT_FREED}: give the row another one before…`) };
const again = 'Run it again; a workflow that was never saved has to be saved first.';

/** What fails, and what is seen of it; at last how often the store was asked to record. */
test.each<[string, () => void, Line, number?]>([
	[
		'keeps everything back in stop mode, and the error says what to do',
		() => failing(always),
		{
			...rows(5),
			error: "Not sent, because n8n could not record it for 'Send Once'",
			advice: `…disk I/O error…${again}…2 rejected (items 0–1), 3 not sent (items 2–4)…`,
			ends: '',
		},
	],
	[
		'rejects every row where the node continues',
		() => failing(always),
		{
			...rows(3),
			node: CONTINUE,
			ends: '3 rejected',
			requests: 0,
			json: [0, 1, 2].map((row) => ({ ...told, destination: numberOf(row) })),
		},
	],
	[
		'with rows that are no lists, of which n8n says nothing, gives nothing as sent before',
		() => (store.isNoList = true),
		{
			...rows(3),
			node: CONTINUE,
			ends: '3 rejected',
			requests: 0,
			json: times(3, { advice: said('…is no list of entries…') }),
		},
	],
	[
		'for one chunk rejects the rows of that chunk only, where the node continues',
		() => failing(recordsOf('A-2')),
		{ ...rows(8), node: CONTINUE, ends: '2 accepted, 4 rejected, 2 accepted', sent: 4 },
	],
	[
		'for a moment, because it is busy, is asked again: every row is sent once',
		() => failing(everyOther(), 'SQLITE_BUSY: it is locked'),
		{ ...rows(6), ends: '6 accepted', sent: numbers(6) },
	],
	[
		'when all was sent changes nothing',
		() => failing(afterFour()),
		{ ...rows(4), ends: '4 accepted' },
	],
	[
		// As where another worker has made the node's first record between reading and writing.
		'with a unique constraint at its first record is asked again',
		() => failingWrites(TAKEN, recordNo(0)),
		{ ...rows(3), ends: '3 accepted' },
	],
	[
		'with a unique constraint each time is not asked for ever',
		() => failingWrites('duplicate key value violates unique constraint "pk"'),
		{ ...rows(1), error: "…'Send Once'…", advice: '…have kept its keys for a minute…' },
	],
	[
		'with the constraint of a workflow that was never saved is not asked again',
		() => failingWrites(FOREIGN),
		{ ...rows(1), error: '…', advice: '…a workflow that was never saved has to be saved first…' },
		1,
	],
	[
		'when a refused row is to be freed is told in the advice for that row',
		() => failing(freeing),
		{
			...rows(4),
			node: CONTINUE,
			fault: [strikes(1, REFUSED)],
			ends: '2 rejected, 2 accepted',
			json: [freed, freed, {}, {}],
		},
	],
])('a store that fails %s', async (_, fails, line, ...[records]) => {
	fails();
	await check(line);
	if (records === undefined) return;
	expect(store.calls.filter(({ method }) => method === 'record')).toHaveLength(records);
});

test('an execution that is stopped frees the keys of rows that were not sent, and keeps those on their way', async () => {
	const fault = [strikes(2, { kind: 'delay', ms: 200 })];
	const all = { ...rows(6), node: CONTINUE };
	const stopped = { ...all, fault, error: '…cancelled…', more: { started: stopAt(2) } };
	await check({ ...stopped, asks: '0,1 2,3', ends: '2 accepted, 2 unknown, 2 notSent' });
	expect(store.has('A-4')).toBe(false);
	await check({ ...all, ends: '2 duplicate, 2 unknown, 2 accepted' });
});

test('what the service refused is free in the next execution where freeing it failed at first', async () => {
	let fails = 3;
	failing((call) => freeing(call) && fails-- > 0);
	await check({ ...rows(2), node: CONTINUE, fault: REFUSED, ends: '2 rejected' });
	await check({ ...rows(2), ends: '2 accepted' });
});

test('a store that fails when a refused row is to be freed does not make it look sent in the next try', async () => {
	sandbox().setFaults([strikes(1, REFUSED, 1)]);
	failing(freeing);
	const result = await run(keyed(), { ...rows(2), node: RETRY });
	// Sent by the retry, or still a failure: but not a duplicate of a message that never was.
	const outcomes = result.error === undefined ? outcomesOf(result.items) : ['an error'];
	expect(outcomes).not.toContain('duplicate');
});

describe('two executions of a node at the same moment', () => {
	test('send each key once between them', async () => {
		sandbox().setFaults([{ fault: { kind: 'delay', ms: 20 } }]);
		store.latency = 5;
		const all = rowsWith(...keysOf(30));
		const options = { speed: { values: { batchSize: 4, parallelRequests: 2 } } };
		const [one, two] = await Promise.all([
			run(keyed(options), { rows: all }),
			run(keyed(options), { rows: [...all].reverse() }),
		]);
		for (const to of numbers(30)) expect(timesSentTo(to)).toBe(1);
		expect(one.error ?? two.error).toBeUndefined();
		const outcomes = [...outcomesOf(one.items), ...outcomesOf(two.items)];
		expect(outcomes.filter((outcome) => outcome === 'accepted')).toHaveLength(30);
		expect(outcomes.filter((outcome) => outcome === 'duplicate')).toHaveLength(30);
		expect(keysOf(30).every((key) => store.has(key))).toBe(true);
	});

	/** What becomes of `rows` in a second execution that begins when `when` has come to the first one, and how many ms later. */
	const beside = async (
		options: INodeParameters,
		when: (arrived: number) => boolean,
		rows: IDataObject[],
		until?: () => Promise<void>,
	) => {
		let arrived = 0;
		const other = deferred<{ outcomes: unknown[]; after: number }>();
		const second = async () => {
			const began = Date.now();
			const { items } = await run(keyed(), { rows, node: CONTINUE });
			return { outcomes: outcomesOf(items), after: Date.now() - began };
		};
		const server = await front({
			delay: 0,
			arrives: () => when(++arrived) && other.resolve(second()),
			until,
		});
		const first = await run(keyed(merged({ speed: { values: { batchSize: 1 } } }, options)), {
			rows: rowsWith(...keysOf(6)),
			credentials: credentials({ smsBaseUrl: server.url }),
			node: CONTINUE,
		});
		return { first: outcomesOf(first.items), ...(await other.promise) };
	};

	test('do not wait for each other’s Batch Interval', async () => {
		const { first, outcomes, after } = await beside(
			{ speed: { values: { batchInterval: 3_600_000 } } },
			(arrived) => arrived === 2,
			rowsWith(...keysOf(6)).slice(2),
		);
		expect(outcomes).toEqual(times(4, 'accepted'));
		expect(after).toBeLessThan(60_000);
		expect(first).toEqual([...times(2, 'accepted'), ...times(4, 'duplicate')]);
	});

	/** The same of rows from one on, where after two requests of the first execution so many take minutes. */
	const besideSlow = async (slow: number, from: number) => {
		let arrived = 0;
		return await beside(
			{ speed: { values: { parallelRequests: 2 } } },
			(count) => count === 2 + slow,
			rowsWith(...keysOf(6)).slice(from),
			async () => {
				const isSlow = ++arrived > 2 && arrived <= 2 + slow;
				if (isSlow) await time.hold(sleep(200_000));
			},
		);
	};

	test('wait for no slow request of the other one, and know what it has sent meanwhile', async () => {
		const { first, outcomes, after } = await besideSlow(1, 4);
		expect(outcomes).toEqual(times(2, 'duplicate'));
		expect(after).toBeLessThan(60_000);
		expect(first).toEqual(times(6, 'accepted'));
		expect(sandbox().messages()).toHaveLength(6);
	});

	// Kept by the other one until its slow requests are over, its last rows would be unknown.
	test('send what the other one has not sent, and nothing that a slow request of it has on its way', async () => {
		const { first, outcomes } = await besideSlow(2, 2);
		expect(outcomes).toEqual([...times(2, 'unknown'), ...times(2, 'accepted')]);
		expect(first).toEqual([...times(4, 'accepted'), ...times(2, 'duplicate')]);
		expect(sandbox().messages()).toHaveLength(6);
	});
});

/** With one of these in the workflow, the row that the lock stands in is not ours. */
const REMOVE_DUPLICATES: INode = {
	id: '3',
	name: 'Remove Duplicates',
	type: 'n8n-nodes-base.removeDuplicates',
	typeVersion: 2,
	position: [0, 200],
	parameters: {
		operation: 'removeItemsSeenInPreviousExecutions',
		options: { scope: 'workflow' },
	},
};

describe('a workflow in which Remove Duplicates has the scope of the workflow', () => {
	const beside = { more: { beside: [REMOVE_DUPLICATES] } };

	test.each([
		{ by: 'key', key: '={{ $json.key }}' },
		{ by: 'text', campaign: 'spring' },
	])('has the rows with a key refused before anything is sent: %j', async (sendOnce) => {
		const error = `'Send Once' can't be kept beside a 'Remove Duplicates' node with the scope 'Workflow'`;
		const advice = "…Set the 'Scope' of that node to 'Node'…";
		const line = { ...rows(2), ...beside, options: { sendOnce }, error, advice };
		await checkLine(line, bulk);
		expect(store.calls).toEqual([]);
	});

	test('sends rows without keys', async () => {
		await checkLine({ ...rows(2), ...beside, ends: '2 accepted' }, bulk);
	});
});

describe('the lock of the keys', () => {
	const OTHERS = 'workflow';
	const CLEAR = { error: '…', advice: "…'Clear Deduplication History'…" };

	test('is given back at the end, and of each key little is kept', async () => {
		await check(rows(4));
		expect(store.entries(OTHERS)).toBeUndefined();
		expect(store.entries('node')).toHaveLength(3 * 4);
	});

	test('is used where Remove Duplicates keeps its entries for itself', async () => {
		const parameters = { operation: 'removeItemsSeenInPreviousExecutions', options: {} };
		await check({ ...rows(1), more: { beside: [{ ...REMOVE_DUPLICATES, parameters }] } });
		const scopes = new Set(store.calls.map(({ scope }) => scope));
		expect(scopes).toEqual(new Set(['node', 'workflow']));
	});

	test('leaves what is not its own as it is, and sends nothing: the error says how to clear it', async () => {
		const workflow = { workflow: { id: 'test', active: false } };
		const old = ['order 1', 'order 2'];
		await time.passes(
			store.checkProcessedAndRecord(old, 'workflow', workflow, { mode: 'entries' }),
		);
		const before = store.entries(OTHERS);
		await check({ ...rows(1), ...CLEAR });
		expect(store.entries(OTHERS)).toEqual(before);
	});

	test('is not waited for where Remove Duplicates has left a number or a date there', async () => {
		// n8n counts 0 entries then, and does not write to such a row (2.41, deduplication-helper).
		const words = 'Deduplication data was originally saved with an incompatible setting';
		failing(({ scope, method }) => scope === OTHERS && method === 'record', words);
		await check({ rows: rowsWith('A-0', 'A-1', 'A-0'), ...CLEAR });
	});
});

test('a key whose message may have been sent counts as used, and keeps none of the others back', async () => {
	const four = rowsWith('A-1', 'A-2', 'A-3', 'A-4');
	const fault = [strikes(1, LOST)];
	await check({ rows: four.slice(0, 3), node: CONTINUE, fault, ends: '2 unknown, 1 accepted' });
	const error = '…an earlier execution may have sent this item…';
	await check({ rows: four, options: { speed: { batchSize: 1 } }, asks: '3', error });
	await check({ rows: four, node: CONTINUE, ends: '2 unknown, 2 duplicate' });
});

test('a process that stood still sends nothing that it claimed before, without asking again', async () => {
	const { now } = performance;
	/** How often the store was asked when each message arrived. */
	const asked: number[] = [];
	const server = await front({
		arrives: () => {
			asked.push(store.calls.length);
			// The second chunk has two messages; its answer is read before any timer.
			if (asked.length === 2) performance.now = () => now.call(performance) + 3_600_000;
		},
	});
	const { items } = await run(keyed({ speed: { values: { batchSize: 1 } } }), {
		rows: rowsWith('A-1', 'A-2', 'A-3'),
		credentials: credentials({ smsBaseUrl: server.url }),
	}).finally(() => {
		performance.now = now;
	});
	expect(outcomesOf(items)).toEqual(times(3, 'accepted'));
	expect(asked).toHaveLength(3);
	expect(asked[2]).toBeGreaterThan(asked[1] ?? NaN);
});

describe('requests that were claimed when n8n was killed', () => {
	const ROWS = rowsWith(...keysOf(6));
	/** The same sheet, to which two rows were added. */
	const MORE = rowsWith(...keysOf(8));

	/** Runs six rows, two in a request, and leaves the store as it was when the second request had left. */
	async function breakOff(options: INodeParameters = {}): Promise<void> {
		let number = 0;
		let then = store.snapshot();
		const server = await front({
			arrives: () => {
				if (++number === 2) then = store.snapshot();
			},
		});
		await run(keyed(options), {
			rows: ROWS,
			credentials: credentials({ smsBaseUrl: server.url }),
		});
		sandbox().reset();
		store.restore(then);
	}

	test('comes out as unknown, and keeps none of the others back', async () => {
		await breakOff();
		const ends = '2 duplicate, 4 unknown, 2 accepted';
		const { items } = await check({ rows: MORE, node: CONTINUE, ends, asks: '6,7' });
		for (const [index, item] of items.slice(2, 6).entries()) {
			expect(detailsOf(item).destination).toBe(numberOf(index + 2));
			expect(detailsOf(item).advice).toContain('use another Key or Campaign');
		}
	});

	test.each([{}, { resendUnknown: true }])(
		'stays unknown, whatever is set, and what comes later does not: %j',
		async (options) => {
			await breakOff();
			const [u, d, a] = ['unknown', 'duplicate', 'accepted'];
			const again = async () =>
				outcomesOf((await run(keyed(options), { rows: MORE, node: CONTINUE })).items);
			expect(await again()).toEqual([d, d, u, u, u, u, a, a]);
			expect(await again()).toEqual([d, d, u, u, u, u, d, d]);
			// What asking has added is taken out again.
			expect(store.entries('node')).toHaveLength(3 * 4 + 4);
		},
	);

	test('goes again under another key', async () => {
		await breakOff();
		const rows = MORE.map(({ key, ...row }) => ({ ...row, key: `again ${String(key)}` }));
		await check({ rows: rows.slice(2, 6), ends: '4 accepted' });
	});
});
