import { describe, expect, test } from '@jest/globals';
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { gateway, send, sendBulk, sendJson } from '../stage/gateway.ts';
import { CONTINUE, outcomesOf, pairOf } from '../stage/rows.ts';

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
		expect(hints[0]?.message).toMatch(/^2 rows: 2 accepted, and 3 empty rows left out\./);
	});

	test('are said also where one row is left', async () => {
		const { hints } = await run(parameters({}), { rows: [{ to: SARA }, {}] });
		expect(hints[0]?.message).toContain(', and 1 empty row left out.');
	});

	test('between others are left out too', async () => {
		const { items, hints, error } = await run(parameters({}), {
			rows: [{ to: SARA }, ...EMPTY, { to: REZA }, {}],
		});
		expect(error).toBeUndefined();
		expect(items.map(pairOf)).toEqual([0, 4]);
		expect(hints[0]?.message).toContain(', and 4 empty rows left out.');
	});

	const named = (message: string) =>
		sendBulk({ destination: '={{ $json.phone }}', message, options: {} });

	/** What a sheet or a table fills in by itself, and a text that reads columns in several ways. */
	test.each<[string, IDataObject]>([
		['=Hi {{ $json.name }}', { row_number: 4, phone: '', name: '', sent: false }],
		['=Hi {{ $json["name"].trim() }}', { id: 9, createdAt: '2026-11-01', phone: null, name: null }],
		["={{ 'Hi ' + ($json.name || 'customer') }}", { row_number: 4, paid: 0 }],
		['Hi', { row_number: 4, phone: ' ' }],
	])('%s: are such with nothing in a column that is read: %j', async (message, row) => {
		const { items, hints, error } = await run(named(message), {
			rows: [{ phone: SARA, name: 'Sara' }, row, { phone: REZA, name: 'Reza' }, row],
		});
		expect(error).toBeUndefined();
		expect(items.map(pairOf)).toEqual([0, 2]);
		expect(hints[0]?.message).toContain(', and 2 empty rows left out.');
	});

	test.each<[string, IDataObject]>([
		['=Hi {{ $json.name }}', { name: 'Sara' }],
		['=Hi {{ $json.name }}', { name: 0 }],
		['=Hi {{ $input.item.json.name }}', { name: 'Sara' }],
		['=Hi {{ Object.keys($json).length }}', { anything: 'x' }],
	])('%s: are none with anything in a column that is read: %j', async (message, row) => {
		const { error } = await run(named(message), { rows: [{ phone: SARA, name: 'x' }, row] });
		expect(error?.message).toContain("'To' of item 1 is empty");
		expect(sandbox().requests()).toEqual([]);
	});

	test('alone are wrong', async () => {
		const { error } = await run(parameters({}), { rows: [{}, {}] });
		expect(error?.message).toBe('2 of 2 rows are wrong, so nothing was sent');
	});

	test('in a dry run are left out too', async () => {
		const { items, hints } = await run(parameters({ dryRun: true }), { rows: [{ to: SARA }, {}] });
		expect(outcomesOf(items)).toEqual(['dryRun']);
		expect(hints[0]?.message).toContain(', and 1 empty row left out.');
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
