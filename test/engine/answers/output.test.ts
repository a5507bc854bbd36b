import {
	ALL_THAT_SEND,
	CONTINUE,
	detailsOf,
	ERROR_OUTPUT,
	type Fault,
	getStatus,
	ID,
	itemsOf,
	numberOf,
	numbers,
	pairOf,
	type Parameters,
	sendBulk,
	staged,
	strikes,
	to,
} from '../stage/index.ts';

const { sandbox, run, check, table } = staged();

/** What n8n says of an expression that throws: it swallows a TypeError, but not a node that isn't there. */
const NO_SUCH_NODE = /referenced node/i;
const throwingAt = (row: number) => ({
	destination: `={{ $itemIndex === ${row} ? $("Nowhere").item.json.to : $json.to }}`,
});
const refusing = (row: number): Fault[] => [
	strikes(row, { kind: 'refuse', code: 1010, message: 'refused', status: 200 }),
];
const SENDING: typeof ALL_THAT_SEND = [
	...ALL_THAT_SEND.filter(([name]) => name !== 'sendBulk'),
	['sendBulk, a hundred rows each', (options) => sendBulk({ ...to, options })],
];
/** A bulk goes on over wrong rows only where it is told to. */
const GOING_ON = ALL_THAT_SEND.map(([name, of]): [string, Parameters] => [
	name,
	name === 'sendBulk' ? (options, more) => of({ invalidRows: 'skip', ...options }, more) : of,
]);
const TRIO = [numberOf(0), 'x', numberOf(2)];

table('where the node stops on an error,', SENDING, {
	'sends only the first item where the node executes once': {
		rows: 3,
		node: { executeOnce: true },
		ends: '1 accepted',
		sent: numbers(1),
	},
	'sends nothing and ends where there are no items': { rows: [], ends: '', requests: 0 },
});

test.each(SENDING)(
	'%s pairs items with rows, and sends none where an expression throws',
	async (_, one) => {
		const { items } = await check({ rows: 3, sent: numbers(3) }, one);
		expect(items.map(pairOf)).toEqual([0, 1, 2]);
		sandbox().reset();
		for (const culprit of [0, 1, 2]) {
			const rows = itemsOf(3);
			const { error, items: none } = await run({ ...one({}), ...throwingAt(culprit) }, { rows });
			expect(error?.message).toMatch(NO_SUCH_NODE);
			expect(none).toEqual([]);
		}
		expect(sandbox().requests()).toEqual([]);
	},
);

test.each(GOING_ON)(
	'%s, where the node continues, fails the wrong item alone',
	async (name, one) => {
		const rows = TRIO.map((number, index) => ({ to: number, name: `row ${index}`, empty: null }));
		// A webhook's, which may have a cookie.
		const came = rows.map((row) => ({ ...row, headers: { cookie: 'secret' }, outcome: 'its own' }));
		const fault = refusing(2);
		const line = { rows: came, fault, ends: '1 accepted, 2 rejected', sent: numbers(1) };
		const { items } = await check({ ...line, node: CONTINUE }, one);
		expect(items.map(pairOf)).toEqual([0, 1, 2]);
		// Its row holds the code.
		const columns = name === 'sendCode' ? [] : Object.entries(rows[1] ?? {});
		expect(Object.entries(items[1]?.json ?? {})).toEqual([
			['outcome', 'rejected'],
			['error', `'To' of item 1 holds "x", which is not a phone number`],
			['destination', 'x'],
			['advice', expect.stringMatching(/^Check its column; write the digits/)],
			...columns,
		]);
		const names = Object.keys(items[2]?.json ?? {});
		expect(names.slice(0, 4)).toEqual(['outcome', 'error', 'destination', 'advice']);
		// Else the column would stand where it comes up first: behind all of the others.
		expect(Object.entries(items[0]?.json ?? {})[1]).toEqual(['error', null]);
		expect(names.includes('name')).toBe(name !== 'sendCode');
		expect(items[2]?.json.error).toContain('The service refused the request: "refused"');
		expect(detailsOf(items[2])).toMatchObject({ outcome: 'rejected', httpStatus: 200 });

		sandbox().reset();
		const { errorItems } = await check(
			{ rows: came, fault, node: ERROR_OUTPUT, ends: '1 accepted' },
			one,
		);
		const wrong = { outcome: 'rejected', destination: 'x', advice: expect.any(String) };
		const said = `'To' of item 1 holds "x", which is not a phone number`;
		const refusal = expect.stringContaining('The service refused the request: "refused"');
		const details = expect.objectContaining({ outcome: 'rejected', httpStatus: 200 });
		expect(errorItems).toEqual([
			{ json: { ...came[1], error: said, details: wrong }, pairedItem: { item: 1 } },
			{ json: { ...came[2], error: refusal, details }, pairedItem: { item: 2 } },
		]);
	},
);

table('a question of status', () => getStatus({ messageIds: '={{ $json.ids }}' }), {
	'fails a wrong item alone where the node continues': {
		rows: [{ ids: '1,2' }, { ids: '-1' }, { ids: ID[0] }],
		node: CONTINUE,
		has: { messageId: ['1', '2', undefined, ID[0]] },
		pairs: [0, 0, 1, 2],

		reason: `'Message IDs' of item 1 holds "-1", which is no message ID`,
		wire: [{ msgid: `1,2,${ID[0]}` }],
	},
});
