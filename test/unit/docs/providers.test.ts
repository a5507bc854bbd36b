import { expect, test } from '@jest/globals';

import { readAnswers } from '../../../nodes/SmsVoiceGateway/service/taught.ts';
import { read } from '../service/read.ts';
import { rowsOf, readPage, sectionOf, textOf } from './markdown.ts';

const HEADS = ['Their answer', 'Field', 'Value', 'Means'] as const;
const EXAMPLES = rowsOf(
	sectionOf(readPage('docs/topics/providers.md'), 'Teach the node an answer'),
	...HEADS,
).map((row) => HEADS.map((head) => textOf(row[head] as never)));

test('the page has examples', () => {
	expect(EXAMPLES.length).toBeGreaterThan(4);
});

test.each(EXAMPLES)(
	'%s is taken with the line %j, %j, %j, and not without',
	(said, field, value, means) => {
		const answer = said?.replace(/, where .*/, '') ?? '';
		const needsLine = means !== '';
		expect(read(answer).kind).toBe(needsLine ? 'unclear' : 'accepted');
		if (!needsLine) return;
		const answers = readAnswers({ answer: [{ field, value, means: means?.toLowerCase() }] });
		expect(read(answer, { answers }).kind).toBe('accepted');
	},
);
