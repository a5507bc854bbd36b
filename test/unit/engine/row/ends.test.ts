import { describe, expect, test } from '@jest/globals';
import { array, assert, boolean, property } from 'fast-check';

import {
	settleWrong,
	wrongRowsFailure,
} from '../../../../nodes/SmsVoiceGateway/engine/checks/check.ts';
import { culpritOf } from '../../../../nodes/SmsVoiceGateway/engine/finish/finish.ts';
import type { Attempt } from '../../../../nodes/SmsVoiceGateway/engine/attempt.ts';
import type { End } from '../../../../nodes/SmsVoiceGateway/engine/row/end.ts';
import type { Operation } from '../../../../nodes/SmsVoiceGateway/engine/operation.ts';
import type { Row } from '../../../../nodes/SmsVoiceGateway/engine/row/row.ts';
import { sendingOptions } from '../../../../nodes/SmsVoiceGateway/fields/sending.ts';
import type { FailedOutcome } from '../../../../nodes/SmsVoiceGateway/lib/outcome.ts';

const SENDING = { sends: true, options: sendingOptions } as unknown as Operation;
const QUERY = { sends: false, options: [] as Operation['options'] } as Operation;
const attempt = (): Attempt =>
	({
		run: { memory: new Map(), batches: 0, stuckKeys: new Set() },
		operation: SENDING,
	}) as unknown as Attempt;
const MESSAGE = {
	source: '3000',
	destination: '09120000000',
	message: 'Hello',
	send_to_blacklist: 0 as const,
};
const row = (item: number, more: Partial<Row> = {}): Row => ({
	item,
	id: item,
	fields: MESSAGE,
	multipart: false,
	dryRun: false,
	resendUnknown: false,
	...more,
});
const wrong = (item: number, more: Partial<Row> = {}): Row => ({
	item,
	id: item,
	problem: { message: `'Source' of item ${item} is empty`, advice: 'Fill it in.' },
	multipart: false,
	dryRun: false,
	resendUnknown: false,
	...more,
});
const failed = (outcome: FailedOutcome, message: string = outcome): End => ({
	outcome,
	failure: { outcome, message, advice: '' },
});
const accepted: End = { outcome: 'accepted', items: [{ outcome: 'accepted' }] };

describe('wrong rows', () => {
	test('end as rejected, and the right ones as not sent unless they are spared', () => {
		assert(
			property(array(boolean()), boolean(), (right, sparing) => {
				const rows = right.map((isRight, item) => (isRight ? row(item) : wrong(item)));
				settleWrong(rows, sparing, attempt());
				for (const [item, { end }] of rows.entries()) {
					const spared = sparing ? undefined : 'notSent';
					expect(end?.outcome).toBe(right[item] ? spared : 'rejected');
				}
			}),
		);
	});

	test('are not said to have kept everything back where an earlier try has sent some', () => {
		expect(wrongRowsFailure([wrong(0), wrong(1)], SENDING).message).toMatch(/so nothing was sent$/);
		expect(wrongRowsFailure([wrong(0), wrong(1)], SENDING, true).message).toMatch(
			/so nothing more was sent$/,
		);
	});

	test('of which there is one are an error that is its own, with the way out', () => {
		expect(wrongRowsFailure([row(0), wrong(1)], SENDING)).toEqual({
			outcome: 'rejected',
			message: "'Source' of item 1 is empty",
			advice: "Fill it in. Correct the rows, or set 'Invalid Rows' to Skip to send the others.",
		});
		// There are no others.
		expect(wrongRowsFailure([wrong(0)], SENDING).advice).toBe('Fill it in.');
	});

	test('of which there are eleven are ten that are described, and one that is counted', () => {
		const rows = Array.from({ length: 1011 }, (_, item) => (item < 11 ? wrong(item) : row(item)));
		const { message, advice } = wrongRowsFailure(rows, SENDING);
		expect(message).toBe('11 of 1,011 rows are wrong, so nothing was sent');
		expect(advice).toBe(
			`${rows
				.slice(0, 10)
				.map(({ problem }) => `${problem?.message}.`)
				.join(
					' ',
				)} And 1 more. Correct the rows, or set 'Invalid Rows' to Skip to send the others.`,
		);
	});
});

test('wrong rows of a query are not told of an option that it does not have', () => {
	const { message, advice } = wrongRowsFailure([wrong(0), wrong(1)], QUERY);
	expect(message).toMatch(/so nothing was asked$/);
	expect(advice).not.toContain('Invalid Rows');
});

describe('the failure that ends a run', () => {
	test('is the first that is not the consequence of another', () => {
		const rows = [
			row(0, { end: failed('notSent') }),
			row(1, { end: accepted }),
			row(2, { end: failed('unknown', 'lost') }),
			row(3, { end: failed('rejected', 'refused') }),
		];
		expect(culpritOf(rows, false)).toMatchObject({ item: 2, failure: { message: 'lost' } });
	});

	test('is the first that was not sent where there is no other', () => {
		const rows = [row(0, { end: accepted }), row(1, { end: failed('notSent') })];
		expect(culpritOf(rows, false)).toMatchObject({ item: 1 });
	});

	test('is none where all was accepted, shown or a duplicate', () => {
		const rows = [
			row(0, { end: accepted }),
			row(1, { end: { outcome: 'duplicate', items: [{}] } }),
			row(2, { end: { outcome: 'dryRun', items: [{}] } }),
		];
		expect(culpritOf(rows, false)).toBeUndefined();
	});

	test('is no wrong row that was to be skipped, or only to be shown', () => {
		const skipped = wrong(0, { end: failed('rejected') });
		const shown = wrong(1, { end: failed('rejected'), dryRun: true });
		expect(culpritOf([skipped], true)).toBeUndefined();
		expect(culpritOf([shown], false)).toBeUndefined();
		expect(culpritOf([skipped, shown], false)).toMatchObject({ item: 0 });
		// A right row that the service refused is a failure all the same.
		const refused = row(2, { end: failed('rejected', 'no credit') });
		expect(culpritOf([skipped, refused], true)).toMatchObject({ item: 2 });
	});
});
