import { expect, test } from '@jest/globals';
import type { INodeParameters } from 'n8n-workflow';

import { ALL_THAT_SEND } from '../stage/allThatSend.ts';
import { gateway, getStatus, sendAndWait } from '../stage/gateway.ts';

const { sandbox, run } = gateway();

const ways: Array<[string, string, INodeParameters]> = [
	...ALL_THAT_SEND.flatMap(([name, parameters]) =>
		(
			[
				["'Unique Key'", { uniqueKey: '' }],
				["'Campaign'", { campaign: '' }],
				["'Number Format'", { numberFormat: {} }],
				["'Additional Fields'", { additionalFields: {} }],
				["'Additional Fields'", { additionalFields: { field: [] } }],
			] as Array<[string, INodeParameters]>
		).map(([shown, options]): [string, string, INodeParameters] => [
			shown,
			name,
			parameters(options),
		]),
	),
	["'Limit Wait Time'", 'sendAndWait', sendAndWait({ options: { limitWaitTime: {} } })],
	["'Wait Until Final'", 'getStatus', getStatus({ options: { waitUntilFinal: {} } })],
];

test.each(ways)(
	'%s of %s that was added and left empty is refused',
	async (shown, _, parameters) => {
		const { error } = await run(parameters, { rows: [{ to: '09121234567' }] });
		expect(error?.message).toBe(`${shown} of item 0 was added and left empty`);
		expect(error?.description).toContain('Fill it in, or remove the option.');
		expect(sandbox().requests()).toEqual([]);
	},
);
