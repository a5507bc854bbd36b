import { readFileSync, writeFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { ERRANDS } from '../rows.ts';

/** The processor time of n8n until then. */
let before = process.cpuUsage();

/**
 * Prints the most memory (Linux: proc(5)) and the processor time that n8n has had since it was last here, where garbage is
 * collected then, and hands the items on.
 */
function printUsed(items) {
	const [, peak] = /VmHWM:\s+(\d+ kB)/.exec(readFileSync('/proc/self/status', 'utf8'));
	const { user, system } = process.cpuUsage(before);
	console.log(`bench: peak ${peak}, cpu ${Math.round((user + system) / 1000)} ms`);
	setFlagsFromString('--expose-gc');
	runInNewContext('gc')();
	writeFileSync('/proc/self/clear_refs', '5');
	before = process.cpuUsage();
	return [items];
}

/** n8n loads this file as it is, so no TypeScript. */
export class RequestHelper {
	description = {
		displayName: 'Request Helper',
		name: 'requestHelper',
		description: 'For the benchmark',
		group: ['output'],
		version: 1,
		defaults: {},
		inputs: ['main'],
		outputs: ['main'],
		properties: [{ displayName: 'Task', name: 'task', type: 'json', default: {} }],
	};

	/**
	 * The least that a node can do: the bodies of `rows.ts`, one after the other, by n8n's request helper or Node's own
	 * fetch. Without an errand it looks at the memory, and gives what came in or the rows of a file.
	 * @this {import('n8n-workflow').IExecuteFunctions}
	 */
	async execute() {
		const { file, count, errand, isPlain, url, ...login } = this.getNode().parameters.task;
		const rows = file ? JSON.parse(readFileSync(file, 'utf8')).slice(0, count) : [];
		const items = file ? rows.map((json) => ({ json })) : this.getInputData();
		if (!errand) return process.platform === 'linux' ? printUsed(items) : [items];
		const { path, batch, body: bodyOf } = ERRANDS[errand];
		const [method, headers] = ['POST', { 'content-type': 'application/json' }];
		const results = [];
		for (let first = 0; first < items.length; first += batch) {
			const some = items.slice(first, first + batch).map(({ json }) => json);
			const body = { ...login, ...bodyOf(some) };
			const { data } = await (isPlain
				? fetch(url + path, { method, headers, body: JSON.stringify(body) }).then((got) =>
						got.json(),
					)
				: this.helpers.httpRequest({ method, url: url + path, body }));
			results.push(...data.map((json, at) => ({ json: { data: json }, pairedItem: first + at })));
		}
		return [results];
	}
}
