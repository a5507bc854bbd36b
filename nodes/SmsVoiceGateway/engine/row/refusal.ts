import type { Said } from '../../service/answer';
import { lineFor } from '../../service/taught';
import { shorten } from '../../text/wording';
import type { Json } from '../../values/json';
import type { Failure } from './result';

/** The service's words that an error shows: characters. */
const LONGEST_WORDS = 300;

/**
 * The failure for an answer that refuses: the service's own words, the code's meaning, and what to do. `field` of the
 * credential gave the address.
 */
export function refusalFailure(
	httpStatus: number,
	{ code, words }: Extract<Said, { kind: 'refused' }>,
	{ sends, field }: { sends: boolean; field: string },
): Failure {
	// HTTP 412 is the service's for its daily limit.
	const key = code ?? (httpStatus === 412 ? '1009' : '');
	const known = Object.hasOwn(CODES, key) ? CODES[key] : undefined;
	const named = namedBy(httpStatus, code);
	const said = words === undefined ? '' : `: ${saidOf({ words })}`;
	return {
		// 407 is a proxy's (RFC 9110, 15.5.8).
		message: `${httpStatus === 407 ? 'A proxy' : 'The service'} refused the request${said} (${named})`,
		advice: loginRefused(httpStatus, code)
			? LOGIN_REFUSED
			: (known ?? adviceByStatus(httpStatus, words !== undefined, { sends, field })),
		...(code === undefined ? {} : { code }),
		httpStatus,
		...causeOf(httpStatus, code),
	};
}

/**
 * The failure for an answer from which nobody can tell whether the message was taken. `response` is what came, of the
 * request or of one row; `isWhole` where it is all of it, which can be taught.
 */
export function unclearFailure(
	httpStatus: number,
	{ why, code, words, response }: Extract<Said, { kind: 'unclear' }> & { response?: Json },
	{ sends, field }: { sends: boolean; field: string },
	isWhole = true,
): Failure {
	const named = namedBy(httpStatus, code);
	const said = words === undefined ? '' : `: ${saidOf({ words })}`;
	const message = {
		serverError: `The service failed with HTTP ${httpStatus}`,
		redirect: `The address answered with a redirect, which is not followed because the password would go along (HTTP ${httpStatus})`,
		noProof: `The service's answer does not say whether it took the request (HTTP ${httpStatus})`,
		webPage: `A web page came back instead of the service's answer (HTTP ${httpStatus})`,
		tooLarge: `The service's answer is too large to be read (HTTP ${httpStatus})`,
		truncated: `The service's answer broke off or is not readable (HTTP ${httpStatus})`,
		contradictory: `The service's answer speaks of a success and of a refusal${said} (${named})`,
		mixed: `The service took a part of the request and refused another${said} (${named})`,
		unproven: sends
			? `The service's answer proves neither that it took the message nor that it refused it: ${shown(response)} (${named})`
			: `The service answered in words, and not with what was asked for: ${shown(response)} (${named})`,
	}[why];
	const hint = why === 'redirect' ? `Check '${field}' in the node's credential. ` : '';
	const lesson =
		why === 'unproven' && isWhole && sends ? ` ${lessonFor(response ?? null, words)}` : '';
	const advice = `${hint}${unknownAdvice(sends)}${lesson}`;
	return { message, advice, httpStatus };
}

/** What an error names an answer by. */
export const namedBy = (httpStatus: number, code: string | undefined): string =>
	`${code === undefined ? '' : `code ${code}, `}HTTP ${httpStatus}`;

/** The service's own words, as an error shows them. */
export const saidOf = ({ words = '' }: { words?: string | undefined }): string =>
	`"${shorten(words, LONGEST_WORDS)}"`;

/** An answer as an error shows it. */
function shown(response: Json | undefined): string {
	if (response === undefined || response === '') return 'it is empty';
	const text = typeof response === 'string' ? response : JSON.stringify(response);
	return shorten(text, LONGEST_WORDS);
}

/** How to teach the node what such an answer means. */
function lessonFor(response: Json, words: string | undefined): string {
	const { line, means } = lineFor(response, words);
	const ended = means === 'Accepted' ? 'it was sent' : 'it was refused';
	return `If this answer means that ${ended}, add under 'Answers' of the credential${line === undefined ? ' what tells it' : `: ${line}`}.`;
}

/** What to do where n8n's SSRF protection forbids an address. */
export const blockedAdvice = (field: string): string =>
	`n8n's SSRF protection forbids the address. Check '${field}' in the node's credential. If it is right, ask your n8n administrator to allow the host (N8N_SSRF_ALLOWED_HOSTNAMES) or its network (N8N_SSRF_ALLOWED_IP_RANGES); a proxy needs the same.`;

/** What to do about an item of which nobody can say whether it was sent. */
export function unknownAdvice(sends: boolean): string {
	return sends
		? "It may have been sent. Look in the panel of your provider, or ask the recipient, before you send it again. The node does not send it again by itself, unless 'Resend Unknown' is on."
		: 'Nothing was to be sent, so it is safe to run this again.';
}

function adviceByStatus(
	httpStatus: number,
	hasWords: boolean,
	{ sends, field }: { sends: boolean; field: string },
): string {
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

/** Of a 401 only an expired password is something else. */
const loginRefused = (httpStatus: number, code: string | undefined): boolean =>
	httpStatus === 401 && code !== '1015';

function causeOf(httpStatus: number, code: string | undefined): Pick<Failure, 'cause'> {
	if (loginRefused(httpStatus, code)) return { cause: 'credential-invalid' };
	if (code === '1006') return { cause: 'quota-exhausted' };
	if (code === '429' || httpStatus === 429) return { cause: 'rate-limited' };
	return {};
}

/** The service's `meta.status` codes, as public clients of it have seen them: what each means, and what to do about it. */
export const CODES: Readonly<Record<string, string>> = {
	429: "Too many requests in a short time. Try it again later, or pause in between: with 'Batch Interval' of the option 'Speed'.",
	1001: 'The message template is not active. Activate the template in the panel of your provider, or change the text.',
	1002: "The sender number is not active. Check 'From', and ask your provider to activate this sender number.",
	1003: 'A message ID is wrong. Check the message IDs: one that is wrong refuses the whole question. Give those that sending gave back, with all digits.',
	1004: 'A fault inside the service. Ask your provider; nothing in the workflow can change this.',
	1005: "The reseller's credit is used up. Ask your provider to top up its own account.",
	1006: 'The credit of your account is used up. Top up the account, then run what was refused again.',
	1008: 'A field was refused. Check the fields of this item.',
	1009: 'The daily limit of the web service is reached. Run the remaining rows tomorrow, or ask your provider for a higher limit.',
	1010: "The destination was refused. Check 'To': write the number as your provider wants it, with the option 'Number Format' (for instance 09… or 989… instead of +98…).",
	1013: 'Promotional texts are not allowed at this hour. Send in the allowed hours, or use a sender number for service messages.',
	1014: "This sender number may not send links. Use a sender number that may, or take the link out of the text ('Send and Wait' needs one).",
	1015: "The web-service password has expired. Set a new one in the panel of your provider, then enter it in the node's credential.",
};

/** The same where the login was refused: any HTTP 401 but that of code 1015. */
export const LOGIN_REFUSED =
	"The login was refused. Check username and password in the node's credential: the password is that of the web service, not that of the panel.";
