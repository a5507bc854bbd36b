/** The service's `meta.status` codes, as public clients of it have seen them, and what to do about each. */
export const CODES: Readonly<Record<string, { meaning: string; advice: string }>> = {
	429: {
		meaning: 'Too many requests in a short time',
		advice: "Try it again later, or pause in between: with 'Batch Interval' of the option 'Speed'.",
	},
	1001: {
		meaning: 'The message template is not active',
		advice: 'Activate the template in the panel of your provider, or change the text.',
	},
	1002: {
		meaning: 'The sender number is not active',
		advice: "Check 'From', and ask your provider to activate this sender number.",
	},
	1003: {
		meaning: 'A message ID is wrong',
		advice:
			'Check the message IDs: one that is wrong refuses the whole question. Give those that sending gave back, with all digits.',
	},
	1004: {
		meaning: 'A fault inside the service',
		advice: 'Ask your provider; nothing in the workflow can change this.',
	},
	1005: {
		meaning: "The reseller's credit is used up",
		advice: 'Ask your provider to top up its own account.',
	},
	1006: {
		meaning: 'The credit of your account is used up',
		advice: 'Top up the account, then run what was refused again.',
	},
	1008: {
		meaning: 'A field was refused',
		advice: 'Check the fields of this item.',
	},
	1009: {
		meaning: 'The daily limit of the web service is reached',
		advice: 'Run the remaining rows tomorrow, or ask your provider for a higher limit.',
	},
	1010: {
		meaning: 'The destination was refused',
		advice:
			"Check 'To': write the number as your provider wants it (for instance 09… or 989… instead of +98…).",
	},
	1013: {
		meaning: 'Promotional texts are not allowed at this hour',
		advice: 'Send in the allowed hours, or use a sender number for service messages.',
	},
	1014: {
		meaning: 'This sender number may not send links',
		advice:
			"Use a sender number that may, or take the link out of the text ('Send and Wait' needs one).",
	},
	1015: {
		meaning: 'The web-service password has expired',
		advice: "Set a new one in the panel of your provider, then enter it in the node's credential.",
	},
};

/** What to do where the login was refused: any HTTP 401 but that of code 1015. */
export const LOGIN_REFUSED = {
	meaning: 'The login was refused',
	advice:
		"Check username and password in the node's credential: the password is that of the web service, not that of the panel.",
};
