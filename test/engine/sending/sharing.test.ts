import {
	answering,
	CONTINUE,
	getCredit,
	getStatus,
	type IDataObject,
	type INodeParameters,
	type Line,
	merged,
	numberOf,
	numbers,
	pairOf,
	type Parameters,
	REFUSED,
	send,
	staged,
	strikes,
	to,
} from '../stage/index.ts';

const { sandbox, bodies, check, table } = staged();

/** One text to each of some numbers, so many in a request. */
const inOf =
	(batchSize: number): Parameters =>
	(options, more = {}) =>
		send({ ...to, options: merged({ speed: { values: { batchSize } } }, options), ...more });
const idOf = (number: string | undefined) =>
	sandbox()
		.messages()
		.find(({ destination }) => destination === number)?.id;
const [first, second, third, fourth] = numbers(4) as [string, string, string, string];

test('Send with a Batch Size puts rows with one text into requests, and each row has its own id', async () => {
	const { items, hints } = await check({ rows: 5, asks: '0,1 2,3 4' }, inOf(2));
	expect(items.map(({ json }) => json)).toEqual(
		numbers(5).map((number, index) => ({
			outcome: 'accepted',
			messageIds: [idOf(number)],
			destinations: [number],
			encoding: 'GSM-7',
			parts: 1,
			// Once for each request.
			...(index % 2 === 0 ? { response: expect.anything() } : {}),
		})),
	);
	expect(items.map(pairOf)).toEqual([0, 1, 2, 3, 4]);
	expect(hints.map(({ message }) => message)).toEqual([
		'5 rows: 5 accepted. 5 message parts in 3 requests.',
	]);
});

test.each(['json', 'multipart'])('it leaves as %s, scheduled too', async (bodyFormat) => {
	const scheduled = '2090-01-02 03:04';
	const options = { bodyFormat, time: { scheduled, timeZone: 'UTC' } };
	await check({ options, rows: 3, requests: 1 }, inOf(10));
	const destination = numbers(3).join();
	expect(bodies()).toEqual([{ source: '3000', destination, message: 'Hello', scheduled }]);
	expect(sandbox().requests()[0]?.encoding).toBe(bodyFormat);
});

table('rows of Send', inOf(10), {
	'share no request of which any of text, source and schedule differs': {
		options: { time: { scheduled: '={{ $json.at }}' } },
		other: { message: '={{ $json.text }}', source: '={{ $json.from }}' },
		rows: [{}, { text: 'Other' }, { from: '4000' }, { at: '2090-01-02 03:05' }, {}].map(
			(more, index): IDataObject => ({
				text: 'Hello',
				from: '3000',
				at: '2090-01-02 03:04',
				...more,
				to: numberOf(index),
			}),
		),
		asks: '0,4 1 2 3',
	},
});

test('the numbers of a row stay together, and the row has all their ids', async () => {
	const rows = [`${first},${second}`, third, fourth];
	const { json } = await check({ rows, asks: '0,1,2 3' }, inOf(3));
	const ids = [[first, second], [third], [fourth]].map((to) => to.map(idOf));
	expect(json.map(({ messageIds }) => messageIds)).toEqual(ids);
});

test('nothing is guessed where the answer holds fewer ids: all are unknown', async () => {
	const fault = answering({ meta: { status: 200 }, data: [9001, 9002] });
	await check({ rows: 3, node: CONTINUE, fault, ends: '3 unknown' }, inOf(10));
});

test('no id is guessed where the answer holds none: the answer is in response', async () => {
	const answer = { meta: { status: 200 }, data: null };
	const { json } = await check({ rows: 3, fault: answering(answer) }, inOf(10));
	expect(json.map((item) => [item.outcome, item.messageIds, item.response])).toEqual(
		[answer, undefined, undefined].map((own) => ['accepted', [], own]),
	);
});

table('more numbers in one item than a request carries', inOf(2), {
	'leave in several requests, each with its own result': {
		rows: [{ to: [first, second, third].join() }, { to: fourth }],
		asks: '0,1 2,3',
		ends: '3 accepted',
		pairs: [0, 0, 1],
	},
	'are not sent again where one of these was accepted': {
		rows: [{ to: [first, second, third].join() }],
		fault: [strikes(2, REFUSED, 1)],
		node: CONTINUE,
		ends: '1 accepted, 1 rejected',
	},
});

test('what was sent in an earlier execution is left out of a shared request', async () => {
	const keyed = { options: { sendOnce: { by: 'key', key: '={{ $json.to }}' } } };
	await check({ ...keyed, rows: [second, third] }, inOf(10));
	const line = { ...keyed, rows: 4, asks: '0,3', ends: '1 accepted, 2 duplicate, 1 accepted' };
	const { json } = await check(line, inOf(10));
	const ids = json.map(({ messageIds }) => messageIds);
	expect(ids).toEqual([[idOf(first)], [], [], [idOf(fourth)]]);
});

describe('Get Status', () => {
	const ASK: Parameters = (options) => getStatus({ messageIds: '={{ $json.id }}', options });
	const ids = (count: number) => Array.from({ length: count }, (_, index) => String(7000 + index));
	const asking = (...all: string[]) => ({ rows: all.map((id) => ({ id })) });
	const telling = (data: unknown) => ({ fault: answering({ meta: { code: 200 }, data }) });

	test('asks for the ids of many items in requests of a hundred', async () => {
		const all = ids(250);
		const pairs = [...all.keys()];
		await check({ ...asking(...all), has: { messageId: all }, pairs, requests: 3 }, ASK);
		expect(bodies().map(({ msgid }) => String(msgid).split(',').length)).toEqual([100, 100, 50]);
	});

	const lines: Record<string, Line> = {
		'asks once for an id that two items ask for, and answers both': {
			...asking('1', '2,1', '1'),
			wire: [{ msgid: '1,2' }],
			has: { messageId: ['1', '2', '1', '1'] },
			pairs: [0, 1, 1, 2],
		},
		'leaves an answer that can not be matched in the first item': {
			...asking('1', '2'),
			...telling('queued'),
			json: [
				{ response: { meta: { code: 200 }, data: 'queued' } },
				expect.not.objectContaining({ response: expect.anything() }),
			],
		},
		'fails all items of a request that failed, and only these': {
			...asking(...ids(5)),
			options: { speed: { batchSize: 2 } },
			node: CONTINUE,
			fault: [{ fault: { kind: 'status', status: 503 }, times: 1 }],
			ends: '2 unknown, 3 undefined',
		},
	};
	table('', ASK, lines);
});

table('Get Credit', () => getCredit as INodeParameters, {
	'fails for every item where its one request does': {
		rows: 2,
		node: CONTINUE,
		fault: { kind: 'status', status: 503 },
		ends: '2 unknown',
		pairs: [0, 1],
	},
});
