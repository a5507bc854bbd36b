import { randomBytes } from 'node:crypto';
import { found } from './found.ts';
import { http } from './http.ts';
import type { Running } from './process.ts';

/** The owner account of a host, which lives on loopback and as long as the host, with a password made anew each time. */
export const OWNER = {
	email: 'demo@example.com',
	// n8n wants a capital letter and a digit in it.
	password: `${randomBytes(12).toString('base64url')}-A1`,
	firstName: 'Demo',
	lastName: 'Owner',
};

/** A started n8n, with its owner logged in. */
export type Server = Awaited<ReturnType<typeof openServer>>;

/**
 * Waits until a starting n8n serves its REST API, then logs its owner in, whose account it makes where there is none:
 * `before` that it does what has to be done with an n8n that nobody owns.
 */
export async function openServer(running: Running, url: string, before: () => Promise<void>) {
	// `/healthz` answers before the REST API is there, so it is a login that tells: nobody is logged in yet.
	await ready(running, `${url}/rest/login`, 401);
	const { email: emailOrLdapLoginId, password } = OWNER;
	const login = await request(url, 'POST', '/rest/login', { emailOrLdapLoginId, password });
	if (login.cookie === undefined) await before();
	const made = login.cookie ? login : await request(url, 'POST', '/rest/owner/setup', OWNER);
	const { cookie } = made;
	if (cookie === undefined) throw new Error(`n8n let nobody in: ${JSON.stringify(made.body)}`);
	return {
		...running,
		url,
		/** The cookie of the owner's login, as `name=value`. */
		cookie,
		/** Calls n8n as its owner, e.g. `rest('GET', '/rest/workflows')`; `data` is what n8n wraps its answers in. */
		rest: (method: string, path: string, body?: unknown) =>
			request(url, method, path, body, cookie),
	};
}

/** Waits until a process answers an address with a status and JSON; throws where it ends before. */
export async function ready(running: Running, url: string, status: number): Promise<void> {
	await found(async () => {
		const answer = await http.get(url).catch(() => undefined);
		const isJson = String(answer?.headers['content-type']).includes('json');
		if (answer?.status === status && isJson) return true;
		if (running.isRunning()) return undefined;
		throw new Error(`It ended before it was ready:\n${running.output().slice(-3000)}`);
	}, url);
}

async function request(url: string, method: string, path: string, body?: unknown, cookie = '') {
	const headers = { accept: 'application/json', cookie };
	const answer = await http.request<string>({ method, url: url + path, headers, data: body });
	const parsed = parse(answer.data);
	const { data } = (typeof parsed === 'object' ? (parsed ?? {}) : {}) as { data?: unknown };
	const given = (answer.headers['set-cookie'] ?? []).map((one) => one.split(';')[0]);
	const login = given.find((one) => one?.startsWith('n8n-auth='));
	return { status: answer.status, body: parsed, data, cookie: login };
}

function parse(text: string): unknown {
	try {
		return JSON.parse(text) as unknown;
	} catch {
		return text;
	}
}
