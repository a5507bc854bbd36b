/** What a code of the service means, whose fault it is, and what to do about it. */
export interface Code {
	meaning: string;
	advice: string;
	/**
	 * Whose fault it is: of the `row` that it is said of, its number, text or sender; of the `account`, its login, credit or
	 * limits, which every row meets; or of the `service`. All that follows: of rows that were refused together for a `row`'s
	 * fault, the advice says that any of them may be the cause.
	 */
	fault: 'row' | 'account' | 'service';
	/** What n8n shows help for beside the error; it has none for a password that has expired. */
	cause?: 'credential-invalid' | 'quota-exhausted' | 'rate-limited';
}

/** Any HTTP 401 but that of code 1015. */
export const LOGIN_REFUSED: Code = {
	meaning: 'The login was refused',
	advice:
		"Check username and password in the node's credential: the password is that of the web service, not that of the panel.",
	fault: 'account',
	cause: 'credential-invalid',
};

/**
 * The service's `meta.status` codes, as public clients of it have seen them. One that stands here refuses wherever an answer
 * has it as a code; any other only in the service's own envelope, or in an error.
 */
export const CODES: Readonly<Record<string, Code>> = {
	429: {
		meaning: 'Too many requests in a short time',
		advice: "Try it again later, or pause in between: with 'Batch Interval' of the option 'Speed'.",
		fault: 'account',
		cause: 'rate-limited',
	},
	1001: {
		meaning: 'The destination, or the message template, is not active',
		advice: "Check 'To', activate the template in the panel of your provider, or change the text.",
		fault: 'row',
	},
	1002: {
		meaning: 'The sender number is not active, or not yours',
		advice: "Check 'From', and ask your provider to activate this sender number.",
		fault: 'row',
	},
	1003: {
		meaning: 'A message ID is wrong',
		advice:
			'Check the message IDs: one that is wrong refuses the whole question. Give those that sending gave back, with all digits.',
		fault: 'row',
	},
	1004: {
		meaning: 'A fault inside the service',
		advice: 'Ask your provider; nothing in the workflow can change this.',
		fault: 'service',
	},
	1005: {
		meaning: "The reseller's credit is used up",
		advice: 'Ask your provider to top up its own account.',
		fault: 'account',
	},
	1006: {
		meaning: 'The credit of your account is used up',
		advice: 'Top up the account, then run what was refused again.',
		fault: 'account',
		cause: 'quota-exhausted',
	},
	1008: {
		meaning: 'A field was refused',
		advice: 'Check the fields of this item.',
		fault: 'row',
	},
	1009: {
		meaning: 'The daily limit of the web service is reached',
		advice: 'Run the remaining rows tomorrow, or ask your provider for a higher limit.',
		fault: 'account',
	},
	1010: {
		meaning: 'The destination was refused',
		advice:
			"Check 'To': write the number as your provider wants it, with the option 'Number Format' (for instance 09… or 989… instead of +98…).",
		fault: 'row',
	},
	1012: LOGIN_REFUSED,
	1013: {
		meaning: 'Promotional texts are not allowed at this hour',
		advice: 'Send in the allowed hours, or use a sender number for service messages.',
		fault: 'account',
	},
	1014: {
		meaning: 'This sender number may not send links',
		advice:
			"Use a sender number that may, or take the link out of the text ('Send and Wait' needs one).",
		fault: 'row',
	},
	1015: {
		meaning: 'The web-service password has expired',
		advice: "Set a new one in the panel of your provider, then enter it in the node's credential.",
		fault: 'account',
	},
};

/** The code of a refusal, by what the answer says and by its HTTP status; undefined for one that nobody knows. */
export function codeOf(httpStatus: number, code: string | undefined): Code | undefined {
	if (httpStatus === 401 && code !== '1015') return LOGIN_REFUSED;
	if (code !== undefined) return Object.hasOwn(CODES, code) ? CODES[code] : undefined;
	// These come with one code alone.
	return { 412: CODES[1009], 429: CODES[429] }[httpStatus];
}
