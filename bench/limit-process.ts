/**
 * Plain Node doing the node's work and nothing else: it turns rows in memory into bodies, posts them one after the other
 * over one connection and reads the answers. Its parent says how many rows to take now; it answers with the time.
 */
import { Agent, request } from 'node:http';
import { ERRANDS, type Errand } from './errands.ts';
import { rowsOf } from './rows.ts';

const [url = '', username, password, errand, batchSize = '', count = ''] = process.argv.slice(2);
const { path, body: bodyOf } = ERRANDS[errand as Errand];
const size = Number(batchSize);
const allRows = rowsOf(Number(count));
const agent = new Agent({ keepAlive: true, maxSockets: 1 });

function post(fields: Record<string, unknown>): Promise<string> {
	const body = Buffer.from(JSON.stringify({ username, password, ...fields }));
	const headers = { 'content-type': 'application/json', 'content-length': body.length };
	return new Promise((done, failed) => {
		const sent = request(url + path, { method: 'POST', agent, headers }, (answer) => {
			const parts: Buffer[] = [];
			answer.on('data', (part: Buffer) => parts.push(part)).on('error', failed);
			answer.on('end', () => done(Buffer.concat(parts).toString()));
		});
		sent.on('error', failed).end(body);
	});
}

interface Answer {
	meta: { status?: number; code?: number };
	data: unknown[];
}

async function send(rows: typeof allRows): Promise<number> {
	const begun = performance.now();
	for (let first = 0; first < rows.length; first += size) {
		const batch = rows.slice(first, first + size);
		const { meta, data } = JSON.parse(await post(bodyOf(batch))) as Answer;
		if ((meta.status ?? meta.code) !== 200 || data.length !== batch.length)
			throw new Error(`The sandbox refused a request: ${JSON.stringify(meta)}`);
	}
	return performance.now() - begun;
}

process.on('message', async (first) => {
	process.send?.(await send(allRows.slice(0, Number(first))));
});
process.on('disconnect', () => process.exit());
