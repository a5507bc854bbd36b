import {
	answering,
	getStatus,
	ID,
	type IDataObject,
	pairOf,
	type Parameters,
	PATH,
	send,
	staged,
	type Table,
} from '../stage/index.ts';

const { sandbox, run, body, check, table } = staged();

const ASK: Parameters = (options) => getStatus({ messageIds: '={{ $json.ids }}', options });
const ids = (given: unknown) => ({ rows: [{ ids: given } as IDataObject] });
const answerOf = (...records: IDataObject[]) =>
	answering({ meta: { code: 200, message: 'success' }, data: records });

test.each(['json', 'multipart'])(
	'a status is a POST of ids and login as %s',
	async (bodyFormat) => {
		await check({ ...ids('1,2'), options: { bodyFormat } }, ASK);
		expect(sandbox().requests()).toMatchObject([
			{ method: 'POST', path: PATH.getStatus, encoding: bodyFormat, accepted: true },
		]);
		expect(body()).toEqual({ msgid: '1,2' });
	},
);

// What an id may be is said in test/unit/fields/identifiers.test.ts.
const asks: Table = Object.fromEntries(
	[
		[ID[0], ID[0]],
		['1،2;3\n4؛5, 6', '1,2,3,4,5,6'],
		[['1', '1', 2], '1,2'],
	].map(([given, msgid]) => [
		`asks for ${JSON.stringify(given)}`,
		{ ...ids(given), wire: [{ msgid }] },
	]),
);
const ROUNDED = 'holds 9007199254741992, a number so long that its last digits are already lost';
const refused: Table = Object.fromEntries(
	[
		[['1', null], 'holds nothing at position 2…'],
		[9007199254741993, ROUNDED],
	].map(([given, says]) => [
		`is not made for ${JSON.stringify(given)}`,
		{ ...ids(given), error: `'Message IDs' of item 0 ${String(says)}` },
	]),
);

table('the request for a status', ASK, { ...asks, ...refused });

test('takes the ids of Send and of Send Bulk without a word about where they stand', async () => {
	const rows = [{ messageIds: [ID[0], ID[1]] }, { messageId: ID[2] }];
	const { error } = await run({ resource: 'sms', operation: 'getStatus' }, { rows });
	expect(error).toBeUndefined();
	expect(body().msgid).toBe(ID.join(','));
});

describe('the output of a status query', () => {
	test('says what became of the ids that sending gave back, every digit of them', async () => {
		const sent = await run(send({ destination: '09120000000,09120000001' }));
		const { items } = await check(ids(sent.json[0]?.messageIds), ASK);
		expect(items.map(pairOf)).toEqual([0, 0]);
		const time = expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
		expect(items.map(({ json }) => json)).toEqual(
			[ID[0], ID[1]].map((messageId) => ({
				messageId,
				status: 6,
				statusText: 'Delivered',
				final: true,
				arrived: 'yes',
				sentAt: time,
				deliveredAt: time,
				response: expect.objectContaining({ MsgID: messageId, Status: 6 }),
			})),
		);
	});

	test('has an item for a row without an ID, which stops no other', async () => {
		const rows = [{ ids: '1' }, { ids: [] }, { ids: '' }, {}, { ids: null }, { ids: ['2 3'] }];
		const line = {
			rows: rows as IDataObject[],
			fault: answerOf({ MsgID: 1, Status: 6 }),
			wire: [{ msgid: '1,2,3' }],
		};
		const { items, hints } = await check(line, ASK);
		expect(items.map(({ json }) => [json.messageId, json.statusText])).toEqual([
			['1', 'Delivered'],
			...[1, 2, 3, 4].map(() => [null, 'No ID to ask for']),
			['2', 'Not in the answer'],
			['3', 'Not in the answer'],
		]);
		expect(hints).toMatchObject([
			{ message: '7 asked: 1 arrived, 2 may have; 4 without an ID. 1 request.', type: 'warning' },
		]);
	});
});
