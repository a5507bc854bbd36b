import { expect, test } from '@jest/globals';

import { gateway, send, sendBulk, sendJson } from '../stage/gateway.ts';

const { sandbox, run } = gateway();

const row = (message: string) => ({
	source: '3000',
	destination: '0912',
	message,
	send_to_blacklist: 0,
});

test.each([
	['Line 1\\nLine 2', '"\\n" as 2 characters'],
	['Line 1\\r\\nLine 2', '"\\r\\n" as 4 characters'],
	['one\\ntwo', '"\\n" as 2 characters'],
	['Line 1_x000D_\nLine 2', '"_x000D_" as 7 characters'],
])('%j leaves as it is, with a warning, in every way to send it', async (message, says) => {
	for (const parameters of [
		send({ message: '={{ $json.text }}' }),
		sendBulk({ message: '={{ $json.text }}' }),
		sendJson(JSON.stringify([row(message)])),
	]) {
		const { json } = await run(parameters, { rows: [{ text: message }] });
		expect(json[0]?.outcome).toBe('accepted');
		expect(json[0]?.warnings).toEqual([`The text holds ${says}: it is sent so, and no line break`]);
		expect(sandbox().messages().at(-1)?.message).toBe(message);
	}
});

test.each(['C:\\new\\notes.txt', '\\\\server\\new', 'Line 1\nLine 2', 'x000D'])(
	'%j holds no line break in writing',
	async (message) => {
		const { json } = await run(send({ message: '={{ $json.text }}' }), {
			rows: [{ text: message }],
		});
		expect(json[0]).not.toHaveProperty('warnings');
	},
);
