import type {
	ICredentialDataDecryptedObject,
	IDataObject,
	IExecuteFunctions,
	IExecuteSingleFunctions,
	IHttpRequestOptions,
	IN8nHttpFullResponse,
} from 'n8n-workflow';

import { LONGEST_REQUEST } from './requestOptions';
import type { Answer } from '../response/answer';
import { readVerdict } from '../response/verdict';
import { pause } from './pause';
import { readBody } from './readBody';
import type { AnswerStream } from './readBody';
import { readNoAnswer } from './transport';
import type { NoAnswer } from './transport';

/** The credential's name, as the node declares it. */
export const CREDENTIAL = 'smsVoiceGatewayApi';

/** A 429 proves that nothing was sent; after this many further tries it is given up. */
const TRIES_AFTER_429 = 3;
/** The wait where a 429 names none, doubled at each try, and the longest that is waited: milliseconds. */
const FIRST_WAIT = 1000;
const LONGEST_WAIT = 60_000;

type Context = IExecuteFunctions | IExecuteSingleFunctions;

/** How a request went over the wire. */
export type Exchange = { kind: 'answer'; answer: Answer } | { kind: 'noAnswer'; error: NoAnswer };

/**
 * Sends one request and brings its answer. Only a 429 is tried again, as its Retry-After says.
 * `makeRequest` builds the request of each try, without the login, which n8n has the credential add.
 */
export async function exchange(
	context: Context,
	makeRequest: () => IHttpRequestOptions,
	credentials: ICredentialDataDecryptedObject,
): Promise<Exchange> {
	for (let tries = 0; ; tries++) {
		const result = await once(context, makeRequest, credentials);
		if (result.kind !== 'answer' || !isTooMany(result.answer)) return result;
		if (tries === TRIES_AFTER_429) return result;
		const wait = result.answer.retryAfter ?? FIRST_WAIT * 2 ** tries;
		if (wait > LONGEST_WAIT) return result;
		await pause(wait, context.getExecutionCancelSignal());
		if (context.getExecutionCancelSignal()?.aborted) return result;
	}
}

/** Whether an answer is a 429, and nothing in it says that the message was taken all the same. */
function isTooMany(answer: Answer): boolean {
	return answer.httpStatus === 429 && readVerdict(answer, true).kind === 'refused';
}

/** Never throws: an item that left the run here would leave the others waiting for it. */
async function once(
	context: Context,
	makeRequest: () => IHttpRequestOptions,
	credentials: ICredentialDataDecryptedObject,
): Promise<Exchange> {
	let request: IHttpRequestOptions;
	let deadline: AbortSignal;
	try {
		request = makeRequest();
		// n8n's time-out ends with the headers of a streamed answer; this one covers its body too.
		deadline = AbortSignal.timeout(Number(request.timeout ?? LONGEST_REQUEST));
	} catch (error) {
		return { kind: 'noAnswer', error: { ...readNoAnswer(error), heldBack: true } };
	}
	try {
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
		return { kind: 'answer', answer: await toAnswer(response, deadline) };
	} catch (error) {
		return { kind: 'noAnswer', error: readNoAnswer(error) };
	}
}

async function toAnswer(
	{ statusCode, headers, body }: IN8nHttpFullResponse,
	deadline: AbortSignal,
): Promise<Answer> {
	const retryAfter = readRetryAfter(headers['retry-after']);
	const contentType = String((headers as IDataObject)['content-type'] ?? '');
	const { text, end } = await readBody(body as unknown as AnswerStream, contentType, deadline);
	return {
		httpStatus: statusCode,
		contentType,
		body: text,
		end,
		...(retryAfter === undefined ? {} : { retryAfter }),
	};
}

/** RFC 9110, 10.2.3: seconds, or a date. In milliseconds from now. */
function readRetryAfter(header: unknown): number | undefined {
	if (typeof header !== 'string') return undefined;
	if (/^\s*\d+\s*$/.test(header)) return Number(header) * 1000;
	const date = Date.parse(header);
	return Number.isNaN(date) ? undefined : Math.max(0, date - Date.now());
}
