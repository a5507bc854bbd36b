import { describe, expect, test } from '@jest/globals';

import { CircuitBreaker } from '../../../../nodes/SmsVoiceGateway/engine/delivery/circuitBreaker.ts';
import type {
	Failed,
	Failure,
	Result,
} from '../../../../nodes/SmsVoiceGateway/engine/row/result.ts';

const failed = (outcome: Failed['outcome'], more: Partial<Failure> = {}): Failed => ({
	outcome,
	failure: { message: '', advice: '', ...more },
});
const LOST = failed('unknown');
const FINE: Result = { outcome: 'accepted', items: [], ids: [] };

/** Whether a request may leave by now; undefined while that is open. */
async function answerOf(entering: Promise<boolean>): Promise<boolean | undefined> {
	let answer: boolean | undefined;
	void entering.then((one) => (answer = one));
	for (let turn = 0; turn < 10; turn++) await Promise.resolve();
	return answer;
}

test.each<[string, Partial<Failure> & { outcome?: Failed['outcome'] }, boolean]>([
	['no answer', { outcome: 'rejected' }, true],
	['an unknown outcome', { outcome: 'unknown', httpStatus: 500 }, true],
	['an unknown outcome without an answer', { outcome: 'unknown' }, true],
	[
		'a login that was refused',
		{ httpStatus: 200, code: '1008', cause: 'credential-invalid' },
		true,
	],
	['a refused number', { httpStatus: 400, code: '1010' }, false],
	['a refused number at another address', { httpStatus: 404, code: '1010' }, false],
	['no credit', { httpStatus: 400, code: '1006' }, true],
	['an address that is not known', { httpStatus: 404 }, true],
	['a refusal without a code', { httpStatus: 400 }, false],
	...['429', '1004', '1005', '1009', '1015'].map((code): [string, Partial<Failure>, boolean] => [
		`code ${code}`,
		{ httpStatus: 200, code },
		true,
	]),
])(
	'after one request with %s the next one is kept back: %#',
	async (_, { outcome = 'rejected', ...one }, isKeptBack) => {
		const breaker = new CircuitBreaker(1);
		expect(await breaker.enter()).toBe(true);
		breaker.leave(failed(outcome, one));
		expect(await breaker.enter()).toBe(!isKeptBack);
	},
);

describe('so many failures in a row', () => {
	test('let nothing more leave', async () => {
		const breaker = new CircuitBreaker(2);
		for (const end of [LOST, FINE, LOST]) {
			expect(await breaker.enter()).toBe(true);
			breaker.leave(end);
		}
		expect(await breaker.enter()).toBe(true);
		// None has left after all: that says nothing.
		breaker.leave();
		expect(await breaker.enter()).toBe(true);
		breaker.leave(LOST);
		expect(await breaker.enter()).toBe(false);
		expect(await breaker.enter()).toBe(false);
	});

	test('are never more, with several on their way at once', async () => {
		const breaker = new CircuitBreaker(2);
		const [one, two, three, four] = [
			breaker.enter(),
			breaker.enter(),
			breaker.enter(),
			breaker.enter(),
		];
		expect(await Promise.all([one, two].map(answerOf))).toEqual([true, true]);
		expect(await Promise.all([three, four].map(answerOf))).toEqual([undefined, undefined]);
		breaker.leave(LOST);
		expect(await answerOf(three)).toBeUndefined();
		breaker.leave(LOST);
		expect(await Promise.all([three, four])).toEqual([false, false]);
	});

	test('are waited for no longer than it is known that there are not so many', async () => {
		const breaker = new CircuitBreaker(2);
		await breaker.enter();
		await breaker.enter();
		const [three, four] = [breaker.enter(), breaker.enter()];
		breaker.leave(FINE);
		expect(await Promise.all([three, four].map(answerOf))).toEqual([true, undefined]);
		breaker.leave(FINE);
		expect(await answerOf(four)).toBe(true);
	});

	test('are not counted without a limit', async () => {
		const breaker = new CircuitBreaker(0);
		for (let request = 0; request < 100; request++) {
			expect(await answerOf(breaker.enter())).toBe(true);
			if (request % 2) breaker.leave(LOST);
		}
	});
});
