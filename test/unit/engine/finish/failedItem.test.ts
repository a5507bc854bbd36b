import { expect, test } from '@jest/globals';

import { readNoAnswer } from '../../../../nodes/SmsVoiceGateway/wire/transport.ts';
import type { Failure } from '../../../../nodes/SmsVoiceGateway/engine/row/failure.ts';
import { toFailedItem } from '../../../../nodes/SmsVoiceGateway/engine/finish/failedItem.ts';

const failure: Failure = { outcome: 'rejected', message: 'It was refused', advice: 'Correct it.' };
const item = (forErrorOutput: boolean) => toFailedItem(failure, 3, forErrorOutput);

const whole = {
	json: { error: 'It was refused', details: { outcome: 'rejected', advice: 'Correct it.' } },
	pairedItem: { item: 3 },
};

test('an item for the error output has an error that n8n before 2.34.6 looks for, and a copy of it has not', () => {
	const made = item(true);
	expect(made.error).toEqual({ message: 'It was refused' });
	const copy = { ...made };
	expect(copy).toEqual(whole);
	expect('error' in copy).toBe(false);
	// n8n 1.99 takes it away by itself.
	Reflect.set(made, 'error', undefined);
	expect(made.error).toBeUndefined();
});

test('an item among the others has none: n8n would show it instead of the details', () => {
	expect(item(false)).toEqual(whole);
	expect('error' in item(false)).toBe(false);
});

test("n8n 1's error without a cause says by its HTTP code that no connection stood", () => {
	const thrown = Object.assign(new Error('The service refused the connection'), {
		httpCode: 'ECONNREFUSED',
	});
	expect(readNoAnswer(thrown).code).toBe('ECONNREFUSED');
});

test('a failed item has only those details that there are', () => {
	const rich: Failure = { ...failure, code: '1006', httpStatus: 402, destination: '0912' };
	expect(toFailedItem(rich, 0, false).json).toStrictEqual({
		error: 'It was refused',
		details: {
			outcome: 'rejected',
			code: '1006',
			httpStatus: 402,
			destination: '0912',
			advice: 'Correct it.',
		},
	});
	expect(item(false).json).toStrictEqual(whole.json);
});
