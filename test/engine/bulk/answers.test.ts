import {
	answering,
	bulk,
	CONTINUE,
	type Fault,
	type FaultAction,
	numberOf,
	RETRY,
	staged,
	strikes,
	times,
} from '../stage/index.ts';

const { messageTo, check, table } = staged();

const ok = (data: unknown) => ({ meta: { status: 200, message: 'success' }, data });
/** Lets the batch that holds a row be answered with this, after it was taken. */
const answer = (row: number, body: unknown): Fault =>
	strikes(row, { ...answering(body), accept: true } as FaultAction);

test.each([
	['null', ok(null)],
	['a number of the batch', { ...ok(null), batchId: '17' }],
])(
	'the message id of a row is null where the answer of its batch holds %s, which it warns of, and the answer stands once beside it',
	async (_, body) => {
		const options = { speed: { batchSize: 2 } };
		const { json } = await check({ options, rows: 6, fault: [answer(2, body)] }, bulk);
		const warnings = [
			"The service's answer has no message ID for it: 'Get Status' can't ask for it.",
		];
		for (const row of [2, 3])
			expect(json[row]).toEqual({
				outcome: 'accepted',
				messageId: null,
				source: '3000',
				destination: numberOf(row),
				encoding: 'GSM-7',
				parts: 1,
				warnings,
				batch: 2,
				response: row === 2 ? body : undefined,
			});
		// The other batches keep theirs.
		for (const row of [0, 1, 4, 5]) {
			expect(json[row]?.messageId).toBe(messageTo(numberOf(row))?.id);
			expect(json[row]).not.toHaveProperty('response');
		}
	},
);

const [LONG, SHORT] = ['12345678901234567891', '7001'];
const MIXED = {
	meta: { status: 200, message: 'success' },
	data: [
		{ msgid: 9001, status: 'queued' },
		{ status: 'error', error: 'the number is blocked', code: 1010 },
		{ msgid: 9003, status: 'queued' },
	],
};

table('an answer that speaks of each message', bulk, {
	'gives each its id, every digit of it': {
		rows: 2,
		fault: answering(`{"meta":{"status":200},"data":[${LONG},${SHORT}]}`),
		has: { messageId: [LONG, SHORT], response: times(2, undefined) },
	},
	'ends each row by itself: what was refused is refused, and keeps nothing else back': {
		rows: 3,
		node: CONTINUE,
		fault: answering(MIXED),
		ends: '1 accepted, 1 rejected, 1 accepted',
		has: {
			messageId: ['9001', undefined, '9003'],
			destination: [0, 1, 2].map(numberOf),
			code: [undefined, '1010', undefined],
		},
		reason: '…the number is blocked…',
	},
	'leaves a row unknown that has words in the place of its id': {
		rows: 3,
		node: CONTINUE,
		fault: answering(ok([900001, 'invalid number', 900003])),
		ends: '1 accepted, 1 unknown, 1 accepted',
		has: {
			messageId: ['900001', undefined, '900003'],
			// Of a part of an answer nothing can be taught.
			advice: [
				undefined,
				expect.stringMatching(
					/^It may have been sent\..*does not send it again by itself, unless 'Resend Unknown' is on; 'Send Once' wants another Key or Campaign for it\.$/,
				),
				undefined,
			],
		},
		reason: '…nor that it refused it: invalid number (HTTP 200)',
	},
	'has only what was refused sent again with Retry On Fail': {
		rows: 3,
		node: { ...RETRY, maxTries: 2 },
		fault: answering(MIXED),
		error: '…',
		advice: '…2 accepted (item 0, message id 9001; item 2, message id 9003)…',
		asks: '0,1,2 1',
	},
});
