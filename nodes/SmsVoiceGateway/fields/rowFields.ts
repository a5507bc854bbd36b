import { readDestinations, readOneDestination, saidOnce } from '../numbers/phoneNumbers';
import { emptyProblem, isBlank } from '../values/inputProblem';
import {
	defineField,
	readOneTimeCode,
	readIdentifier,
	readIdentifiers,
	readMessage,
	readSource,
} from './field';

/** 'From'. */
export const source = defineField(
	'source',
	{
		displayName: 'From',
		name: 'source',
		placeholder: 'e.g. 30001234',
		description:
			"The sender: a number or a name that your provider has activated for your account. Empty: the credential's Default From.",
		hint: 'Never invent it: use the sender number or sender name that the user gives, or a placeholder to fill in.',
	},
	{
		read: (value) => {
			if (isBlank(value))
				throw emptyProblem(
					"Fill it in, or leave it empty and fill in 'Default From' in the node's credential; if it is an expression, check that this item has the value.",
				);
			return readSource(value);
		},
	},
);

const to = {
	displayName: 'To',
	name: 'destination',
	required: true,
	placeholder: 'e.g. 09121234567',
	description:
		"The recipient's number as your provider takes it, with or without spaces. For an SMS, several separated by commas.",
	hint: 'Text, so that a leading zero stays. Keep the number as the user gives it: add no country code and change no form; the provider decides which form it takes.',
};

/** 'To' of a text: one number or several, as an array, each once. */
export const destinations = defineField('destination', to, {
	read: (value, warn) => {
		const { numbers, repeated } = readDestinations(value);
		for (const number of repeated) warn(saidOnce(number));
		return numbers;
	},
	mayWarn: true,
});

/** 'To' of a call: one number. */
export const destination = defineField('destination', to, {
	read: (value) => readOneDestination(value),
});

/** 'To' of a bulk: one number for each row. */
export const destinationOfRow = defineField(
	'destination',
	{
		...to,
		description:
			"The recipient's number as your provider takes it, with or without spaces: one for each row",
	},
	{
		read: (value) => readOneDestination(value, 'a message of a bulk'),
	},
);

/** 'Message', sent exactly as written. */
export const message = defineField(
	'message',
	{
		displayName: 'Message',
		name: 'message',
		typeOptions: { rows: 4 },
		required: true,
		placeholder: 'e.g. Your order is ready',
		description:
			'The text, sent exactly as written. A message part holds 160 characters, or 70 with a single ’, ê, ç or emoji.',
		hint: "Plain text: no HTML and no Markdown. Keep it short, since each part is paid for; one letter outside plain Latin, or one emoji, makes a part 70 characters instead of 160. With values of the item: expr('Hello {{ $json.name }}').",
	},
	{
		read: readMessage,
		gaps: 'asChosen',
	},
);

/** 'Message', which a link follows. */
export const messageWithLink: typeof message = {
	...message,
	property: {
		...message.property,
		placeholder: 'e.g. The server is down. Who takes it?',
		description:
			'What is asked. A link follows in a line of its own, for up to 3 more message parts. Its page shows the text as well.',
	},
};

/** 'Message IDs': one, or several. */
export const messageIds = defineField(
	'msgid',
	{
		displayName: 'Message IDs',
		name: 'messageIds',
		default: '={{ $json.messageIds ?? $json.messageId ?? "" }}',
		required: true,
		placeholder: 'e.g. 9007199254741993',
		description:
			'The IDs that sending gave back, filled in behind Send and Send Bulk. Several: separated by commas, or an array.',
		hint: 'Leave the default after "send" and "sendBulk": it takes the ids of both. Never convert ids to numbers: they lose digits.',
	},
	{
		read: readIdentifiers,
	},
);

/** 'Voice File ID' of a voice file that is stored at the service. */
export const fileId = defineField(
	'file_id',
	{
		displayName: 'Voice File ID',
		name: 'fileId',
		required: true,
		placeholder: 'e.g. 1234',
		description: 'The ID of the voice file to play, as the panel of your provider shows it',
		hint: 'Never invent it: it is the ID of a voice file that the user has stored at the provider.',
	},
	{
		read: (value: unknown) => readIdentifier(value),
	},
);

/** 'Code': the one-time code that the call reads out. */
export const code = defineField(
	'code',
	{
		displayName: 'Code',
		name: 'code',
		required: true,
		placeholder: 'e.g. 048213',
		description:
			'The one-time code to read out, as text, so that a leading zero stays. It does not appear in the output.',
		hint: "Take it from the node that makes the code, as text: expr('{{ $json.code }}'). Never write a fixed code.",
	},
	{
		read: readOneTimeCode,
		gaps: 'refuse',
	},
);
