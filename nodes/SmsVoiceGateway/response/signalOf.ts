import type { Json } from '../values/json';
import { DEEPEST, idIn } from './data';
import { firstOf, valuesByName } from './byName';
import { plainDigits } from '../numbers/plainDigits';
import { asId } from './messageId';
import { FAILURES, RECIPIENT } from './names';
import { STATES } from './states';
import {
	isAccepting,
	isAcceptingCode,
	isEmpty,
	isRefusing,
	isRefusingCode,
	isZero,
	namesNoError,
	partsOf,
	readCode,
	speaksOfSuccess,
	truthOf,
} from './values';

/** What a member is evidence of; `doubt` is of neither, but lets nothing be believed beside it. */
export type Signal = 'accept' | 'refuse' | 'doubt' | undefined;

/** What stands for one message, without a name. */
export function ofEntry(entry: Json, bare: boolean): Signal {
	if (idIn(entry, bare) !== undefined) return 'accept';
	// A small number may be a code, or a count.
	const saysNothing = isEmpty(entry) || entry === true || (readCode(entry)?.code ?? -1) > 0;
	return saysNothing ? undefined : 'doubt';
}

export function ofSuccess(value: Json): Signal {
	const truth = truthOf(value);
	if (truth !== undefined) return truth ? 'accept' : 'refuse';
	if (typeof value === 'string' && isAccepting(value)) return 'accept';
	return typeof value === 'string' && isRefusing(value) ? 'refuse' : 'doubt';
}

export function ofProgress(value: Json): Signal {
	if (truthOf(value) === true) return 'accept';
	return isZero(value) ? 'doubt' : undefined;
}

export function ofErrorCode(value: Json): Signal {
	if (isEmpty(value) || ofStatus(value, true) === 'accept') return undefined;
	return namesNoError(value) ? 'doubt' : 'refuse';
}

/**
 * A status in words, as a code, or as yes or no. A code of which nobody knows whose it is proves nothing, as a small number
 * may be a state; 0 of a code is none. Of a code that is a symbol a part may say that it refuses (`ERR_NO_CREDIT`).
 */
export function ofStatus(value: Json, isCode: boolean, anyCode = false): Signal {
	if (typeof value === 'boolean') return value ? 'accept' : 'refuse';
	if (value === null || value === '') return undefined;
	const found = readCode(value);
	if (found !== undefined) {
		const { code, words } = found;
		if (isAcceptingCode(code)) return words === '' || isAccepting(words) ? 'accept' : 'doubt';
		// "400 messages sent" counts.
		if (isRefusingCode(code, anyCode)) return partsOf(words).some(isAccepting) ? 'doubt' : 'refuse';
		return isCode && code === 0 ? undefined : 'doubt';
	}
	// A call's code, given back.
	if (isCode && /^\d+$/.test(String(value))) return undefined;
	if (typeof value !== 'string') return 'doubt';
	if (isAccepting(value)) return 'accept';
	if (isRefusing(value)) return 'refuse';
	if (!isCode) return 'doubt';
	const parts = partsOf(value);
	const isOpen = parts.some(isAccepting) || namesNoError(value) || speaksOfSuccess(value);
	return parts.some(isRefusing) && !isOpen ? 'refuse' : 'doubt';
}

/** A status that may be the state of the message whose id stands beside it, or, as a result, an id. */
export function ofState(name: string, value: Json, hasId: boolean, anyCode = false): Signal {
	const code = readCode(value)?.code;
	const state = hasId && code !== undefined ? STATES[code] : undefined;
	if (state !== undefined) return state.lost ? 'refuse' : undefined;
	if (name === 'result') {
		if (idIn(value, true) !== undefined) return undefined;
		// Four or five digits, which are no code of the service.
		if (idIn(value, false) !== undefined) return 'doubt';
	}
	return ofStatus(value, false, anyCode);
}

/** An error that is none: empty, or nothing in it but a success ("no error", 200, `{"code":200}`). */
export function isHarmless(value: Json, depth = 0): boolean {
	if (isEmpty(value)) return true;
	if (typeof value === 'object' && value !== null) {
		return depth < DEEPEST && Object.values(value).every((inner) => isHarmless(inner, depth + 1));
	}
	return value !== true && ofStatus(value, true) === 'accept';
}

/** An id names what was taken; a negative one is a code in its place. */
export function ofId(value: Json): Signal {
	if (asId(value) !== undefined) return 'accept';
	return (readCode(value)?.code ?? 0) < 0 ? 'doubt' : undefined;
}

/** How many a list has, or a count that is at most `most`; else 0, or less. */
export function someIn(value: Json, most: number): number {
	if (typeof value === 'object') return Object.keys(value ?? {}).length;
	const count = Number(plainDigits(String(value)));
	return Number.isInteger(count) && count <= most ? count : 0;
}

/** Whether an error may be that of some of so many numbers: a count of fewer, or as many as it names. */
export function isOfSome(name: string, value: Json, numbers: number): boolean {
	if (typeof value !== 'object') return FAILURES.has(name) && someIn(value, numbers - 1) > 0;
	const isNaming = Array.isArray(value)
		? value.every((one) => firstOf(valuesByName(one), ...RECIPIENT) !== undefined)
		: Object.keys(value ?? {}).every((key) => /^\+?\d+$/.test(key));
	return isNaming && Object.keys(value ?? {}).length < numbers;
}
