import type { Fault } from './types.ts';

export interface Struck {
	count: number;
	/** The last time, ISO 8601, UTC. */
	at: string;
}

/** How often each of the faults has struck. */
export type Strikes = WeakMap<Fault, Struck>;

export function countStrike(strikes: Strikes, fault: Fault): void {
	const count = (strikes.get(fault)?.count ?? 0) + 1;
	strikes.set(fault, { count, at: new Date().toISOString() });
}

const identity = ({ match, fault }: Fault): string => JSON.stringify([match, fault]);

/** The strikes of a new list of faults: one that was in the old list too keeps its own, whatever is left of it. */
export function carriedOver(strikes: Strikes, old: Fault[], fresh: Fault[]): Strikes {
	const rest = old.map((fault) => ({ fault, is: identity(fault) }));
	const carried: Strikes = new WeakMap();
	for (const fault of fresh) {
		const is = identity(fault);
		const index = rest.findIndex((candidate) => candidate.is === is);
		const [found] = index < 0 ? [] : rest.splice(index, 1);
		const struck = found && strikes.get(found.fault);
		if (struck !== undefined) carried.set(fault, struck);
	}
	return carried;
}
