import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import axios from 'axios';
import { come } from '../../host/found.ts';
import { nodeBinary } from '../../host/node.ts';
import { start, type Running } from '../../host/process.ts';
import { otherCheckout } from '../checkout.ts';

// The first run on a machine installs n8n.
jest.setTimeout(30 * 60_000);

const TYPE = 'n8n-nodes-sms-voice-gateway.smsVoiceGateway';
const NODE_FILE = join('nodes', 'SmsVoiceGateway', 'SmsVoiceGateway.node.ts');

let checkout: Awaited<ReturnType<typeof otherCheckout>>;
let dev: Running;
/** Settles with what was printed, as soon as that holds the words. */
const printed = async (words: string): Promise<string> => {
	let ended = false;
	void dev.finished.finally(() => (ended = true)).catch(() => undefined);
	while (!dev.output().includes(words)) {
		if (ended) throw new Error(`It ended:\n${dev.output()}`);
		await sleep(50);
	}
	return dev.output();
};

beforeAll(async () => {
	checkout = await otherCheckout();
	dev = start(nodeBinary(), ['host/start.ts', '--dev'], {
		cwd: checkout.folder,
		env: process.env,
	});
});

afterAll(async () => {
	// Undefined where the beginning failed.
	await (dev as Running | undefined)?.stop();
	await (checkout as typeof checkout | undefined)?.remove();
});

/** The name that n8n gives the editor for the node now; undefined while n8n is writing its list of nodes anew. */
async function shownName(n8n: string, cookie: string): Promise<string | undefined> {
	const answer = await axios
		.get<Array<{ name: string; displayName: string }> | string>(`${n8n}/types/nodes.json`, {
			headers: { cookie },
		})
		.catch((error: unknown) => {
			// The file grew or shrank while it was sent: its length was wrong, and there is no whole answer.
			if (axios.isAxiosError(error) && error.response?.status !== 401) return undefined;
			throw error;
		});
	if (answer === undefined || typeof answer.data === 'string') return undefined;
	return answer.data.find(({ name }) => name === TYPE)?.displayName;
}

test('a saved change is in n8n without a new start', async () => {
	const output = await printed('Watching for file changes');
	const [, n8n = ''] = / n8n +(http:\S+)/.exec(output) ?? [];
	const [, pass = ''] = / this run +(http:\S+)/.exec(output) ?? [];
	const led = await axios.get(pass, { maxRedirects: 0, validateStatus: null });
	expect(led.status).toBe(302);
	const cookie = led.headers['set-cookie']?.[0]?.split(';')[0] ?? '';
	// The list is of 14 MB: to ask for it all the time would keep n8n from all else.
	const shows = (name: string) => come(async () => (await shownName(n8n, cookie)) === name);
	await shows('SMS and Voice Gateway');

	const file = join(checkout.folder, NODE_FILE);
	const source = await readFile(file, 'utf8');
	const changed = source.replace("displayName: 'SMS and Voice Gateway'", "displayName: 'Saved'");
	expect(changed).not.toBe(source);
	await writeFile(file, changed);
	const saved = Date.now();
	await shows('Saved');
	process.stderr.write(`From saving to the new behaviour: ${Date.now() - saved} ms\n`);
});
