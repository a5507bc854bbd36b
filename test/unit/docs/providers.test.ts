import { expect, test } from '@jest/globals';
import { statusReader } from '../../../nodes/SmsVoiceGateway/resources/sms/status.ts';
import { readAnswers } from '../../../nodes/SmsVoiceGateway/response/taught.ts';
import { read } from '../response/read.ts';
import { readPage, textsOf } from './markdown.ts';

const HEADS = ['Their answer', 'Field', 'Value', 'Means'];
const EXAMPLES = textsOf(
	readPage('docs/topics/providers.md'),
	'Teach the node an answer',
	...HEADS,
);

test.each(EXAMPLES)('%s is taken with the line %j, %j, %j, and not without', (...cells) => {
	const [said = '', field, value, means = ''] = cells;
	const answer = said.replace(/, where .*/, '');
	expect(read(answer).kind).toBe(means === '' ? 'accepted' : 'unclear');
	if (means === '') return;
	const answers = readAnswers({ answer: [{ field, value, means: means.toLowerCase() }] });
	expect(read(answer, { answers }).kind).toBe('accepted');
});

test('the page of Get Status lists every status that the node knows, and whether it is final', () => {
	const page = readPage('docs/operations/get-status.md');
	const known = Array.from({ length: 1200 }, (_, at) => at - 100).flatMap((status) => {
		const [item] = statusReader(['1'], { data: [{ MsgID: '1', Status: status }] })(['1']);
		const { statusText = '', final } = item ?? {};
		return statusText === 'Unknown status' ? [] : [[status, statusText, final ? 'yes' : 'no']];
	});
	expect([EXAMPLES.length > 4, known.length > 4]).toEqual([true, true]);
	const listed = textsOf(page, 'Output', 'status', 'statusText', 'final');
	expect(listed).toEqual(known.map((row) => row.map(String)));
});
