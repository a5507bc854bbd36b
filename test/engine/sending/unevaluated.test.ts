import { expect, test } from '@jest/globals';
import type { INodeParameters } from 'n8n-workflow';

import {
	gateway,
	getStatus,
	playVoiceFile,
	send,
	sendBulk,
	sendCode,
	sendJson,
} from '../stage/gateway.ts';

const { sandbox, run } = gateway();

const FIXED = '{{ $json.x }}';
const rows = [{ x: 'A-1', '👤': 'Sara', text: 'Write {{ $json.x }} for a name' }];

test.each<[string, INodeParameters]>([
	["'Message'", send({ message: `Hello ${FIXED}, your code is ready` })],
	["'From'", send({ source: FIXED })],
	["'To'", send({ destination: FIXED })],
	["'Message'", sendBulk({ message: FIXED })],
	["'Code'", sendCode({ code: FIXED })],
	["'Voice File ID'", playVoiceFile({ fileId: FIXED })],
	["'Message IDs'", getStatus({ messageIds: FIXED })],
	["'Send Once → Key'", send({ options: { sendOnce: { values: { by: 'key', key: FIXED } } } })],
	[
		"'Send Once → Campaign'",
		sendBulk({ options: { sendOnce: { values: { by: 'campaign', campaign: `Sale ${FIXED}` } } } }),
	],
	["'Time → Scheduled'", send({ options: { time: { values: { scheduled: FIXED } } } })],
	["'Messages'", sendJson(`[{"source":"3000","destination":"0912","message":"${FIXED}"}]`)],
	[
		"'Extra Request Fields'",
		send({
			options: { additionalFields: { field: [{ name: 'tag', type: 'string', value: FIXED }] } },
		}),
	],
])(
	'%s that is fixed and holds an expression is refused: nobody gets it',
	async (shown, parameters) => {
		const { error } = await run(parameters, { rows });
		expect(error?.message).toContain(shown);
		expect(error?.message).toContain('holds "{{ $json.x }}", which n8n did not evaluate');
		expect(error?.description).toContain("Switch the field from 'Fixed' to 'Expression'.");
		expect(sandbox().requests()).toEqual([]);
	},
);

test('an expression that n8n can not read is an error: the text is not sent with it', async () => {
	const { error } = await run(send({ message: '=Hi {{ $json.👤 }}' }), { rows });
	expect(error?.message).toContain("'Message' of item 0 can't be read: invalid syntax");
	expect(sandbox().requests()).toEqual([]);
});

test('is refused where n8n runs the node for one item at a time', async () => {
	const parameters = send({ message: FIXED });
	const { error } = await run(parameters, { rows, routingOnly: true });
	expect(error?.message).toContain('which n8n did not evaluate');
	expect(sandbox().requests()).toEqual([]);
});

test('a text that says the like of it may leave where gaps are allowed', async () => {
	const allowed = { text: { values: { gaps: 'allow' } } };
	const { error } = await run(send({ message: '={{ $json.text }}', options: allowed }), { rows });
	expect(error).toBeUndefined();
	expect(sandbox().messages()[0]?.message).toBe(rows[0]?.text);
});
