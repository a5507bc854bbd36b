import { readWholeNumber } from '../../../nodes/SmsVoiceGateway/values/inputProblem.ts';
import { reads } from './reads.ts';

const read = (value: unknown) => readWholeNumber(value, 1, 20, 'Use 1.');
const said = (shown: string) => `holds ${shown}, which is not a whole number from 1 to 20 | Use 1.`;
const NO_ZERO = 'which is not a whole number from 0 to 5 | Use 0.';

reads('a whole number from 1 to 20', read, {
	takes: [
		[7, 7, '7', ' 7 ', '7.0'],
		[10, 10, '1e1'],
		...Array.from({ length: 20 }, (_, at): [number, number, string] => [
			at + 1,
			at + 1,
			`${at + 1}`,
		]),
	],
	refuses: [
		...[0, 21, -1, 1.5, NaN, Infinity, true].map((value): [string, unknown] => [
			said(String(value)),
			value,
		]),
		...['', '  ', 'many', '1,5'].map((text): [string, string] => [said(`"${text}"`), text]),
		[said('nothing'), null, undefined],
		[said('[5]'), [5]],
		[said('{}'), {}],
	],
});

reads('a number from 0', (value) => readWholeNumber(value, 0, 5, 'Use 0.'), {
	takes: [[0, 0, '0']],
	refuses: [[NO_ZERO, '', '  ', null, false, []]],
});
