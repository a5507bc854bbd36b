import type { FailedOutcome } from '../lib/outcome';

/** A request that brought no answer: what n8n's HTTP client threw, without anything of the request. */
export interface NoAnswer {
	/** Node's, OpenSSL's or axios' error code; empty where there is none. */
	code: string;
	/** Whether it was our own check, or n8n's, that kept the request back. */
	heldBack: boolean;
	words: string;
}

/** Codes that prove that no connection was made, so that nothing can have been written. Node.js `errors`, libuv, OpenSSL X509_V_ERR. */
const NOT_CONNECTED =
	/^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EAI_NONAME|EHOSTUNREACH|ENETUNREACH|ENETDOWN|EHOSTDOWN|EADDRNOTAVAIL|EINVAL|EACCES|EPROTO|ERR_INVALID_URL|ERR_TLS_.+|ERR_SSL_.+|CERT_.+|DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_.+|HOSTNAME_MISMATCH)$/;

/** `rejected` where it is certain that the request was not written, `unknown` otherwise. */
export function outcomeWithoutAnswer({ code, heldBack }: NoAnswer): FailedOutcome {
	return heldBack || NOT_CONNECTED.test(code) ? 'rejected' : 'unknown';
}

/** Classes of errors that n8n and this node throw before a request leaves. */
const HELD_BACK = /^(UserError|SsrfBlockedIpError|SsrfBlockedError|CredentialsNotFound.*)$/;

/** What can be said of an error thrown in the place of an answer. Looks through n8n's wrappers. */
export function readNoAnswer(thrown: unknown): NoAnswer {
	let code = '';
	let heldBack = false;
	let words = '';
	let error = thrown;
	for (let depth = 0; depth < 8 && error instanceof Error; depth++) {
		const own = (error as { code?: unknown }).code;
		if (code === '' && typeof own === 'string') code = own;
		if (HELD_BACK.test(error.constructor.name)) heldBack = true;
		words = error.message === '' ? words : error.message;
		error = error.cause;
	}
	return { code, heldBack, words };
}
