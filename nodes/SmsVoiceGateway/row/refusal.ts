import type { Said } from '../service/answer';
import { type Code, codeOf } from '../service/codes';
import { lineFor } from '../service/taught';
import { amount, shorten } from '../text/wording';
import type { Json } from '../values/json';
import type { Failure } from './result';

/** The service's words that an error shows: characters. */
const LONGEST_WORDS = 300;
/** Those of an answer that a title shows: n8n breaks no line in one without blanks, and what is longer stands below it. */
const LONGEST_IN_TITLE = 60;

/** Of whose request an answer is told: whether it sends, the credential's field that gave the address, and how many rows it carried. */
export interface Asked {
	sends: boolean;
	field: string;
	rows?: number;
}

/**
 * The failure for an answer that refuses: the service's own words, the code's meaning, and what to do. Where several rows were
 * refused together, nothing tells which of them was meant.
 */
export function refusalFailure(
	httpStatus: number,
	{ code, words }: Extract<Said, { kind: 'refused' }>,
	{ sends, field, rows = 1 }: Asked,
): Failure {
	const known = codeOf(httpStatus, code);
	const named = namedBy(httpStatus, code);
	const inWords = words === undefined ? '' : `: ${saidOf({ words })}`;
	const advice =
		known === undefined
			? adviceByStatus(httpStatus, words !== undefined, { sends, field })
			: `${known.meaning}. ${known.advice}`;
	return {
		// 407 is a proxy's (RFC 9110, 15.5.8).
		message: `${httpStatus === 407 ? 'A proxy' : 'The service'} refused the request${inWords} (${named})`,
		advice: `${togetherWith(rows - 1, known?.fault ?? 'row')}${advice}`,
		...(code === undefined ? {} : { code }),
		httpStatus,
		...(known?.cause && { cause: known.cause }),
	};
}

function togetherWith(others: number, fault: Code['fault']): string {
	if (others === 0) return '';
	const cause =
		fault === 'row'
			? ", and any of them may be the cause: with the 'Batch Size' 1 of 'Speed' only that one is refused"
			: '';
	return `Refused together with ${amount(others, 'other row')}${cause}. `;
}

/**
 * The failure for an answer from which nobody can tell whether the message was taken. `response` is what came, of the
 * request or of one row; `isWhole` where it is all of it, which can be taught.
 */
export function unclearFailure(
	httpStatus: number,
	{ why, code, words, response }: Extract<Said, { kind: 'unclear' }> & { response?: Json },
	{ sends, field }: Asked,
	isWhole = true,
): Failure {
	const named = namedBy(httpStatus, code);
	const said = words === undefined ? '' : `: ${saidOf({ words })}`;
	const answer = answerInWords(response);
	const isLong = why === 'unproven' && answer.length > LONGEST_IN_TITLE;
	const what = isLong ? '' : `: ${answer}`;
	const message = {
		serverError: `The service failed with HTTP ${httpStatus}`,
		redirect: `The address answered with a redirect, which is not followed because the password would go along (HTTP ${httpStatus})`,
		noProof: `The service's answer does not say whether it took the request (HTTP ${httpStatus})`,
		webPage: `A web page came back instead of the service's answer (HTTP ${httpStatus})`,
		tooLarge: `The service's answer is too large to be read (HTTP ${httpStatus})`,
		truncated: `The service's answer broke off or is not readable (HTTP ${httpStatus})`,
		contradictory: `The service's answer speaks of a success and of a refusal${said} (${named})`,
		unproven: sends
			? `The service's answer proves neither that it took the message nor that it refused it${what} (${named})`
			: `The service answered in words, and not with what was asked for${what} (${named})`,
	}[why];
	const hint = why === 'redirect' ? `Check '${field}' in the node's credential. ` : '';
	const canTeach = isWhole && sends && (why === 'unproven' || why === 'webPage');
	const lesson = canTeach ? lessonFor(response ?? null, why) : '';
	const below = isLong ? `It answered: ${answer}. ` : '';
	const advice = `${below}${hint}${unknownAdvice(sends)}${lesson}`;
	return { message, advice, httpStatus };
}

/** What an error names an answer by. */
export const namedBy = (httpStatus: number, code: string | undefined): string =>
	`${code === undefined ? '' : `code ${code}, `}HTTP ${httpStatus}`;

/** The service's own words, as an error shows them. */
export const saidOf = ({ words = '' }: { words?: string | undefined }): string =>
	`"${shorten(words, LONGEST_WORDS)}"`;

/** An answer as an error shows it. */
function answerInWords(response: Json | undefined): string {
	if (response === undefined || response === '') return 'it is empty';
	const text = typeof response === 'string' ? response : JSON.stringify(response);
	return shorten(text, LONGEST_WORDS);
}

/** How to teach the node what such an answer means: first what its words speak for. */
function lessonFor(response: Json, why: 'unproven' | 'webPage'): string {
	const { line, isAgainst } = lineFor(response);
	if (line === undefined)
		return why === 'webPage'
			? ''
			: " To tell what such an answer means, add under 'Answers' of the credential what shows it.";
	const { field, value, idField } = line;
	const place = `Field ${field === '' ? 'empty' : `'${field}'`}, Value ${value === '' ? 'empty' : `'${value}'`}`;
	const id = idField === '' ? '' : `, ID Field '${idField}'`;
	const [sent, refused] = [
		['it was sent', `Means 'Accepted'${id}`],
		['it was refused', "Means 'Rejected'"],
	];
	const [[first, means], [second, otherwise]] = isAgainst ? [refused, sent] : [sent, refused];
	return ` If this answer means that ${first}, add under 'Answers' of the credential: ${place}, ${means}. If ${second}: the same with ${otherwise}.`;
}

/** What to do where n8n's SSRF protection forbids an address. */
export const blockedAdvice = (field: string): string =>
	`n8n's SSRF protection forbids the address. Check '${field}' in the node's credential. If it is right, ask your n8n administrator to allow the host (N8N_SSRF_ALLOWED_HOSTNAMES) or its network (N8N_SSRF_ALLOWED_IP_RANGES); a proxy needs the same.`;

/** What to do about an item of which nobody can say whether it was sent. */
export function unknownAdvice(sends: boolean): string {
	return sends
		? "It may have been sent. Look in the panel of your provider, or ask the recipient, before you send it again. The node does not send it again by itself, unless 'Resend Unknown' is on; 'Send Once' wants another Key or Campaign for it."
		: 'Nothing was to be sent, so it is safe to run this again.';
}

function adviceByStatus(httpStatus: number, hasWords: boolean, { sends, field }: Asked): string {
	if (httpStatus === 407) {
		return 'A proxy on the way asks for a login. Write it into the address of the proxy (http://user:password@host:port), under Request Options or in the settings of your n8n.';
	}
	if (httpStatus === 403) {
		return 'The provider, or a proxy on the way, may block the network that n8n runs in: many take requests only from their own country. Ask it to allow the address of your server.';
	}
	if (httpStatus === 404 || httpStatus === 405) {
		return `Check '${field}' in the node's credential: the service does not know this address.`;
	}
	if (!sends)
		return `${hasWords ? 'Correct what the service names' : 'The service gave no reason: check the fields of this item, or ask your provider'}. ${unknownAdvice(false)}`;
	return hasWords
		? 'It was not sent. Correct what the service names, then send it again.'
		: 'It was not sent. The service gave no reason: check the fields of this item, or ask your provider.';
}
