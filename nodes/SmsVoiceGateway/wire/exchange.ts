import type {
	ICredentialDataDecryptedObject,
	IDataObject,
	IHttpRequestOptions,
	IN8nHttpFullResponse,
} from 'n8n-workflow';

import { LONGEST_REQUEST } from '../fields/requestOptions';
import type { Context } from '../host/host';
import type { Answer } from '../service/answer';
import { pause } from './pause';
import { type NoAnswer, readNoAnswer } from './transport';

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
	const { text, end } = await readBody(body as AnswerStream, contentType, deadline);
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

/** More than any answer of a messaging service: a hundred thousand ids of 20 digits are 2 MB. */
export const LARGEST_ANSWER = 8 * 1024 * 1024;

/** What is needed of Node's stream; shipped code may not import its type. */
interface AnswerStream {
	readonly destroyed: boolean;
	on(event: 'data' | 'end' | 'error' | 'close', listener: (chunk?: unknown) => void): unknown;
	destroy(): unknown;
}

/**
 * Reads a body as text, up to LARGEST_ANSWER bytes (unpacked) and until `deadline`. Never throws: whatever comes
 * in between leaves what was read so far.
 */
export async function readBody(
	stream: AnswerStream,
	contentType: string,
	deadline: AbortSignal,
): Promise<{ text: string; end: Answer['end'] }> {
	const chunks: Buffer[] = [];
	let size = 0;
	let cut: () => void = () => undefined;
	// By its events: Node's iterator of a stream takes longer than all else here.
	const end = await new Promise<Answer['end']>((resolve) => {
		cut = () => resolve('truncated');
		// What was destroyed, or is past its deadline, gives no event any more.
		if (stream.destroyed || deadline.aborted) cut();
		deadline.addEventListener('abort', cut);
		stream.on('data', (chunk) => {
			const bytes = Buffer.isBuffer(chunk) ? chunk : Buffer.from(String(chunk));
			size += bytes.length;
			if (size > LARGEST_ANSWER) resolve('tooLarge');
			else chunks.push(bytes);
		});
		stream.on('end', () => resolve('complete'));
		stream.on('error', cut);
		// Once it has ended this says nothing any more.
		stream.on('close', cut);
	});
	deadline.removeEventListener('abort', cut);
	stream.destroy();
	return { text: decode(Buffer.concat(chunks), contentType, end), end };
}

/**
 * Bytes that are UTF-8 are read as that, whatever the label says: servers put it there by default. What is not, or holds
 * NULs, as UTF-16 does, goes by the charset that the answer names where it is known.
 */
function decode(bytes: Buffer, contentType: string, end: Answer['end']): string {
	try {
		// What was cut may end within a character.
		const cut = { stream: end !== 'complete' };
		const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes, cut);
		if (!text.includes('\0')) return text;
	} catch {
		// It is none.
	}
	const label = /charset=\s*"?([^";\s]+)/i.exec(contentType)?.[1];
	try {
		return new TextDecoder(label).decode(bytes);
	} catch {
		return new TextDecoder().decode(bytes);
	}
}
