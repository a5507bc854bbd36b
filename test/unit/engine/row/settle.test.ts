import { describe, expect, test } from '@jest/globals';

import { failed, standing } from '../../../../nodes/SmsVoiceGateway/engine/row/end.ts';
import type { End } from '../../../../nodes/SmsVoiceGateway/engine/row/end.ts';
import type { Row } from '../../../../nodes/SmsVoiceGateway/engine/row/row.ts';
import { settle, settleAll } from '../../../../nodes/SmsVoiceGateway/engine/row/settle.ts';
import { delivery, rowsTo } from '../stage.ts';

const accepted: End = { outcome: 'accepted', items: [{}] };
const duplicate: End = { outcome: 'duplicate', items: [{}] };
const fails = (outcome: 'rejected' | 'unknown' | 'notSent', message = ''): End =>
	failed({ outcome, message, advice: '' });

test.each<[string, End | undefined, End, 'before' | 'now']>([
	['nothing, then accepted', undefined, accepted, 'now'],
	['unknown, then accepted', fails('unknown'), accepted, 'now'],
	['unknown, then refused', fails('unknown'), fails('rejected'), 'before'],
	['unknown, then not sent', fails('unknown'), fails('notSent'), 'before'],
	['unknown, then unknown', fails('unknown', 'first'), fails('unknown', 'second'), 'before'],
	['refused, then not sent', fails('rejected'), fails('notSent'), 'now'],
	['accepted, then refused', accepted, fails('rejected'), 'now'],
])('of %s the one that stands is known', (_, before, now, which) => {
	expect(standing(before, now)).toBe(which === 'before' ? before : now);
});

describe('a row that is settled', () => {
	const settled = (end: End, sends = true, before?: End) => {
		const { attempt } = delivery({ operation: { sends } });
		const [row] = rowsTo('0912') as Row[];
		if (row === undefined) throw new Error('no row');
		if (before !== undefined) attempt.run.memory.set(0, before);
		settle(row, end, attempt);
		return { row, memory: attempt.run.memory.get(0) };
	};

	test('is remembered where it was sent, or may have been', () => {
		expect(settled(accepted).memory).toBe(accepted);
		expect(settled(fails('unknown')).memory).toMatchObject({ outcome: 'unknown' });
		for (const end of [duplicate, fails('rejected'), fails('notSent')]) {
			expect(settled(end).memory).toBeUndefined();
		}
		expect(settled(accepted, false).memory).toBeUndefined();
	});

	test('stays unknown where sending it again was refused', () => {
		const before = fails('unknown', 'lost');
		const { row, memory } = settled(fails('rejected'), true, before);
		expect([row.end, memory]).toEqual([before, before]);
		expect(settled(accepted, true, before).row.end).toBe(accepted);
	});

	test('lets its text go where it has left, and keeps it for a failure', () => {
		expect(settled(accepted).row.fields).toBeUndefined();
		expect(settled(fails('rejected')).row.fields).toEqual({ destination: '0912' });
	});

	test('names its number where it failed, if it was to be sent and has one', () => {
		expect(settled(fails('rejected')).row.end).toEqual({
			outcome: 'rejected',
			failure: { outcome: 'rejected', message: '', advice: '', destination: '0912' },
		});
		expect(settled(fails('rejected'), false).row.end).toEqual(fails('rejected'));
		const { attempt } = delivery();
		const [row] = rowsTo('0912') as Row[];
		if (row !== undefined) {
			settle({ ...row, fields: undefined }, fails('rejected'), attempt);
			settle(Object.assign(row, { fields: undefined }), fails('rejected'), attempt);
		}
		expect(row?.end !== undefined && 'failure' in row.end && 'destination' in row.end.failure).toBe(
			false,
		);
	});

	test('has an end of its own where many have the same', () => {
		const { attempt } = delivery();
		const rows: Row[] = rowsTo('1', '2');
		settleAll(rows, fails('rejected'), attempt);
		expect(rows.map(({ end }) => end)).toMatchObject([
			{ failure: { destination: '1' } },
			{ failure: { destination: '2' } },
		]);
	});
});
