import { isJsonObject } from '../lib/json';
import type { Json } from '../lib/json';
import { DEEPEST, idIn, idsBehindWord } from './data';
import { asId, plainName } from './members';
import * as NAMES from './names';
import { STATES } from './states';
import { firstText, isAccepting, isEmpty, isRefusing, partsOf, readCode, truthOf } from './values';

/** What a member is evidence of; `doubt` is of neither, but lets nothing be believed beside it. */
export type Signal = 'accept' | 'refuse' | 'doubt' | undefined;

/** What an answer, or a part of it, is evidence of. */
export interface Signals {
	accept: boolean;
	refuse: boolean;
	doubt: boolean;
	/** The numbers that it names as not taken. */
	notTaken: number;
	code?: string | undefined;
	/** The service's words: of an error, of a message, of a status, the first that there are. */
	errorWords?: string | undefined;
	messageWords?: string | undefined;
	statusWords?: string | undefined;
}

/** No evidence. */
export const nothing = (): Signals => ({
	accept: false,
	refuse: false,
	doubt: false,
	notTaken: 0,
});

/**
 * The evidence in an answer's statements, to a request that `sends` or to a query, whose records speak of other requests.
 * `entries`, which speak of single messages, is left out.
 */
export function signalsIn(value: Json, sends: boolean, entries?: Json): Signals {
	if (typeof value !== 'string')
		return signalsWithin(value, { sends, entries, depth: 0, inStatus: false, inUnknown: false });
	return { ...nothing(), accept: idsBehindWord(value) !== undefined };
}

/** The evidence in what an answer has for one message. */
export function signalsOfEntry(entry: Json, bare: boolean): Signals {
	if (typeof entry === 'object' && entry !== null) return signalsIn(entry, true);
	const found = nothing();
	note(found, signalOfEntry(entry, bare), entry);
	return found;
}

function signalOfEntry(entry: Json, bare: boolean): Signal {
	if (typeof entry === 'boolean') return entry ? 'accept' : 'refuse';
	if (idIn(entry, bare) !== undefined) return 'accept';
	if (typeof entry === 'string' && isAccepting(entry)) return 'accept';
	// A small number may be a code, or a count.
	return isEmpty(entry) || (readCode(entry)?.code ?? -1) > 0 ? undefined : 'doubt';
}

interface Place {
	sends: boolean;
	entries: Json | undefined;
	depth: number;
	/** In a status that is an object, an id is that of the status. */
	inStatus: boolean;
	/** Within an object of which nobody knows what it speaks of. */
	inUnknown: boolean;
}

function collect(object: { [key: string]: Json }, found: Signals, place: Place): void {
	const members = Object.entries(object).map(([name, value]) => [plainName(name), value] as const);
	const has = (names: ReadonlySet<string>) => members.some(([name]) => names.has(name));
	const hasId = members.some(([name, value]) => NAMES.ID.has(name) && asId(value) !== undefined);
	const isRequest = has(NAMES.REQUEST);
	// "ErrorCode: 000, ErrorMessage: Done" is no error.
	const isNoError = members.some(([name, value]) => NAMES.FAILURE_CODE.has(name) && isZero(value));
	for (const [name, value] of members) {
		if (NAMES.SUCCESS.has(name)) note(found, signalOfSuccess(value), value);
		else if (NAMES.PROGRESS.has(name)) note(found, signalOfProgress(value), value);
		else if (NAMES.NOT_TAKEN.test(name) && Array.isArray(value)) found.notTaken += value.length;
		else if (NAMES.FAILURE_CODE.has(name)) note(found, signalOfErrorCode(value), value);
		else if (NAMES.FAILURE.has(name)) {
			if (isHarmless(value)) continue;
			note(found, isNoError ? 'doubt' : 'refuse', value);
			addError(found, value, place);
		} else if (NAMES.ID.has(name) && !place.inStatus) note(found, signalOfId(value), value);
		else if (typeof value === 'object' && value !== null) addInner(found, name, value, place);
		else if (NAMES.CODE.has(name)) {
			// Beside a number it may be the code that the call was to deliver.
			if (!isRequest || name !== 'code') note(found, signalOfStatus(value, true), value);
		} else if (NAMES.STATUS.has(name)) {
			const isOwn = hasId && !place.sends && typeof value !== 'boolean';
			const signal = isOwn ? undefined : signalOfState(name, value, hasId);
			note(found, signal, value);
			if (signal !== 'accept' && typeof value === 'string') found.statusWords ??= value;
		} else if (name === 'data' && typeof value === 'number' && value < 0) found.doubt = true;
		else if (NAMES.WORDS.has(name) && !isRequest) found.messageWords ??= firstText(value);
	}
}

/** What stands in an envelope counts; elsewhere an acceptance proves nothing, and a refusal makes doubt. */
function addInner(found: Signals, name: string, value: Json, place: Place): void {
	if (place.depth >= DEEPEST || value === place.entries) return;
	const inStatus = name === 'status' || name === 'state';
	const inUnknown = place.inUnknown || !(NAMES.ENVELOPE.has(name) || inStatus);
	const inner = signalsWithin(value, { ...place, depth: place.depth + 1, inStatus, inUnknown });
	if (inUnknown !== place.inUnknown) found.doubt ||= inner.refuse;
	else {
		const isOdd = inStatus && !inner.accept && !inner.refuse && !isEmpty(value);
		add(found, isOdd ? { ...inner, doubt: true } : inner);
	}
}

function signalsWithin(value: Json, place: Place): Signals {
	const found = nothing();
	if (value === place.entries) return found;
	for (const one of Array.isArray(value) ? value : [value]) {
		if (isJsonObject(one)) collect(one, found, place);
	}
	return found;
}

function note(found: Signals, signal: Signal, value: Json): void {
	if (signal === 'accept') found.accept = true;
	else if (signal === 'doubt') found.doubt = true;
	else if (signal === 'refuse') {
		found.refuse = true;
		const code = readCode(value)?.code;
		if (code !== undefined) found.code ??= String(code);
	}
}

/** The evidence of several parts together. */
export function merged(parts: readonly Signals[]): Signals {
	const found = nothing();
	for (const part of parts) add(found, part);
	return found;
}

function add(found: Signals, other: Signals): void {
	found.accept ||= other.accept;
	found.refuse ||= other.refuse;
	found.doubt ||= other.doubt;
	found.notTaken += other.notTaken;
	found.code ??= other.code;
	found.errorWords ??= other.errorWords;
	found.messageWords ??= other.messageWords;
	found.statusWords ??= other.statusWords;
}

/** Code and words of an error, which may be a text, an object or a list of either. */
function addError(found: Signals, error: Json, place: Place): void {
	if (typeof error === 'string') found.errorWords ??= error;
	if (typeof error !== 'object' || place.depth >= DEEPEST) return;
	const inner = signalsWithin(error, { ...place, depth: place.depth + 1, inStatus: true });
	found.code ??= inner.code;
	found.errorWords ??= inner.errorWords ?? inner.messageWords ?? firstText(error);
}

function signalOfSuccess(value: Json): Signal {
	const truth = truthOf(value);
	if (truth !== undefined) return truth ? 'accept' : 'refuse';
	if (typeof value === 'string' && isAccepting(value)) return 'accept';
	return typeof value === 'string' && isRefusing(value) ? 'refuse' : 'doubt';
}

function signalOfProgress(value: Json): Signal {
	if (truthOf(value) === true) return 'accept';
	return typeof value !== 'boolean' && isZero(value) ? 'doubt' : undefined;
}

const isZero = (value: Json): boolean => value === 0 || /^0+$/.test(String(value).trim());

function signalOfErrorCode(value: Json): Signal {
	return isEmpty(value) || signalOfStatus(value, true) === 'accept' ? undefined : 'refuse';
}

/**
 * A status in words, as a code, or as yes or no. A small number may be anybody's state, and proves nothing; 0 of a code is
 * none. Of a code that is a symbol a part may say that it refuses (`ERR_NO_CREDIT`).
 */
export function signalOfStatus(value: Json, isCode: boolean): Signal {
	if (typeof value === 'boolean') return value ? 'accept' : 'refuse';
	if (value === null || value === '') return undefined;
	const found = readCode(value);
	if (found !== undefined) {
		const { code, words } = found;
		if (code >= 200 && code < 300) return words === '' || isAccepting(words) ? 'accept' : 'doubt';
		// "500 messages sent" counts.
		if (code < 0 || code >= 300) return partsOf(words).some(isAccepting) ? 'doubt' : 'refuse';
		return isCode && code === 0 ? undefined : 'doubt';
	}
	// A call's code, given back.
	if (isCode && /^\d+$/.test(String(value))) return undefined;
	if (typeof value !== 'string') return 'doubt';
	if (isAccepting(value)) return 'accept';
	if (isRefusing(value)) return 'refuse';
	const parts = isCode ? partsOf(value) : [];
	return parts.some(isRefusing) && !parts.some(isAccepting) ? 'refuse' : 'doubt';
}

/** A status that may be the state of the message whose id stands beside it, or, as a result, an id. */
function signalOfState(name: string, value: Json, hasId: boolean): Signal {
	const code = readCode(value)?.code;
	const state = hasId && code !== undefined ? STATES[code] : undefined;
	if (state !== undefined) return state.lost ? 'refuse' : undefined;
	if (name === 'result') {
		if (idIn(value, true) !== undefined) return undefined;
		// Four or five digits, of which none is known as a code's.
		if (code !== undefined && code >= 600 && idIn(value, false) !== undefined) return 'doubt';
	}
	return signalOfStatus(value, false);
}

/** An error that is none: empty, or nothing in it but a success ("no error", 200, `{"code":200}`). */
function isHarmless(value: Json, depth = 0): boolean {
	if (isEmpty(value)) return true;
	if (typeof value === 'object' && value !== null) {
		return depth < DEEPEST && Object.values(value).every((inner) => isHarmless(inner, depth + 1));
	}
	return value !== true && signalOfStatus(value, true) === 'accept';
}

/** An id names what was taken; a negative one is a code in its place. */
function signalOfId(value: Json): Signal {
	if (Array.isArray(value)) return undefined;
	if (asId(value) !== undefined) return 'accept';
	return (readCode(value)?.code ?? 0) < 0 ? 'doubt' : undefined;
}
