import type { State } from '../state.ts';
import type { Encoding, Fields } from '../types.ts';

/** One operation of the interface. */
export interface Endpoint {
	path: string;
	encodings: readonly Encoding[];
	/** The body fields besides username and password. */
	fields: readonly string[];
	/** Checks the fields and carries the operation out; gives the JSON text of the answer, or throws Refused. */
	run(fields: Fields, state: State, requestId: string): string;
}
