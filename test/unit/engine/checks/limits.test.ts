import { describe, expect, test } from '@jest/globals';

import {
	messagesOf,
	refuseLongTexts,
	tooMany,
} from '../../../../nodes/SmsVoiceGateway/engine/checks/limits.ts';
import type { Limits } from '../../../../nodes/SmsVoiceGateway/engine/checks/limits.ts';
import type { Row, RowOf } from '../../../../nodes/SmsVoiceGateway/engine/row/row.ts';

const NONE: Limits = {
	messages: undefined,
	parts: undefined,
	credit: undefined,
	failures: undefined,
};
const row = (item: number, fields: object): RowOf => ({
	item,
	id: item,
	fields,
	multipart: false,
	dryRun: false,
	resendUnknown: false,
});

describe('Max Parts', () => {
	const texts = (): Row[] => [
		row(0, { message: 'x'.repeat(160) }),
		row(1, { message: 'x'.repeat(161) }),
		row(2, { message: 'x'.repeat(307) }),
		row(3, { code: '1' }),
		{ ...row(4, {}), fields: undefined },
	];

	test('makes a wrong row of each text with more parts, and of no other', () => {
		const rows = texts();
		refuseLongTexts(rows, { ...NONE, parts: 2 });
		expect(rows.map(({ problem }) => problem?.message)).toEqual([
			undefined,
			undefined,
			"'Message' of item 2 has 3 message parts, and 'Max Parts' allows 2",
			undefined,
			undefined,
		]);
		expect(rows[2]?.problem?.advice).toBe("Shorten the text, or raise 'Max Parts'.");
		expect(rows.map(({ fields }) => fields !== undefined)).toEqual([
			true,
			true,
			false,
			true,
			false,
		]);
	});

	test('refuses nothing where it is not set', () => {
		const rows = texts();
		refuseLongTexts(rows, NONE);
		expect(rows).toEqual(texts());
	});
});

describe('Max Messages', () => {
	const rows = [
		row(0, { destination: '1' }),
		row(1, { destination: ['1', '2', '3'] }),
		row(2, { destination: [] }),
	];

	test('counts one message for each number', () => {
		expect(rows.map(messagesOf)).toEqual([1, 3, 0]);
	});

	test('refuses a run with more, and says how many', () => {
		expect(tooMany(rows, NONE)).toBeUndefined();
		expect(tooMany(rows, { ...NONE, messages: 4 })).toBeUndefined();
		expect(tooMany(rows, { ...NONE, messages: 3 })).toEqual({
			outcome: 'rejected',
			message: "This run would send 4 messages, and 'Max Messages' allows 3, so nothing was sent",
			advice: "Look at the input of the node. If all of them are meant, raise 'Max Messages'.",
		});
		const many = Array.from({ length: 1234 }, (_, item) => row(item, { destination: '1' }));
		expect(tooMany(many, { ...NONE, messages: 1000 })?.message).toContain(
			"1,234 messages, and 'Max Messages' allows 1,000,",
		);
	});
});
