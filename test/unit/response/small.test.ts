import { expect, test } from '@jest/globals';

import type { Json } from '../../../nodes/SmsVoiceGateway/values/json.ts';
import { readCredit } from '../../../nodes/SmsVoiceGateway/response/credit.ts';
import type { Failed } from '../../../nodes/SmsVoiceGateway/engine/row/result.ts';
import { forModel, inOneMessage } from '../../../nodes/SmsVoiceGateway/engine/finish/forModel.ts';

test.each<[Json, string | number | null]>([
	[{ credit: 12.5 }, 12.5],
	[{ data: { Credit: 0 } }, 0],
	[{ credit: null, data: { credit: 7 } }, 7],
	[{ credit: ' 1000 ' }, 1000],
	[{ credit: '-3.25' }, -3.25],
	[{ credit: '123456789012345' }, 123456789012345],
	[{ credit: '1234567890123456' }, '1234567890123456'],
	[{ credit: '1,000' }, '1,000'],
	[{ credit: '5 Rial' }, '5 Rial'],
	[{ credit: 'x5' }, 'x5'],
	[{ credit: '.5' }, '.5'],
	[{ credit: ' ' }, null],
	[{ credit: true }, null],
	[{ data: 5 }, null],
	['5', null],
])('the credit in %j is %j', (response, credit) => {
	expect(readCredit(response)).toBe(credit);
});

const failed = (outcome: Failed['outcome'], advice = 'Look.'): Failed => ({
	outcome,
	failure: { message: 'It failed', advice },
});

test('a model is told not to repeat what may have been sent', () => {
	expect(forModel(failed('unknown'), true).failure.advice).toBe(
		"Look. Don't repeat this call: tell the user.",
	);
	for (const [outcome, sends] of [
		['unknown', false],
		['rejected', true],
	] as const) {
		expect(forModel(failed(outcome), sends)).toEqual(failed(outcome));
	}
});

test('a message for a model says all, and names no code of a system', () => {
	const given = failed('unknown', 'The host did not answer (ECONNREFUSED). Ask (ETIMEDOUT).');
	expect(inOneMessage(given)).toEqual({
		outcome: 'unknown',
		failure: {
			message: 'It failed. Outcome: unknown. The host did not answer. Ask.',
			advice: 'The host did not answer. Ask.',
		},
	});
});
