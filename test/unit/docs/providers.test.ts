import { expect, test } from '@jest/globals';
import { statusReader } from '../../../nodes/SmsVoiceGateway/resources/sms/status.ts';
import { readAnswers } from '../../../nodes/SmsVoiceGateway/response/taught.ts';
import { read } from '../response/read.ts';
import { rowsOf, readPage, sectionOf, textOf } from './markdown.ts';

const tableOf = (path: string, section: string, ...heads: string[]): string[][] =>
	rowsOf(sectionOf(readPage(path), section), ...heads).map((row) => Object.values(row).map(textOf));

const HEADS = ['Their answer', 'Field', 'Value', 'Means'];
const EXAMPLES = tableOf('docs/topics/providers.md', 'Teach the node an answer', ...HEADS);

test.each(EXAMPLES)('%s is taken with the line %j, %j, %j, and not without', (...cells) => {
	const [said = '', field, value, means = ''] = cells;
	const answer = said.replace(/, where .*/, '');
	expect(read(answer).kind).toBe(means === '' ? 'accepted' : 'unclear');
	if (means === '') return;
	const answers = readAnswers({ answer: [{ field, value, means: means.toLowerCase() }] });
	expect(read(answer, { answers }).kind).toBe('accepted');
});

test('the page of Get Status lists every status that the node knows, with its words and whether it is final', () => {
	const listed = tableOf(
		'docs/operations/get-status.md',
		'Output',
		'status',
		'statusText',
		'final',
	);
	const known = Array.from({ length: 1200 }, (_, at) => at - 100).flatMap((status) => {
		const [item] = statusReader(['1'], { data: [{ MsgID: '1', Status: status }] })(['1']);
		if (item?.statusText === 'Unknown status') return [];
		return [[String(status), String(item?.statusText), item?.final === true ? 'yes' : 'no']];
	});
	expect([EXAMPLES.length > 4, known.length > 4]).toEqual([true, true]);
	expect(listed).toEqual(known);
});
