import { readMessage } from './identifiers';
import { defineField } from './field';

/** 'Message', sent exactly as written. */
export const message = defineField(
	'message',
	{
		displayName: 'Message',
		name: 'message',
		type: 'string',
		typeOptions: { rows: 4 },
		default: '',
		required: true,
		placeholder: 'e.g. Your order is ready',
		description:
			'The text, sent exactly as written. A message part holds 160 Latin characters, or 70 with other scripts or emoji.',
		builderHint: {
			propertyHint:
				"Plain text: no HTML and no Markdown. Keep it short, since each part is paid for; one letter outside plain Latin, or one emoji, makes a part 70 characters instead of 160. With values of the item: expr('Hello {{ $json.name }}').",
		},
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
