import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';

import { startSandbox } from '../../../sandbox/index.ts';
import type { Sandbox } from '../../../sandbox/index.ts';
import { casesOf } from '../../evidence.ts';
import type { Case } from '../../evidence.ts';
import { runNode, startEngine, stopEngine } from '../stage/engine.ts';
import { SENDINGS } from '../matrix/sending.ts';
import { detailsOf } from '../stage/rows.ts';

/** Answers at a time in one run: an item each, to a number of its own. */
const AT_ONCE = 99;

/** Every so many answers: they differ in all that they are made of. */
const STEP = 997;

let sandbox: Sandbox;
beforeAll(async () => {
	await startEngine('legacy');
	sandbox = await startSandbox();
});
afterAll(async () => {
	await sandbox.close();
	await stopEngine();
});

const numberOf = (index: number) => `0912${String(index).padStart(7, '0')}`;

/** A run of one item for each answer, with Retry On Fail. A first item fails, so that n8n does try again. */
async function runOver(cases: Case[], parameters: IDataObject) {
	sandbox.reset();
	sandbox.setFaults(
		cases.map(({ body, status }, index) => ({
			match: { destination: numberOf(index) },
			fault: { kind: 'status', status, body, contentType: 'application/json' },
		})),
	);
	return await runNode({
		parameters: parameters as never,
		rows: cases.map((_, index) => ({ to: numberOf(index) })),
		credentials: {
			...{ username: sandbox.username, password: sandbox.password, smsBaseUrl: sandbox.url },
			callBaseUrl: sandbox.url,
		},
		node: { onError: 'continueRegularOutput', retryOnFail: true, maxTries: 3, waitBetweenTries: 1 },
	});
}

test.each(SENDINGS)(
	'$name, with Retry On Fail: nothing that may have been sent is sent again, no refusal is shown as sent',
	async ({ parameters }) => {
		const refusal: Case = { body: '{"success":false}', status: 200, ending: 'rejected' };
		const all = [...casesOf(STEP)].filter(({ status }) => status !== 429);
		expect(all.length).toBeGreaterThan(300);
		const wrong: unknown[] = [];
		for (let from = 0; from < all.length; from += AT_ONCE) {
			const cases = [refusal, ...all.slice(from, from + AT_ONCE)];
			const { items, error } = await runOver(cases, parameters({}));
			expect(error).toBeUndefined();
			const requests = sandbox.requests().map(({ body }) => body);
			cases.forEach(({ body, status, ending }, index) => {
				const item = items.find(
					({ pairedItem }) => (pairedItem as { item: number }).item === index,
				);
				const outcome = detailsOf(item).outcome ?? item?.json.outcome;
				const sent = requests.filter((one) => one.includes(numberOf(index))).length;
				const times = ending === 'rejected' ? 3 : 1;
				if (outcome !== ending || sent !== times) {
					wrong.push({ body, status, ending, outcome, sent });
				}
			});
		}
		expect(wrong).toEqual([]);
	},
	300_000,
);
