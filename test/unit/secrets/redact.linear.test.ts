import { test } from '@jest/globals';

import type { Json } from '../../../nodes/SmsVoiceGateway/values/json.ts';
import { redactorFor } from '../../../nodes/SmsVoiceGateway/secrets/redact.ts';
import { expectAtMost, expectLinear } from '../linear.ts';

const SIZES: Array<[string, string, (size: number) => string]> = [
	['zeros of an HTML reference', 'aaaaaaaa', (size) => `&#${'0'.repeat(size)}`],
	['begun HTML references', 'password1', (size) => '&#0'.repeat(size)],
	['ampersands', '&&&&&&&&', (size) => '&amp;'.repeat(size)],
	['backslashes', '\\\\\\\\\\\\\\\\\\\\a', (size) => '\\'.repeat(size)],
	['quotation marks', '""""""""""a', (size) => '"'.repeat(size)],
	['percent signs', '%%%%%%%%%a', (size) => '%25'.repeat(size)],
	['what repeats the password but for its end', 'aaaaaaaaaaab', (size) => 'a'.repeat(size)],
	['what repeats a short one but for its end', 'aaab', (size) => 'a'.repeat(size)],
	['what is Base64', 'password1', (size) => 'cGFzc3dvcm'.repeat(size)],
	['zeros, of which a code consists', '0'.repeat(160), (size) => '0'.repeat(size)],
	['begun escapes', 'password1', (size) => '\\u00'.repeat(size)],
	['escapes in escapes', 'password1', (size) => `%${'25'.repeat(size)}`],
	['misread UTF-8', 'pässword1', (size) => 'Ã¤'.repeat(size)],
	['broken lines', 'password1', (size) => '=\n'.repeat(size)],
	['a short one in words', '11', (size) => '1'.repeat(size)],
];

test.each(SIZES)(
	'%s are read in a time that grows as their length does',
	async (_name, secret, make) => {
		const { json } = redactorFor(secret, '048213');
		await expectLinear((size) => {
			const value: Json = [make(size)];
			return () => json(value);
		});
	},
);

test('one long word costs little more than many short ones', async () => {
	const { text } = redactorFor('password1', '048213');
	const [long, short] = ['helloworld'.repeat(100_000), 'helloworl '.repeat(100_000)];
	await expectAtMost(
		4,
		() => text(long),
		() => text(short),
	);
});
