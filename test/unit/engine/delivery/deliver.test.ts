import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';

import { deliver } from '../../../../nodes/SmsVoiceGateway/engine/delivery/deliver.ts';
import type { Row } from '../../../../nodes/SmsVoiceGateway/engine/row/row.ts';
import type { RowVerdict } from '../../../../nodes/SmsVoiceGateway/response/rows.ts';
import {
	ACCEPTED,
	delivery,
	ended,
	itemsOf,
	Keys,
	LOST,
	messages,
	NO_CREDIT,
	outcomes,
	REFUSED,
	rowsTo,
	TARGET,
} from '../stage.ts';
import type { Reply } from '../stage.ts';

beforeEach(() => {
	jest.useFakeTimers();
});
afterEach(() => {
	jest.useRealTimers();
});

type Start = ReturnType<typeof delivery>;
const run = async (rows: Row[], { attempt }: Start) => await ended(deliver(rows, TARGET, attempt));
const only =
	(reply: Reply, ...numbers: string[]) =>
	(destinations: string[]): Reply =>
		destinations.some((one) => numbers.includes(one)) ? reply : ACCEPTED;

const EARLIER = 'Not sent, because an earlier item failed';
const STOPPED = 'Not sent, because the execution was stopped';

describe('rows', () => {
	test('leave in order, in the requests that the operation makes of them, and have their ends', async () => {
		const start = delivery({ batchSize: 2 });
		const rows = rowsTo('1', '2', '3');
		await run(rows, start);
		expect(start.sent).toEqual(['1,2', '3']);
		expect(itemsOf(rows)).toEqual([
			[{ outcome: 'accepted', item: 0, batch: 1 }],
			[{ outcome: 'accepted', item: 1, batch: 1 }],
			[{ outcome: 'accepted', item: 2, batch: 2 }],
		]);
		expect(rows.map(({ batch }) => batch)).toEqual([1, 1, 2]);
		expect([start.attempt.run.batches, start.attempt.failed]).toEqual([2, false]);
		expect([...start.attempt.run.memory.keys()]).toEqual([0, 1, 2]);
	});

	test('that have an end, or that are wrong, do not leave', async () => {
		const start = delivery();
		const rows: Row[] = rowsTo('1', '2', '3');
		Object.assign(rows[0] ?? {}, { end: { outcome: 'accepted', items: [{ before: true }] } });
		Object.assign(rows[1] ?? {}, { fields: undefined });
		await run(rows, start);
		expect(start.sent).toEqual(['3']);
		expect(itemsOf(rows).slice(0, 2)).toEqual([[{ before: true }], undefined]);
	});

	test('leave so many at once as the user wants', async () => {
		for (const parallel of [1, 2, 3]) {
			let [now, most] = [0, 0];
			const start = delivery({
				parallel,
				reply: async () => {
					most = Math.max(most, ++now);
					await new Promise((resolve) => setTimeout(resolve, 50));
					now--;
					return ACCEPTED;
				},
			});
			await run(rowsTo('1', '2', '3', '4', '5'), start);
			expect([most, start.sent]).toEqual([parallel, ['1', '2', '3', '4', '5']]);
		}
	});

	test('of which an answer says nothing are accepted without items', async () => {
		const start = delivery({ batchSize: 2, operation: { toItems: () => [[{ first: true }]] } });
		const rows = rowsTo('1', '2');
		await run(rows, start);
		expect(itemsOf(rows)).toEqual([[{ outcome: 'accepted', first: true }], []]);
		expect(outcomes(rows)).toEqual(['accepted', 'accepted']);
		const silent = delivery({ goesOn: true, operation: { toItems: () => [] } });
		const others = rowsTo('1', '2');
		await run(others, silent);
		expect([outcomes(others), silent.attempt.failed]).toEqual([['accepted', 'accepted'], false]);
	});
});

describe('a request that fails', () => {
	test('keeps all later ones back where failures end the run', async () => {
		const start = delivery({ reply: only(REFUSED, '2') });
		const rows = rowsTo('1', '2', '3', '4');
		await run(rows, start);
		expect(start.sent).toEqual(['1', '2']);
		expect(outcomes(rows)).toEqual(['accepted', 'rejected', 'notSent', 'notSent']);
		expect(messages(rows).slice(2)).toEqual([EARLIER, EARLIER]);
		expect([start.attempt.failed, start.attempt.run.batches]).toEqual([true, 2]);
		// What was not sent is tried by the next try.
		expect([...start.attempt.run.memory.keys()]).toEqual([0]);
	});

	test('names the number, and ends the run without waiting for turns', async () => {
		const start = delivery({ interval: 60_000, reply: () => REFUSED });
		const rows = rowsTo('1', '2', '3');
		const began = Date.now();
		await run(rows, start);
		expect(Date.now() - began).toBeLessThan(60_000);
		const failures = rows.map(({ end }) => end !== undefined && 'failure' in end && end.failure);
		expect(failures).toMatchObject(['1', '2', '3'].map((destination) => ({ destination })));
	});

	test('keeps nothing back where the run goes on', async () => {
		const start = delivery({ goesOn: true, reply: only(LOST, '1', '3') });
		const rows = rowsTo('1', '2', '3', '4');
		await run(rows, start);
		expect(outcomes(rows)).toEqual(['unknown', 'accepted', 'unknown', 'accepted']);
		expect(start.attempt.failed).toBe(true);
		expect(rows.map(({ batch }) => batch)).toEqual([undefined, 2, undefined, 4]);
	});

	test('in a row with as many as the user allows keeps the rest back', async () => {
		const start = delivery({ goesOn: true, failures: 2, reply: only(LOST, '1', '3', '4') });
		const rows = rowsTo('1', '2', '3', '4', '5', '6');
		await run(rows, start);
		expect(start.sent).toEqual(['1', '2', '3', '4']);
		const kept =
			"Not sent, because as many requests failed in a row as 'Stop After Failures' allows";
		expect(messages(rows).slice(4)).toEqual([kept, kept]);
	});

	test('is not counted where failures end the run: the first does', async () => {
		const start = delivery({ failures: 1, reply: () => LOST });
		const rows = rowsTo('1', '2');
		await run(rows, start);
		expect(messages(rows)[1]).toBe(EARLIER);
	});

	test('for its own number only, or of which none left, says nothing of the next', async () => {
		const keys = new Keys();
		keys.used.add('K');
		const start = delivery({
			goesOn: true,
			failures: 2,
			keys,
			reply: (to) => (to[0] === '2' ? REFUSED : LOST),
		});
		// Lost, refused for itself, lost, a duplicate, lost: two in a row, whatever stands between them.
		const rows = rowsTo('1', '2', '3', '4 K', '5', '6');
		await run(rows, start);
		expect(start.sent).toEqual(['1', '2', '3', '5']);
		expect(outcomes(rows)).toEqual([
			'unknown',
			'rejected',
			'unknown',
			'duplicate',
			'unknown',
			'notSent',
		]);
	});
});

describe('a request whose rows are judged one by one', () => {
	const refused = (code: string): RowVerdict => ({
		kind: 'refused',
		code,
		words: 'no',
		response: {},
		messageId: null,
	});
	const taken: RowVerdict = { kind: 'accepted', response: {}, messageId: '71' };
	const MIXED: Reply = { status: 200, body: '[{"status":"accepted","id":"71"},{"error":"no"}]' };

	test('ends each as it was, and one that failed is a failure', async () => {
		const start = delivery({
			batchSize: 2,
			reply: () => MIXED,
			operation: { judgeRows: () => [taken, refused('1010')] },
		});
		const rows = rowsTo('1', '2', '3');
		await run(rows, start);
		expect(outcomes(rows)).toEqual(['accepted', 'rejected', 'notSent']);
		expect(itemsOf(rows)[0]).toMatchObject([{ messageId: '71' }]);
		expect(rows.map(({ batch }) => batch)).toEqual([1, 1, undefined]);
		expect(start.attempt.failed).toBe(true);
	});

	test.each([
		['all', [refused('1006'), refused('1006')], ['1,2']],
		['one', [taken, refused('1006')], ['1,2', '3,4']],
		['the first', [refused('1006'), taken], ['1,2', '3,4']],
	])('counts as failed where %s of them were refused', async (_, verdicts, sent) => {
		const start = delivery({
			goesOn: true,
			batchSize: 2,
			failures: 1,
			reply: () => MIXED,
			operation: { judgeRows: () => verdicts },
		});
		const rows = rowsTo('1', '2', '3', '4');
		await run(rows, start);
		expect(start.sent).toEqual(sent);
	});
});

describe('an execution that is stopped', () => {
	test('sends nothing more', async () => {
		const stop = new AbortController();
		const start = delivery({
			goesOn: true,
			signal: stop.signal,
			reply: () => {
				stop.abort();
				return ACCEPTED;
			},
		});
		const rows = rowsTo('1', '2');
		await run(rows, start);
		expect(start.sent).toEqual(['1']);
		expect(messages(rows)).toEqual([undefined, STOPPED]);
	});

	test('sends nothing that waits for its turn', async () => {
		const stop = new AbortController();
		const keys = new Keys();
		const start = delivery({ signal: stop.signal, interval: 5000, keys });
		setTimeout(() => stop.abort(), 1000);
		const rows = rowsTo('1', '2 K');
		await run(rows, start);
		expect(start.sent).toEqual(['1']);
		expect(messages(rows)).toEqual([undefined, STOPPED]);
		expect(keys.log.filter((line) => line.includes('K'))).toEqual([]);
	});

	test('frees the keys that it has just taken', async () => {
		const stop = new AbortController();
		const keys = new Keys();
		keys.beforeClaim = () => stop.abort();
		const start = delivery({ signal: stop.signal, keys });
		const rows = rowsTo('1 K', '2');
		await run(rows, start);
		expect(start.sent).toEqual([]);
		expect(messages(rows)).toEqual([STOPPED, STOPPED]);
		expect(keys.log).toEqual(['claim K', 'release K']);
		expect(start.attempt.run.batches).toBe(0);
	});

	test('says so of rows whose keys it was waiting for', async () => {
		const stop = new AbortController();
		const keys = new Keys();
		keys.beforeClaim = () => {
			stop.abort();
			throw new Error('the execution was stopped');
		};
		const start = delivery({ signal: stop.signal, keys });
		const rows = rowsTo('1 K');
		await run(rows, start);
		expect(messages(rows)).toEqual([STOPPED]);
		expect(start.attempt.failed).toBe(false);
	});
});

describe('rows with unique keys', () => {
	test('keep theirs where they were sent, or may have been, and free them where they were not', async () => {
		const keys = new Keys();
		const reply = (to: string[]) =>
			({ 1: ACCEPTED, 2: REFUSED, 3: LOST })[Number(to[0])] ?? ACCEPTED;
		const start = delivery({ goesOn: true, keys, reply });
		await run(rowsTo('1 A', '2 B', '3 C'), start);
		expect(keys.log.filter((line) => !/^(claim|keep $)/.test(line))).toEqual([
			'keep A',
			'release B',
			'keep C',
		]);
	});

	test('are asked for before they leave, in one for each request', async () => {
		const keys = new Keys();
		const start = delivery({ batchSize: 3, keys });
		await run(rowsTo('1 A', '2', '3 B', '4 C'), start);
		expect(keys.log).toEqual(['claim A,B', 'keep A,B', 'claim C', 'keep C']);
		expect(start.sent).toEqual(['1,2,3', '4']);
	});

	test('keep the pace by when they leave, which may be late', async () => {
		const keys = new Keys();
		keys.beforeClaim = async () => {
			if (keys.log.length === 3) await new Promise((resolve) => setTimeout(resolve, 700));
		};
		const start = delivery({ interval: 1000, keys });
		await run(rowsTo('1 A', '2 B', '3 C'), start);
		expect(start.times).toEqual([0, 1700, 2700]);
	});

	test('are freed alone, where others of the request have none', async () => {
		const keys = new Keys();
		const start = delivery({ batchSize: 2, keys, reply: () => REFUSED });
		await run(rowsTo('1 A', '2'), start);
		expect(keys.log).toEqual(['claim A', 'keep ', 'release A']);
	});

	test('are duplicates where theirs was used, and hold up nobody', async () => {
		const keys = new Keys();
		keys.used.add('A');
		const start = delivery({ interval: 1000, keys });
		const rows = rowsTo('1 A', '2', '3 A', '4 A', '5 B');
		await run(rows, start);
		expect(start.sent).toEqual(['2', '5']);
		// The turns of those that did not leave were given back.
		expect(start.times).toEqual([0, 1000]);
		expect(itemsOf(rows)[0]).toEqual([{ outcome: 'duplicate', messageId: 'none of 0' }]);
		expect(itemsOf(rows)[2]).toEqual([{ outcome: 'duplicate', messageId: 'none of 2' }]);
		expect(start.attempt.failed).toBe(false);
	});

	test.each([
		[ACCEPTED, ['accepted', 'duplicate'], ['1']],
		[REFUSED, ['rejected', 'accepted'], ['1', '2']],
		[LOST, ['unknown', 'duplicate'], ['1']],
	])('wait for another row of the run with the same key: %#', async (reply, ends, sent) => {
		for (const circumstances of [{ batchSize: 2 }, { parallel: 2 }, {}]) {
			const start = delivery({
				goesOn: true,
				keys: new Keys(),
				...circumstances,
				reply: async (to) => {
					await new Promise((resolve) => setTimeout(resolve, 50));
					return only(reply, '1')(to);
				},
			});
			const rows = rowsTo('1 A', '2 A');
			await run(rows, start);
			expect(outcomes(rows)).toEqual(ends);
			expect(start.sent).toEqual(sent);
		}
	});

	test('are asked for again as long as they are busy, while the others leave', async () => {
		const keys = new Keys();
		keys.busy.add('A');
		let claims = 0;
		keys.beforeClaim = () => {
			if (++claims === 4) keys.busy.delete('A');
		};
		const start = delivery({ batchSize: 2, keys });
		const rows = rowsTo('1 A', '2 B', '3');
		await run(rows, start);
		expect(start.sent).toEqual(['2', '3', '1']);
		expect(outcomes(rows)).toEqual(['accepted', 'accepted', 'accepted']);
	});

	test('are unknown where an earlier execution broke off over them, and hold nobody back', async () => {
		const keys = new Keys();
		keys.broken.set('A', new Date('2026-11-22T19:40:00Z'));
		keys.broken.set('B', undefined);
		const start = delivery({ keys });
		const rows = rowsTo('1 A', '2 B', '3');
		await run(rows, start);
		const said = 'Not sent again: an earlier execution broke off while it was sending this item';
		expect(messages(rows)).toEqual([`${said} (begun at 2026-11-22T19:40 UTC)`, said, undefined]);
		expect(start.sent).toEqual(['3']);
	});

	test('say whether they are to be sent again', async () => {
		const keys = new Keys();
		const start = delivery({ batchSize: 4, keys });
		const rows = rowsTo('1 A', '2 B', '3 A', '4');
		for (const item of [1, 2, 3]) Object.assign(rows[item] ?? {}, { resendUnknown: true });
		await run(rows, start);
		expect(keys.log[0]).toBe('claim A,B again B');
	});

	test('are not sent where theirs can’t be recorded, and that is a failure', async () => {
		const keys = new Keys();
		keys.beforeClaim = () => {
			throw new Error('locked');
		};
		const start = delivery({ keys });
		const rows = rowsTo('1 A', '2 B');
		await run(rows, start);
		expect(start.sent).toEqual([]);
		expect(messages(rows)).toEqual([
			"Not sent, because n8n could not record its 'Unique Key'",
			EARLIER,
		]);
		expect(start.attempt.failed).toBe(true);
	});

	test.each([[new Error('locked')], ['locked']])(
		'say where theirs can’t be freed, and so does the log: %p',
		async (error) => {
			const keys = new Keys();
			keys.beforeRelease = () => {
				// As n8n's store may, which is not ours.
				throw error as Error;
			};
			const start = delivery({ goesOn: true, keys, reply: () => NO_CREDIT });
			const rows = rowsTo('1 A');
			await run(rows, start);
			const [end] = rows.map((row) => row.end);
			expect(end !== undefined && 'failure' in end && end.failure.advice).toMatch(
				/\. Its unique key could not be freed \(locked\): give the row another one before you send it again\.$/,
			);
			expect(start.warnings).toEqual(['Unique keys could not be freed: locked']);
		},
	);

	test('are not looked at where there are no keys in the try', async () => {
		const start = delivery();
		const rows = rowsTo('1 A', '2 A');
		await run(rows, start);
		expect(start.sent).toEqual(['1', '2']);
		expect(start.warnings).toEqual([]);
	});
});
