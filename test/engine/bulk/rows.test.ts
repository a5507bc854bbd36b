import {
	bulk,
	CONTINUE,
	numberOf,
	numbers,
	pairOf,
	rowsFor,
	staged,
	type Table,
	times,
	tooEarly,
} from '../stage/index.ts';

const { sandbox, texts, messageTo, batches, check, table, front } = staged();

const sizes = () => batches().map(({ length }) => length);

test.each([
	['a hundred at a time unless told otherwise', undefined, [100, 100, 50]],
	['one', 1, [1, 1, 1]],
	['two', 2, [2, 2, 1]],
	['that as text', '={{ String($json.size) }}', [2, 2, 1]],
])(
	'the rows of a bulk leave in order, %s at a time, each result with its row and its own id',
	async (...one) => {
		const [, batchSize, expected] = one;
		const count = expected.reduce((sum, size) => sum + size);
		const rows = rowsFor(count).map((row) => ({ ...row, size: 2 }));
		const options = batchSize === undefined ? {} : { speed: { batchSize } };
		const { items, json } = await check({ options, rows, sent: numbers(count) }, bulk);
		expect(sizes()).toEqual(expected);
		expect(texts()).toEqual(rowsFor(count).map(({ text }) => text));
		expect(items.map(pairOf)).toEqual([...rows.keys()]);
		const batches = expected.flatMap((size, index) => times(size, index + 1));
		expect(json.map(({ messageId, batch }) => [messageId, batch])).toEqual(
			numbers(count).map((to, row) => [messageTo(to)?.id, batches[row]]),
		);
	},
);

table('the rows of a bulk', bulk, {
	'may all have the same number: each gets its own message': {
		options: { speed: { batchSize: 2 } },
		rows: times(5, { to: numberOf(7), text: 'Again' }),
		ends: '5 accepted',
		asks: '7,7 7,7 7',
	},
	'are the first one alone where the node is set to Execute Once': {
		rows: 5,
		node: { executeOnce: true },
		ends: '1 accepted',
		asks: '0',
	},
});

/** What each may be is said in test/unit/options/values.test.ts; here it is read before anything leaves. */
const wrong: Table = Object.fromEntries(
	Object.entries({
		'Speed → Batch Size': { speed: { batchSize: '={{ 10001 }}' } },
		'Speed → Batch Interval (Ms)': { speed: { batchInterval: '={{ 0.5 }}' } },
		'Speed → Parallel Requests': { speed: { parallelRequests: '={{ 21 }}' } },
		'Invalid Rows': { invalidRows: '={{ "ignore" }}' },
	}).map(([shown, options]) => [
		shown,
		{ options, rows: 3, error: `'${shown}' holds …`, advice: '…' },
	]),
);

table('a setting that holds for all rows keeps everything back where it is wrong:', bulk, {
	...wrong,
	'refuses every row where the node continues': {
		options: { speed: { batchSize: '={{ 0 }}' } },
		rows: 3,
		node: CONTINUE,
		ends: '3 rejected',
		json: times(3, { error: expect.stringContaining("'Speed → Batch Size' holds 0") }),
		requests: 0,
	},
	'names an expression that fails': {
		options: { speed: { batchInterval: "={{ $('No Such Node').first() }}" } },
		error: "'Speed → Batch Interval (Ms)' can't be read…",
	},
});

test('Batch Interval keeps requests apart also where several may be on their way at once', async () => {
	const server = await front({ delay: 500, together: 2 });
	const speed = { batchSize: 1, batchInterval: 200, parallelRequests: 4 };
	const early = await tooEarly(sandbox, { pause: 200, way: 498 }, () =>
		check({ options: { speed }, rows: 4, login: { smsBaseUrl: server.url }, requests: 4 }, bulk),
	);
	expect(server.most()).toBeGreaterThan(1);
	expect(early).toEqual([]);
});

describe('Parallel Requests', () => {
	test('lets so many requests overlap and never more', async () => {
		const parallelRequests = 3;
		const server = await front({ together: parallelRequests });
		const options = { speed: { batchSize: 2, parallelRequests } };
		const smsBaseUrl = server.url;
		const { items } = await check({ options, rows: 24, login: { smsBaseUrl } }, bulk);
		expect(server.most()).toBe(parallelRequests);
		expect(items.map(pairOf)).toEqual(numbers(24).map((_, index) => index));
		expect(items.map(({ json }) => json.messageId)).toEqual(
			numbers(24).map((to) => messageTo(to)?.id),
		);
		expect(sizes()).toEqual(times(12, 2));
		// Twelve requests of two rows, each with a number of its own.
		const pairs = items.map(
			({ json }) => `${json.batch} ${messageTo(String(json.destination))?.requestId}`,
		);
		expect([new Set(items.map(({ json }) => json.batch)).size, new Set(pairs).size]).toEqual([
			12, 12,
		]);
	});
});
