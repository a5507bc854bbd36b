import type { Json } from '../../../nodes/SmsVoiceGateway/values/json.ts';
import {
	countOf,
	isSettled,
	statusReader,
	unasked,
} from '../../../nodes/SmsVoiceGateway/operations/status.ts';
import { cells, lines } from '../../lines.ts';
import { read } from '../service/read.ts';

const shown = (asked: string[], response: Json) =>
	statusReader(asked, response)(asked).map(({ messageId, status }) => [messageId, status]);

/** Records of a list, as `id status`. */
const records = (...list: string[]): Json =>
	list
		.map((one) => one.split(' '))
		.map(([msgid = '', status]) => ({ msgid, status: Number(status) }));

test.each([
	['every record, in the order of the answer', '1 2', ['1 6', '2 1', '1 5'], '1 6,1 5,2 1'],
	['each its own, of ids that differ in their zeros', '7 007', ['007 6', '7 1'], '7 1,007 6'],
	[
		'each its own, of ids that come back without their zeros',
		'0007 08',
		['8 1', '7 6'],
		'0007 6,08 1',
	],
	['nothing of another with letters', 'a-007 007a', ['a-7 6', '7a 6'], 'a-007 ,007a '],
	['nothing of another with more zeros', '7 007', ['7 1'], '7 1,007 '],
])('of ids is shown %s', (_, asked, data, said) => {
	const all = shown(asked.split(' '), { data: records(...data) });
	expect(all.map((one) => one.join(' ')).join()).toBe(said);
});

test.each(
	cells(`
	9001 | 9001
	9001 | "9001"
	09001 | 9001
	9001 | "0009001"
	+9001 | "9001"
	9001 | " 9001 "
	9001 | "۹۰۰۱"
	a-17 | "a-17"
	`),
)('the record of %s is found where it comes back as %s', (asked = '', msgid = '') => {
	expect(shown([asked], { data: [{ msgid: JSON.parse(msgid) as Json, status: 6 }] })).toEqual([
		[asked, 6],
	]);
});

test.each(
	lines(`
	{"msgid":9001,"status":6}
	{"Data":[{"MSGID":9001,"STATUS":"6"}]}
	{"data":[{"id":1,"msgid":9001,"status":6}]}
	{"data":[{"msgid":9001,"status":6,"STATUS":5}]}
	`),
)('the record of %s is read, and is no refusal', (text) => {
	const response = JSON.parse(text) as Json;
	expect(read(response, { sends: false }).kind).toBe('accepted');
	expect(shown(['9001'], response)).toEqual([['9001', 6]]);
});

test.each([-1, 5, 8, 11, 13, 'Failed', 'rejected', 1010])(
	'a message in state %j is no refusal of the query',
	(status) => {
		const responses: Json[] = [
			{ msgid: 9001, status },
			{ meta: { code: 200 }, data: [{ msgid: 9001, status }] },
			{ data: { msgid: 9001, status, error: 'x' } },
		];
		for (const response of responses) {
			expect(read(response, { sends: false }).kind).toBe('accepted');
			const known = { Failed: 5, rejected: 8 }[status] ?? status;
			expect(shown(['9001'], response)).toEqual([['9001', known]]);
		}
	},
);

test('a record without a status is in the answer all the same', () => {
	expect(statusReader(['1', '2'], { data: [{ msgid: 1 }] })(['1', '2'])).toMatchObject([
		{ status: null, statusText: 'Unknown status', response: { msgid: 1 } },
		{ status: null, statusText: 'Not in the answer', response: null },
	]);
});

const itemOf = (record: { [key: string]: Json }) =>
	statusReader(['1'], { data: [{ msgid: 1, ...record }] })(['1'])[0];

test.each(
	cells(`
	{"status":6} | {"status":6,"statusText":"Delivered","final":true,"arrived":"yes"}
	{"delivery_status":" 1 "} | {"status":1,"statusText":"Queued","final":false}
	{"status":102} | {"status":102,"statusText":"Unknown status"}
	{"status":"006"} | {"status":6,"statusText":"Delivered"}
	{"status":"06"} | {"status":6,"statusText":"Delivered","final":true,"arrived":"yes"}
	{"status":"۶"} | {"status":6,"statusText":"Delivered","final":true,"arrived":"yes"}
	{"status":"-01"} | {"status":-1,"statusText":"Not found","final":true}
	{"status":13} | {"statusText":"No delivery report","final":true,"arrived":"maybe"}
	{"status":"20"} | {"status":20,"final":false}
	{"status":77} | {"status":77,"statusText":"Unknown status","final":false,"arrived":"maybe"}
	{"status":"on its way"} | {"status":"on its way","statusText":"Unknown status","final":false}
	{} | {"status":null,"statusText":"Unknown status","final":false}
	`).map((row) => row.map((cell) => JSON.parse(cell) as { [key: string]: Json })),
)('the status of %j is %j', (record = {}, shown = {}) => {
	expect(itemOf(record)).toMatchObject(shown);
});

test('of a text that the service holds back it is said who can change that', () => {
	expect(itemOf({ status: 20 })?.warnings).toEqual([expect.stringContaining('provider')]);
	expect(itemOf({ status: 6 })).not.toHaveProperty('warnings');
});

test.each(
	cells(`
	{"sendTime":"2026-11-21 10:00:05"} | "2026-11-21 10:00:05" | null
	{"sent_time":"2026-11-21 10:00:05"} | "2026-11-21 10:00:05" | null
	{"deliverTime":"2026-11-21 10:00:05"} | null | "2026-11-21 10:00:05"
	{"delivery_time":"2026-11-21 10:00:05"} | null | "2026-11-21 10:00:05"
	{"sendTime":"0000-00-00 00:00:00","deliverTime":" "} | null | null
	{"sendTime":null,"deliverTime":1795255205} | null | 1795255205
	{"sendTime":0,"deliverTime":true} | null | null
	{} | null | null
	`).map((row) => row.map((cell) => JSON.parse(cell) as Json)),
)('the times of %j are %j and %j', (record, sentAt, deliveredAt) => {
	expect(itemOf(record as { [key: string]: Json })).toMatchObject({ sentAt, deliveredAt });
});

test.each([
	[{ data: [] }],
	[{ data: ['9001', null] }],
	[{ data: [{ status: 6 }] }],
	[{ meta: { status: 200 } }],
	['OK'],
	[null],
])('the answer %j, which has no records, says nothing of the id, and stands whole', (response) => {
	const item = statusReader(['9001'], response)(['9001']);
	expect(item).toEqual([
		{
			messageId: '9001',
			status: null,
			statusText: 'Not in the answer',
			final: false,
			arrived: 'maybe',
			sentAt: null,
			deliveredAt: null,
			response,
		},
	]);
});

test('a row without an ID has an item that says so', () => {
	expect(unasked()).toEqual([
		{
			messageId: null,
			status: null,
			statusText: 'No ID to ask for',
			final: false,
			arrived: 'maybe',
			sentAt: null,
			deliveredAt: null,
		},
	]);
});

test.each([
	[true, [5, 6, 20]],
	[false, [6, -1]],
	[false, [6, 1]],
])('that nothing is waited for any more is %j with the states %j', (is, states) => {
	expect(isSettled(states.map((status) => itemOf({ status }) ?? {}))).toBe(is);
});

const became = (arrived: string, count: number) =>
	Array.from({ length: count }, () => ({ arrived, statusText: 'x' }));
test.each([
	[
		[...became('yes', 5), ...became('no', 3), ...became('maybe', 3), ...unasked()],
		'12 asked: 5 arrived, 3 did not, 3 may have; 1 without an ID',
	],
	[[], '0 asked'],
	[became('yes', 1200), '1,200 asked: 1,200 arrived'],
	[[...became('maybe', 1), ...became('no', 1)], '2 asked: 1 did not, 1 may have'],
	[[...unasked(), ...unasked()], '2 asked: 2 without an ID'],
])('what became of all is counted: case %#', (items, words) => {
	expect(countOf(items as Parameters<typeof countOf>[0])).toBe(words);
});
