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
/** From here on each case runs once, so that it counts what a process that was just started takes. */
export const ONCE_FROM = 100_000;

const { pass, fields, send, httpRequest, helper, bareHelper, ...shared } = CASES;
const { limit, bulk } = shared;

/** Every case with every count of rows, but the helper's with the largest; those that share requests several times. */
export function withoutDelay(counts: number[]): Step[] {
	return counts.flatMap((rows) => {
		const runs = rows < ONCE_FROM ? REPEATED : 1;
		const singles = [pass, fields, send, httpRequest];
		const helpers = rows < ONCE_FROM ? [helper, bareHelper] : [];
		return [
			...Object.values(shared).map((one) => ({ one, rows, delayMs: 0, runs })),
			...[...singles, ...helpers].map((one) => ({ one, rows, delayMs: 0, runs: 1 })),
		];
	});
}

/** With slow answers the round trips decide; one request for each row is then only feasible for few rows. */
export function withDelay(counts: number[]): Step[] {
	const few = counts.filter((rows) => rows <= 1_000);
	const some = counts.filter((rows) => rows <= 10_000);
	const bulks = [limit, bulk, inParallel(bulk, 5), inParallel(bulk, 20)];
	const singles = [inParallel(send, SEND_PARALLEL), httpRequest];
	return [
		...some.flatMap((rows) => bulks.map((one) => ({ one, rows }))),
		...few.flatMap((rows) => singles.map((one) => ({ one, rows }))),
	].map((step) => ({ ...step, delayMs: DELAY_MS, runs: 1 }));
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
