import { isJsonObject } from '../lib/json';
import type { Json } from '../lib/json';
import { asId } from './members';
import { STATES } from './states';
import { codeOf, isEmpty, truthOf } from './values';
import { isDubious, sideOfWords } from './words';

/** Which way a member points: for an acceptance, against it, or neither but suspicious. */
export type Side = 'for' | 'against' | 'doubt' | undefined;

/** Up to here a number is a code or a state, and hardly an id. */
const MOST_SMALL = 99;

/** Envelopes in envelopes: no service goes deeper. */
export const DEEPEST = 8;

/** The codes that have been seen, in their ranges: a number alone may as well be an id. */
const isKnownRefusal = (code: number): boolean =>
	(code > 1000 && code < 1100) || (code >= 400 && code < 600);

/** Whether a text or a number that stands alone looks like a refusal. */
export function isSuspicious(value: Json): boolean {
	const code = codeOf(value) ?? 0;
	return code < 0 || isKnownRefusal(code) || (typeof value === 'string' && isDubious(value));
}

/** Where in an answer something stands. */
export interface Place {
	/** Whether the request was to send something; a query's records speak of other requests. */
	sends: boolean;
	depth: number;
	inMeta: boolean;
}

export function sideOfSuccess(value: Json): Side {
	const truth = truthOf(value);
	if (truth !== undefined) return truth ? 'for' : 'against';
	return typeof value === 'string' ? sideOfText(value) : undefined;
}

function sideOfText(value: string): Side {
	const side = sideOfWords(value);
	if (side === undefined || side === 'doubt') return side;
	return side === 'refusal' ? 'against' : 'for';
}

/** 0 says nothing, 1 may be yes, 1xx is not the last word. */
function sideOfNumber(code: number): Side {
	if (code === 0) return undefined;
	if (code >= 200 && code < 300) return 'for';
	return code === 1 || (code >= 100 && code < 300) ? 'doubt' : 'against';
}

export function sideOfCode(value: Json): Side {
	const code = codeOf(value);
	// A 0 may be a code as well as a count ("0 sent").
	if (code === 0 && typeof value === 'string' && isDubious(value)) return 'doubt';
	if (code !== undefined) return sideOfNumber(code);
	return typeof value === 'string' ? sideOfText(value) : undefined;
}

export function sideOfFailureCode(value: Json): Side {
	if (isEmpty(value)) return undefined;
	return codeOf(value) === 1 ? 'against' : (sideOfCode(value) ?? 'against');
}

/** A status in words, as a code, as yes or no, or as the state of the message whose id stands beside it. */
export function sideOfStatus(value: Json, { sends, inMeta }: Place, hasId: boolean): Side {
	if (typeof value === 'boolean') return value ? 'for' : 'against';
	if (hasId && !sends) return undefined;
	const code = codeOf(value);
	if (code === undefined) return sideOfCode(value);
	const state = STATES[code];
	if (hasId && state !== undefined) return state.lost ? 'against' : undefined;
	if (code === 1) return 'for';
	// Without an id it can't be told whether it is the state of a message or a code.
	return state !== undefined && !state.lost && !inMeta ? 'doubt' : sideOfCode(value);
}

export function sideOfError(value: Json): Side {
	return isHarmless(value) ? undefined : 'against';
}

/** An error that is none: empty, or nothing in it but a success ("no error", 200, `{"code":200}`). */
function isHarmless(value: Json, depth = 0): boolean {
	if (isEmpty(value)) return true;
	if (isJsonObject(value) || Array.isArray(value)) {
		return depth < DEEPEST && Object.values(value).every((inner) => isHarmless(inner, depth + 1));
	}
	return sideOfCode(value) === 'for';
}

/** A number as a result may be the id of what was sent. */
export function mayBeId(name: string, value: Json): boolean {
	const code = codeOf(value) ?? 0;
	return name === 'result' && code > MOST_SMALL && !isKnownRefusal(code) && code !== 200;
}

export function sideOfData(value: Json): Side {
	return sideOfId(value) ?? (isSuspicious(value) ? 'doubt' : undefined);
}

export function sideOfId(value: Json): Side {
	const ids = Array.isArray(value) ? value : [value];
	if (ids.some((id) => asId(id) !== undefined)) return 'for';
	return ids.some((id) => (codeOf(id) ?? 0) < 0) ? 'doubt' : undefined;
}
