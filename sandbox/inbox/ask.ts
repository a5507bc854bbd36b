/** What the sandbox says is wrong, as a sentence. */
export class Refusal extends Error {}

async function send<T>(path: string, init: RequestInit = {}): Promise<T> {
	const response = await fetch(`/_sandbox${path}`, init);
	const answer = (await response.json()) as T & { error?: string };
	if (!response.ok) throw new Refusal(answer.error ?? `the sandbox answered ${response.status}`);
	return answer;
}

/** Reads from the sandbox's API; undefined parameters are left out. */
export function get<T>(path: string, parameters: Record<string, unknown> = {}): Promise<T> {
	const given = Object.entries(parameters).filter(([, value]) => value !== undefined);
	const query = new URLSearchParams(given.map(([name, value]) => [name, String(value)]));
	return send<T>(given.length === 0 ? path : `${path}?${query.toString()}`);
}

export const post = <T>(path: string): Promise<T> => send<T>(path, { method: 'POST' });

export const put = <T>(path: string, body: unknown): Promise<T> =>
	send<T>(path, { method: 'PUT', body: JSON.stringify(body) });
