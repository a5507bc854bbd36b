import {
	bulk,
	CONTINUE,
	numberOf,
	numbers,
	pairOf,
	PATH,
	rowsFor,
	staged,
	type Table,
	times,
	tooEarly,
} from '../stage/index.ts';

const { sandbox, texts, messageTo, batches, check, table, front } = staged();

const sizes = () => batches().map(({ length }) => length);

test('the rows of a bulk leave in requests of the batch size, in order, each result with its row and its own id', async () => {
	const { items } = await check({ options: { speed: { batchSize: 100 } }, rows: 250 }, bulk);
	const all = numbers(250);
	expect(batches()).toEqual([all.slice(0, 100), all.slice(100, 200), all.slice(200)]);
	const request = { method: 'POST', path: PATH.sendBulk, accepted: true };
	expect(sandbox().requests()).toMatchObject(times(3, request));
	expect(items.map(pairOf)).toEqual(all.map((_, index) => index));
	expect(items.map(({ json }) => json)).toEqual(
		all.map((to, index) => ({
			outcome: 'accepted',
			messageId: messageTo(to)?.id,
			source: '3000',
			destination: to,
			encoding: 'GSM-7',
			parts: 1,
			batch: Math.floor(index / 100) + 1,
		})),
	);
	expect(texts()).toEqual(rowsFor(250).map(({ text }) => text));
});

test.each([
	['a hundred at a time unless told otherwise', undefined, 101, [100, 1]],
	['one', 1, 3, [1, 1, 1]],
	['two', 2, 5, [2, 2, 1]],
	['that as text', '={{ String($json.size) }}', 5, [2, 2, 1]],
])('the rows of a bulk leave %s at a time', async (_, batchSize, count, expected) => {
	const rows = rowsFor(count).map((row) => ({ ...row, size: 2 }));
	const options = batchSize === undefined ? {} : { speed: { batchSize } };
	const { json } = await check({ options, rows }, bulk);
	expect(sizes()).toEqual(expected);
	expect(json.map(({ batch }) => batch)).toEqual(
		expected.flatMap((size, index) => times(size, index + 1)),
	);
});

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
	test.each([2, 5])('lets %i requests overlap and never more', async (parallelRequests) => {
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
