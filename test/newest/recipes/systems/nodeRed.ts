import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort, http } from '../../../e2e/n8n.ts';
import { nodeRed } from '../../../../host/nodeRed.ts';
import { nodeBinary, start } from '../../../../host/process.ts';
import { ready, type Open } from './pasted.ts';

export const program = nodeRed();

/** A flow with the page's function in front of an *http request*. */
export const openNodeRed: Open = async ({ folder, url, pasted: [func = ''] }) => {
	const port = await freePort();
	const at = (name: string) => join(folder, name);
	const node = (id: string, type: string, next: string[], more: object) => ({
		id,
		type,
		z: 'flow',
		name: id,
		x: 0,
		y: 0,
		wires: [next],
		...more,
	});
	await writeFile(
		at('flows.json'),
		JSON.stringify([
			{ id: 'flow', type: 'tab', label: 'flow' },
			node('seen', 'http in', ['topic', 'answer'], { url: '/see', method: 'post' }),
			node('topic', 'function', ['page'], {
				func: 'return [[{ topic: "door", payload: msg.payload.value }]];',
				outputs: 1,
			}),
			node('page', 'function', ['post'], { func, outputs: 1 }),
			node('answer', 'http response', [], {}),
			node('post', 'http request', [], { method: 'POST', url, ret: 'txt' }),
		]),
	);
	await writeFile(at('settings.js'), 'module.exports = { uiHost: "127.0.0.1" };');
	const where = ['-s', at('settings.js'), '-u', folder, '-p', String(port)];
	const args = [program ?? '', ...where, at('flows.json')];
	const running = start(nodeBinary(), args, { cwd: folder, env: process.env });
	const address = `http://127.0.0.1:${port}`;
	await ready(running, () =>
		http.get<string>(address).then(
			({ status }) => status === 200,
			() => false,
		),
	);
	return {
		async see(value) {
			const headers = { 'content-type': 'application/json' };
			await http.post<string>(`${address}/see`, `{"value":${value}}`, { headers });
		},
		stop: running.stop,
	};
};
