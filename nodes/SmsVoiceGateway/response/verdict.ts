import { isJsonObject, member, parseJson } from '../lib/json';
import type { Json } from '../lib/json';
import type { Answer, Verdict } from './answer';

/**
 * What an answer says of the request, from its status and, tolerantly, its body.
 * The service's answers are not documented: only refusals that have been seen count as such, and
 * any other 2xx is an acceptance, because taking an acceptance for a refusal sends a message twice.
 */
export function readVerdict(answer: Answer): Verdict {
	const { httpStatus, body } = answer;
	const parsed = parseJson(body);
	const response: Json = parsed === undefined ? body : parsed;
	if (httpStatus >= 500) return { kind: 'unclear', why: 'serverError', response };
	if (httpStatus < 200 || httpStatus >= 300) {
		return { kind: 'refused', ...(readRefusal(response) ?? {}), response };
	}
	if (answer.end === 'tooLarge') return { kind: 'unclear', why: 'tooLarge', response };
	if (answer.end === 'brokenOff') return { kind: 'unclear', why: 'truncated', response };
	if (parsed === undefined) {
		if (looksLikeWebPage(answer)) return { kind: 'unclear', why: 'webPage', response };
		if (looksLikeJson(body)) return { kind: 'unclear', why: 'truncated', response };
		return { kind: 'accepted', response };
	}
	const refusal = readRefusal(parsed);
	return refusal === undefined
		? { kind: 'accepted', response }
		: { kind: 'refused', ...refusal, response };
}

interface Refusal {
	code?: string;
	words?: string;
}

/** The refusal in a body, in the forms of both hosts; undefined where the body says nothing of one. */
function readRefusal(body: Json): Refusal | undefined {
	if (!isJsonObject(body) || saysSuccess(body)) return undefined;
	return refusalInMeta(body) ?? refusalOfCallHost(body) ?? refusalInFlatStatus(body);
}

/** A success in `meta` stands, whatever else the body holds: the message was taken. */
function saysSuccess(body: Json): boolean {
	const code = metaCode(body);
	return code !== undefined && isSuccess(code);
}

function metaCode(body: Json): string | undefined {
	const meta = member(body, 'meta');
	return asText(member(meta, 'status') ?? member(meta, 'code'));
}

/** `{"meta":{"status":1006,"message":"…"},"data":null}`; a status query uses `code` for `status`. */
function refusalInMeta(body: Json): Refusal | undefined {
	const code = metaCode(body);
	if (code === undefined) return undefined;
	return withWords({ code }, asText(member(member(body, 'meta'), 'message')));
}

/** `{"success":false,"error":"…"}` */
function refusalOfCallHost(body: Json): Refusal | undefined {
	const success = member(body, 'success');
	const error = member(body, 'error');
	const failed = success === false || success === 0 || success === 'false';
	if (!failed && (success !== undefined || error === undefined || error === null)) return undefined;
	if (!failed && (error === false || error === '' || error === 0)) return undefined;
	const words =
		asText(error) ?? asText(member(error, 'message')) ?? asText(member(body, 'message'));
	return withWords({}, words);
}

/** `{"status":"…"}`, with nothing else that an accepted message would bring. */
function refusalInFlatStatus(body: Json): Refusal | undefined {
	if (member(body, 'meta') !== undefined || member(body, 'data') !== undefined) return undefined;
	const status = asText(member(body, 'status'));
	if (status === undefined || member(body, 'success') !== undefined || isSuccess(status)) {
		return undefined;
	}
	const words = asText(member(body, 'message')) ?? status;
	return /^-?\d+$/.test(status) ? withWords({ code: status }, words) : withWords({}, words);
}

function withWords(refusal: Refusal, words: string | undefined): Refusal {
	return words === undefined || words === '' ? refusal : { ...refusal, words };
}

function isSuccess(status: string): boolean {
	return /^(2\d\d|0|ok|success(ful)?|succeeded|true|sent|queued|accepted)$/i.test(status.trim());
}

function asText(value: Json | undefined): string | undefined {
	return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}

function looksLikeWebPage({ contentType, body }: Answer): boolean {
	return /\bhtml\b/i.test(contentType) || /^\s*</.test(body);
}

function looksLikeJson(body: string): boolean {
	return /^\s*[[{"]/.test(body);
}
