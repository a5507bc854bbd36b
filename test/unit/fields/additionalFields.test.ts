import {
	readFieldName,
	readFieldValue,
} from '../../../nodes/SmsVoiceGateway/options/extraRequestFields.ts';
import { reads } from '../values/reads.ts';

const OWN = new Map([['file_id', 'Voice File ID']]);
const NAMES = ['send_to_black_list', 'x', 'a.b', 'a[b]', 'a-b', '_1', 'send_to_blacklist'];
const named = (name: string) => `has a field named "${name}", which`;
const LOGIN = 'the node fills from its credential | Remove the field, and enter the login';
const ITSELF =
	"the node sends itself as 'Voice File ID' | Remove the field, and use 'Voice File ID'";
const NO_NAME =
	'is no name of a field | Write it as your provider does: letters, digits and _ . - [ ] only.';

reads('the name of a field', (name) => readFieldName(name, OWN), {
	takes: NAMES.map((name) => [name, name, ` ${name} `]),
	refuses: [
		["has a field whose 'Name' is empty | Fill it in, or remove", '', '  ', undefined, null],
		...['username', 'PassWord', 'password[0]', 'password.a'].map((name): [string, string] => [
			`${named(name)} ${LOGIN}`,
			name,
		]),
		...['file_id', 'File_ID'].map((name): [string, string] => [`${named(name)} ${ITSELF}`, name]),
		...['two words', 'a"b', '__proto__', 'constructor'].map((name): [string, string] => [
			`${named(name)} ${NO_NAME}`,
			name,
		]),
		[`has a field named 5, which ${NO_NAME}`, 5],
	],
});

const NEITHER =
	'is neither text nor a number, true or false | Use an expression that gives one of them.';
const LONG =
	'is a number so long that its last digits would be lost | Hand it on as text instead of as a number.';
const HALF = 'holds half of a character (such as an emoji) | Enter the text again';
const value = (words: string) => `has a field "tag" whose 'Value' ${words}`;
const KEPT = ['0', 0, -1.5, false, ' a ', 'نیم‌فاصله'];

reads('a value as it is given', (given) => readFieldValue('tag', given), {
	takes: KEPT.map((one) => [one, one]),
	refuses: [
		[value('is empty'), undefined, null, ''],
		[value(NEITHER), {}, ['a']],
		[value('is not a number | Check what its expression calculates with.'), NaN, Infinity],
		[value(HALF), '\ud83d'],
		[value(LONG), 2 ** 53],
	],
});
