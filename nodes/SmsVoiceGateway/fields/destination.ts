import type { INodeProperties } from 'n8n-workflow';

import { readDestinations, readOneDestination, saidOnce } from '../numbers/phoneNumbers';
import { defineField } from './field';

const property: INodeProperties = {
	displayName: 'To',
	name: 'destination',
	type: 'string',
	default: '',
	required: true,
	placeholder: 'e.g. 09121234567',
	description:
		"The recipient's number as your provider takes it, with or without spaces. For an SMS, several separated by commas.",
	builderHint: {
		propertyHint:
			'Text, so that a leading zero stays. Keep the number as the user gives it: add no country code and change no form; the provider decides which form it takes.',
	},
};

/** 'To' of a text: one number or several, as an array, each once. */
export const destinations = defineField('destination', property, {
	read: (value, warn) => {
		const { destinations: numbers, repeated } = readDestinations(value);
		for (const number of repeated) warn(saidOnce(number));
		return numbers;
	},
	mayWarn: true,
});

/** 'To' of a call: one number. */
export const destination = defineField('destination', property, {
	read: (value) => readOneDestination(value),
});
