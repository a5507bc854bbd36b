import { expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';

import { casesOf } from '../../evidence.ts';
import type { Case } from '../../evidence.ts';
import { gateway } from '../stage/gateway.ts';
import { answering, CONTINUE, RETRY, strikes } from '../stage/modes.ts';
import { numberOf, outcomeOf, pairOf } from '../stage/rows.ts';
import { SENDINGS } from '../matrix/sending.ts';

/** Answers at a time in one run: an item each, to a number of its own. */
const AT_ONCE = 99;

/** Every so many answers, of each two pieces of evidence one. */
const STEP = 540;

const { sandbox, run } = gateway();

/** A run of one item for each answer, with Retry On Fail. A first item fails, so that n8n does try again. */
async function runOver(cases: Case[], parameters: IDataObject) {
	sandbox().reset();
	sandbox().setFaults(
		cases.map(({ body, status }, index) => strikes(index, answering(body, status))),
	);
	const rows = cases.map((_, index) => ({ to: numberOf(index) }));
	return await run(parameters as never, { rows, node: { ...CONTINUE, ...RETRY } });
}

test.each(SENDINGS)(
	'$name, with Retry On Fail: nothing that may have been sent is sent again, no refusal is shown as sent',
	async ({ parameters }) => {
		const refusal: Case = { body: '{"success":false}', status: 200, ending: 'rejected' };
		const all = [...casesOf(STEP)].filter((_, at) => at % 2 === 0);
		expect(all.length).toBeGreaterThan(300);
		const wrong: unknown[] = [];
		for (let from = 0; from < all.length; from += AT_ONCE) {
			const cases = [refusal, ...all.slice(from, from + AT_ONCE)];
			const { items, error } = await runOver(cases, parameters({}));
			expect(error).toBeUndefined();
			const requests = sandbox()
				.requests()
				.map(({ body }) => body);
			cases.forEach(({ body, status, ending }, index) => {
				const outcome = items.filter((item) => pairOf(item) === index).map(outcomeOf)[0];
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
