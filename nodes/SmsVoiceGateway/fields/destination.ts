import type { INodeProperties } from 'n8n-workflow';

import { readDestinations, readOneDestination } from '../lib/phoneNumbers';
import { reading } from '../request/reading';

const base: INodeProperties = {
	displayName: 'Destination',
	name: 'destination',
	type: 'string',
	default: '',
	required: true,
	placeholder: 'e.g. 09121234567',
};

const CLEANED =
	'Spaces, dashes, dots and brackets are taken out, and Persian digits become 0–9; nothing is added.';

/** 'Destination' of a text: one number, or several. */
export const destinations: INodeProperties = {
	...base,
	placeholder: 'e.g. 09121234567, 09351234567',
	description: `The number of the recipient, or several separated by comma, semicolon or new line, or an array from an expression. ${CLEANED}`,
	routing: {
		send: {
			type: 'body',
			property: 'destination',
			preSend: [
				reading('destination', 'Destination', (value, draft) => {
					const { destinations: numbers, repeated } = readDestinations(value);
					for (const number of repeated) {
						draft.warnings.push(`${number} was given more than once and gets the message once`);
					}
					return numbers.join(',');
				}),
			],
		},
	},
};

/** 'Destination' of a call: one number. */
export const calledNumber: INodeProperties = {
	...base,
	description: `The number to call: one for each item. ${CLEANED}`,
	routing: {
		send: {
			type: 'body',
			property: 'destination',
			preSend: [reading('destination', 'Destination', (value) => readOneDestination(value))],
		},
	},
};

/** 'Destination' of a bulk row: one number. */
export const rowDestination: INodeProperties = {
	...base,
	description: `The number of this row's recipient: one for each item. ${CLEANED}`,
};
