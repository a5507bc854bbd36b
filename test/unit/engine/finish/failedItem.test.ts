import { expect, test } from '@jest/globals';

import type { Host } from '../../../../nodes/SmsVoiceGateway/host/host.ts';
import { rejected } from '../../../../nodes/SmsVoiceGateway/row/result.ts';
import { failedItemOf } from '../../../../nodes/SmsVoiceGateway/row/error.ts';

/** How n8n runs a node of which failed items leave by the error output, or among the others. */
const host = (hasErrorOutput: boolean) => ({ hasErrorOutput }) as Host;
const FAILURE = { message: 'It was refused', advice: 'Correct it.' };
const failed = rejected(FAILURE);

const whole = {
	json: { error: 'It was refused', details: { outcome: 'rejected', advice: 'Correct it.' } },
	pairedItem: { item: 3 },
};

test('an item for the error output has no error of its own: with one n8n would leave the columns of its row out', () => {
	expect(failedItemOf(host(true), failed, 3)).toStrictEqual(whole);
});

const rich = rejected({ ...FAILURE, code: '1006', httpStatus: 402, destination: '0912' });

test('an item among the others says first what is wrong and with whom, and then what the row holds', () => {
	const own = { name: 'Sara', outcome: 'their own', headers: { cookie: 'secret' }, tags: ['a'] };
	const made = failedItemOf(host(false), rich, 3, { ...own, phone: '0912', empty: null });
	const { details, error } = whole.json;
	expect(Object.entries(made.json)).toEqual([
		...Object.entries({ outcome: 'rejected', error, destination: '0912' }),
		...Object.entries({ advice: 'Correct it.', code: '1006', httpStatus: 402 }),
		...Object.entries({ name: 'Sara', phone: '0912', empty: null }),
	]);
	expect('error' in made).toBe(false);
	expect(made.pairedItem).toEqual({ item: 3 });
	expect(failedItemOf(host(false), failed, 0, {}).json).toStrictEqual({ error, ...details });
});
