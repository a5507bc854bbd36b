import { test } from '@jest/globals';

import { readBaseUrl } from '../../../nodes/SmsVoiceGateway/lib/baseUrl.ts';
import { messageParts } from '../../../nodes/SmsVoiceGateway/lib/messageParts.ts';
import { readDestinations } from '../../../nodes/SmsVoiceGateway/lib/phoneNumbers.ts';
import { expectLinear } from '../linear.ts';

const numbers = (size: number) =>
	Array.from({ length: size }, (_, index) => `0912${index + 1_000_000}`);

test.each<[string, (size: number) => () => unknown]>([
	[
		'numbers in a list',
		(size) => {
			const list = numbers(size);
			return () => readDestinations(list);
		},
	],
	[
		'numbers in a text',
		(size) => {
			const text = numbers(size).join(',');
			return () => readDestinations(text);
		},
	],
	[
		'an address with many slashes',
		(size) => {
			const address = `https://api.example.com/${'/'.repeat(size)}x`;
			return () => readBaseUrl(address, false);
		},
	],
	...['x', '€', 'س', '😀'].map((character): [string, (size: number) => () => unknown] => [
		`a message of ${character}`,
		(size) => {
			const text = character.repeat(size);
			return () => messageParts(text);
		},
	]),
])('%s is read in a time that grows as its length does', (_name, prepare) => {
	expectLinear(prepare);
});
