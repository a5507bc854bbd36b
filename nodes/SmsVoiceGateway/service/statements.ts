import type { Json } from '../values/json';
import {
	idOf,
	isAccepting,
	isAcceptingCode,
	isEmpty,
	isRefusing,
	isRefusingStatus,
	readCode,
	speaksOfRefusal,
	speaksOfSuccess,
	textOf,
	truthOf,
} from './readings';

/** The states of a message that have been seen: in words, whether it stays in them, and whether it did not go out. */
export const STATES: Readonly<Record<string, { text: string; final: boolean; lost?: true }>> = {
	'-1': { text: 'Not found', final: true, lost: true },
	1: { text: 'Queued', final: false },
	2: { text: 'Sent', final: false },
	4: { text: 'Pending', final: false },
	5: { text: 'Failed', final: true, lost: true },
	6: { text: 'Delivered', final: true },
	7: { text: 'No response', final: false },
	8: { text: 'Rejected', final: true, lost: true },
	9: { text: "Sent to the destination's operator", final: false },
	10: { text: 'Partly sent', final: false },
	11: { text: 'Handed over, no ID from the operator', final: true },
	12: { text: 'Partly delivered', final: true },
	13: { text: 'No delivery report', final: true },
	20: { text: 'Held by the service', final: false, lost: true },
	52: { text: 'State not known', final: false, lost: true },
};

/**
 * What a member of an answer says of how the request ended; undefined where it says nothing of it. `odd`: it may, and is not
 * understood. `taken`: some were taken, which proves nothing, but lets no refusal be believed; `part`: not all of them.
 */
export type Sign = 'accepts' | 'refuses' | 'odd' | 'taken' | 'part' | undefined;

/** What stands beside a member, or around it. */
export interface Beside {
	/** How many numbers the request was for. */
	numbers: number;
	/** Whether each code refuses that is no success: in `meta`, the service's own envelope, and of a query. */
	anyCode: boolean;
	hasId: boolean;
	hasNumber: boolean;
}

/** Whether a value is left out, in JSON's ways. */
export const isNothing = (value: Json) => value === null || value === '';

export function ofSuccess(value: Json): Sign {
	const truth = truthOf(value) ?? (isAccepting(textOf(value)) || undefined);
	if (truth !== undefined) return truth ? 'accepts' : 'refuses';
	return isRefusing(textOf(value)) ? 'refuses' : Number(value) > 0 ? 'part' : 'odd';
}

/** A code of which nobody knows whose it is may be that of a success: some services say 801, 1000 or 3001. */
const isRefusingCode = (code: number, anyCode: boolean) =>
	code < 0 || isRefusingStatus(code) || (anyCode ? code >= 300 : code > 1000 && code < 1100);

/** A status in words, as a code, as yes or no, or as the state of the message whose ID stands beside it. */
export function ofStatus(value: Json, { anyCode, hasId, hasNumber }: Beside, name: string): Sign {
	if (isNothing(value)) return undefined;
	// Beside a number it may be the code that a call reads out, and no success.
	if (name === 'code' && hasNumber) {
		const sign = ofStatus(value, { anyCode, hasId, hasNumber: false, numbers: 1 }, name);
		if (sign === 'accepts') return 'taken';
		return sign === 'refuses' || !/^\d+$/.test(textOf(value)) ? 'odd' : undefined;
	}
	if (typeof value === 'boolean') return value ? 'accepts' : 'refuses';
	const text = textOf(value);
	const { code, words = '' } = readCode(value) ?? {};
	const isState = hasId && /^stat(?:us|e)$/.test(name) && words === '';
	if (isState && STATES[text] !== undefined) return STATES[text].lost ? 'odd' : undefined;
	if (code === undefined) {
		// Of a call, the code that it reads out.
		if (/code$/.test(name) && /^\d+$/.test(text)) return undefined;
		if (name === 'result' && idOf(value, 100_000) !== undefined) return undefined;
		if (isAccepting(text)) return 'accepts';
		return isRefusing(text) ? 'refuses' : 'odd';
	}
	if (isAcceptingCode(code)) return words === '' || isAccepting(words) ? 'accepts' : 'odd';
	if (isRefusingCode(code, anyCode))
		return words.split(/[^\p{L}]/u).some(isAccepting) ? 'odd' : 'refuses';
	return /code$/.test(name) && code === 0 ? undefined : 'odd';
}

/** An error that is none: empty, or nothing in it but a success (`"no error"`, 200, `{"code":200}`). */
function isHarmless(value: Json, depth = 0): boolean {
	if (isEmpty(value)) return true;
	if (typeof value === 'object' && value !== null)
		return depth < 8 && Object.values(value).every((inner) => isHarmless(inner, depth + 1));
	const { code, words = '' } = readCode(value) ?? {};
	return isAccepting(code === undefined || !isAcceptingCode(code) ? textOf(value) : words || 'ok');
}

export function ofError(value: Json, { numbers }: Beside, name: string): Sign {
	if (isHarmless(value)) return undefined;
	if (typeof value === 'object') {
		// Errors that name numbers may be those of some.
		const isOfSome = Object.entries(value ?? {}).some(
			([key, one]) => /^\+?\d{4,}$/.test(key) || (Array.isArray(value) && typeof one === 'object'),
		);
		return isOfSome && numbers > 1 ? 'odd' : 'refuses';
	}
	const text = textOf(value);
	// How many of them failed; a query has none.
	const isCount = numbers > 1 && numbers < Infinity && !/code|no$/.test(name);
	if (isCount && Number(text) < numbers) return 'odd';
	// "ER-00" and "NO_ERROR" are no refusal.
	const isNone =
		text.length < 100 &&
		(/^\D*0+\D*$/.test(text) || /^(?:err(?:or)?|no(?:ne)?|[^\p{L}\p{N}])+$/iu.test(text));
	return speaksOfSuccess(text) || (isNone && !isRefusing(text)) ? 'odd' : 'refuses';
}

/** What failed, or was not taken: how many, or which. */
export const ofFailed = (value: Json): Sign =>
	value === true
		? 'refuses'
		: isEmpty(value) && !(Array.isArray(value) && value[0] !== undefined)
			? undefined
			: 'odd';
export const ofUntaken = (value: Json): Sign => ofFailed(value) && 'odd';

const IS_TAKEN = /^(?:sent|accepted|queued|submitted|delivered|scheduled)$/;

/** What the service did with its messages: yes, a word for it, or how many. A list of them is looked at besides. */
export function ofTaken(value: Json, { numbers }: Beside, name: string): Sign {
	if (isNothing(value)) return undefined;
	const text = typeof value === 'object' ? String(Object.keys(value ?? {}).length) : textOf(value);
	const isPlain = typeof value !== 'object' && IS_TAKEN.test(name);
	if (isPlain && truthOf(value) && (numbers === 1 || !/^\d/.test(text))) return 'accepts';
	if (/^\d{4}-\d\d-\d\d/.test(text)) return undefined;
	if (!/^\d+$/.test(text)) return isAccepting(text) || truthOf(value) ? 'taken' : 'odd';
	return Number(text) >= numbers ? 'taken' : Number(text) > 0 ? 'part' : 'odd';
}

export const ofId = (value: Json): Sign =>
	idOf(value) !== undefined ? 'accepts' : isNothing(value) ? undefined : 'odd';

/** What stands for a message without a name: small, it may be an ID or a code. */
export const ofData = (value: Json, beside: Beside): Sign =>
	idOf(value) === undefined ? ofWords(value, beside) : undefined;

/** Words that say neither "not" nor of how few; a word alone is a status. */
export function ofWords(value: Json, { numbers }: Beside): Sign {
	if (isNothing(value)) return undefined;
	if (typeof value !== 'string') return 'odd';
	const text = textOf(value);
	if (isAccepting(text) || text === '') return undefined;
	const isAlone = !/[^\p{L}\p{N}_.-]/u.test(text);
	const few = text.match(/\d+/g)?.some((count) => Number(count) < numbers) ?? false;
	return isAlone || few || speaksOfRefusal(text) ? 'odd' : undefined;
}

export const ofNumber = (value: Json): Sign =>
	isNothing(value) || /^[+\d][\d\s,;()+-]*$/.test(textOf(value)) ? undefined : 'odd';

export const ofCount = (value: Json, { numbers }: Beside): Sign =>
	isNothing(value) || Number(textOf(value)) >= numbers ? undefined : 'odd';

/** What speaks of the message, or of the account; unless it says in one word that it failed. */
export const ofOther = (value: Json): Sign =>
	isRefusing(textOf(value)) || /^-\d/.test(textOf(value)) ? 'odd' : undefined;
