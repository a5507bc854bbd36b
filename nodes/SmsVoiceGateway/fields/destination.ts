import type { IExecuteSingleFunctions, INodeProperties } from 'n8n-workflow';

import { readDestinations, readOneDestination } from '../lib/phoneNumbers';
import type { Draft } from '../request/draft';
import { reading } from '../request/reading';

/** 'Destination': of a text one number or several, of a call or a bulk's row one. */
export const destination: INodeProperties = {
	displayName: 'Destination',
	name: 'destination',
	type: 'string',
	default: '',
	required: true,
	placeholder: 'e.g. 09121234567',
	description:
		"The recipient's number. A text can go to several, separated by comma, semicolon or new line, or as an array from an expression; a call goes to one. Spaces, dashes, dots and brackets are taken out, and Persian digits become 0–9; nothing is added.",
	builderHint: {
		propertyHint:
			'Text, so that a leading zero stays. Keep the number as the user gives it: add no country code and change no form; the provider decides which form it takes.',
	},
	routing: {
		send: {
			type: 'body',
			property: 'destination',
			preSend: [reading('destination', 'Destination', read)],
		},
	},
};

function read(this: IExecuteSingleFunctions, value: unknown, draft: Draft): string {
	if (this.getNodeParameter('resource') === 'call') return readOneDestination(value);
	if (this.getNodeParameter('operation') === 'sendBulk') {
		return readOneDestination(value, 'a message of a bulk');
	}
	const { destinations, repeated } = readDestinations(value);
	for (const number of repeated) {
		draft.warnings.push(`${number} was given more than once and gets the message once`);
	}
	return destinations.join(',');
}
