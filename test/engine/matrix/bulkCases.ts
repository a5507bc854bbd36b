import type { INodeParameters } from 'n8n-workflow';

import type { Fault, Sandbox } from '../../../sandbox/index.ts';
import { expectationOf } from './expected.ts';
import type { Expectation, Mode } from './expected.ts';
import type { MatrixFault } from './faults.ts';
import { bulk, numberOf } from '../bulkRows.ts';

/** Batches of a run, and the rows of each. */
export const BATCHES = 5;
export const SIZE = 2;

const MODES: Mode[] = ['stopWorkflow', 'continueRegularOutput', 'continueErrorOutput'];

/** The operations whose rows share requests. */
export const SHARING = {
	sendBulk: { path: '/webservice/v2rest/p2psendsms', parameters: bulk },
	send: {
		path: '/webservice/v2rest/sendsms',
		// One text, so that the rows of a batch may share a request.
		parameters: (options: INodeParameters, more: INodeParameters) => ({
			...bulk(options, more),
			operation: 'send',
			message: 'Hello all',
		}),
	},
} as const;

/** One run: a fault in one batch. */
export interface BulkCase {
	operation: keyof typeof SHARING;
	fault: MatrixFault;
	/** Which batches meet it, from 0: one, or all where it is the address that is wrong. */
	struck: number[];
	/** How often it strikes at the most. */
	times: number;
	mode: Mode;
	retry: boolean;
	resendUnknown: boolean;
}

/** Every batch × mode × retry; besides, for each mode, a fault that strikes once and is retried. */
export function bulkCasesOf(fault: MatrixFault, number: number): BulkCase[] {
	const sendBulk = casesOf(fault, number).map((one): BulkCase => ({
		...one,
		operation: 'sendBulk',
	}));
	// The other one for a third of them: it differs by its answers' ids and by how rows are gathered.
	const send = sendBulk.filter((_, index) => (index + number) % 3 === 0);
	return [...sendBulk, ...send.map((one): BulkCase => ({ ...one, operation: 'send' }))];
}

function casesOf(fault: MatrixFault, number: number): Array<Omit<BulkCase, 'operation'>> {
	const all = Array.from({ length: BATCHES }, (_, batch) => batch);
	const whole = fault.strike.at === 'address';
	const places = whole ? [all] : all.map((batch) => [batch]);
	const always = fault.once ? 1 : Infinity;
	const every = MODES.flatMap((mode) =>
		places.flatMap((struck) =>
			[false, true].map((retry) => ({
				fault,
				struck,
				times: always,
				mode,
				retry,
				resendUnknown: false,
			})),
		),
	);
	if (whole || fault.slow) return every;
	const inTurn = MODES.flatMap((mode, turn) => {
		// In continue mode n8n tries again only where the first row has failed.
		const struck = [mode === 'stopWorkflow' ? (number + turn) % BATCHES : 0];
		const once = { fault, struck, times: 1, mode, retry: true };
		return [
			{ ...once, resendUnknown: false },
			...(fault.ending === 'unknown' ? [{ ...once, resendUnknown: true }] : []),
		];
	});
	return [...every, ...inTurn];
}

/** A fault that meets a batch by one of its rows. */
export function sandboxFaultsOf(one: BulkCase, elsewhere: Sandbox): Fault[] {
	const { fault, struck, times } = one;
	const { strike } = fault;
	if (strike.at === 'address') return [];
	return struck.map((batch) => ({
		match: { destination: numberOf(SIZE * batch + (batch % SIZE)) },
		fault: strike.action(`${elsewhere.url}${SHARING[one.operation].path}`),
		...(times === Infinity ? {} : { times }),
	}));
}

/** What the issue promises for the batches of a run: each behaves as an item of the other matrix. */
export function bulkExpectationOf({
	fault,
	struck,
	times,
	mode,
	retry,
	resendUnknown,
}: BulkCase): Expectation {
	return expectationOf({
		items: BATCHES,
		struck: new Set(struck),
		times,
		ending: fault.once ? 'rejected' : fault.ending,
		requests: fault.requests ?? (fault.once ? 4 : 1),
		mode,
		tries: retry ? 3 : 1,
		resendUnknown,
	});
}
