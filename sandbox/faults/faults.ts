import { PATHS, hostOf } from '../paths.ts';
import {
	InvalidSetting,
	checked,
	filled,
	integer,
	number,
	oneOf,
	partOf,
	type Check,
} from '../settings.ts';
import type { Host } from '../types.ts';
import { KINDS, type FaultAction, type FaultKind } from './table.ts';

export interface Fault {
	match?: {
		/** `sms`: texts and their status; `call`: calls and credit. */
		host?: Host;
		path?: string;
		/** Strikes a request when any of its destinations equals this. */
		destination?: string;
		/** 0 to 1. */
		probability?: number;
	};
	/** How often it may still strike; counts down. Absent: every time. */
	times?: number;
	fault: FaultAction;
}

const MAX_FAULTS = 100;

const MATCH = partOf({
	host: oneOf('sms', 'call'),
	path: oneOf(...Object.values(PATHS)),
	destination: filled,
	probability: number(0, 1),
});

/** Looked at by itself. */
const any: Check = ['', () => true];
const FAULT = {
	match: { optional: any },
	times: { optional: integer(0, Number.MAX_SAFE_INTEGER) },
	fault: any,
};

function checkFault(value: unknown, place: string): void {
	const { match = {}, fault } = checked(value, FAULT, place);
	checked(match, MATCH, `${place}.match`);
	const { kind: given } = Object(fault) as { kind?: FaultKind };
	const kind = oneOf(...Object.keys(KINDS));
	// Where the kind is none, nothing else can be said of it.
	if (!kind[1](given)) checked({ kind: given }, { kind }, `${place}.fault`);
	checked(fault, { ...KINDS[given as FaultKind].settings, kind }, `${place}.fault`);
}

/** A copy of `value` as faults; throws InvalidSetting with the first thing that is wrong. */
export function validFaults(value: unknown): Fault[] {
	if (!Array.isArray(value)) throw new InvalidSetting('faults must be an array');
	if (value.length > MAX_FAULTS) throw new InvalidSetting(`faults must be at most ${MAX_FAULTS}`);
	value.forEach((fault, index) => checkFault(fault, `faults[${index}]`));
	return structuredClone(value) as Fault[];
}

/** What a fault is, whatever is left of it. */
export const identityOf = ({ match, fault }: Fault): string => JSON.stringify([match, fault]);

/** The faults that there are, how often each has struck, and the stream of chances. */
interface Faulty {
	faults: Fault[];
	strikes: Map<string, number>;
	random: () => number;
}

/** What is to go wrong with a request, and counts it: the first delay and the first other fault that match. */
export function strike(
	{ faults, strikes, random }: Faulty,
	path: string,
	destinations: string[],
): { delay: FaultAction | undefined; other: FaultAction | undefined } {
	const matches = ({ match = {} }: Fault): boolean =>
		(match.host === undefined || match.host === hostOf(path)) &&
		(match.path === undefined || match.path === path) &&
		(match.destination === undefined || destinations.includes(match.destination)) &&
		// Drawn last, so that requests the fault is not about don't use up the seeded stream.
		(match.probability === undefined || random() < match.probability);
	const first = (isDelay: boolean): FaultAction | undefined => {
		const struck = faults.find(
			(one) => (one.fault.kind === 'delay') === isDelay && one.times !== 0 && matches(one),
		);
		if (struck === undefined) return undefined;
		if (struck.times !== undefined) struck.times -= 1;
		strikes.set(identityOf(struck), (strikes.get(identityOf(struck)) ?? 0) + 1);
		return struck.fault;
	};
	return { delay: first(true), other: first(false) };
}
