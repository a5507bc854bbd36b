import { describe, expect, test } from '@jest/globals';
import { array, assert, constantFrom, property } from 'fast-check';
import type { IExecuteFunctions } from 'n8n-workflow';

import type { Outcome } from '../../../../nodes/SmsVoiceGateway/engine/row/outcome.ts';
import {
	COUNTS_KEY,
	countOutcomes,
} from '../../../../nodes/SmsVoiceGateway/engine/finish/countOutcomes.ts';

const OUTCOMES: Outcome[] = ['accepted', 'rejected', 'unknown', 'notSent', 'duplicate', 'dryRun'];

const rowsOf = (...outcomes: Outcome[]) => outcomes.map((outcome) => ({ result: { outcome } }));

/** An execution with custom data, as n8n gives it to a node. */
function execution(data = new Map<string, string>()) {
	const customData = {
		get: (key: string) => data.get(key),
		set: (key: string, value: string) => void data.set(key, value),
	};
	const context = { customData } as unknown as IExecuteFunctions;
	return { data, context, counts: () => data.get(COUNTS_KEY) };
}

describe('the counts of an execution', () => {
	test('name each outcome that occurred, in one order', () => {
		const { context, counts, data } = execution();
		countOutcomes(context, rowsOf('dryRun', 'unknown', 'accepted', 'rejected', 'accepted'));
		expect(counts()).toBe('accepted 2, rejected 1, unknown 1, dryRun 1');
		countOutcomes(context, rowsOf('notSent', 'duplicate', 'duplicate'));
		expect(counts()).toBe('accepted 2, rejected 1, unknown 1, notSent 1, duplicate 2, dryRun 1');
		expect([...data.keys()]).toEqual(['smsVoiceGateway']);
	});

	test('add up whatever comes one after the other', () => {
		assert(
			property(array(array(constantFrom(...OUTCOMES))), (runs) => {
				const { context, counts } = execution();
				for (const outcomes of runs) countOutcomes(context, rowsOf(...outcomes), {});
				const all = runs.flat();
				const expected = OUTCOMES.map((name) => [name, all.filter((one) => one === name).length])
					.filter(([, count]) => count !== 0)
					.map((pair) => pair.join(' '))
					.join(', ');
				expect(counts() ?? '').toBe(expected);
			}),
		);
	});

	test('of a try take the place of those of the tries before it, and of no other node’s', () => {
		const { context, counts } = execution();
		const run = {};
		countOutcomes(context, rowsOf('accepted', 'rejected'), {});
		countOutcomes(context, rowsOf('accepted', 'unknown', 'notSent', 'notSent'), run);
		expect(counts()).toBe('accepted 2, rejected 1, unknown 1, notSent 2');
		countOutcomes(context, rowsOf('accepted', 'accepted', 'accepted'), run);
		expect(counts()).toBe('accepted 4, rejected 1');
		countOutcomes(context, rowsOf('accepted'), run);
		expect(counts()).toBe('accepted 2, rejected 1');
	});

	test('are added each time where nobody says which run it is', () => {
		const { context, counts } = execution();
		countOutcomes(context, rowsOf('accepted'));
		countOutcomes(context, rowsOf('accepted'));
		expect(counts()).toBe('accepted 2');
	});

	test('are read from what stands there, of many digits too', () => {
		const { context, counts } = execution(new Map([[COUNTS_KEY, 'accepted 99, unknown 120']]));
		countOutcomes(context, rowsOf('accepted', 'rejected'));
		expect(counts()).toBe('accepted 100, rejected 1, unknown 120');
	});

	test('are begun anew where somebody has written something else there', () => {
		const other = 'unaccepted 5, accepted x, rejected  7, unknown: 8';
		const { context, counts } = execution(new Map([[COUNTS_KEY, other]]));
		countOutcomes(context, rowsOf('accepted'));
		expect(counts()).toBe('accepted 1');
	});

	test('cost nothing where n8n has no custom data, or refuses to keep it', () => {
		countOutcomes({} as IExecuteFunctions, rowsOf('accepted'));
		const failing = {
			get customData(): never {
				throw new Error('full');
			},
		} as unknown as IExecuteFunctions;
		countOutcomes(failing, rowsOf('accepted'));
	});

	test('of a try that could not be kept are not counted on by the next one', () => {
		const { data, context, counts } = execution();
		const run = {};
		let isFull = true;
		const { set } = data;
		data.set = (key, value) => {
			if (isFull) throw new Error('full');
			return set.call(data, key, value);
		};
		countOutcomes(context, rowsOf('accepted', 'accepted'), run);
		isFull = false;
		countOutcomes(context, rowsOf('accepted'), run);
		expect(counts()).toBe('accepted 1');
	});
});
