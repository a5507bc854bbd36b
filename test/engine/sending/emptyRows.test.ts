import { describe, expect, test } from '@jest/globals';
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { gateway, send, sendBulk, sendJson } from '../stage/gateway.ts';
import { CONTINUE } from '../stage/modes.ts';
import { outcomesOf, pairOf } from '../stage/rows.ts';

const { sandbox, run } = gateway();

const [SARA, REZA] = ['09121111111', '09352222222'];
const EMPTY: IDataObject[] = [{}, { to: '', name: null }, { to: '  ', name: '\u00a0' }];

describe('empty rows of a bulk', () => {
	const parameters = (options: INodeParameters) =>
		sendBulk({ destination: '={{ $json.to }}', options });

	test.each([{}, CONTINUE])('at the end hold nothing back, and are counted (%j)', async (node) => {
		const { items, hints, error } = await run(parameters({}), {
			rows: [{ to: SARA }, { to: REZA }, ...EMPTY],
			node,
		});
		expect(error).toBeUndefined();
		expect(outcomesOf(items)).toEqual(['accepted', 'accepted']);
		expect(items.map(pairOf)).toEqual([0, 1]);
		expect(hints[0]?.message).toMatch(
			/^2 rows: 2 accepted, and 3 empty rows at the end left out\./,
		);
	});

	test('are said also where one row is left', async () => {
		const { hints } = await run(parameters({}), { rows: [{ to: SARA }, {}] });
		expect(hints[0]?.message).toContain(', and 1 empty row at the end left out.');
	});

	test('before others are wrong', async () => {
		const { error } = await run(parameters({}), { rows: [{ to: SARA }, {}, { to: REZA }, {}] });
		expect(error?.message).toContain("'To' of item 1 is empty");
		expect(sandbox().requests()).toEqual([]);
	});

	test.each<IDataObject>([{ name: 'Sara' }, { order: 0 }, { paid: false }, { tags: [] }])(
		'are none with anything in them: %j',
		async (row) => {
			const { error } = await run(parameters({}), { rows: [{ to: SARA }, row] });
			expect(error?.message).toContain("'To' of item 1 is empty");
			expect(sandbox().requests()).toEqual([]);
		},
	);

	test('alone are wrong', async () => {
		const { error } = await run(parameters({}), { rows: [{}, {}] });
		expect(error?.message).toBe('2 of 2 rows are wrong, so nothing was sent');
	});

	test('in a dry run are left out too', async () => {
		const { items, hints } = await run(parameters({ dryRun: true }), { rows: [{ to: SARA }, {}] });
		expect(outcomesOf(items)).toEqual(['dryRun']);
		expect(hints[0]?.message).toContain(', and 1 empty row at the end left out.');
	});
});

test('a wrong message at the end of an array is none, whatever its item holds', async () => {
	const one = { source: '3000', destination: SARA, message: 'x' };
	const { error } = await run(sendJson(JSON.stringify([one, { ...one, message: '' }])), {
		rows: [{}],
	});
	expect(error?.message).toContain('message no. 2');
	expect(sandbox().requests()).toEqual([]);
});

test('an empty item of Send is wrong wherever it stands', async () => {
	const { error } = await run(send({ destination: '={{ $json.to }}' }), {
		rows: [{ to: SARA }, {}],
	});
	expect(error?.message).toContain("'To' of item 1 is empty");
	expect(sandbox().requests()).toEqual([]);
});
