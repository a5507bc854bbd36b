import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { IExecuteFunctions } from 'n8n-workflow';

import {
	type LockRow,
	isOfOthers,
	isRowTaken,
	isTaken,
	lockRowOf,
} from '../../../../nodes/SmsVoiceGateway/engine/keys/lockRow.ts';
import { KeyTable } from './keyTable.ts';
import { isBusy, whileBusy } from '../../../../nodes/SmsVoiceGateway/engine/keys/whileBusy.ts';

const removeDuplicates = (parameters: object) => ({
	type: 'n8n-nodes-base.removeDuplicates',
	parameters,
});

describe('the row that a lock is kept in', () => {
	test('is that of the workflow, whatever is done with it', async () => {
		const table = new KeyTable();
		const row = lockRowOf(table.execution().context) as LockRow;
		expect(await row.count()).toBe(0);
		expect(await row.record(['a', 'b'])).toEqual(['a', 'b']);
		expect(await row.record(['b', 'c'])).toEqual(['c']);
		expect(await row.count()).toBe(3);
		await row.remove(['a']);
		expect(table.rows).toEqual({ workflow: ['b', 'c'] });
		await row.clear();
		expect(table.rows.workflow).toBeUndefined();
		for (const { scope, options } of table.calls) {
			expect([scope, options]).toEqual(['workflow', { mode: 'entries' }]);
		}
	});

	test('gives entries as text, as which n8n may not keep them', async () => {
		const context = {
			workflow: { nodes: {} },
			helpers: { checkProcessedAndRecord: async () => ({ new: [5, 'a'], processed: [] }) },
		} as unknown as IExecuteFunctions;
		expect(await lockRowOf(context)?.record(['5', 'a'])).toEqual(['5', 'a']);
	});

	test.each<[string, Record<string, object>, boolean]>([
		['no other node', {}, true],
		['other nodes', { Set: { type: 'n8n-nodes-base.set', parameters: {} } }, true],
		['Remove Duplicates', { One: removeDuplicates({}) }, true],
		['Remove Duplicates with options', { One: removeDuplicates({ options: {} }) }, true],
		[
			'Remove Duplicates for its own node',
			{ One: removeDuplicates({ options: { scope: 'node' } }) },
			true,
		],
		[
			'Remove Duplicates for the workflow',
			{ One: removeDuplicates({}), Two: removeDuplicates({ options: { scope: 'workflow' } }) },
			false,
		],
		[
			'Remove Duplicates whose scope is an expression',
			{ One: removeDuplicates({ options: { scope: '={{ $json.scope }}' } }) },
			false,
		],
		[
			'another node with such an option',
			{ One: { type: 'n8n-nodes-base.set', parameters: { options: { scope: 'workflow' } } } },
			true,
		],
	])('is free in a workflow with %s: %#', (_, nodes, isFree) => {
		expect(isRowTaken(new KeyTable().execution({ nodes }).context)).toBe(!isFree);
	});

	test('is tried where nobody knows who else uses it', () => {
		expect(isRowTaken(new KeyTable().execution({ nodes: undefined }).context)).toBe(false);
		expect(isRowTaken({ workflow: {} })).toBe(false);
	});
});

test.each<[string, boolean, boolean]>([
	['SQLITE_CONSTRAINT: UNIQUE constraint failed: processed_data.workflowId', true, false],
	['duplicate key value violates unique constraint "PK_ca04b9d8dc72de268fe07a65773"', true, false],
	["Duplicate entry '1-n' for key 'PRIMARY'", true, false],
	['SQLITE_CONSTRAINT: FOREIGN KEY constraint failed', false, false],
	['Incompatible setting: the row is of another mode', false, true],
	['database is locked', false, false],
])('of "%s" it is known whether somebody else made the row, or uses it', (words, taken, others) => {
	expect(isTaken(new Error(words))).toBe(taken);
	expect(isOfOthers(new Error(words))).toBe(others);
});

describe('a statement that the database left undone', () => {
	const { random } = Math;

	beforeEach(() => {
		jest.useFakeTimers();
		// Now and then a pause by chance is none at all.
		Math.random = () => 0.5;
	});
	afterEach(() => {
		jest.useRealTimers();
		Math.random = random;
	});

	test.each<[string, boolean]>([
		['SQLITE_BUSY: database is locked', true],
		['QueryFailedError: deadlock detected', true],
		['ER_LOCK_DEADLOCK: Deadlock found when trying to get lock; try restarting transaction', true],
		['Lock wait timeout exceeded; try restarting transaction', true],
		['SQLITE_CONSTRAINT: UNIQUE constraint failed: processed_data.workflowId', false],
		['SQLITE_IOERR: disk I/O error', false],
		['Connection terminated unexpectedly', false],
		['recording took too long', false],
	])('of "%s" it is known whether the database left a statement undone', (words, busy) => {
		expect(isBusy(new Error(words))).toBe(busy);
	});

	/** Fails `failures` times; says how often it was tried. */
	function failing(failures: number, words = 'SQLITE_BUSY: database is locked') {
		const tried = { count: 0 };
		const work = async () => {
			if (tried.count++ < failures) throw new Error(words);
			return 'done';
		};
		return { tried, work };
	}

	describe('what the database had no time for', () => {
		test('is done again until it had, after a pause each time', async () => {
			const { tried, work } = failing(5);
			const result = whileBusy(work);
			await jest.advanceTimersByTimeAsync(0);
			expect(tried.count).toBe(1);
			await jest.advanceTimersByTimeAsync(1000);
			expect(await result).toBe('done');
			expect(tried.count).toBe(6);
		});

		test('is given up after six tries, with what the database said', async () => {
			const { tried, work } = failing(6);
			const outcome = expect(whileBusy(work)).rejects.toThrow('SQLITE_BUSY');
			await jest.advanceTimersByTimeAsync(10_000);
			await outcome;
			expect(tried.count).toBe(6);
		});

		test('is tried once where something else is wrong', async () => {
			const { tried, work } = failing(1, 'FOREIGN KEY constraint failed');
			await expect(whileBusy(work)).rejects.toThrow('FOREIGN KEY');
			expect(tried.count).toBe(1);
		});
	});
});
