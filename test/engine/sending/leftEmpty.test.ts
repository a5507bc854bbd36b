import { expect, test } from '@jest/globals';
import type { INodeParameters } from 'n8n-workflow';

import { ALL_THAT_SEND } from '../stage/allThatSend.ts';
import { gateway, getStatus, send, sendAndWait } from '../stage/gateway.ts';

const { sandbox, run } = gateway();

const ways: Array<[string, string, INodeParameters]> = [
	...ALL_THAT_SEND.flatMap(([name, parameters]) =>
		(
			[
				["'Send Once'", { sendOnce: {} }],
				["'Send Once'", { sendOnce: { values: { by: 'key', key: '' } } }],
				["'Send Once'", { sendOnce: { values: { by: 'campaign', campaign: '' } } }],
				["'Limits'", { limits: {} }],
				["'Limits'", { limits: { values: { maxMessages: 0, maxPerNumber: 0, perHours: 24 } } }],
				["'Number Format'", { numberFormat: {} }],
				["'Extra Request Fields'", { additionalFields: {} }],
				["'Extra Request Fields'", { additionalFields: { field: [] } }],
			] as Array<[string, INodeParameters]>
		).map(([shown, options]): [string, string, INodeParameters] => [
			shown,
			name,
			parameters(options),
		]),
	),
	["'Time'", 'send', send({ options: { time: { values: { scheduled: '', timeZone: 'UTC' } } } })],
	["'Limit Wait Time'", 'sendAndWait', sendAndWait({ options: { limitWaitTime: {} } })],
	["'Wait Until Final'", 'getStatus', getStatus({ options: { waitUntilFinal: {} } })],
];

test.each(ways)(
	'%s of %s that was added and left empty is refused',
	async (shown, _, parameters) => {
		const { error } = await run(parameters, { rows: [{ to: '09121234567' }] });
		expect(error?.message).toBe(`${shown} was added and left empty`);
		expect(error?.description).toContain('Fill it in, or remove the option.');
		expect(sandbox().requests()).toEqual([]);
	},
);
