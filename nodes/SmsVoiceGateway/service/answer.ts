import type { Json } from '../values/json';

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

/** What an answer answers. */
export interface Question {
	/** Whether it was to send something: a query sends nothing. */
	sends: boolean;
	/** The numbers of each row that the request carried. */
	rows: ReadonlyArray<readonly string[]>;
	/** What the credential teaches: what stands at a place, and what that means. Both empty: an answer without a body. */
	answers: ReadonlyArray<{ field: string; value: string; means: 'accepted' | 'rejected' }>;
}

/**
 * What is said of a request, or of one of its rows; and why an answer does not tell whether it was accepted. `unproven`: it
 * proves neither, or something in it is not understood. `contradictory`: it says both. `mixed`: it speaks of some in one way
 * and of some in another. `noProof`: an HTTP status that says nothing of what was done.
 */
export type Said = { code?: string; words?: string } & (
	| { kind: 'accepted' }
	| { kind: 'refused' }
	| {
			kind: 'unclear';
			why:
				| ('serverError' | 'redirect' | 'noProof' | 'webPage' | 'truncated' | 'tooLarge')
				| ('contradictory' | 'mixed' | 'unproven');
	  }
);

/** What is said of one row: with the ids that are certainly its own, and the part of the answer that speaks of it alone. */
export type RowVerdict = Said & { response?: Json; ids: string[]; warning?: string };

/** An answer that was read. An accepted one has a verdict for each row, of which some may say otherwise. */
export type Verdict = Said & { response: Json; rows?: RowVerdict[] };
