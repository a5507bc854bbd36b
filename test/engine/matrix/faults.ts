import type { FaultAction } from '../stage/index.ts';

/** What an item that meets the fault ends as, by issue 3: the words of its table are beside each group. */
export type Ending = 'accepted' | 'rejected' | 'unknown';

/** What strikes at the sandbox, or stands for it. */
export type Strike =
	| { at: 'sandbox'; action: (elsewhere: string) => FaultAction }
	| { at: 'address'; baseUrl: (sandbox: string, closed: string) => string };

export interface MatrixFault {
	name: string;
	strike: Strike;
	ending: Ending;
	/** Requests that one try makes for an item that is struck each time; 1 unless given. */
	requests?: number;
	/** Strikes once at the most, whatever the variant says. */
	once?: true;
	/** Request Options → Timeout of the items that are struck, in ms. */
	timeout?: number;
	/** The answer holds no ids, so that none can be reported. */
	withoutIds?: true;
	/** Needs waiting: not multiplied with every variant. */
	slow?: true;
	/** Struck under Stop After Failures too, which counts each request without an accepted row. */
	isCounted?: boolean;
	/** Differs from another fault in a number only: strikes one operation in turn, not each. */
	alike?: boolean;
}

const fault = (
	name: string,
	ending: Ending,
	action: FaultAction,
	more: Partial<MatrixFault> = {},
): MatrixFault => ({ name, ending, strike: { at: 'sandbox', action: () => action }, ...more });

const address = (
	name: string,
	baseUrl: (sandbox: string, closed: string) => string,
): MatrixFault => ({
	name,
	ending: 'rejected',
	strike: { at: 'address', baseUrl },
	requests: 0,
	isCounted: true,
});

/** "4xx … are `rejected`" */
const refusedByStatus = [400, 401, 402, 403, 404, 405, 406, 409, 413, 422].map((status) =>
	fault(
		`HTTP ${status}`,
		'rejected',
		{ kind: 'status', status },
		{ alike: [405, 409, 413, 422].includes(status), isCounted: [401, 402].includes(status) },
	),
);

/** "a refusal in a 200" */
const refusedInside = [1002, 1004, 1006, 1008, 1010, 1015, 401, 429, 500, 99999].map((code) =>
	fault(
		`refusal ${code} in a 200`,
		'rejected',
		{ kind: 'refuse', code, message: 'refused', status: 200 },
		{ alike: ![1006, 429].includes(code), isCounted: [1006, 1010].includes(code) },
	),
);

/** "5xx … are `unknown`", whether the service has carried it out or not. */
const serverErrors = [500, 502, 503, 504].flatMap((status) =>
	[false, true].map((accept) =>
		fault(
			`HTTP ${status}${accept ? ', taken all the same' : ''}`,
			'unknown',
			{ kind: 'status', status, accept },
			{ isCounted: true },
		),
	),
);

/** Issue 11: what proves no refusal is `unknown` */
const withoutProof = [408, 425].map((status) =>
	fault(`HTTP ${status}`, 'unknown', { kind: 'status', status, accept: true }, { alike: true }),
);

/** Issue 11: "3xx proves nothing" */
const redirects = ([301, 302, 303, 307, 308] as const).map((status): MatrixFault => ({
	name: `redirect ${status} to another host`,
	ending: 'unknown',
	strike: {
		at: 'sandbox',
		action: (elsewhere) => ({ kind: 'redirect', status, location: elsewhere }),
	},
}));

/** "of neither, a 2xx is `unknown`" */
const unproven = Object.entries({
	'an empty body': '',
	null: 'null',
	true: 'true',
	'a number': '42',
	'an empty object': '{}',
	'an empty array': '[]',
	'an array': '[1, 2]',
	'Persian text': 'پیام ثبت شد',
}).flatMap(([name, body]) =>
	[true, false].map((accept) =>
		fault(
			`a 200 with ${name}${accept ? '' : ', not taken'}`,
			'unknown',
			{ kind: 'raw', body, accept },
			{ alike: !accept },
		),
	),
);

/** "as a whole one of a dozen words" */
const words = Object.entries({ 'a JSON text': '"queued"', 'plain text': 'OK' }).map(
	([name, body]) =>
		fault(
			`a 200 with ${name}`,
			'accepted',
			{ kind: 'raw', body, accept: true },
			{ withoutIds: true },
		),
);

/** "a truncated answer, a web page in a 200 are `unknown`" */
const raw = (name: string, body: string, accept = true) =>
	fault(name, 'unknown', { kind: 'raw', body, accept });
const page = (name: string, ending: Ending, more: { accept?: true; status?: number } = {}) =>
	fault(`a web page in a ${name}`, ending, { kind: 'html', ...more });
const unreadable = [
	fault('an answer cut off on the way', 'unknown', { kind: 'truncate' }),
	raw('a 200 with half of a JSON object', '{"meta":{"status":200,"mess'),
	raw('a 200 with half of a JSON array', '[12'),
	page('200', 'unknown'),
	page('200, taken all the same', 'unknown', { accept: true }),
	raw('a web page in a 200 that calls itself JSON', '\n <!DOCTYPE html><html></html>', false),
	page('502, taken all the same', 'unknown', { status: 502, accept: true }),
	page('403', 'rejected', { status: 403 }),
	page('404', 'rejected', { status: 404 }),
];

/** "time-out, reset or abort once the request may have been written" */
const lost = [
	...(['before', 'after'] as const).map((when) =>
		fault(
			`a dropped connection ${when} it was taken`,
			'unknown',
			{ kind: 'drop', when },
			{ isCounted: true },
		),
	),
	fault(
		'an answer later than the time-out',
		'unknown',
		{ kind: 'delay', ms: 6000 },
		{
			// Long enough for the others' answers on a busy machine: it is the run's.
			timeout: 3000,
			slow: true,
		},
	),
];

/** "A 429 waits as its Retry-After says (bounded) and tries again up to three times" */
const tooMany = [
	fault('a 429 once', 'accepted', { kind: 'tooManyRequests', retryAfter: 0 }, { once: true }),
	fault(
		'a 429 once, with a wait of 1 s',
		'accepted',
		{ kind: 'tooManyRequests', retryAfter: 1 },
		{ once: true, slow: true },
	),
	fault(
		'a 429 each time',
		'rejected',
		{ kind: 'tooManyRequests', retryAfter: 0 },
		{ requests: 4, isCounted: true },
	),
	fault('a 429 with a wait of a day', 'rejected', { kind: 'tooManyRequests', retryAfter: 86_400 }),
];

/** Too long for the name of a host, 64 letters at the most: it fails at once, where a resolver may take seconds to look for it. */
const NO_HOST = `https://${'no-such-host-'.repeat(5)}.invalid`;

/** "refused connection, DNS, TLS" */
const notConnected = [
	address('a refused connection', (_sandbox, closed) => closed),
	address('a host name that does not exist', () => NO_HOST),
	address('TLS to a port that speaks plain HTTP', (sandbox) => sandbox.replace('http:', 'https:')),
];

export const FAULTS: MatrixFault[] = [
	...refusedByStatus,
	fault('a refused login', 'rejected', { kind: 'unauthorized' }, { isCounted: true }),
	...refusedInside,
	...withoutProof,
	...serverErrors,
	fault('HTTP 503 with Retry-After', 'unknown', { kind: 'status', status: 503, retryAfter: 0 }),
	fault(
		'HTTP 202',
		'accepted',
		{ kind: 'status', status: 202, body: '{"status":"queued"}', accept: true },
		{ withoutIds: true },
	),
	...redirects,
	...unproven,
	...words,
	...unreadable,
	...lost,
	...tooMany,
	...notConnected,
];

/** Request Options with the time-out of the run. */
export const timeoutOf = ({ timeout }: MatrixFault) => (timeout === undefined ? {} : { timeout });
