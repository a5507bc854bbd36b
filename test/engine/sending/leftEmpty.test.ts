import { expect, test } from '@jest/globals';
import type { INodeParameters } from 'n8n-workflow';

import { ALL_THAT_SEND, numbers } from '../stage/rows.ts';
import { gateway, getStatus, send, sendAndWait, sendBulk } from '../stage/gateway.ts';

const { sandbox, run, bodies } = gateway();

const ways: Array<[string, string, INodeParameters]> = [
	...ALL_THAT_SEND.flatMap(([name, parameters]) =>
		(
			[
				["'Send Once'", { sendOnce: {} }],
				["'Send Once → Key'", { sendOnce: { values: { by: 'key', key: '' } } }],
				["'Send Once → Campaign'", { sendOnce: { values: { by: 'campaign', campaign: '' } } }],
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
		const isValue = shown.includes('→');
		expect(error?.message).toBe(`${shown} ${isValue ? 'is' : 'was added and left'} empty`);
		expect(error?.description).toContain('Fill it in, or remove the option.');
		expect(sandbox().requests()).toEqual([]);
	},
);

const SOME = [
	['Body Format', send({ options: { bodyFormat: '={{ $json.v }}' } }), 'multipart', 'json'],
	['Resend Unknown', sendBulk({ options: { resendUnknown: '={{ $json.v }}' } }), true, false],
	[
		'Time → Time Zone',
		send({
			options: { time: { values: { from: '00:00', to: '23:59', timeZone: '={{$json.v}}' } } },
		}),
		'UTC',
		'Asia/Tehran',
	],
	['Request Options', sendBulk({ requestOptions: { timeout: '={{ $json["v"] }}' } }), 5000, 3000],
] as Array<[shown: string, INodeParameters, one: string, other: string]>;

test.each(SOME)(
	"'%s', which holds for the run, may not be another one for another item: one of the two would be lost",
	async (shown, parameters, one, other) => {
		const rows = [one, one, other, one].map((v) => ({ v }));
		const { error } = await run(parameters, { rows });
		expect(error?.message).toBe(`'${shown}' is another one for item 2 than for item 0`);
		expect(error?.description).toMatch(/^It holds for the whole run: give it one value/);
		expect(sandbox().requests()).toEqual([]);
	},
);

test.each(SOME)(
	"'%s' may come from the items where all have the same",
	async (_, parameters, one) => {
		const rows = numbers(3).map((to) => ({ v: one, to }));
		const { error } = await run(
			{ ...parameters, ...(parameters.destination && { destination: '={{ $json.to }}' }) },
			{ rows },
		);
		expect(error).toBeUndefined();
		expect(bodies().length).toBeGreaterThan(0);
	},
);

test('the words of what differs don’t show it: a proxy’s address may hold a login', async () => {
	const rows = ['http://u:pw1@proxy.test:3128', 'http://u:pw2@proxy.test:3128'].map((v) => ({ v }));
	const { error } = await run(sendBulk({ requestOptions: { proxy: '={{ $json.v }}' } }), { rows });
	expect(error?.message).toContain("'Request Options' is another one");
	expect(JSON.stringify(error)).not.toContain('pw2');
});
