import { setTimeout as wait } from 'node:timers/promises';

import {
	everythingIn,
	messageTo,
	numbers,
	runNode,
	type RunResult,
	type Sandbox,
} from '../stage/index.ts';
import { IS_FUZZ } from '../../unit/fuzz.ts';
import {
	askingCasesOf,
	casesOf,
	expectedOf,
	nameOf,
	sandboxFaultsOf,
	type Case,
	pairsOf,
	pairwise,
} from './cases.ts';
import { FAULTS, timeoutOf } from './faults.ts';
import { reportsOf } from './observed.ts';
import { loginOf, stage } from './stage.ts';
import type { Blame, Slot } from './stage.ts';

const { slotsFor, counts, closedUrl } = stage('fault matrix');

const ALL = FAULTS.flatMap(casesOf);
const CHOSEN = IS_FUZZ ? ALL : pairwise(ALL);

async function runCase(one: Case, { service, elsewhere }: Slot): Promise<RunResult> {
	const { fault, sending, mode, retry, resendUnknown, limits } = one;
	service.reset();
	service.setFaults(sandboxFaultsOf(one, elsewhere));
	const baseUrl =
		fault.strike.at === 'address' ? fault.strike.baseUrl(service.url, closedUrl()) : service.url;
	const options = {
		resendUnknown,
		...(Object.keys(limits).length === 0 ? {} : { limits: { values: limits } }),
	};
	const result = await runNode({
		parameters: { ...sending.parameters(options), requestOptions: timeoutOf(fault) },
		rows: numbers(sending.requests * sending.size).map((to) => ({ to })),
		credentials: loginOf(service, baseUrl),
		node: { onError: mode, retryOnFail: retry, maxTries: 3, waitBetweenTries: 1 },
		routingOnly: sending.routingOnly === true,
	});
	// A request that is being delayed is carried out all the same, after the client has gone.
	while (fault.timeout && service.requests().some(({ status }) => status === undefined)) {
		await wait(20);
	}
	return result;
}

/** Runs one case and says what is wrong with it. */
async function check(one: Case, slot: Slot): Promise<string[]> {
	const { fault, sending, struck, mode, resendUnknown } = one;
	const { service, elsewhere } = slot;
	const to = numbers(sending.requests * sending.size);
	const result = await runCase(one, slot);
	const expected = expectedOf(one);
	const reports = reportsOf(result, to.length, mode);
	const messages = service.messages();
	const problems: string[] = [];
	const blame = (kind: Blame, words: string) => {
		counts[kind]++;
		problems.push(`${nameOf(one)}: ${words}`);
	};
	to.forEach((number, row) => {
		const { outcome, ids, words } = reports[row] ?? { outcome: 'nothing', ids: [], words: '' };
		const request = Math.floor(row / sending.size);
		const taken = messages.filter(({ destination }) => destination === number);
		if (taken.length > 1 && !resendUnknown) blame('twice', `row ${row}: ${taken.length} messages`);
		if (taken.length > 0 && outcome !== 'accepted' && outcome !== 'unknown') {
			blame('unreported', `row ${row} was taken, reported as ${outcome}`);
		}
		if (outcome !== expected.outcomes[request]) {
			blame('wrong', `row ${row} is ${outcome}, not ${expected.outcomes[request]}`);
		}
		const honest = !(struck.includes(request) && fault.withoutIds);
		if (outcome === 'accepted' && honest && ids.join() !== taken.at(-1)?.id) {
			blame('unreported', `row ${row} has id ${ids.join()}, not ${taken.at(-1)?.id}`);
		}
		if (outcome === 'unknown' && !/may have been (sent|delivered)/i.test(words)) {
			blame('wrong', `row ${row} does not say that it may have been sent: ${words}`);
		}
		const asked = service.requests().filter(({ body }) => body.includes(number)).length;
		// On a busy machine a short time-out can end before the request has been read.
		const cutShort = asked === 0 && fault.timeout !== undefined && struck.includes(request);
		if (asked !== expected.requests[request] && !cutShort) {
			blame('wrong', `row ${row} was in ${asked} requests, not ${expected.requests[request]}`);
		}
	});
	// Nobody could end another wait, and without one nobody could answer.
	if (
		(result.run.status === 'waiting') !==
		(sending.waits === true && reports[0]?.outcome === 'accepted')
	)
		blame('wrong', `the run is ${result.run.status}`);
	const together = sending.tellsBatch ? togetherProblem(result, service) : undefined;
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

test('in the runs any two values meet that meet in the whole matrix', () => {
	const met = new Set(CHOSEN.flatMap(pairsOf));
	expect(ALL.flatMap(pairsOf).filter((pair) => !met.has(pair))).toEqual([]);
});

test.each(FAULTS.map((fault) => ({ name: fault.name, fault })))(
	'$name: nothing twice, nothing unreported, no wrong outcome',
	async ({ fault }) => {
		const cases = CHOSEN.filter((one) => one.fault === fault);
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

const ASKABLE = FAULTS.filter(({ strike, slow }) => strike.at === 'sandbox' && !slow);

test.each(ASKABLE.map((fault, number) => ({ name: fault.name, fault, number })))(
	'$name at the question for the credit: nothing is sent',
	async ({ fault, number }) => {
		const [slot] = slotsFor(fault);
		if (slot === undefined) throw new Error('no slot');
		for (const one of askingCasesOf(fault, number)) {
			const result = await runCase(one, slot);
			const { sending, mode } = one;
			const sent = slot.service.requests().filter(({ path }) => path === sending.path);
			const reports = reportsOf(result, sending.requests * sending.size, mode);
			// Only a question that got its answer lets anything leave.
			expect(sent).toHaveLength(fault.once ? sending.requests : 0);
			expect(slot.elsewhere.requests()).toEqual([]);
			const outcomes = new Set(reports.map(({ outcome }) => outcome));
			expect([...outcomes]).toEqual([fault.once ? 'accepted' : 'notSent']);
			expect(everythingIn(result.run)).not.toContain(slot.service.password);
		}
	},
);
