import { expect, test } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import { ownNode, wired } from '../../e2e/built.ts';
import { ENDED, executionsOf, publish, unpublish } from '../../e2e/rest-run.ts';
import { accepted, say, send, until, type Stage, type Subject } from './stage.ts';

const scheduled = (id: string, interval: Record<string, unknown>) =>
	wired(
		id,
		[
			ownNode('Schedule', 'scheduleTrigger', 1.3, { rule: { interval: [interval] } }),
			send('Send', {}, { destination: '09121000001', message: id }),
		],
		[['Schedule', 'Send']],
	);

/** What is long enough for several further runs, were there any. */
const SEVERAL_RUNS_MS = 4_000;

/** A schedule that sends. */
export const schedule: Subject = {
	workflows: [
		scheduled('everySecond', { field: 'seconds', secondsInterval: 1 }),
		scheduled('cron', { field: 'cronExpression', expression: '* * * * * *' }),
	],
	published: [],
	tests(stage) {
		test.each(['everySecond', 'cron'])(
			'%s sends by itself, one message for each run, and nothing once it is not published any more',
			async (id) => {
				await publish(stage().server, id);
				await until(async () => (await executionsOf(stage().server, id)).length >= 3);
				await unpublish(stage().server, id);
				await until(async () => (await running(stage(), id)) === 0);
				const sent = accepted(stage()).length;
				expect(await executionsOf(stage().server, id)).toHaveLength(sent);
				await sleep(SEVERAL_RUNS_MS);
				expect(accepted(stage())).toHaveLength(sent);
				expect(await executionsOf(stage().server, id)).toHaveLength(sent);
				say(`schedule ${id}: ${sent} messages in ${sent} runs, none after it was taken back`);
			},
		);
	},
};

const running = async ({ server }: Stage, id: string): Promise<number> =>
	(await executionsOf(server, id)).filter(({ status }) => !ENDED.includes(status)).length;
