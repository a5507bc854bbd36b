/**
 * In the documentation: some text, where it differs from run to run (a time, a random code) or is secret. At the end
 * of a list: more of the same. As the last member of an object, with itself as value: further members.
 */
const MORE = '…';

/**
 * What came, with `…` where the documentation shows it, and something is there that it stands for. So a comparison
 * with what is shown is exact in everything else, and where both are written as JSON, in the order of members too.
 */
export function asShown(shown: unknown, came: unknown): unknown {
	if (shown === MORE) return typeof came === 'string' && came !== '' ? MORE : came;
	if (Array.isArray(shown) && Array.isArray(came)) return listAsShown(shown, came);
	return isObject(shown) && isObject(came) ? objectAsShown(shown, came) : came;
}

function listAsShown(shown: unknown[], came: unknown[]): unknown[] {
	const goesOn = shown.length > 1 && shown.at(-1) === MORE && came.length >= shown.length;
	const kept = goesOn ? came.slice(0, shown.length - 1) : came;
	return [...kept.map((one, index) => asShown(shown[index], one)), ...(goesOn ? [MORE] : [])];
}

function objectAsShown(shown: Members, came: Members): Members {
	const entries = Object.entries(came);
	const kept = MORE in shown ? entries.filter(([key]) => key in shown) : entries;
	const rest = kept.length < entries.length ? [[MORE, MORE] as const] : [];
	return Object.fromEntries([
		...kept.map(([key, value]) => [key, asShown(shown[key], value)] as const),
		...rest,
	]);
}

type Members = Record<string, unknown>;

const isObject = (value: unknown): value is Members =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/** A request as the documentation shows it. */
export interface ShownRequest {
	method: string;
	path: string;
	headers: Record<string, string>;
	body: unknown;
}

/** Reads a block such as `POST <SMS Base URL>/webservice/…`, with headers, an empty line and a JSON body. */
export function readRequest(block: string): ShownRequest {
	const [head = '', ...body] = block.split('\n\n');
	const [line = '', ...headers] = head.split('\n');
	const [, method, path] = /^([A-Z]+) <[^>]+>(\/\S*)$/.exec(line) ?? [];
	if (method === undefined || path === undefined) throw new Error(`no request: ${line}`);
	return {
		method,
		path,
		headers: Object.fromEntries(
			headers.map((header) => {
				const [name = '', value = ''] = header.split(': ');
				return [name.toLowerCase(), value];
			}),
		),
		body: JSON.parse(body.join('\n\n')) as unknown,
	};
}
