import { expect, test } from '@jest/globals';
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { gateway } from '../stage/gateway.ts';
import { CONTINUE, ERROR_OUTPUT } from '../stage/modes.ts';
import {
	getCredit,
	getStatus,
	playVoiceFile,
	send,
	sendBulk,
	sendCode,
} from '../stage/operations.ts';

const { run } = gateway();

const row = { name: 'Sara', to: '09121234567', outcome: 'mine', tags: { a: 1 } };
const included = (parameters: INodeParameters, options: IDataObject = {}) =>
	({ ...parameters, options: { includeInput: true, ...options } }) as INodeParameters;
const to = { destination: '={{ $json.to }}' };

test.each<[string, INodeParameters]>([
	['send', send(to)],
	['sendBulk', sendBulk(to)],
	['playVoiceFile', playVoiceFile(to)],
	['getStatus', getStatus()],
	['getCredit', getCredit],
])(
	"a result of %s has its item's fields before its own, whose names win",
	async (_, parameters) => {
		const without = await run(parameters, { rows: [row] });
		const { json, items } = await run(included(parameters), { rows: [row] });
		const own = Object.keys(without.json[0] ?? {});
		const names = Object.keys(json[0] ?? {});
		expect(names.slice(0, 4)).toEqual(Object.keys(row));
		expect(new Set(names)).toEqual(new Set([...Object.keys(row), ...own]));
		expect(json[0]).toMatchObject({ name: 'Sara', tags: { a: 1 } });
		if (own.includes('outcome')) expect(json[0]?.outcome).toBe('accepted');
		expect(items[0]?.pairedItem).toEqual({ item: 0 });
	},
);

test('so has a failed row, and one of the error output as n8n merges it', async () => {
	const rows = [{ ...row, to: 'nobody' }];
	const { json } = await run(included(send(to)), { rows, node: CONTINUE });
	expect(Object.keys(json[0] ?? {}).slice(0, 4)).toEqual(Object.keys(row));
	expect(json[0]).toMatchObject({ name: 'Sara', outcome: 'rejected' });
	const { errorItems } = await run(included(send(to)), { rows, node: ERROR_OUTPUT });
	const plain = await run(send(to), { rows, node: ERROR_OUTPUT });
	expect(errorItems.map((item) => item.json)).toEqual(plain.errorItems.map((item) => item.json));
});

test('no code is shown', async () => {
	const code = await run(included(sendCode({ code: '={{ $json.code }}' })), {
		rows: [{ code: '048213' }],
	});
	expect(JSON.stringify(code.json)).not.toContain('048213');
});
