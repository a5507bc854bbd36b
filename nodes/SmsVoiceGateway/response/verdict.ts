import type { Json } from '../lib/json';
import type { Answer, Unclear, Verdict } from './answer';
import { readDocument } from './document';
import { evidenceIn } from './evidence';
import type { Evidence } from './evidence';
import { isDubious } from './words';

/**
 * What an answer says of the request. `sends` where the request was to send something, and was no query.
 *
 * The service's answers are documented nowhere, so the evidence counts, not the form:
 *
 * | evidence | HTTP 2xx | 4xx | other |
 * |---|---|---|---|
 * | only of acceptance | accepted | unclear (both) | unclear |
 * | only of refusal | refused | refused | unclear |
 * | of both | unclear | unclear | unclear |
 * | of neither | accepted; unclear where it is suspicious or unreadable | refused | unclear |
 *
 * A 4xx is evidence of a refusal itself, but for those of NO_PROOF. A redirect or a server's error says nothing of
 * what was done before it: a refusal in its body may be that of a second try on the way.
 */
export function readVerdict(answer: Answer, sends: boolean): Verdict {
	const { httpStatus, body, end } = answer;
	const document = readDocument(body);
	const isJson = typeof document === 'object' && document.around === '';
	const isWebPage = !isJson && looksLikeWebPage(answer);
	const read = typeof document === 'object' && !isWebPage ? document : undefined;
	const response: Json = read === undefined ? body : read.value;
	const unclear = (why: Unclear): Verdict => ({ kind: 'unclear', why, response });

	const isRefused = isRefusal(httpStatus);
	if (!isRefused) {
		if (httpStatus < 200 || httpStatus >= 300) return unclear(withoutProof(httpStatus));
		if (end === 'tooLarge') return unclear('tooLarge');
		if (end === 'brokenOff' || document === 'brokenOff') return unclear('truncated');
		if (isWebPage) return unclear('webPage');
		// What stands around JSON is a text without a structure, unless it is a notice of the server's language.
		const around = read?.around;
		if (around && !isNotice(around)) {
			const doubted = isDubious(around) || judge(response, sends).kind === 'refused';
			if (doubted) return unclear('suspicious');
		}
	}
	return judge(response, sends, isRefused);
}

/** What JSON says by its evidence: an answer, or of a bulk the part that stands for one row. */
export function judge(response: Json, sends: boolean, refusedByStatus = false): Verdict {
	const evidence = evidenceIn(response, sends);
	const { refusal, rowRefused, doubt } = evidence;
	const acceptance = evidence.acceptance || evidence.rowAccepted;
	const said = { ...saidIn(evidence), response };
	if (refusedByStatus || refusal || rowRefused) {
		if (!acceptance) return { kind: 'refused', ...said };
		const why = refusedByStatus || refusal ? 'contradictory' : 'mixed';
		return { kind: 'unclear', why, ...said };
	}
	if (doubt && !acceptance) return { kind: 'unclear', why: 'suspicious', ...said };
	return { kind: 'accepted', response };
}

/** Statuses of 4xx that say nothing of what was done: a time-out, a replay, a connection that was closed. */
const NO_PROOF = new Set([408, 425, 444, 449, 460, 499]);

function isRefusal(httpStatus: number): boolean {
	return httpStatus >= 400 && httpStatus < 500 && !NO_PROOF.has(httpStatus);
}

function withoutProof(httpStatus: number): Unclear {
	if (httpStatus < 300 || NO_PROOF.has(httpStatus)) return 'noProof';
	return httpStatus >= 500 ? 'serverError' : 'redirect';
}

interface Said {
	code?: string;
	words?: string;
}

function saidIn({ code, errorWords, messageWords, statusWords }: Evidence): Said {
	const words = errorWords ?? messageWords ?? statusWords;
	return {
		...(code === undefined ? {} : { code }),
		...(words === undefined ? {} : { words }),
	};
}

/** PHP's, which many servers of this kind show before the answer. */
function isNotice(text: string): boolean {
	return (
		/\b(?:notice|warning|deprecated|strict standards)\b/i.test(text) &&
		/\bon line\b/i.test(text) &&
		!/\b(?:fatal|parse) error\b/i.test(text)
	);
}

/** A page, and no answer of the service; PHP calls JSON "text/html" too, and writes its notices as HTML. */
function looksLikeWebPage({ contentType, body }: Answer): boolean {
	if (/<(?:!doctype|html|head|body|script)\b/i.test(body)) return true;
	return (/^[\s\ufeff]*</.test(body) || /\bhtml\b/i.test(contentType)) && !isNotice(body);
}
