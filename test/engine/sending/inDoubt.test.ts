import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';

import { CODES } from '../../../nodes/SmsVoiceGateway/engine/row/refusal.ts';
import { detailsOf, gateway, getStatus, playVoiceFile } from '../stage/gateway.ts';
import { CONTINUE, RETRY, bulk, outcomesOf, rowsFor } from '../stage/rows.ts';

const { sandbox, run, answerWith } = gateway();

const MAY_HAVE_BEEN_SENT = /^It may have been sent\. .* by itself/;

const twoRows = async () => await run(bulk(), { rows: rowsFor(2), node: CONTINUE });

describe('an answer that speaks of rows one by one', () => {
	test.each([
		[400, 'each is refused for a reason of its own', [{ error: 'bad number' }, { error: 'never' }]],
		[200, 'each is refused for a reason of its own', [{ error: 'bad number' }, { error: 'never' }]],
		[400, 'nothing is said of one, and all are refused', [{ error: 'bad number' }, {}]],
	])('with HTTP %i: %s', async (httpStatus, _, answer) => {
		answerWith(answer, httpStatus);
		const { items } = await twoRows();
		const own = answer.map(({ error = 'bad number' }) => `"${error}" (HTTP ${httpStatus})`);
		expect(items.map(({ json }) => json.error)).toEqual(
			own.map((words) => `The service refused the request: ${words}`),
		);
		expect(outcomesOf(items)).toEqual(['rejected', 'rejected']);
	});

	test.each([
		[
			500,
			[
				{ status: 'accepted', id: '71' },
				{ status: 'accepted', id: '72' },
			],
		],
		[400, [{ status: 'accepted', id: '71' }, { error: 'bad number' }]],
	])('proves nothing with HTTP %i: %j', async (httpStatus, answer) => {
		answerWith(answer, httpStatus);
		expect(outcomesOf((await twoRows()).items)).toEqual(['unknown', 'unknown']);
	});

	test('ends a run in stop mode where it refuses one', async () => {
		answerWith([{ status: 'accepted', id: '71' }, { error: 'bad number' }]);
		const { error } = await run(bulk({ speed: { values: { batchSize: 2 } } }), {
			rows: rowsFor(4),
		});
		expect(error?.description).toContain(
			'1 accepted (item 0, message id 71), 1 rejected (item 1), 2 not sent (items 2–3)',
		);
		expect(sandbox().requests()).toHaveLength(1);
	});

	test('is one answer for an operation that sends no rows together', async () => {
		answerWith([{ error: 'bad number' }, { status: 'accepted', id: '72' }]);
		const { error } = await run(playVoiceFile());
		expect(error?.message).toBe(
			'The service took a part of the request and refused another: "bad number" (HTTP 200)',
		);
	});
});

describe('a fault of ours in reading an answer', () => {
	/** A code at which our own reading fails. */
	const BROKEN = '4711';
	const failing = () => {
		throw new Error('ours');
	};
	beforeEach(() => void Object.defineProperty(CODES, BROKEN, { get: failing, configurable: true }));
	afterEach(() => void Reflect.deleteProperty(CODES, BROKEN));
	const refusal = { meta: { status: BROKEN, message: 'no' } };

	test.each([
		['of all', refusal],
		['of one of them', [refusal, { status: 'accepted', id: '72' }]],
	])('is unknown, and no request that never left: the refusal %s', async (_, answer) => {
		answerWith(answer);
		const { items } = await run(bulk(), { rows: rowsFor(2), node: { ...CONTINUE, ...RETRY } });
		expect(outcomesOf(items)).toEqual(['unknown', 'unknown']);
		expect(items[0]?.json.error).toBe("The service's answer could not be read");
		expect(detailsOf(items[0]).advice).toMatch(MAY_HAVE_BEEN_SENT);
		expect(sandbox().requests()).toHaveLength(1);
	});

	test('leaves a question safe to ask again', async () => {
		answerWith(refusal);
		const { error } = await run(getStatus());
		expect(error?.message).toBe("The service's answer could not be read");
		expect(error?.description).toBe('Nothing was to be sent, so it is safe to run this again.');
	});
});

describe('the error of a run', () => {
	test('names what was accepted without an id', async () => {
		sandbox().setFaults([
			{ times: 1, fault: { kind: 'raw', body: 'OK', accept: true } },
			{ fault: { kind: 'status', status: 400 } },
		]);
		const { error } = await run(bulk({ speed: { values: { batchSize: 1 } } }), {
			rows: rowsFor(2),
		});
		expect(error?.description).toContain('1 accepted (item 0), 1 rejected (item 1)');
		expect(error?.context?.data).toMatchObject({ accepted: [{ item: 0, ids: [] }] });
	});

	test('names ten spans of items, and that there are more', async () => {
		const rows = rowsFor(24).map((row, item) => (item % 2 === 0 ? row : { ...row, to: '' }));
		sandbox().setFaults([{ fault: { kind: 'status', status: 400 } }]);
		const { error } = await run(
			bulk({ speed: { values: { batchSize: 1 } }, invalidRows: 'skip' }),
			{ rows },
		);
		expect(error?.description).toContain(
			'13 rejected (items 0–1, 3, 5, 7, 9, 11, 13, 15, 17, 19, …)',
		);
	});

	test('has a thousand spans at most of what was not sent in its data', async () => {
		const rows = rowsFor(4001).map((row, item) => (item % 2 === 0 ? row : { ...row, to: '' }));
		sandbox().setFaults([{ fault: { kind: 'status', status: 400 } }]);
		const { error } = await run(
			bulk({ speed: { values: { batchSize: 1 } }, invalidRows: 'skip' }),
			{ rows },
		);
		const { rejected, notSent } = (error?.context?.data ?? {}) as Record<string, string[]>;
		expect([rejected?.slice(-2), notSent?.slice(-2)]).toEqual([
			['1999', 'and 1000 more'],
			['2000', 'and 1000 more'],
		]);
	});

	test('tells n8n where it was the login', async () => {
		sandbox().setFaults([{ fault: { kind: 'unauthorized' } }]);
		const { error } = await run(bulk(), { rows: rowsFor(1) });
		expect(error).toMatchObject({ failure: { cause: 'credential-invalid' } });
	});
});
