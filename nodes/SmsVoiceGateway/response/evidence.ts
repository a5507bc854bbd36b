import { isJsonObject } from '../lib/json';
import type { Json } from '../lib/json';
import { asId, plainName } from './members';
import { STATES } from './states';
import { codeOf, firstText, isEmpty, truthOf } from './values';
import { sideOfWords } from './words';

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
	code?: string;
	/** The service's words: of an error, of a message, of a status, the first that there are. */
	errorWords?: string;
	messageWords?: string;
	statusWords?: string;
}

/** Which way a member points: for an acceptance, against it, or neither but suspicious. */
type Side = 'for' | 'against' | 'doubt' | undefined;

const names = (...list: string[]): ReadonlySet<string> => new Set(list);

const SUCCESS = names(
	...['success', 'succeeded', 'successful', 'issuccess', 'issuccessful', 'ok', 'isok'],
);
/** Of these only "yes" says something: "not delivered yet" is no refusal. */
const PROGRESS = names('sent', 'accepted', 'queued', 'submitted', 'delivered', 'scheduled');
const FAILURE = names(
	...['error', 'errors', 'err', 'errormessage', 'errormsg', 'errmsg', 'errordescription'],
	...['errordetail', 'errordetails', 'errortext', 'exception', 'fault', 'faultstring'],
	...['failure', 'failures', 'failed', 'iserror', 'haserror', 'haserrors', 'problem', 'problems'],
);
const FAILURE_CODE = names('errorcode', 'errcode', 'errno', 'errorno', 'errornumber', 'faultcode');
const CODE = names(
	...['code', 'statuscode', 'resultcode', 'returncode', 'retcode', 'rescode', 'responsecode'],
	...['httpstatus', 'httpcode', 'httpstatuscode', 'messagecode'],
);
const STATUS = names('status', 'state', 'result', 'outcome', 'resultstatus', 'requeststatus');
const WORDS = names(
	...['message', 'msg', 'description', 'detail', 'details', 'reason', 'title', 'statustext'],
	...['statusmessage', 'resultmessage', 'responsemessage', 'returnmessage', 'info'],
	...['response', 'answer', 'reply'],
);
const MESSAGE_ID = names('msgid', 'messageid', 'msgids', 'messageids', 'smsid', 'smsids');
const ID = names(
	'id',
	'ids',
	'callid',
	'callids',
	'uuid',
	'sid',
	'trackingid',
	'bulkid',
	...MESSAGE_ID,
);
/** Where a message goes: beside it stand fields of the request, which say nothing. */
const REQUEST = names('destination', 'to', 'recipient', 'receptor', 'phone', 'mobile', 'number');
/** Objects that hold the service's own statements, and lists that hold its rows. */
const ENVELOPE = names(
	...['meta', 'data', 'd', 'result', 'results', 'response', 'header', 'head', 'return', 'returns'],
	...['answer', 'reply', 'body', 'status', 'payload', 'output', 'envelope', 'content'],
	...['messages', 'calls', 'items', 'records', 'entries', 'rows', 'list'],
);

/** Up to here a number is a code or a state, and hardly an id. */
const MOST_SMALL = 99;

/** Envelopes in envelopes: no service goes deeper. */
const DEEPEST = 8;

/** The codes that have been seen, in their ranges: a number alone may as well be an id. */
const isKnownRefusal = (code: number): boolean =>
	(code > 1000 && code < 1100) || (code >= 400 && code < 600);

/** Where in an answer something stands. */
interface Place {
	/** Whether the request was to send something; a query's records speak of other requests. */
	sends: boolean;
	depth: number;
	inMeta: boolean;
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
	const code = codeOf(value) ?? 0;
	const isRefusal = typeof value === 'string' && sideOfWords(value) === 'refusal';
	return { ...nothing(), doubt: code < 0 || isKnownRefusal(code) || isRefusal };
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
	const isRequest = has(REQUEST);
	if (isRecord && !place.sends && place.depth > 0) return { ...found, acceptance: true };
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
		const isNested = typeof value === 'object' && value !== null;
		if (SUCCESS.has(name)) note(sideOfSuccess(value), value);
		else if (PROGRESS.has(name)) note(truthOf(value) === true ? 'for' : undefined, value);
		else if (FAILURE_CODE.has(name)) note(sideOfFailureCode(value), value);
		else if (FAILURE.has(name)) {
			const side = sideOfError(value);
			note(side, value);
			if (side === 'against' && typeof value !== 'boolean') addError(found, value, place);
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
			const text = firstText(value);
			if (text !== undefined) found.messageWords ??= text;
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
	takeWords(found, other);
}

function takeWords(found: Evidence, other: Evidence): void {
	if (found.code === undefined && other.code !== undefined) found.code = other.code;
	for (const kind of ['errorWords', 'messageWords', 'statusWords'] as const) {
		const words = other[kind];
		if (words !== undefined) found[kind] ??= words;
	}
}

/** Code and words of an error, which may be a text, an object or a list of either. */
function addError(found: Evidence, error: Json, place: Place): void {
	if (typeof error === 'string') found.errorWords ??= error;
	if (typeof error !== 'object' || place.depth >= DEEPEST) return;
	const { code, errorWords, messageWords } = collect(error, deeper(place));
	const words = errorWords ?? messageWords ?? firstText(error);
	takeWords(found, {
		...nothing(),
		...(code === undefined ? {} : { code }),
		...(words === undefined ? {} : { errorWords: words }),
	});
}

function sideOfSuccess(value: Json): Side {
	const truth = truthOf(value);
	if (truth !== undefined) return truth ? 'for' : 'against';
	return typeof value === 'string' ? sideOfText(value) : undefined;
}

function sideOfText(value: string): Side {
	const side = sideOfWords(value);
	if (side === undefined) return undefined;
	return side === 'refusal' ? 'against' : 'for';
}

/** 0 says nothing, 1 may be yes, 1xx is not the last word. */
function sideOfNumber(code: number): Side {
	if (code === 0) return undefined;
	if (code >= 200 && code < 300) return 'for';
	return code === 1 || (code >= 100 && code < 200) ? 'doubt' : 'against';
}

function sideOfCode(value: Json): Side {
	const code = codeOf(value);
	if (code !== undefined) return sideOfNumber(code);
	return typeof value === 'string' ? sideOfText(value) : undefined;
}

function sideOfFailureCode(value: Json): Side {
	if (isEmpty(value)) return undefined;
	return codeOf(value) === 1 ? 'against' : (sideOfCode(value) ?? 'against');
}

/** A status in words, as a code, as yes or no, or as the state of the message whose id stands beside it. */
function sideOfStatus(value: Json, { sends, inMeta }: Place, hasId: boolean): Side {
	if (typeof value === 'boolean') return value ? 'for' : 'against';
	if (hasId && !sends) return undefined;
	const code = codeOf(value);
	if (code === undefined) return sideOfCode(value);
	const state = STATES[code];
	if (hasId && state !== undefined) return state.lost ? 'against' : undefined;
	if (code === 1) return 'for';
	// Without an id it can't be told whether it is the state of a message or a code.
	return state !== undefined && !state.lost && !inMeta ? 'doubt' : sideOfNumber(code);
}

function sideOfError(value: Json): Side {
	return isHarmless(value) ? undefined : 'against';
}

/** An error that is none: empty, or nothing in it but a success ("no error", 200, `{"code":200}`). */
function isHarmless(value: Json, depth = 0): boolean {
	if (isEmpty(value)) return true;
	if (typeof value === 'object' && value !== null) {
		return depth < DEEPEST && Object.values(value).every((inner) => isHarmless(inner, depth + 1));
	}
	return sideOfCode(value) === 'for';
}

/** A number as a result may be the id of what was sent. */
function mayBeId(name: string, value: Json): boolean {
	const code = codeOf(value) ?? 0;
	return name === 'result' && code > MOST_SMALL && !isKnownRefusal(code) && code !== 200;
}

function sideOfData(value: Json): Side {
	return sideOfId(value) ?? (ofScalar(value).doubt ? 'doubt' : undefined);
}

function sideOfId(value: Json): Side {
	const ids = Array.isArray(value) ? value : [value];
	if (ids.some((id) => asId(id) !== undefined)) return 'for';
	return ids.some((id) => typeof id === 'number' && id < 0) ? 'doubt' : undefined;
}
