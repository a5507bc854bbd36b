/** A request that brought no answer: what n8n's HTTP client threw, without anything of the request. */
export interface NoAnswer {
	/** Node's, OpenSSL's or axios' error code; empty where there is none. */
	code: string;
	/** The system call that failed, where Node names one. */
	syscall: string;
	/** Whether it was our own check, or n8n's, that kept the request back. */
	heldBack: boolean;
	/** Whether it was n8n's protection of its own network (SSRF). */
	blocked: boolean;
	words: string;
}

/** System calls that come before a connection stands, so that nothing can have been written. */
const BEFORE_CONNECTION = /^(connect|getaddrinfo)$/;

/** Codes that only a missing connection has (Node.js, `errors`). */
const NOT_CONNECTED = /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EAI_NONAME|ERR_INVALID_URL)$/;

/** A certificate that was not accepted: Node.js `tls`, X509 certificate error codes. */
const CERTIFICATE =
	/^(ERR_TLS_CERT_.+|ERR_TLS_HANDSHAKE_TIMEOUT|CERT_.+|DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_.+|HOSTNAME_MISMATCH|INVALID_CA)$/;

/** A handshake that failed, in OpenSSL's words; its other alerts may come once the request was written. */
const HANDSHAKE =
	/wrong[ _]version[ _]number|handshake[ _]failure|unsupported[ _]protocol|alert[ _]protocol[ _]version|unrecognized[ _]name|no[ _]protocols[ _]available|no[ _]ciphers/i;

/** `rejected` where it is certain that the request was not written, `unknown` otherwise. */
export function outcomeWithoutAnswer(error: NoAnswer): 'rejected' | 'unknown' {
	const { code, syscall, heldBack, words } = error;
	const tls = /^(EPROTO|ERR_SSL_.+)$/.test(code) && HANDSHAKE.test(`${code} ${words}`);
	const notWritten =
		heldBack ||
		BEFORE_CONNECTION.test(syscall) ||
		NOT_CONNECTED.test(code) ||
		CERTIFICATE.test(code) ||
		tls;
	return notWritten ? 'rejected' : 'unknown';
}

/** What n8n and this node throw before a request leaves: UserError and its subclasses. */
const HELD_BACK = /^(UserError|SsrfBlocked\w*Error)$/;

/** What n8n throws where its administrator forbids an address (@n8n/backend-network, ssrf). */
const BLOCKED = /^SsrfBlocked\w*Error$/;

/** Deeper than n8n, axios and Node wrap an error. */
const DEEPEST = 8;

/** What can be said of an error thrown instead of an answer. Looks through n8n's wrappers. */
export function readNoAnswer(thrown: unknown, depth = 0): NoAnswer {
	const found: NoAnswer = { code: '', syscall: '', heldBack: false, blocked: false, words: '' };
	// No `instanceof`, which fails for an error of another realm.
	let error = thrown as
		Partial<Record<'code' | 'syscall' | 'errors' | 'message' | 'cause', unknown>> | undefined;
	for (; depth < DEEPEST && typeof error === 'object' && error !== null; depth++) {
		const { code, syscall, errors, message, constructor } = error;
		if (found.code === '' && typeof code === 'string') found.code = code;
		if (found.syscall === '' && typeof syscall === 'string') found.syscall = syscall;
		const name = String(constructor?.name);
		if (HELD_BACK.test(name)) found.heldBack = true;
		if (BLOCKED.test(name)) found.blocked = true;
		if (typeof message === 'string' && message !== '') found.words = message;
		if (Array.isArray(errors)) takeAttempt(found, errors, depth);
		error = error.cause as typeof error | undefined;
	}
	return found;
}

/**
 * A host with several addresses: Node tries each, and throws one error (AggregateError) that holds those of all of them
 * (Node.js `net`, autoSelectFamily). The one that may have been written counts, where there is one.
 */
function takeAttempt(found: NoAnswer, errors: unknown[], depth: number): void {
	const attempts = errors.map((error) => readNoAnswer(error, depth + 1));
	const [first] = attempts;
	if (first === undefined) return;
	const counts = attempts.find((one) => outcomeWithoutAnswer(one) !== 'rejected') ?? first;
	found.code = counts.code;
	found.syscall = counts.syscall;
	if (found.words === '') found.words = counts.words;
}
