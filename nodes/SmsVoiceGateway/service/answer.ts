import { type Json, parseJson } from '../values/json';

/** What came back from the service, as text: nothing has been read into it yet. */
export interface Answer {
	httpStatus: number;
	contentType: string;
	body: string;
	/** Whether all of the body was read. */
	end: 'complete' | 'truncated' | 'tooLarge';
	/** The wait the service asks for, in milliseconds, from its Retry-After header. */
	retryAfter?: number | undefined;
}

/** A line of the credential's *Answers*: what stands at a place of an answer, what that means, and where its ID stands. */
export interface Lesson {
	/** The path of the place; empty: the answer as text. */
	field: string;
	/** What stands there, with `*` in the place of an ID; empty: anything, or nothing where the field is empty too. */
	value: string;
	means: 'accepted' | 'rejected';
	/** The path of the ID, or of a list of them; empty: it is nowhere. */
	idField: string;
}

/** What an answer answers. */
export interface Question {
	/** Whether it was to send something: a query sends nothing. */
	sends: boolean;
	/** The numbers of each row that the request carried. */
	rows: ReadonlyArray<readonly string[]>;
	answers: readonly Lesson[];
}

/**
 * What is said of a request, or of one of its rows; and why an answer does not tell whether it was accepted. `unproven`: it
 * proves neither, or something in it is not understood. `contradictory`: it says both. `noProof`: an HTTP status that says
 * nothing of what was done.
 */
export type Said = { code?: string | undefined; words?: string | undefined } & (
	| { kind: 'accepted' }
	| { kind: 'refused' }
	| {
			kind: 'unclear';
			why:
				| ('serverError' | 'redirect' | 'noProof' | 'webPage' | 'truncated' | 'tooLarge')
				| ('contradictory' | 'unproven');
	  }
);

/** What is said of one row: with the ids that are certainly its own, and the part of the answer that speaks of it alone. */
export type RowVerdict = Said & { response?: Json; ids: string[]; warning?: string | undefined };

/** An answer that was read. An accepted one has a verdict for each row, of which some may say otherwise. */
export type Verdict = Said & { response: Json; rows?: RowVerdict[] };

/** A notice of PHP, which many servers of this kind show before the answer. */
const NOTICE =
	/\s*(?:<br ?\/?>\s*)*(?:<b>)?(?:PHP )?(?:Notice|Warning|Deprecated|Strict Standards)(?:<\/b>)?:[^\n]*? on line (?:<b>)?\d+(?:<\/b>)?\s*(?:<br ?\/?>\s*)*/y;

/** A text behind its notices: one by one, as a pattern of many of them runs out of V8's stack. */
function withoutNotices(text: string): string {
	let end = 0;
	for (NOTICE.lastIndex = 0; NOTICE.test(text);) end = NOTICE.lastIndex;
	return text.slice(end);
}

/**
 * The JSON of an answer, also behind a byte order mark or notices of PHP. Of any other body the whole as text; `why` it can't be
 * read, where it is not all there, or is a page.
 */
export function extractJson({ body, contentType, end }: Answer): {
	value: Json;
	why: 'truncated' | 'tooLarge' | 'webPage' | undefined;
} {
	const text = withoutNotices(body.replace(/^\ufeff+/, ''));
	const value = parseJson(text);
	if (end !== 'complete') return { value: value ?? body, why: end };
	if (value !== undefined) return { value, why: undefined };
	if (/^\s*["[{]/.test(text)) return { value: body, why: 'truncated' };
	const isPage = /^\s*</.test(text) || /\bhtml\b/i.test(contentType);
	return { value: body, why: isPage ? 'webPage' : undefined };
}
