import { http } from '../../../host/http.ts';
import type { Sandbox, SandboxOptions } from '../../../sandbox/index.ts';
import { startSandbox } from '../../../sandbox/index.ts';

export const PATHS = {
	bulk: '/webservice/v2rest/p2psendsms',
	send: '/webservice/v2rest/sendsms',
	status: '/webservice/v2rest/msgstatus',
	voice: '/v1/call/voice-file',
	code: '/v1/call/otp',
	credit: '/v1/report/credit',
} as const;

export const LOGIN = { username: 'demo', password: 'demo-password' };
export const SMS = { ...LOGIN, source: '3000', destination: '09120000000', message: 'hello' };
export const ITEM = {
	source: '3000',
	destination: '09120000000',
	message: 'hello',
	send_to_blacklist: 0,
};

/** One good request for every endpoint. */
export const GOOD: Record<keyof typeof PATHS, Record<string, unknown>> = {
	bulk: { ...LOGIN, data: [ITEM] },
	send: SMS,
	status: { ...LOGIN, msgid: '9007199254741993' },
	voice: { ...LOGIN, file_id: '77', destination: '09120000000' },
	code: { ...LOGIN, code: '004217', destination: '09120000000' },
	credit: LOGIN,
};

export interface Reply {
	status: number;
	text: string;
	headers: Headers;
}

/** A sandbox for one test file, reset before each test. */
export function useSandbox(options?: SandboxOptions): () => Sandbox {
	let sandbox: Sandbox;
	beforeAll(async () => {
		sandbox = await startSandbox(options);
	});
	beforeEach(() => sandbox.reset());
	afterAll(() => sandbox.close());
	return () => sandbox;
}

/** What a request has besides its address. */
export interface Request {
	method?: string;
	headers?: Record<string, string>;
	body?: string | Uint8Array | FormData;
	signal?: AbortSignal;
}

export async function call(url: string, { body, ...request }: Request): Promise<Reply> {
	const { status, data, headers } = await http.request<string>({ url, data: body, ...request });
	const given = Object.entries(headers).map(([name, value]): [string, string] => [
		name,
		String(value),
	]);
	return { status, text: data, headers: new Headers(given) };
}

export const postRaw = (
	url: string,
	contentType: string,
	body: string | Uint8Array,
): Promise<Reply> => call(url, { method: 'POST', headers: { 'content-type': contentType }, body });

export const postJson = (url: string, fields: unknown): Promise<Reply> =>
	postRaw(url, 'application/json', JSON.stringify(fields));

export function postForm(url: string, fields: Record<string, string>): Promise<Reply> {
	const body = new FormData();
	for (const [name, value] of Object.entries(fields)) body.append(name, value);
	return call(url, { method: 'POST', body });
}
