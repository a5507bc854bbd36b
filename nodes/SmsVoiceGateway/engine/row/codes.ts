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
