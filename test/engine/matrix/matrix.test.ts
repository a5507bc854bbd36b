import { setTimeout as wait } from 'node:timers/promises';

import { expect, test } from '@jest/globals';

import type { Fault, Sandbox } from '../../../sandbox/index.ts';
import { runNode } from '../engine.ts';
import { everythingIn } from '../everything.ts';
import { expectationOf } from './expected.ts';
import type { Mode } from './expected.ts';
import { FAULTS, limited, timeoutOf } from './faults.ts';
import type { MatrixFault } from './faults.ts';
import { reportsOf } from './observed.ts';
import { SENDINGS } from './sending.ts';
import type { Sending } from './sending.ts';
import { stage } from './stage.ts';
import type { Blame, Slot } from './stage.ts';

const TO = ['09120000000', '09120000001', '09120000002', '09120000003'];
const MODES: Mode[] = ['stopWorkflow', 'continueRegularOutput', 'continueErrorOutput'];

interface Case {
	fault: MatrixFault;
	sending: Sending;
	mode: Mode;
	retry: boolean;
	/** Which items are struck, and how often at the most. */
	strikes: { name: string; items: number[]; times?: number };
	resendUnknown: boolean;
}

const { slotsFor, counts, closedUrl } = stage('fault matrix');

/** What else may be struck, with Retry On Fail on; half of them for each fault and mode. */
const VARIANTS = [
	{ name: 'the first item', items: [0] },
	{ name: 'the first item once', items: [0], times: 1 },
	{ name: 'the second item once', items: [1], times: 1 },
	{ name: 'any item once', items: [0, 1, 2, 3], times: 1 },
	{ name: 'all items', items: [0, 1, 2, 3] },
	{ name: 'the last item', items: [3] },
];

/** Every operation × mode × retry with the second item struck; the other variants in turn over the operations. */
function casesOf(fault: MatrixFault, number: number): Case[] {
	const whole = fault.strike.at === 'address';
	const inTurnOnly = SENDINGS.filter((_, index) => index === number % SENDINGS.length);
	const everywhere = (fault.alike ? inTurnOnly : SENDINGS).flatMap((sending) =>
		MODES.flatMap((mode) =>
			[false, true].map((retry): Case => {
				const strikes = whole
					? { name: 'all items', items: [0, 1, 2, 3] }
					: { name: 'the second item', items: [1] };
				return { fault, sending, mode, retry, strikes, resendUnknown: false };
			}),
		),
	);
	if (whole || fault.slow) return everywhere;
	const inTurn = MODES.flatMap((mode, turn) =>
		VARIANTS.flatMap((strikes, variant) => {
			if ((number + turn + variant) % 2 === 0) return [];
			const sending = SENDINGS[(number + turn + variant) % SENDINGS.length] as Sending;
			const again = fault.ending === 'unknown' && variant < 2;
			return [false, ...(again ? [true] : [])].map((resendUnknown): Case => ({
				fault,
				sending,
				mode,
				retry: true,
				strikes,
				resendUnknown,
			}));
		}),
	);
	return [...everywhere, ...inTurn];
}

function faultsOf({ fault, sending, strikes }: Case, elsewhere: Sandbox): Fault[] {
	const { strike, once } = fault;
	if (strike.at === 'address') return [];
	const action = strike.action(`${elsewhere.url}${sending.path}`);
	const times = once ? 1 : strikes.times;
	// One entry for all items, so that `times` counts over all of them.
	if (strikes.items.length === TO.length) {
		return [{ fault: action, ...(times === undefined ? {} : { times }) }];
	}
	return strikes.items.map((item) => ({
		match: { destination: TO[item] ?? '' },
		fault: action,
		...(times === undefined ? {} : { times }),
	}));
}

/** A request that is being delayed is carried out all the same, after the client has gone. */
async function settledRequests(sandbox: Sandbox, fault: MatrixFault): Promise<void> {
	if (fault.timeout === undefined) return;
	while (sandbox.requests().some(({ status }) => status === undefined)) await wait(20);
}

/** Runs one case and says what is wrong with it. */
async function check(one: Case, { service, elsewhere }: Slot): Promise<string[]> {
	const { fault, sending, mode, retry, strikes, resendUnknown } = one;
	service.reset();
	service.setFaults(faultsOf(one, elsewhere));
	const baseUrl =
		fault.strike.at === 'address' ? fault.strike.baseUrl(service.url, closedUrl()) : service.url;
	const parameters = {
		...sending.parameters(resendUnknown ? { resendUnknown } : {}),
		requestOptions: timeoutOf(fault),
	};
	const result = await runNode({
		parameters,
		rows: TO.map((to, item) => ({ to, ...limited(fault, strikes.items.includes(item)) })),
		credentials: {
			username: service.username,
			password: service.password,
			smsBaseUrl: baseUrl,
			callBaseUrl: baseUrl,
			allowPlainHttp: false,
		},
		node: { onError: mode, retryOnFail: retry, maxTries: 3, waitBetweenTries: 1 },
		...(sending.routingOnly ? { routingOnly: true } : {}),
	});
	await settledRequests(service, fault);
	const expected = expectationOf({
		items: TO.length,
		struck: new Set(strikes.items),
		times: (fault.once ? 1 : strikes.times) ?? Infinity,
		ending: fault.once ? 'rejected' : fault.ending,
		requests: fault.requests ?? (fault.once ? 4 : 1),
		mode,
		tries: retry ? 3 : 1,
		resendUnknown,
	});
	const reports = reportsOf(result, TO.length, mode);
	const messages = service.messages();
	const problems: string[] = [];
	const blame = (kind: Blame, words: string) => {
		counts[kind]++;
		problems.push(
			`${sending.name}, ${mode}, ${retry ? 'retry' : 'no retry'}, ${strikes.name}${resendUnknown ? ', resendUnknown' : ''}: ${words}`,
		);
	};
	TO.forEach((to, index) => {
		const report = reports[index];
		const taken = messages.filter(({ destination }) => destination === to);
		if (taken.length > 1 && !resendUnknown)
			blame('twice', `item ${index}: ${taken.length} messages`);
		const told = report?.outcome === 'accepted' || report?.outcome === 'unknown';
		if (taken.length > 0 && !told) {
			blame('unreported', `item ${index} was taken, reported as ${report?.outcome}`);
		}
		if (report?.outcome !== expected.outcomes[index]) {
			blame('wrong', `item ${index} is ${report?.outcome}, not ${expected.outcomes[index]}`);
		}
		const honest = !(strikes.items.includes(index) && fault.withoutIds);
		if (report?.outcome === 'accepted' && honest && report.ids.join() !== taken.at(-1)?.id) {
			blame('unreported', `item ${index} has id ${report.ids.join()}, not ${taken.at(-1)?.id}`);
		}
		if (report?.outcome === 'unknown' && !/may have been (sent|delivered)/i.test(report.words)) {
			blame('wrong', `item ${index} does not say that it may have been sent: ${report.words}`);
		}
	});
	const seen = TO.map((to) => {
		const asks = service.requests().filter(({ body }) => body.includes(to));
		return asks.length;
	});
	if (seen.join() !== expected.requests.join()) {
		blame('wrong', `requests per item ${seen.join()}, not ${expected.requests.join()}`);
	}
	if (elsewhere.requests().length > 0) blame('leaks', 'the other host received a request');
	if (everythingIn(result.run).includes(service.password)) blame('leaks', 'the password is shown');
	counts.runs++;
	return problems;
}

test.each(FAULTS.map((fault, number) => ({ name: fault.name, fault, number })))(
	'$name: nothing twice, nothing unreported, no wrong outcome',
	async ({ fault, number }) => {
		const cases = casesOf(fault, number);
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
