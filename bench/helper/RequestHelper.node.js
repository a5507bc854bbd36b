import { constants, PerformanceObserver } from 'node:perf_hooks';

import { ERRANDS } from '../errands.ts';

// Read by `kept.ts`.
new PerformanceObserver((list) => {
	const isWhole = ({ detail }) => detail.kind === constants.NODE_PERFORMANCE_GC_MAJOR;
	if (!list.getEntries().some(isWhole)) return;
	console.log(`heap after gc ${Date.now()} ${process.memoryUsage().heapUsed}`);
}).observe({ entryTypes: ['gc'] });

/**
 * The least that a node with one request for each row can do: n8n's own request helper, one row after the other. A file
 * that n8n loads as it is, so no TypeScript.
 */
const COLUMN = /\{\{ \$json\.(\w+) \}\}/g;

/** @this {import('n8n-workflow').IExecuteFunctions} */
async function send() {
	const { url, username, password, source, evaluated, ...raw } = this.getNode().parameters;
	const items = this.getInputData();
	const read = (name, index) =>
		evaluated
			? this.getNodeParameter(name, index)
			: raw[name].slice(1).replace(COLUMN, (_, column) => items[index].json[column]);
	const results = [];
	for (const index of items.keys()) {
		const [destination, message] = [read('destination', index), read('message', index)];
		const body = { username, password, source, destination, message };
		const json = await this.helpers.httpRequest({ method: 'POST', url, body });
		results.push({ json, pairedItem: index });
	}
	return [results];
}

/**
 * The least that a node whose rows share requests can do: plain Node's bodies, by n8n's own request helper.
 * @this {import('n8n-workflow').IExecuteFunctions}
 */
async function share() {
	const { url, username, password, errand, batchSize } = this.getNode().parameters;
	const items = this.getInputData();
	const results = [];
	for (let first = 0; first < items.length; first += batchSize) {
		const rows = items.slice(first, first + batchSize).map(({ json }) => json);
		const body = { username, password, ...ERRANDS[errand].body(rows) };
		const { data } = await this.helpers.httpRequest({ method: 'POST', url, body });
		for (const [index, json] of data.entries()) {
			results.push({ json: { data: json }, pairedItem: first + index });
		}
	}
	return [results];
}

const text = (name) => ({ displayName: name, name, type: 'string', default: '' });

export class RequestHelper {
	description = {
		displayName: 'Request Helper',
		name: 'requestHelper',
		group: ['output'],
		version: 1,
		description: 'Measures what a request costs',
		defaults: { name: 'Request Helper' },
		inputs: ['main'],
		outputs: ['main'],
		properties: [
			...['resource', 'operation', 'url', 'username', 'password'].map(text),
			...['source', 'destination', 'message', 'errand'].map(text),
			{ ...text('batchSize'), type: 'number', default: 100 },
			{ ...text('evaluated'), type: 'boolean', default: true },
		],
	};

	customOperations = { sms: { send, share } };
}
