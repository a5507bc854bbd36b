import { expect, test } from '@jest/globals';
import type { INodeParameters } from 'n8n-workflow';

import { gateway, send, sendBulk } from '../stage/gateway.ts';
import { numbers } from '../stage/rows.ts';

const { sandbox, run, bodies } = gateway();

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
