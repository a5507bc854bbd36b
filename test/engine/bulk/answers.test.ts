import {
	answering,
	bulk,
	CONTINUE,
	type Fault,
	type FaultAction,
	gateway,
	numberOf,
	numbers,
	outcomesOf,
	rowsFor,
	strikes,
} from '../stage/index.ts';

const { sandbox, run, answerWith, messageTo, batches } = gateway();

const ok = (data: unknown) => ({ meta: { status: 200, message: 'success' }, data });
/** Lets the batch that holds a row be answered with this, after it was taken. */
const answer = (row: number, body: unknown): Fault =>
	strikes(row, { ...answering(body), accept: true } as FaultAction);

describe('the message id of a row', () => {
	test.each<[string, unknown]>([
		['null', ok(null)],
		['a number of the batch', { ...ok(null), batchId: '17' }],
	])(
		'is null where the answer of its batch holds %s, which it warns of, and the answer stands once beside it',
		async (_, body) => {
			sandbox().setFaults([answer(2, body)]);
			const { json, error } = await run(bulk({ speed: { values: { batchSize: 2 } } }), {
				rows: rowsFor(6),
			});
			expect(error).toBeUndefined();
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

	test('is read from its place in the answer, every digit of it', async () => {
		answerWith('{"meta":{"status":200},"data":[12345678901234567891,7001]}');
		const { json } = await run(bulk(), { rows: rowsFor(2) });
		expect(json.map(({ messageId }) => messageId)).toEqual(['12345678901234567891', '7001']);
		for (const row of json) expect(row).not.toHaveProperty('response');
	});
});

describe('an answer that speaks of each message', () => {
	const mixed = {
		meta: { status: 200, message: 'success' },
		data: [
			{ msgid: 9001, status: 'queued' },
			{ status: 'error', error: 'the number is blocked', code: 1010 },
			{ msgid: 9003, status: 'queued' },
		],
	};

	test('ends each row by itself: what was refused is refused, and keeps nothing else back', async () => {
		answerWith(mixed);
		const { items } = await run(bulk(), { rows: rowsFor(3), node: CONTINUE });
		expect(outcomesOf(items)).toEqual(['accepted', 'rejected', 'accepted']);
		expect(items.map(({ json }) => json.messageId)).toEqual(['9001', undefined, '9003']);
		expect(items[1]?.json).toMatchObject({
			error: expect.stringContaining('the number is blocked'),
			destination: numbers(2)[1],
			code: '1010',
		});
	});

	test('leaves a row unknown that has words in the place of its id', async () => {
		answerWith(ok([900001, 'invalid number', 900003]));
		const { items } = await run(bulk(), { rows: rowsFor(3), node: CONTINUE });
		expect(outcomesOf(items)).toEqual(['accepted', 'unknown', 'accepted']);
		expect(items.map(({ json }) => json.messageId)).toEqual(['900001', undefined, '900003']);
		expect(items[1]?.json.error).toContain('nor that it refused it: invalid number (HTTP 200)');
		// Of a part of an answer nothing can be taught.
		expect(items[1]?.json.advice).toMatch(
			/^It may have been sent\..*does not send it again by itself, unless 'Resend Unknown' is on; 'Send Once' wants another Key or Campaign for it\.$/,
		);
	});

	test('sends only what was refused again with Retry On Fail', async () => {
		answerWith(mixed);
		const { error } = await run(bulk(), {
			rows: rowsFor(3),
			node: { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 },
		});
		expect(error?.description).toContain('the number is blocked');
		expect(error?.description).toContain(
			'2 accepted (item 0, message id 9001; item 2, message id 9003)',
		);
		expect(batches()).toEqual([numbers(3), numbers(2).slice(1)]);
	});
});
