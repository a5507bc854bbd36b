import { CASES, inParallel, type Case } from './cases.ts';

/** A workflow that is needed. */
export interface Planned {
	one: Case;
	rows: number;
}

/** One measurement: so many runs of a case, with so many rows. */
export interface Step extends Planned {
	delayMs: number;
	runs: number;
}

export const DELAY_MS = 50;
export const SEND_PARALLEL = 20;
/** Sent by every process before it is measured, so that loading and compiling are not counted with the rows. */
export const WARM_UP_ROWS = 100;
const REPEATED = 3;
/** What takes seconds runs several times: up to so many rows, and where rows share requests up to so many. */
export const REPEATED_UP_TO = { single: 1_000, shared: 10_000 };

const { pass, fields, send, httpRequest, helper, bareHelper, ...shared } = CASES;
const { limit, bulk } = shared;
const singles = [pass, fields, send, httpRequest];

const runsOf = (rows: number, upTo: number): number => (rows <= upTo ? REPEATED : 1);

/** Every case with every count of rows, but the helper's with the largest. */
export function withoutDelay(counts: number[]): Step[] {
	return counts.flatMap((rows) => {
		const helpers = rows <= 10_000 ? [helper, bareHelper] : [];
		const each = (cases: Case[], upTo: number) =>
			cases.map((one) => ({ one, rows, delayMs: 0, runs: runsOf(rows, upTo) }));
		return [
			...each(Object.values(shared), REPEATED_UP_TO.shared),
			...each([...singles, ...helpers], REPEATED_UP_TO.single),
		];
	});
}

/** With slow answers the round trips decide; one request for each row is then only feasible for few rows. */
export function withDelay(counts: number[]): Step[] {
	const few = counts.filter((rows) => rows <= 1_000);
	const some = counts.filter((rows) => rows <= 10_000);
	const bulks = [limit, bulk, inParallel(bulk, 5), inParallel(bulk, 20)];
	const rowByRow = [inParallel(send, SEND_PARALLEL), httpRequest];
	return [
		...some.flatMap((rows) => bulks.map((one) => ({ one, rows }))),
		...few.flatMap((rows) => rowByRow.map((one) => ({ one, rows }))),
	].map((step) => ({
		...step,
		delayMs: DELAY_MS,
		runs: runsOf(step.rows, REPEATED_UP_TO.single),
	}));
}

/** Every workflow that is needed, once; with each the one that warms up. */
export function withWarmUp(steps: Step[]): Planned[] {
	const nodes = steps.filter(({ one }) => !one.plain);
	const all = nodes.flatMap(({ one, rows }) => [
		{ one, rows },
		{ one, rows: WARM_UP_ROWS },
	]);
	const key = ({ one, rows }: (typeof all)[number]) => `${one.title} ${rows}`;
	return [...new Map(all.map((planned) => [key(planned), planned])).values()];
}
