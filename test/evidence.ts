/** Answers put together from evidence, so that what they mean is known without the node's code. */

export type Ending = 'accepted' | 'rejected' | 'unknown';

/** Members of an envelope, and what they are evidence of. */
interface Fragment {
	name: string;
	members: Record<string, unknown>;
}

const fragment = (members: Record<string, unknown>): Fragment => ({
	name: JSON.stringify(members).slice(1, -1),
	members,
});

/** Evidence of an acceptance: a stated success in each writing, or an id. */
export const ACCEPTING: Fragment[] = [
	...[true, 'true', 'True', 1, '1', 'yes', 'success'].map((success) => fragment({ success })),
	...[200, '200', '200 OK', 201, 'success', 'OK', 'queued', 'pending', true].map((status) =>
		fragment({ status }),
	),
	...[200, '200', '202 Accepted'].map((code) => fragment({ code })),
	...['77', 77, '9007199254740993'].map((call_id) => fragment({ call_id })),
	fragment({ msgid: 9001 }),
	fragment({ message_id: 'a-17' }),
];

/** Evidence of a refusal: `success` false in any writing, a code of a refusal, an error that is one. */
export const REFUSING: Fragment[] = [
	...[false, 'false', 'False', 'FALSE', 0, '0', 'no'].map((success) => fragment({ success })),
	...[1006, '1006', '1006 no credit', 400, '402 Payment Required', false].map((status) =>
		fragment({ status }),
	),
	...[1006, '1006', 404, '۱۰۰۶'].map((code) => fragment({ code })),
	...[true, 1006, { code: 1006 }].map((error) => fragment({ error })),
	fragment({ error_code: 5 }),
];

/** Words in the place of a status or an error: in whatever language, nobody knows what they say. */
export const WORDS: Fragment[] = [
	fragment({ success: 'failed' }),
	...['error', 'failed', 'rejected', 'not sent', 'abgelehnt', 'رد شد'].map((status) =>
		fragment({ status }),
	),
	...['credit is used up', 'kein Fehler', { message: 'credit' }, ['credit']].map((error) =>
		fragment({ error }),
	),
	fragment({ errors: { destination: ['must be a number'] } }),
];

/** What servers of all languages write where they mean nothing. */
export const EMPTY: Fragment[] = [
	fragment({}),
	...[null, [], {}, '', 0, false, '0', 'none', [null], { code: 0, message: '' }].map((error) =>
		fragment({ error }),
	),
	fragment({ data: null }),
	fragment({ code: 0 }),
	fragment({ errors: [] }),
];

/** Of neither side, but nothing is to be believed beside it. */
const ODD: Fragment[] = [
	...['odd', 'on its way', '200 messages rejected', 'REJECTD', 'خطای ناشناخته', 0, 42].map(
		(status) => fragment({ status }),
	),
	...[500, 801, '2000', 3001].map((code) => fragment({ code })),
	fragment({ code: 'NO_ERROR' }),
	fragment({ success: 'maybe' }),
	fragment({ sent: 0 }),
	fragment({ id: -1 }),
	fragment({ report: { success: false } }),
];

type Envelope = (members: Record<string, unknown>) => Record<string, unknown>;

const renamed =
	(rename: (name: string) => string): Envelope =>
	(members) =>
		Object.fromEntries(Object.entries(members).map(([name, value]) => [rename(name), value]));

const capital = (name: string) => name.charAt(0).toUpperCase() + name.slice(1);

/** Where evidence may stand, and in which letter case. */
export const PLACES: Array<{ place: string; put: Envelope }> = [
	{ place: 'root', put: (members) => ({ ...members }) },
	{ place: 'ROOT', put: renamed((name) => name.toUpperCase()) },
	{ place: 'meta', put: (meta) => ({ meta }) },
	{ place: 'Meta', put: (members) => ({ Meta: renamed(capital)(members) }) },
	{ place: 'result', put: (result) => ({ result }) },
	{ place: 'response.meta', put: (meta) => ({ response: { meta } }) },
];

export type HttpClass = 'success' | 'refusal' | 'noProof';

/** What an HTTP status is evidence of. */
export const STATUSES: Array<{ status: number; proves: HttpClass }> = [
	...[200, 201, 202].map((status) => ({ status, proves: 'success' as const })),
	...[400, 401, 402, 404, 406, 422].map((status) => ({ status, proves: 'refusal' as const })),
	...[302, 303, 408, 499, 500, 503].map((status) => ({ status, proves: 'noProof' as const })),
];

/** The table of what evidence proves; `odd`: something is not understood. */
export function endingOf(
	accepting: boolean,
	refusing: boolean,
	http: HttpClass,
	odd = false,
): Ending {
	if (http === 'noProof' || (odd && (accepting || http === 'success'))) return 'unknown';
	const against = refusing || http === 'refusal';
	if (accepting === against) return 'unknown';
	return against ? 'rejected' : 'accepted';
}

export interface Case {
	body: string;
	status: number;
	ending: Ending;
}

/** An answer that holds both, each at its place; undefined where one would stand in the other's stead. */
function together(
	first: Record<string, unknown>,
	second: Record<string, unknown>,
): Record<string, unknown> | undefined {
	const names = (given: Record<string, unknown>) =>
		Object.keys(given).map((name) => name.toLowerCase());
	return names(first).some((name) => names(second).includes(name))
		? undefined
		: { ...first, ...second };
}

/** Where two pieces of evidence stand, and the status beside them. */
const AROUND = PLACES.flatMap((from) =>
	PLACES.flatMap((to) => STATUSES.map((http) => ({ from, to, ...http }))),
);

/** Every `step`th of all answers that can be made of one of each, or of none; of each two at least one. */
export function* casesOf(step: number): Generator<Case> {
	const none = [fragment({})];
	const pairs: Array<[Fragment[], boolean, Fragment[], boolean, boolean?]> = [
		[ACCEPTING, true, REFUSING, true],
		[ACCEPTING, true, EMPTY, false],
		[none, false, REFUSING, true],
		[none, false, EMPTY, false],
		[ACCEPTING, true, [...ODD, ...WORDS], false, true],
		[none, false, WORDS, false, true],
	];
	let begin = 0;
	for (const [accepting, isAccepting, refusing, isRefusing, isOdd] of pairs) {
		for (const { one, other } of accepting.flatMap((one) =>
			refusing.map((other) => ({ one, other })),
		)) {
			// By a prime, so that each two stand elsewhere.
			begin = (begin + 61) % Math.min(step, AROUND.length);
			for (let at = begin; at < AROUND.length; at += step) {
				const around = AROUND[at];
				if (around === undefined) continue;
				const { from, to, status, proves } = around;
				const whole = together(from.put(one.members), to.put(other.members));
				if (whole === undefined) continue;
				const ending = endingOf(isAccepting, isRefusing, proves, isOdd);
				yield { body: JSON.stringify(whole), status, ending };
			}
		}
	}
}
