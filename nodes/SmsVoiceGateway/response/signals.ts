import { isJsonObject, type Json } from '../values/json';
import { DEEPEST, idsBehindWord } from './data';
import { plainName } from './byName';
import { asId } from './messageId';
import * as NAMES from './names';
import * as SIGNAL from './signalOf';
import type { Signal } from './signalOf';
import {
	firstText,
	isAccepting,
	isEmpty,
	namesNoError,
	readCode,
	speaksOfSuccess,
	truthOf,
} from './values';

/** What an answer, or a part of it, is evidence of. */
export interface Signals {
	accept: boolean;
	refuse: boolean;
	doubt: boolean;
	/** How many it counts or lists as taken, which proves nothing of the rest; 0 where it does not. */
	taken: number;
	/** What it names as not taken: numbers, or records of them. */
	notTaken: Json[];
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
	taken: 0,
	notTaken: [],
});

/**
 * The evidence in an answer's statements, to a request for so many `numbers`, or to a query, whose records speak of other
 * requests. `entries`, which speak of single messages, is left out.
 */
export function signalsIn(value: Json, numbers: number | 'query', entries?: Json): Signals {
	if (typeof value !== 'string') {
		const sends = numbers !== 'query';
		return signalsWithin(value, {
			...{ sends, anyCode: !sends, numbers: sends ? numbers : Infinity, entries },
			...{ depth: 0, inStatus: false, inUnknown: false },
		});
	}
	return { ...nothing(), accept: idsBehindWord(value) !== undefined };
}

/** The evidence in what an answer has for one message, or, as its only entry, for so many `numbers`. */
export function signalsOfEntry(entry: Json, bare: boolean, numbers: number): Signals {
	if (typeof entry === 'object' && entry !== null) return signalsIn(entry, numbers);
	const found = nothing();
	note(found, SIGNAL.ofEntry(entry, bare), entry);
	return found;
}

interface Place {
	sends: boolean;
	/** Every code refuses that is no success: of a query, which can be asked again, and in `meta`, the service's own envelope. */
	anyCode: boolean;
	/** How many the request was for; 0 of one entry of several, which counts nothing. */
	numbers: number;
	entries: Json | undefined;
	depth: number;
	/** In a status that is an object, an id is that of the status. */
	inStatus: boolean;
	/** Within an object of which nobody knows what it speaks of. */
	inUnknown: boolean;
}

function collect(object: { [key: string]: Json }, found: Signals, place: Place): void {
	const entries = Object.entries(object).map(([name, value]) => [plainName(name), value] as const);
	const has = (names: ReadonlySet<string>) => entries.some(([name]) => names.has(name));
	const hasId = entries.some(([name, value]) => NAMES.ID.has(name) && asId(value) !== undefined);
	const isRequest = has(NAMES.REQUEST);
	// "ErrorCode: 000, ErrorMessage: Done" is no error.
	const isNoError = entries.some(
		([name, value]) => NAMES.FAILURE_CODE.has(name) && namesNoError(value),
	);
	for (const [name, value] of entries) {
		// Of a success, 1 is a yes.
		const mayCount = place.numbers > 0 || typeof value === 'object';
		if (mayCount && NAMES.TAKEN.test(name) && !(NAMES.SUCCESS.has(name) && truthOf(value)))
			found.taken = Math.max(found.taken, SIGNAL.someIn(value, place.numbers));
		if (NAMES.SUCCESS.has(name)) note(found, SIGNAL.ofSuccess(value), value);
		else if (NAMES.PROGRESS.has(name)) note(found, SIGNAL.ofProgress(value), value);
		else if (NAMES.NOT_TAKEN.test(name) && Array.isArray(value))
			for (const one of value) found.notTaken.push(one);
		else if (NAMES.FAILURE_CODE.has(name)) note(found, SIGNAL.ofErrorCode(value), value);
		else if (NAMES.FAILURE.has(name)) {
			if (SIGNAL.isHarmless(value)) {
				if (typeof value === 'string' && isAccepting(value)) found.messageWords ??= value;
				continue;
			}
			const isOfSome = SIGNAL.isOfSome(name, value, place.numbers);
			note(found, isNoError || isOfSome ? 'doubt' : 'refuse', value);
			addError(found, value, place);
		} else if (NAMES.ID.has(name) && !place.inStatus) note(found, SIGNAL.ofId(value), value);
		else if (typeof value === 'object' && value !== null) addInner(found, name, value, place);
		else if (NAMES.CODE.has(name)) {
			// Beside a number it may be the code that the call was to deliver.
			if (!isRequest || name !== 'code')
				note(found, SIGNAL.ofStatus(value, true, place.anyCode), value);
		} else if (NAMES.STATUS.has(name)) {
			const isOwn = hasId && !place.sends && typeof value !== 'boolean';
			const signal = isOwn ? undefined : SIGNAL.ofState(name, value, hasId, place.anyCode);
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
	const anyCode = place.anyCode || name === 'meta';
	const depth = place.depth + 1;
	const inner = signalsWithin(value, { ...place, anyCode, depth, inStatus, inUnknown });
	if (inUnknown !== place.inUnknown) {
		found.doubt ||= inner.refuse;
		found.taken = Math.max(found.taken, inner.taken);
	} else {
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

/**
 * Whether something speaks of an acceptance, be it of some: by what proves one, by a count or a list of them, or `inWords`
 * beside what refuses (`code: 5, message: "OK"`).
 */
export function speaksFor(signals: Signals, inWords: boolean): boolean {
	const { accept, taken, errorWords, messageWords } = signals;
	if (accept || taken > 0) return true;
	return inWords && speaksOfSuccess([errorWords, messageWords].join('\n'));
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
	if (other.taken > found.taken) found.taken = other.taken;
	for (const one of other.notTaken) found.notTaken.push(one);
	found.code ??= other.code;
	found.errorWords ??= other.errorWords;
	found.messageWords ??= other.messageWords;
	found.statusWords ??= other.statusWords;
}

/** Code and words of an error, which may be a text, an object or a list of either. */
function addError(found: Signals, error: Json, place: Place): void {
	if (typeof error === 'string') found.errorWords ??= error;
	if (typeof error !== 'object' || place.depth >= DEEPEST) return;
	const inner = signalsWithin(error, { ...place, depth: place.depth + 1 });
	found.code ??= inner.code;
	found.errorWords ??= inner.errorWords ?? inner.messageWords ?? firstText(error);
}
