import { describe, expect, test } from '@jest/globals';

import { failed } from '../../../../nodes/SmsVoiceGateway/engine/row/end.ts';
import type { End } from '../../../../nodes/SmsVoiceGateway/engine/row/end.ts';
import { nameIds, summarize } from '../../../../nodes/SmsVoiceGateway/engine/finish/summary.ts';

const accepted = (json: Record<string, unknown> = {}): End =>
	({ outcome: 'accepted', items: [json] }) as End;
const duplicate: End = { outcome: 'duplicate', items: [{}] };
const fails = (outcome: 'rejected' | 'unknown' | 'notSent'): End =>
	failed({ outcome, message: '', advice: '' });
const sumUp = (ends: Array<[number, End]>, noun?: string) => summarize(new Map(ends), noun);
const ids = (count: number) => Array.from({ length: count }, (_, index) => `7${index}`);

describe('the summary of a run', () => {
	test('says of each outcome how many, and which, in the order of the items', () => {
		expect(
			sumUp([
				[7, fails('notSent')],
				[3, fails('rejected')],
				[0, accepted({ messageId: '70' })],
				[1, accepted()],
				[2, duplicate],
				[4, fails('unknown')],
				[5, fails('notSent')],
				[6, fails('notSent')],
				[9, fails('notSent')],
			]),
		).toEqual({
			count: 9,
			text: 'Accepted: 2 (item 0, message id 70; item 1). Duplicates, not sent again: 1 (item 2). Unknown, may have been sent: 1 (item 4). Refused: 1 (item 3). Not sent: 4 (items 5–7, 9).',
			report: {
				accepted: [
					{ item: 0, ids: ['70'] },
					{ item: 1, ids: [] },
				],
				duplicate: ['2'],
				unknown: ['4'],
				rejected: ['3'],
				notSent: ['5–7', '9'],
			},
		});
	});

	test('says that nothing was sent where that is certain', () => {
		const { text, report } = sumUp([
			[0, fails('rejected')],
			[1, fails('notSent')],
		]);
		expect(text).toBe('Nothing was sent. Refused: 1 (item 0). Not sent: 1 (item 1).');
		expect(report).toEqual({ accepted: [], unknown: [], rejected: ['0'], notSent: ['1'] });
		expect(sumUp([[0, duplicate]]).text).toMatch(/^Nothing was sent\. /);
		for (const end of [accepted(), fails('unknown')]) {
			expect(sumUp([[0, end]]).text).not.toContain('Nothing was sent');
		}
	});

	test('names messages where it is messages that are counted', () => {
		const { text, report } = sumUp(
			[
				[1, accepted()],
				[2, fails('rejected')],
			],
			'message',
		);
		expect(text).toBe('Accepted: 1 (message 1). Refused: 1 (message 2).');
		expect(report.accepted).toEqual([{ message: 1, ids: [] }]);
	});

	test('names ten, and counts the rest', () => {
		const many = (count: number, end: End) =>
			sumUp(Array.from({ length: count }, (_, index) => [2 * index, end])).text;
		expect(many(10, accepted())).toMatch(/; item 18\)\.$/);
		expect(many(11, accepted())).toMatch(/; item 18 and 1 more\)\.$/);
		expect(many(10, fails('unknown'))).toMatch(/, 16, 18\)\.$/);
		expect(many(11, fails('unknown'))).toMatch(/, 16, 18, …\)\.$/);
	});
});

test.each<[End, string]>([
	[fails('rejected'), ''],
	[accepted(), ''],
	[{ outcome: 'accepted', items: [] }, ''],
	[accepted({ messageId: 71 }), ', message id 71'],
	[accepted({ messageId: null }), ''],
	[accepted({ messageIds: ['71', '72'] }), ', message id 71, 72'],
	[accepted({ callId: '5' }), ', call id 5'],
	[accepted({ messageIds: ids(10) }), `, message id ${ids(10).join(', ')}`],
	[accepted({ messageIds: ids(12) }), `, message id ${ids(10).join(', ')} and 2 more`],
])('the ids of an end stand behind its name: %j', (end, named) => {
	expect(nameIds(end)).toBe(named);
});
