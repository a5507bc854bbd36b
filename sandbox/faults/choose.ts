import { hostOf } from '../answer.ts';
import type { State } from '../state.ts';
import { countStrike } from './strikes.ts';
import type { Fault, FaultAction } from './types.ts';

export type Delay = Extract<FaultAction, { kind: 'delay' }>;
export type Misbehaviour = Exclude<FaultAction, Delay>;

const isDelay = (action: FaultAction): action is Delay => action.kind === 'delay';
const isMisbehaviour = (action: FaultAction): action is Misbehaviour => action.kind !== 'delay';

/** Whether a fault may still strike: one with `times` is used up at last. */
export const isInForce = ({ times }: Fault): boolean => times !== 0;

/** The first fault of a sort that matches; counts its `times` down. */
function strikeFirst<T extends FaultAction>(
	state: State,
	path: string,
	destinations: string[],
	sort: (action: FaultAction) => action is T,
): T | undefined {
	const matches = ({ match = {} }: Fault): boolean =>
		(match.host === undefined || match.host === hostOf(path)) &&
		(match.path === undefined || match.path === path) &&
		(match.destination === undefined || destinations.includes(match.destination)) &&
		// Drawn last, so that requests the fault is not about don't use up the seeded stream.
		(match.probability === undefined || state.random() < match.probability);
	for (const fault of state.faults) {
		if (!sort(fault.fault) || !isInForce(fault) || !matches(fault)) continue;
		if (fault.times !== undefined) fault.times -= 1;
		countStrike(state.strikes, fault);
		return fault.fault;
	}
	return undefined;
}

/** What is to go wrong with a request: at most one delay and one other fault. */
export const chooseFaults = (
	state: State,
	path: string,
	destinations: string[],
): { delay: Delay | undefined; other: Misbehaviour | undefined } => ({
	delay: strikeFirst(state, path, destinations, isDelay),
	other: strikeFirst(state, path, destinations, isMisbehaviour),
});
