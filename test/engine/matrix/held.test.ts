import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import {
	type IDataObject,
	type INodeParameters,
	leaving,
	merged,
	numbers,
	runNode,
} from '../stage/index.ts';

import { type Mode, reportsOf } from './observed.ts';
import { FAULTS } from './faults.ts';
import type { MatrixFault } from './faults.ts';
import { SENDINGS, SHARING } from './sending.ts';
import type { Sending } from './sending.ts';
import { loginOf, stage } from './stage.ts';
import type { Slot } from './stage.ts';

const { slotsFor, counts } = stage('matrix of what is held back');

const MODES: Mode[] = ['stopWorkflow', 'continueRegularOutput', 'continueErrorOutput'];
const STRIKING = FAULTS.filter(({ strike, slow }) => strike.at === 'sandbox' && !slow);

interface Held {
	sending: Sending;
	mode: Mode;
	retry: boolean;
	fault: MatrixFault;
}

/** Every operation × mode × retry, with each fault in turn, which meets every request. */
const RUNS: Held[] = [...SENDINGS, ...Object.values(SHARING)]
	.flatMap((sending) =>
		MODES.flatMap((mode) => [false, true].map((retry) => ({ sending, mode, retry }))),
	)
	.map((one, index) => ({ ...one, fault: STRIKING[index % STRIKING.length] as MatrixFault }));

const NAMED = RUNS.map((one) => ({
	name: [one.sending.name, one.mode, one.retry ? 'retry' : 'no retry', one.fault.name].join(', '),
	one,
}));

function slotOf({ fault }: Held): Slot {
	const [slot] = slotsFor(fault);
	if (slot === undefined) throw new Error('no slot');
	return slot;
}

async function runHeld(
	{ sending, mode, retry, fault }: Held,
	{ service, elsewhere }: Slot,
	{ options = {}, ...credentials }: IDataObject & { options?: INodeParameters },
) {
	service.reset();
	if (fault.strike.at === 'sandbox')
		service.setFaults([{ fault: fault.strike.action(`${elsewhere.url}${sending.path}`) }]);
	counts.runs++;
	return await runNode({
		parameters: sending.parameters(options),
		rows: numbers(sending.requests * sending.size).map((to) => ({ to })),
		credentials: { ...loginOf(service), ...credentials } as ICredentialDataDecryptedObject,
		node: { onError: mode, retryOnFail: retry, maxTries: 3, waitBetweenTries: 1 },
		routingOnly: sending.routingOnly === true,
	});
}

test.each(NAMED)('only a test number gets anything: $name', async ({ one }) => {
	const slot = slotOf(one);
	const { sending, mode } = one;
	const all = numbers(sending.requests * sending.size);
	const [, , tested = ''] = all;
	const result = await runHeld(one, slot, { testNumbers: tested });
	const taken = slot.service.messages().map(({ destination }) => destination);
	expect([[], [tested]]).toContainEqual(taken);
	const others = all.filter((number) => number !== tested);
	for (const { body } of slot.service.requests())
		expect(others.filter((number) => body.includes(number))).toEqual([]);
	expect(leaving(slot.service).length).toBeGreaterThan(0);
	if (result.error !== undefined) return;
	const reports = reportsOf(result, all.length, mode);
	expect(reports.filter(({ outcome }) => String(outcome) === 'dryRun')).toHaveLength(others.length);
});

/** Hours of today in which it is not now: in two hours, for an hour. */
function laterHours(): INodeParameters {
	const at = (more: number) =>
		`${String((new Date().getUTCHours() + more) % 24).padStart(2, '0')}:00`;
	return { time: { values: { from: at(2), to: at(3), timeZone: 'UTC' } } };
}

test.each(NAMED)(
	'nothing leaves outside of the hours, but to be sent within: $name',
	async ({ one }) => {
		const slot = slotOf(one);
		const { sending, mode } = one;
		const result = await runHeld(one, slot, { options: merged(laterHours(), {}) });
		const asks = leaving(slot.service);
		if (sending.name.startsWith('send ') || sending.name.startsWith('send,')) {
			expect(asks.length).toBeGreaterThan(0);
			for (const { fields, body } of asks)
				expect(`${JSON.stringify(fields)}${body}`).toMatch(/scheduled/);
			return;
		}
		expect(asks).toEqual([]);
		const reports = reportsOf(
			result,
			sending.requests * sending.size,
			// It is no failure of the run, which ends nothing in stop mode either.
			mode === 'stopWorkflow' ? 'continueRegularOutput' : mode,
		);
		expect(new Set(reports.map(({ outcome }) => outcome))).toEqual(new Set(['notSent']));
	},
);
