import type { Host } from '../types.ts';
import type { FamilyName } from './family.ts';

/** What goes wrong. `accept: true` carries the request out before the faulty answer; the default is false. */
export type FaultAction =
	| {
			kind: 'status';
			status: number;
			body?: string;
			contentType?: string;
			retryAfter?: number;
			accept?: boolean;
	  }
	| { kind: 'refuse'; code: number; message: string; status?: number }
	| { kind: 'delay'; ms: number }
	| { kind: 'drop'; when: 'before' | 'after' }
	| { kind: 'truncate' }
	| { kind: 'html'; status?: number; accept?: boolean }
	| { kind: 'redirect'; status: 301 | 302 | 303 | 307 | 308; location: string }
	| { kind: 'unauthorized' }
	| { kind: 'tooManyRequests'; retryAfter?: number }
	| { kind: 'raw'; body: string; contentType?: string; accept?: boolean }
	/** Answers as a service of another family does. */
	| { kind: 'family'; family: FamilyName; refuse?: boolean };

export type FaultKind = FaultAction['kind'];

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
