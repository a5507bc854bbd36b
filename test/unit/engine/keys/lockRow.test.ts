import { describe, expect, test } from '@jest/globals';
import type { IExecuteFunctions } from 'n8n-workflow';

import {
	isOfOthers,
	isRowTaken,
	isTaken,
	lockRowOf,
} from '../../../../nodes/SmsVoiceGateway/engine/keys/lockRow.ts';
import type { LockRow } from '../../../../nodes/SmsVoiceGateway/engine/keys/lockRow.ts';
import { KeyTable } from './keyTable.ts';

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
