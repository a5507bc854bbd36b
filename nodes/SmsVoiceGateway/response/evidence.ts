import { isJsonObject } from '../lib/json';
import type { Json } from '../lib/json';
import { asId, plainName } from './members';
import {
	CODE,
	ENVELOPE,
	FAILURE,
	FAILURE_CODE,
	ID,
	MESSAGE_ID,
	PROGRESS,
	REQUEST,
	STATUS,
	SUCCESS,
	WORDS,
} from './memberNames';
import {
	DEEPEST,
	isSuspicious,
	mayBeId,
	sideOfCode,
	sideOfData,
	sideOfError,
	sideOfFailureCode,
	sideOfId,
	sideOfStatus,
	sideOfSuccess,
} from './sides';
import type { Place, Side } from './sides';
import { codeOf, firstText, truthOf } from './values';

/** What an answer says of the request, collected from wherever it says it. */
export interface Evidence {
	/** A stated success, or an id. */
	acceptance: boolean;
	/** A code that is no success, a stated failure, an error that is not empty. */
	refusal: boolean;
	/** The same of single rows, in a list. */
	rowAccepted: boolean;
	rowRefused: boolean;
	/** What proves no refusal, but makes an answer suspicious that says nothing else. */
	doubt: boolean;
	code?: string | undefined;
	/** The service's words: of an error, of a message, of a status, the first that there are. */
	errorWords?: string | undefined;
	messageWords?: string | undefined;
	statusWords?: string | undefined;
}

/** The evidence in an answer's JSON; `sends` where the request was to send something, and was no query. */
export function evidenceIn(value: Json, sends: boolean): Evidence {
	return collect(value, { sends, depth: 0, inMeta: false });
}

function collect(value: Json, place: Place): Evidence {
	if (Array.isArray(value)) return ofRows(value, place);
	return isJsonObject(value) ? ofObject(value, place) : ofScalar(value);
}

const nothing = (): Evidence => ({
	acceptance: false,
	refusal: false,
	rowAccepted: false,
	rowRefused: false,
	doubt: false,
});

/** A text or a number that stands alone proves nothing, but may be suspicious. */
function ofScalar(value: Json): Evidence {
	return { ...nothing(), doubt: isSuspicious(value) };
}

function ofRows(rows: Json[], place: Place): Evidence {
	const found = nothing();
	for (const row of rows) {
		if (asId(row) !== undefined) found.rowAccepted = true;
		else if (isJsonObject(row)) {
			const own = ofObject(row, deeper(place));
			if (own.acceptance) found.rowAccepted = true;
			if (!place.sends) continue;
			const refused = own.refusal || own.rowRefused;
			add(found, { ...own, acceptance: false, refusal: false, rowRefused: refused });
		} else if (ofScalar(row).doubt) found.doubt = true;
	}
	return found;
}

function ofObject(object: { [key: string]: Json }, place: Place): Evidence {
	const found = nothing();
	const members = Object.entries(object).map(([name, value]) => [plainName(name), value] as const);
	const has = (which: ReadonlySet<string>) => members.some(([name]) => which.has(name));
	const hasId = members.some(([name, value]) => ID.has(name) && sideOfId(value) === 'for');
	const isRecord = hasId && has(MESSAGE_ID);
	if (isRecord && !place.sends && place.depth > 0) return { ...found, acceptance: true };
	const isRequest = has(REQUEST);
	const note = (side: Side, value: Json) => {
		if (side === 'for') found.acceptance = true;
		else if (side === 'doubt') found.doubt = true;
		else if (side === 'against') {
			found.refusal = true;
			const code = codeOf(value);
			if (code !== undefined) found.code ??= String(code);
		}
	};
	for (const [name, value] of members) {
		const isNested = typeof value === 'object';
		if (SUCCESS.has(name)) note(sideOfSuccess(value), value);
		else if (PROGRESS.has(name)) note(truthOf(value) === true ? 'for' : undefined, value);
		else if (FAILURE_CODE.has(name)) note(sideOfFailureCode(value), value);
		else if (FAILURE.has(name)) {
			const side = sideOfError(value);
			note(side, value);
			if (side === 'against') addError(found, value, place);
		} else if (ID.has(name)) note(sideOfId(value), value);
		else if (isNested) {
			if (!ENVELOPE.has(name) || place.depth >= DEEPEST) continue;
			add(found, collect(value, { ...deeper(place), inMeta: name === 'meta' }));
		} else if (CODE.has(name)) {
			if (!isRequest) note(sideOfCode(value), value);
		} else if (STATUS.has(name)) {
			const side = mayBeId(name, value) ? undefined : sideOfStatus(value, place, hasId);
			note(side, value);
			if (side === 'against' && typeof value === 'string') found.statusWords ??= value;
		} else if (name === 'data') note(sideOfData(value), value);
		else if (WORDS.has(name) && !isRequest) {
			found.messageWords ??= firstText(value);
			if (ofScalar(value).doubt) found.doubt = true;
		}
	}
	return found;
}

const deeper = (place: Place): Place => ({ ...place, depth: place.depth + 1, inMeta: false });

function add(found: Evidence, other: Evidence): void {
	found.acceptance ||= other.acceptance;
	found.refusal ||= other.refusal;
	found.rowAccepted ||= other.rowAccepted;
	found.rowRefused ||= other.rowRefused;
	found.doubt ||= other.doubt;
	found.code ??= other.code;
	found.errorWords ??= other.errorWords;
	found.messageWords ??= other.messageWords;
	found.statusWords ??= other.statusWords;
}

/** Code and words of an error, which may be a text, an object or a list of either. */
function addError(found: Evidence, error: Json, place: Place): void {
	if (typeof error === 'string') found.errorWords ??= error;
	if (typeof error !== 'object' || place.depth >= DEEPEST) return;
	const { code, errorWords, messageWords } = collect(error, deeper(place));
	found.code ??= code;
	found.errorWords ??= errorWords ?? messageWords ?? firstText(error);
}
