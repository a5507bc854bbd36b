import { setTimeout as wait } from 'node:timers/promises';

import { expect, test } from '@jest/globals';

import type { Sandbox } from '../../../sandbox/index.ts';
import { runNode } from '../engine.ts';
import type { RunResult } from '../engine.ts';
import { everythingIn } from '../everything.ts';
import {
	BATCHES,
	bulkCasesOf,
	bulkExpectationOf,
	sandboxFaultsOf,
	SHARING,
	SIZE,
} from './bulkCases.ts';
import type { BulkCase } from './bulkCases.ts';
import { messageTo, numbers, rowsFor } from '../bulkRows.ts';
import { FAULTS, limited, timeoutOf } from './faults.ts';
import { reportsOf } from './observed.ts';
import type { Report } from './observed.ts';
import { stage } from './stage.ts';
import type { Blame, Slot } from './stage.ts';

const ROWS = BATCHES * SIZE;
const TO = numbers(ROWS);

const { slotsFor, counts, closedUrl } = stage('bulk fault matrix');

async function runCase(one: BulkCase, { service, elsewhere }: Slot): Promise<RunResult> {
	const { fault, struck, mode, retry, resendUnknown } = one;
	service.reset();
	service.setFaults(sandboxFaultsOf(one, elsewhere));
	const baseUrl =
		fault.strike.at === 'address' ? fault.strike.baseUrl(service.url, closedUrl()) : service.url;
	const result = await runNode({
		parameters: SHARING[one.operation].parameters(
			{ batchSize: SIZE, resendUnknown },
			{ requestOptions: timeoutOf(fault) },
		),
		rows: rowsFor(ROWS).map((row, index) => ({
			...row,
			...limited(fault, struck.includes(Math.floor(index / SIZE))),
		})),
		credentials: {
			username: service.username,
			password: service.password,
			smsBaseUrl: baseUrl,
			callBaseUrl: baseUrl,
			allowPlainHttp: false,
		},
		node: { onError: mode, retryOnFail: retry, maxTries: 3, waitBetweenTries: 1 },
	});
	// A request that is being delayed is carried out all the same, after the client has gone.
	while (fault.timeout && service.requests().some(({ status }) => status === undefined)) {
		await wait(20);
	}
	return result;
}

/** Runs one case and says what is wrong with it. */
async function check(one: BulkCase, slot: Slot): Promise<string[]> {
	const { fault, struck, mode, retry, resendUnknown } = one;
	const { service, elsewhere } = slot;
	const result = await runCase(one, slot);
	const expected = bulkExpectationOf(one);
	const reports = reportsOf(result, ROWS, mode);
	const problems: string[] = [];
	const blame = (kind: Blame, words: string) => {
		counts[kind]++;
		problems.push(
			`${one.operation}, ${mode}, ${retry ? 'retry' : 'no retry'}, batch ${struck.join()}${one.times === 1 ? ' once' : ''}${resendUnknown ? ', resendUnknown' : ''}: ${words}`,
		);
	};
	TO.forEach((to, row) => {
		const report = reports[row] as Report;
		const batch = Math.floor(row / SIZE);
		const taken = service.messages().filter(({ destination }) => destination === to);
		if (taken.length > 1 && !resendUnknown) blame('twice', `row ${row}: ${taken.length} messages`);
		if (taken.length > 0 && report.outcome !== 'accepted' && report.outcome !== 'unknown') {
			blame('unreported', `row ${row} was taken, reported as ${report.outcome}`);
		}
		if (report.outcome !== expected.outcomes[batch]) {
			blame('wrong', `row ${row} is ${report.outcome}, not ${expected.outcomes[batch]}`);
		}
		const honest = !(struck.includes(batch) && fault.withoutIds);
		if (report.outcome === 'accepted' && honest && report.ids.join() !== taken.at(-1)?.id) {
			blame('unreported', `row ${row} has id ${report.ids.join()}, not ${taken.at(-1)?.id}`);
		}
		if (report.outcome === 'unknown' && !/may have been (sent|delivered)/i.test(report.words)) {
			blame('wrong', `row ${row} does not say that it may have been sent: ${report.words}`);
		}
		const asked = service.requests().filter(({ body }) => body.includes(to)).length;
		if (asked !== expected.requests[batch]) {
			blame('wrong', `row ${row} was in ${asked} requests, not ${expected.requests[batch]}`);
		}
	});
	const together = one.operation === 'send' ? undefined : togetherProblem(result, service);
	if (together !== undefined) blame('wrong', together);
	if (elsewhere.requests().length > 0) blame('leaks', 'the other host received a request');
	if (everythingIn(result.run).includes(service.password)) blame('leaks', 'the password is shown');
	counts.runs++;
	return problems;
}

/** Rows that the output gives the same batch number were in the same request, and the other way round. */
function togetherProblem({ items }: RunResult, service: Sandbox): string | undefined {
	const pairs = new Set<string>();
	const requests = new Set<string>();
	const batches = new Set<unknown>();
	for (const { json } of items) {
		const request = messageTo(service, String(json.destination))?.requestId;
		if (json.outcome !== 'accepted' || request === undefined) continue;
		pairs.add(`${String(json.batch)} ${request}`);
		requests.add(request);
		batches.add(json.batch);
	}
	return pairs.size === requests.size && pairs.size === batches.size
		? undefined
		: `the batch numbers are not those of the requests: ${[...pairs].join(', ')}`;
}

test.each(FAULTS.map((fault, number) => ({ name: fault.name, fault, number })))(
	'$name in any batch of a bulk: nothing twice, nothing unreported, no wrong outcome',
	async ({ fault, number }) => {
		const cases = bulkCasesOf(fault, number);
		const problems: string[] = [];
		await Promise.all(
			slotsFor(fault).map(async (slot) => {
				for (let one = cases.pop(); one !== undefined; one = cases.pop()) {
					problems.push(...(await check(one, slot)));
				}
			}),
		);
		expect(problems).toEqual([]);
	},
);
