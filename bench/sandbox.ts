import { resolve } from 'node:path';
import { http } from '../host/http.ts';
import { nodeBinary } from '../host/node.ts';
import { start } from '../host/process.ts';
import type { RecordedMessage } from '../sandbox/index.ts';

export const BULK_PATH = '/webservice/v2rest/p2psendsms';
export const SEND_PATH = '/webservice/v2rest/sendsms';

/** The sandbox in a process of its own, so that it takes no time of who is measured. */
export interface RemoteSandbox {
	url: string;
	username: string;
	password: string;
	/** Forgets all, fills the account, and lets every answer take so long. */
	begin(delayMs: number): Promise<void>;
	/** How many requests have reached the service's paths. */
	requests(): Promise<number>;
	messages(): Promise<RecordedMessage[]>;
}

const PAGE = 10_000;

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
	const { username } = (await call('/account')) as { username: string };
	return {
		url,
		username,
		password: 'demo-password',
		async begin(delayMs) {
			await call('/reset', 'POST');
			await call('/account', 'PUT', { credit: 1e9 });
			const delay = { fault: { kind: 'delay', ms: delayMs } };
			await call('/faults', 'PUT', delayMs === 0 ? [] : [delay]);
		},
		async requests() {
			return ((await call('')) as { requests: number }).requests;
		},
		async messages() {
			const all: RecordedMessage[] = [];
			for (;;) {
				const page = await call(`/messages?limit=${PAGE}&offset=${all.length}`);
				all.push(...(page as RecordedMessage[]));
				if ((page as RecordedMessage[]).length < PAGE) return all;
			}
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
