import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';

import { refuseLowCredit } from '../../../../nodes/SmsVoiceGateway/engine/checks/credit.ts';
import type { Row } from '../../../../nodes/SmsVoiceGateway/engine/row/row.ts';
import { delivery, ended, LOST, messages, outcomes, rowsTo } from '../stage.ts';
import type { Reply } from '../stage.ts';

beforeEach(() => {
	jest.useFakeTimers();
});
afterEach(() => {
	jest.useRealTimers();
});

const URLS = { smsBaseUrl: 'https://sms.example.com', callBaseUrl: 'https://call.example.com' };

async function ask(rows: Row[], least: number | undefined, answer: string | Reply, urls = URLS) {
	const reply = typeof answer === 'string' ? { status: 200, body: answer } : answer;
	const start = delivery({ reply: () => reply });
	start.attempt.settings.limits.credit = least;
	start.attempt.settings.request = { timeout: 5000 };
	Object.assign(start.attempt.login, { credentials: { ...urls, password: 'secret' } });
	// The request's body has no number.
	const culprit = await ended(refuseLowCredit(rows, start.attempt));
	return { culprit, ends: outcomes(rows), said: messages(rows), requests: start.requests };
}
const WANTED = "Nothing was sent, because 'Min Credit' wants the credit to be known first";

describe('Min Credit', () => {
	test('lets all leave where there is as much', async () => {
		const { culprit, ends, requests } = await ask(rowsTo('1', '2'), 10, '{"credit":10}');
		expect([culprit, ends]).toEqual([undefined, [undefined, undefined]]);
		expect(requests).toHaveLength(1);
		expect(requests[0]).toMatchObject({ method: 'POST', timeout: 5000 });
		expect(JSON.stringify(requests[0]?.body)).toBe('{}');
		expect(requests[0]?.body).not.toBeInstanceOf(FormData);
	});

	test('asks nothing where it is not set, or nothing is to be sent', async () => {
		expect((await ask(rowsTo('1'), undefined, '{"credit":0}')).requests).toEqual([]);
		const done: Row[] = rowsTo('1').map((row) => ({
			...row,
			end: { outcome: 'accepted', items: [] },
		}));
		expect((await ask(done, 10, '{"credit":0}')).requests).toEqual([]);
		const wrong: Row[] = rowsTo('1').map((row) => ({ ...row, fields: undefined }));
		expect((await ask(wrong, 10, '{"credit":0}')).requests).toEqual([]);
	});

	test('refuses those to be sent and those only shown where there is less, at the first to be sent', async () => {
		const rows: Row[] = rowsTo('1', '2', '3', '4');
		Object.assign(rows[0] ?? {}, { end: { outcome: 'accepted', items: [] } });
		Object.assign(rows[1] ?? {}, { end: { outcome: 'dryRun', items: [] } });
		const { culprit, ends, said } = await ask(rows, 10, '{"credit":9.5}');
		expect(ends).toEqual(['accepted', 'rejected', 'rejected', 'rejected']);
		const message = "The credit is 9.5, and 'Min Credit' is 10, so nothing was sent";
		expect(said[2]).toBe(message);
		expect(culprit).toEqual({
			failure: {
				outcome: 'rejected',
				message,
				advice: "Top up the account, or lower 'Min Credit'.",
			},
			item: 2,
		});
	});

	test('ends no run that only shows', async () => {
		const rows: Row[] = rowsTo('1').map((row) => ({
			...row,
			end: { outcome: 'dryRun', items: [] },
		}));
		const { culprit, ends } = await ask(rows, 10, '{"credit":0}');
		expect([culprit, ends]).toEqual([undefined, ['rejected']]);
	});

	test.each<[string, string | Reply, string]>([
		['no answer', LOST, `${WANTED}: The connection to `],
		['a refusal', { status: 401, body: '' }, `${WANTED}: The service refused the request`],
		['an answer without a credit', '{"status":"ok"}', `${WANTED}, and the answer names none`],
		['a credit in words', '{"credit":"much"}', `${WANTED}, and the answer names none`],
	])(
		'refuses where nobody can tell, and knows that nothing was sent: %s',
		async (_, reply, said) => {
			const rows: Row[] = rowsTo('1');
			const { culprit, ends } = await ask(rows, 10, reply);
			expect(ends).toEqual(['rejected']);
			expect(culprit?.failure.outcome).toBe('rejected');
			expect(culprit?.failure.message.startsWith(said)).toBe(true);
			if (said.endsWith('none')) {
				expect(culprit?.failure.advice).toBe(
					"Run 'Get Credit' to see what the service answers, or remove 'Min Credit'.",
				);
			}
			if (reply === LOST) {
				expect(culprit?.failure.advice).toContain('so it is safe to run this again');
			}
		},
	);

	test('refuses where the address for it is wrong', async () => {
		const { culprit, requests } = await ask(rowsTo('1'), 10, '{"credit":99}', {
			smsBaseUrl: '',
			callBaseUrl: '',
		});
		expect(requests).toEqual([]);
		expect(culprit?.failure).toEqual({
			outcome: 'rejected',
			message: expect.stringContaining('of the credential is empty'),
			advice: expect.stringContaining('Enter it in full'),
		});
	});
});
