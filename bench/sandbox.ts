import { resolve } from 'node:path';
import { http } from '../host/http.ts';
import { nodeBinary } from '../host/node.ts';
import { start } from '../host/process.ts';
import type { RecordedMessage, RecordedRequest } from '../sandbox/index.ts';
import { ERRANDS, STATUS_PATH, textArrival, type Arrival, type Errand } from './errands.ts';
import { rowsOf } from './rows.ts';

/** The sandbox in a process of its own, so that it takes no time of who is measured. */
export interface RemoteSandbox {
	url: string;
	username: string;
	password: string;
	/** Forgets all, fills the account, sends the texts whose ids are to be asked for, and lets every answer take so long. */
	begin(delayMs: number, errand: Errand | undefined, rows: number): Promise<void>;
	/** How many requests have reached the service's paths since. */
	requests(): Promise<number>;
	/** What has arrived for an errand. */
	arrived(errand: Errand | undefined): Promise<Arrival[]>;
}

const PAGE = 10_000;
const SENT_AT_ONCE = 1_000;

export async function startRemoteSandbox(): Promise<RemoteSandbox> {
	const url = await listening();
	const call = async (path: string, method = 'GET', body?: unknown): Promise<unknown> => {
		const { status, data } = await http.request<string>({
			url: `${url}/_sandbox${path}`,
			method,
			data: body,
		});
		if (status !== 200) throw new Error(`The sandbox refused ${path}: ${data}`);
		return JSON.parse(data) as unknown;
	};
	const all = async <T>(path: string): Promise<T[]> => {
		const entries: T[] = [];
		for (;;) {
			const page = (await call(`${path}?limit=${PAGE}&offset=${entries.length}`)) as T[];
			entries.push(...page);
			if (page.length < PAGE) return entries;
		}
	};
	const { username } = (await call('/account')) as { username: string };
	const login = { username, password: 'demo-password' };
	/** Sends each of the first rows its text, and gives the count of requests. */
	const sendTexts = async (count: number): Promise<number> => {
		const rows = rowsOf(count);
		let requests = 0;
		for (let first = 0; first < count; first += SENT_AT_ONCE, requests++) {
			const { path, body } = ERRANDS.texts;
			const data = { ...login, ...body(rows.slice(first, first + SENT_AT_ONCE)) };
			const { status } = await http.request({ url: url + path, method: 'POST', data });
			if (status !== 200) throw new Error(`The sandbox refused texts: ${status}`);
		}
		return requests;
	};
	let before = 0;
	return {
		url,
		...login,
		async begin(delayMs, errand, rows) {
			await call('/reset', 'POST');
			await call('/account', 'PUT', { credit: 1e9 });
			before = errand === 'ids' ? await sendTexts(rows) : 0;
			const delay = { fault: { kind: 'delay', ms: delayMs } };
			await call('/faults', 'PUT', delayMs === 0 ? [] : [delay]);
		},
		async requests() {
			return ((await call('')) as { requests: number }).requests - before;
		},
		async arrived(errand) {
			if (errand !== 'ids') {
				const messages = await all<RecordedMessage>('/messages');
				return messages.map((one) => textArrival(one.source, one.destination, one.message));
			}
			const requests = await all<RecordedRequest>('/requests');
			return requests
				.filter(({ path }) => path === STATUS_PATH)
				.flatMap(({ fields }) => (fields as { msgid: string }).msgid.split(','))
				.map((id) => [id, '']);
		},
	};
}

/** Starts the process and gives its address. It ends with us, as everything that host/process.ts starts. */
async function listening(): Promise<string> {
	const running = start(nodeBinary(), [resolve('sandbox/main.ts')], {
		cwd: process.cwd(),
		env: { PATH: process.env.PATH },
	});
	let ended = false;
	void running.finished.finally(() => (ended = true)).catch(() => undefined);
	for (;;) {
		const url = /http:\/\/127\.0\.0\.1:\d+/.exec(running.output())?.[0];
		if (url !== undefined) return url;
		if (ended) throw new Error(`The sandbox did not start: ${running.output()}`);
		await new Promise((next) => setTimeout(next, 50));
	}
}
