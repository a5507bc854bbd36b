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
	/** What the credential teaches: what stands at a place of an answer, and what that means. */
	answers: ReadonlyArray<{
		/** A path, of which numbers are places in a list; empty for the whole answer as text. */
		field: string;
		/** Empty for anything that is not empty. */
		value: string;
		means: 'accepted' | 'rejected';
	}>;
}

/**
 * What is said of a request, or of one of its rows; and why an answer does not tell whether it was accepted. `unproven`: it
 * proves neither. `contradictory`: it says both. `mixed`: it speaks of some rows in one way and of some in another, and it
 * can't be told of which. `noProof`: an HTTP status that says nothing of what was done.
 */
export type Said =
	| { kind: 'accepted' }
	| { kind: 'refused'; code?: string; words?: string }
	| {
			kind: 'unclear';
			why:
				| ('serverError' | 'redirect' | 'noProof' | 'webPage' | 'truncated' | 'tooLarge')
				| ('contradictory' | 'mixed' | 'unproven');
			code?: string;
			words?: string;
	  };

/** What an answer says of one row. */
export type RowVerdict = Said & {
	/** The part of the answer that speaks of this row alone, where there is one. */
	response?: Json;
	/** The ids that are certainly the row's own. */
	ids: string[];
	/** Where the answer counts otherwise than the row does. */
	warning?: string;
};

/**
 * An answer that was read: the request was accepted, refused, or nobody can tell. An accepted one has a verdict for each
 * row, of which some may say otherwise.
 */
export type Verdict = Said & { response: Json; rows?: RowVerdict[] };
