import { describe, expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';

import type { End } from '../../../../nodes/SmsVoiceGateway/engine/row/end.ts';
import { failed } from '../../../../nodes/SmsVoiceGateway/engine/row/end.ts';
import { recall } from '../../../../nodes/SmsVoiceGateway/engine/checks/recall.ts';
import { repeated } from '../../../../nodes/SmsVoiceGateway/engine/checks/repeated.ts';
import type { Row } from '../../../../nodes/SmsVoiceGateway/engine/row/row.ts';
import { delivery, rowsTo } from '../stage.ts';

const accepted = (json: IDataObject = { messageId: '71' }): End => ({
	outcome: 'accepted',
	items: [json],
});
const unknown = failed({ outcome: 'unknown', message: 'It was lost', advice: 'Look.' });

/** A second try of a run in which the first has ended its rows so. */
function secondTry(
	ends: Array<End | undefined>,
	more: Partial<Row> = {},
	type = 'smsVoiceGateway',
) {
	const { attempt } = delivery();
	Object.assign(attempt.context, { getNode: () => ({ name: 'Send', type }) });
	const rows: Row[] = rowsTo(...ends.map(() => '1')).map((row) => ({ ...row, ...more }));
	ends.forEach((end, id) => end && attempt.run.memory.set(id, end));
	recall(rows, attempt);
	return { rows, attempt, ends: rows.map(({ end }) => end) };
}

describe('a try after another', () => {
	test('ends what was sent before as it was, and leaves the rest open', () => {
		const { ends, attempt } = secondTry([accepted(), undefined, accepted({ messageId: '72' })]);
		expect(ends).toEqual([accepted(), undefined, accepted({ messageId: '72' })]);
		expect(attempt.failed).toBe(false);
	});

	test('knows of what may have been sent that it failed', () => {
		const { ends, attempt } = secondTry([unknown, undefined]);
		expect(ends).toEqual([unknown, undefined]);
		expect(attempt.failed).toBe(true);
	});

	test('sends again what may have been sent where the user wishes it', () => {
		const { ends, attempt } = secondTry([unknown, accepted()], { resendUnknown: true });
		expect(ends).toEqual([undefined, accepted()]);
		expect(attempt.failed).toBe(false);
	});

	test('does not where it only shows, nor where a unique key stands against it', () => {
		const wish = { resendUnknown: true };
		expect(secondTry([unknown], { ...wish, dryRun: true }).ends).toEqual([unknown]);
		expect(secondTry([unknown], { ...wish, key: 'A' }).ends).toEqual([unknown]);
	});

	test('tells a tool’s model that a call was repeated', () => {
		const { ends } = secondTry([accepted()], {}, 'smsVoiceGatewayTool');
		expect(ends).toEqual([repeated(accepted())]);
		const { attempt } = delivery({ operation: { sends: false } });
		Object.assign(attempt.context, { getNode: () => ({ name: 'Get', type: 'getTool' }) });
		attempt.run.memory.set(0, accepted());
		const rows: Row[] = rowsTo('1');
		recall(rows, attempt);
		expect(rows[0]?.end).toEqual(accepted());
	});
});

describe('a call that a model repeats', () => {
	test('has the outcome of the first, and the word that it was not sent again', () => {
		expect(repeated(accepted({ outcome: 'accepted', messageId: '71', warnings: ['one'] }))).toEqual(
			{
				outcome: 'duplicate',
				items: [
					{
						outcome: 'duplicate',
						messageId: '71',
						warnings: [
							'one',
							'The same was accepted earlier in this run, message id 71, so it was not sent again. Take it as done.',
						],
					},
				],
			},
		);
		const call = repeated(accepted({ callId: '5' }));
		expect('items' in call && call.items[0]?.warnings).toEqual([
			'The same was accepted earlier in this run, call id 5, so it was not sent again. Take it as done.',
		]);
	});

	test('has the failure of the first, and the word that it was not sent again', () => {
		expect(repeated(unknown)).toEqual({
			outcome: 'unknown',
			failure: {
				outcome: 'unknown',
				message:
					'Not sent again, because the same call may have been sent earlier in this run. Then: It was lost',
				advice: 'Look.',
			},
		});
	});
});
