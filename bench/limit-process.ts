/**
 * Plain Node doing the node's work and nothing else: it turns rows in memory into bulk bodies, posts them one after the
 * other over one connection and reads the ids. Its parent says how many rows to send now; it answers with the time.
 */
import { Agent, request } from 'node:http';
import { rowsOf, SOURCE, textOf, type Row } from './rows.ts';

const [url = '', username, password, batchSize = '', count = ''] = process.argv.slice(2);
const size = Number(batchSize);
const allRows = rowsOf(Number(count));
const agent = new Agent({ keepAlive: true, maxSockets: 1 });

function post(batch: Row[]): Promise<string> {
	const data = batch.map((row) => ({
		source: SOURCE,
		destination: row.phone,
		message: textOf(row),
		send_to_blacklist: 0,
	}));
	const body = Buffer.from(JSON.stringify({ username, password, data }));
	const headers = { 'content-type': 'application/json', 'content-length': body.length };
	return new Promise((done, failed) => {
		const sent = request(url, { method: 'POST', agent, headers }, (answer) => {
			const parts: Buffer[] = [];
			answer.on('data', (part: Buffer) => parts.push(part)).on('error', failed);
			answer.on('end', () => done(Buffer.concat(parts).toString()));
		});
		sent.on('error', failed).end(body);
	});
}

async function send(rows: Row[]): Promise<number> {
	const begun = performance.now();
	for (let first = 0; first < rows.length; first += size) {
		const batch = rows.slice(first, first + size);
		const answer = JSON.parse(await post(batch)) as { meta: { status: number }; data: unknown[] };
		if (answer.meta.status !== 200 || answer.data.length !== batch.length)
			throw new Error(`The sandbox refused a bulk: ${JSON.stringify(answer.meta)}`);
	}
	return performance.now() - begun;
}

process.on('message', async (first) => {
	process.send?.(await send(allRows.slice(0, Number(first))));
});
process.on('disconnect', () => process.exit());
