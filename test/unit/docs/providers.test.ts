import { readAnswers } from '../../../nodes/SmsVoiceGateway/service/taught.ts';
import { read } from '../service/read.ts';
import { readPage, rowsOf, sectionOf, textOf } from './markdown.ts';
import { statusReader } from '../../../nodes/SmsVoiceGateway/operations/status.ts';

const HEADS = ['Their answer', 'Field', 'Value', 'Means', 'ID Field'] as const;
const EXAMPLES = rowsOf(
	sectionOf(readPage('docs/topics/providers.md'), 'Teach the node an answer'),
	...HEADS,
).map((row) => HEADS.map((head) => textOf(row[head] as never)));

test('the page has examples', () => {
	expect(EXAMPLES.length).toBeGreaterThan(4);
});

test.each(EXAMPLES)(
	'%s is taken with the line %j, %j, %j, %j, and not without',
	(said, field, value, means, idField) => {
		const answer = said?.replace(/, where .*/, '') ?? '';
		const needsLine = means !== '';
		expect(read(answer).kind).toBe(needsLine ? 'unclear' : 'accepted');
		if (!needsLine) return;
		const answers = readAnswers({
			answer: [{ field, value, means: means?.toLowerCase(), idField }],
		});
		const { kind, rows } = read(answer, { answers });
		expect([kind, rows?.[0]?.ids.length]).toEqual([
			'accepted',
			/\d{4}/.test(answer) || answer.includes('0A00') ? 1 : 0,
		]);
	},
);

test('the page of Get Status lists every status that the node knows, with its words and whether it is final', () => {
	const section = sectionOf(readPage('docs/operations/get-status.md'), 'Output');
	const listed = rowsOf(section, 'status', 'statusText', 'arrived', 'final').map((row) =>
		Object.values(row).map(textOf),
	);
	const codes = Array.from({ length: 1200 }, (_, index) => index - 100);
	const known = codes.flatMap((status) => {
		const [item] = statusReader(['1'], { data: [{ MsgID: '1', Status: status }] })(['1']);
		if (item?.statusText === 'Unknown status') return [];
		return [
			[
				String(status),
				String(item?.statusText),
				String(item?.arrived),
				item?.final === true ? 'yes' : 'no',
			],
		];
	});
	expect(known.length).toBeGreaterThan(0);
	expect(listed).toEqual(known);
});
