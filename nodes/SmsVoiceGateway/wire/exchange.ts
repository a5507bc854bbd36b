import type {
	ICredentialDataDecryptedObject,
	IDataObject,
	IHttpRequestOptions,
	IN8nHttpFullResponse,
} from 'n8n-workflow';

import type { Context } from '../host/host';
import { LONGEST_REQUEST } from '../fields/requestOptions';
import type { Answer } from '../service/answer';
import { pause } from './pause';
import { readBody } from './readBody';
import { readNoAnswer, type NoAnswer } from './transport';

/** The credential's name, as the node declares it. */
export const CREDENTIAL = 'smsVoiceGatewayApi';

/** A 429 proves that nothing was sent; after this many further tries it is given up. */
const TRIES_AFTER_429 = 3;
/** The wait where a 429 names none, doubled at each try, and the longest that is waited: milliseconds. */
const FIRST_WAIT = 1000;
const LONGEST_WAIT = 60_000;

/**
 * Sends one request and brings its answer, or why there is none. Only a 429 that `isRefused` is tried again, as its
 * Retry-After says. `makeRequest` builds the request of each try, without the login, which n8n has the credential add.
 */
export async function exchange(
	context: Context,
	makeRequest: () => IHttpRequestOptions,
	credentials: ICredentialDataDecryptedObject,
	isRefused: (answer: Answer) => boolean,
): Promise<Answer | NoAnswer> {
	for (let tries = 0; ; tries++) {
		const result = await once(context, makeRequest, credentials);
		if (!('httpStatus' in result) || result.httpStatus !== 429) return result;
		if (tries === TRIES_AFTER_429 || !isRefused(result)) return result;
		const wait = result.retryAfter ?? FIRST_WAIT * 2 ** tries;
		if (wait > LONGEST_WAIT) return result;
		if (await pause(wait, context.getExecutionCancelSignal())) return result;
	}
}

/** Never throws: an item that left the run here would leave the others waiting for it. */
async function once(
	context: Context,
	makeRequest: () => IHttpRequestOptions,
	credentials: ICredentialDataDecryptedObject,
): Promise<Answer | NoAnswer> {
	try {
		const request = makeRequest();
		// n8n's time-out ends with the headers of a streamed answer; this one covers its body too.
		const deadline = AbortSignal.timeout(request.timeout ?? LONGEST_REQUEST);
		const response = (await context.helpers.httpRequestWithAuthentication.call(
			context,
			CREDENTIAL,
			{
				...request,
				// Read here, with a bound: an answer has no limit of its own in n8n.
				encoding: 'stream',
				returnFullResponse: true,
				// Otherwise n8n sends a request that was answered with 401 a second time.
				ignoreHttpStatusErrors: true,
				// A redirected POST carries the password along to wherever it points.
				disableFollowRedirect: true,
			},
			// Otherwise n8n reads the credential from its database and decrypts it for every request.
			{ credentialsDecrypted: { id: '', name: '', type: CREDENTIAL, data: credentials } },
		)) as IN8nHttpFullResponse;
		return await toAnswer(response, deadline);
	} catch (error) {
		return readNoAnswer(error);
	}
}

/** What a response says, whose body is a stream, read within its bounds. Never throws. */
export async function toAnswer(
	{ statusCode, headers, body }: IN8nHttpFullResponse,
	deadline: AbortSignal,
): Promise<Answer> {
	const { 'content-type': type, 'content-encoding': coding } = headers as IDataObject;
	const contentType = String(type ?? '');
	const { text, end } = await readBody(
		body as Parameters<typeof readBody>[0],
		contentType,
		deadline,
	);
	return {
		httpStatus: statusCode,
		contentType,
		body: coding === undefined || coding === 'identity' ? text : stillCoded(String(coding)),
		end,
		retryAfter: readRetryAfter(headers['retry-after']),
	};
}

/** What is said in place of bytes. The HTTP client takes the header away with the coding, of which it knows one at a time (axios). */
const stillCoded = (coding: string): string =>
	`(still coded: Content-Encoding ${coding.replace(/[^\w., -]/g, '?').slice(0, 60)})`;

/** RFC 9110, 5.6.7: `Sun, 06 Nov 1994 08:49:37 GMT`. JavaScript takes nearly anything for a date. */
const HTTP_DATE = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

/** RFC 9110, 10.2.3: seconds, which servers write with a fraction too, or a date. In milliseconds from now. */
function readRetryAfter(header: unknown): number | undefined {
	const text = String(header).trim();
	if (/^\d+(?:\.\d+)?$/.test(text)) return Math.ceil(Number(text) * 1000);
	if (!HTTP_DATE.test(text)) return undefined;
	const date = Date.parse(text);
	return Number.isNaN(date) ? undefined : Math.max(0, date - Date.now());
}
