import { describe, expect, test } from '@jest/globals';
import { array, assert, constantFrom, property } from 'fast-check';

import { hintOf, hintOfWaiting } from '../../../../nodes/SmsVoiceGateway/engine/finish/hint.ts';
import type { Row } from '../../../../nodes/SmsVoiceGateway/engine/row/row.ts';
import type { End } from '../../../../nodes/SmsVoiceGateway/engine/row/end.ts';

const ended = (end: End, batch?: number): Row => ({
	item: 0,
	id: 0,
	dryRun: end.outcome === 'dryRun',
	resendUnknown: false,
	multipart: false,
	end,
	...(batch === undefined ? {} : { batch }),
});
const accepted = (batch: number, parts = 1) =>
	ended({ outcome: 'accepted', items: [{ parts }] }, batch);
const shown = (batch: number, parts = 1) => ended({ outcome: 'dryRun', items: [{ parts }] }, batch);
const duplicate = () => ended({ outcome: 'duplicate', items: [{ parts: 3 }] });
const failed = (outcome: 'rejected' | 'unknown' | 'notSent') =>
	ended({ outcome, failure: { outcome, message: '', advice: '' } });

describe('hintOf', () => {
	test('counts rows by outcome, message parts and requests', () => {
		const rows = [accepted(1, 2), accepted(1), accepted(2), duplicate(), failed('rejected')];
		expect(hintOf(rows)).toEqual({
			message: '5 rows: 3 accepted, 1 duplicate, 1 rejected. 4 message parts in 2 requests.',
			type: 'warning',
			location: 'outputPane',
		});
	});

	test('says of a dry run that nothing was sent', () => {
		const { message, type } = hintOf([shown(1, 2), shown(2)]);
		expect(message).toBe(
			'Dry run, nothing was sent. 2 rows: 2 would be sent. 3 message parts in 2 requests.',
		);
		expect(type).toBe('info');
	});

	test('says so of a dry run too in which every row is wrong', () => {
		const rows = [{ ...failed('rejected'), dryRun: true }];
		expect(hintOf(rows).message).toContain('Dry run, nothing was sent. 1 row: 1 wrong.');
	});

	test('never says that nothing was sent where something was', () => {
		expect(hintOf([shown(1), accepted(1)]).message).not.toContain('nothing was sent');
		expect(hintOf([shown(1), failed('unknown')]).message).not.toContain('nothing was sent');
	});

	test('does not call wrong what the service has refused', () => {
		expect(hintOf([shown(1), failed('rejected')]).message).toContain('1 rejected');
	});

	test('does not add the message parts of what is only shown to those that were sent', () => {
		expect(hintOf([shown(1, 5), accepted(1, 2)]).message).not.toContain('7 message parts');
	});

	test('counts one thing as one', () => {
		expect(hintOf([accepted(1)]).message).toBe('1 row: 1 accepted. 1 message part in 1 request.');
	});

	test('says of rows that all failed no more than that', () => {
		expect(hintOf([failed('rejected')]).message).toBe('1 row: 1 rejected.');
		expect(hintOf([failed('notSent'), failed('unknown')]).message).toBe(
			'2 rows: 1 unknown, may have been sent, 1 not sent.',
		);
	});

	test('names no message parts where there are none, as of calls', () => {
		const calls = [0, 1].map((batch) => ended({ outcome: 'accepted', items: [{}] }, batch));
		expect(hintOf(calls).message).toBe('2 rows: 2 accepted. 2 requests.');
	});

	test('counts the message parts of each number', () => {
		const row = ended({ outcome: 'accepted', items: [{ parts: 3, destinations: ['1', '2'] }] }, 1);
		expect(hintOf([row]).message).toBe('1 row: 1 accepted. 6 message parts in 1 request.');
	});

	test('counts rows that have no item, or no end yet', () => {
		const open: Row = { ...accepted(1), end: undefined } as unknown as Row;
		const silent = ended({ outcome: 'accepted', items: [] }, 1);
		expect(hintOf([open, silent]).message).toBe('2 rows: 1 accepted.');
		expect(hintOfWaiting([open], 1).message).toBe('0 final. 1 request.');
	});

	test('says what plain punctuation would save', () => {
		const saving = (count: number) => ({ ...shown(1, 3), saving: count });
		expect(hintOf([saving(2), shown(1), saving(1)]).message).toBe(
			"Dry run, nothing was sent. 3 rows: 3 would be sent. 7 message parts in 1 request. 'Plain Punctuation' would save 3 message parts.",
		);
		expect(hintOf([saving(1)]).message).toMatch(/ would save 1 message part\.$/);
		expect(hintOf([saving(0)]).message).toMatch(/ in 1 request\.$/);
	});

	test('says that nothing was sent where all was shown or kept back', () => {
		expect(hintOf([shown(1), failed('notSent')]).message).toMatch(/^Dry run, nothing was sent\. /);
	});

	test('counts every row once', () => {
		const kinds = {
			accepted: () => accepted(1),
			duplicate,
			rejected: () => failed('rejected'),
			unknown: () => failed('unknown'),
			notSent: () => failed('notSent'),
		};
		const names = Object.keys(kinds) as Array<keyof typeof kinds>;
		assert(
			property(array(constantFrom(...names), { minLength: 2 }), (outcomes) => {
				const { message, type } = hintOf(outcomes.map((name) => kinds[name]()));
				const [, list = ''] = /: (.*?)\.(?: \d|$)/.exec(message) ?? [];
				const counted = [...list.matchAll(/\d+/g)].reduce((sum, [count]) => sum + Number(count), 0);
				expect(counted).toBe(outcomes.length);
				const bad = outcomes.some((name) => !['accepted', 'duplicate'].includes(name));
				expect(type).toBe(bad ? 'warning' : 'info');
			}),
		);
	});
});

test('hintOfWaiting counts what is final, what is not, what failed, and the requests', () => {
	const statuses = (...final: boolean[]) =>
		ended({ outcome: 'accepted', items: final.map((one) => ({ final: one })) });
	expect(hintOfWaiting([statuses(true, true)], 1)).toEqual({
		message: '2 final. 1 request.',
		type: 'info',
		location: 'outputPane',
	});
	expect(hintOfWaiting([statuses(false), failed('unknown')], 1).type).toBe('warning');
	expect(hintOfWaiting([statuses(true, false), statuses(false), failed('unknown')], 1200)).toEqual({
		message: '1 final, 2 not final in time, 1 row failed. 1,200 requests.',
		type: 'warning',
		location: 'outputPane',
	});
});
