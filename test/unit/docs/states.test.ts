import { expect, test } from '@jest/globals';
import { statusReader } from '../../../nodes/SmsVoiceGateway/resources/sms/status.ts';
import { readPage, rowsOf, sectionOf, textOf } from './markdown.ts';

test('the page of Get Status lists every status that the node knows, with its words and whether it is final', () => {
	const section = sectionOf(readPage('docs/operations/get-status.md'), 'Output');
	const listed = rowsOf(section, 'status', 'statusText', 'final').map((row) =>
		Object.values(row).map(textOf),
	);
	const codes = Array.from({ length: 1200 }, (_, index) => index - 100);
	const known = codes.flatMap((status) => {
		const [item] = statusReader(['1'], { data: [{ MsgID: '1', Status: status }] })(['1']);
		if (item?.statusText === 'Unknown status') return [];
		return [[String(status), String(item?.statusText), item?.final === true ? 'yes' : 'no']];
	});
	expect(known.length).toBeGreaterThan(0);
	expect(listed).toEqual(known);
});
