import type { Json } from '../lib/json';

/** What came back from the service, as text: nothing has been read into it yet. */
export interface Answer {
	httpStatus: number;
	contentType: string;
	body: string;
	/** Whether all of the body was read. */
	end: 'complete' | 'brokenOff' | 'tooLarge';
	/** The wait the service asks for, in milliseconds, from its Retry-After header. */
	retryAfter?: number;
}

/** An answer that was read: the request was accepted, refused, or nobody can tell. */
export type Verdict =
	| { kind: 'accepted'; response: Json }
	| { kind: 'refused'; code?: string; words?: string; response: Json }
	| { kind: 'unclear'; why: Unclear; code?: string; words?: string; response: Json };

/**
 * Why an answer does not tell whether the request was accepted. `mixed`: it speaks of rows one by one, and has taken
 * some of them (see `judgeRows`). `contradictory`: it says both. `suspicious`: it proves neither, but speaks of a problem.
 * `noProof`: an HTTP status that says nothing of what was done.
 */
export type Unclear =
	| 'serverError'
	| 'redirect'
	| 'noProof'
	| 'webPage'
	| 'truncated'
	| 'tooLarge'
	| 'contradictory'
	| 'mixed'
	| 'suspicious';
