import { readCredit } from '../../../nodes/SmsVoiceGateway/service/entries.ts';
import { lineFor, readAnswers } from '../../../nodes/SmsVoiceGateway/service/taught.ts';
import type { Json } from '../../../nodes/SmsVoiceGateway/values/json.ts';
import { orProblem } from '../../../nodes/SmsVoiceGateway/values/inputProblem.ts';
import { cells, lines } from '../../lines.ts';
import { read, rowsOf } from './read.ts';

describe('the lines of the credential', () => {
	test('are read without blanks, and mean an acceptance unless they say otherwise', () => {
		for (const none of [undefined, null, '', {}, { answer: null }, { answer: {} }])
			expect(readAnswers(none)).toEqual([]);
		const answer = [
			{ field: ' a . b[0] ', value: 1, idField: 'c' },
			{ field: 'b', means: 'rejected' },
			{},
		];
		const none = { field: '', value: '', means: 'accepted', idField: '' };
		expect(readAnswers({ answer })).toEqual([
			{ field: 'a.b.0', value: '1', means: 'accepted', idField: 'c' },
			{ field: 'b', value: '', means: 'rejected', idField: '' },
			none,
		]);
	});

	test('are refused where one means nothing, or its field leads nowhere', () => {
		const given = [{ field: 'a' }, { field: 'b', means: 'maybe' }];
		expect(orProblem(() => readAnswers({ answer: given }))).toMatchObject({
			message: 'holds "maybe" as what line 2 means',
			advice: "Choose 'Accepted' or 'Rejected'.",
		});
		for (const field of ['.', ' . .'])
			expect(orProblem(() => readAnswers({ answer: [{}, { field, value: 'x' }] }))).toMatchObject({
				message: 'has no field that leads anywhere in line 2',
				advice: 'Write the name of the field, or leave it empty for the whole answer.',
			});
	});
});

test.each(
	cells(`
	200 | a | 1 | {"A":"۱"}
	200 | ret_status |  ok | {"RetStatus":" OK "}
	200 |  a . b[0].c  | 5 | {"a":{"b":[{"c":5}]}}
	200 | [11] | - | ["x","x","x","x","x","x","x","x","x","x","x","x"]
	200 | a | [1,2] | {"a":[1,2]}
	200 | - | ok 5 | OK 5
	200 | - | - | -
	400 | a | 1 | {"a":1,"error":"x","list":[0]}
	200 | a.b1.2c | x | {"a":[{"b1":[7,{"2c":"x"}]},{"b1":[{"2c":"X"}]}]}
	200 | ab | 2 | {"a_b":1,"ab":2}
	200 | - | {"a": 1} | {"a": 1}
	200 | - | taken | "taken"
	200 | - | a.b (c) | A.B (C)
	200 | data.0.status | rejected | {"data":[{"status":"rejected"}]}
	200 | success | false | {"success":false}
	`),
)('with HTTP %s the line %j, %j takes %s', (status, field, value, answer) => {
	const httpStatus = Number(status);
	for (const [body, sends] of [
		[answer, true],
		[` ${answer} \n`, false],
	] as const) {
		const asked = { httpStatus, sends };
		const answers = readAnswers({ answer: [{ field, value }] });
		expect(read(body, { ...asked, answers }).kind).toBe('accepted');
		const refusal = { field, value, means: 'rejected' as const };
		const both = readAnswers({ answer: [{ field, value }, refusal] });
		expect(read(body, { ...asked, answers: both })).toMatchObject({
			kind: 'unclear',
			why: 'contradictory',
		});
		expect(read(body, { ...asked, answers: both.slice(1) }).kind).toBe('refused');
	}
});

test.each(
	cells(`
	unproven | 200 | a.b | x | {"a":[{"b":"x"},{"b":"y"}]}
	unproven | 200 | a.b | x | {"a":[]}
	unproven | 200 | a.2 | x | {"a":["x"]}
	unproven | 200 | - | a.b | axb
	unproven | 200 | a | - | {"a":0}
	unproven | 200 | a.0 | t | {"a":"text"}
	unproven | 200 | a.b | x | {"a":null}
	unproven | 200 | - | - | queued?
	truncated | 200 | - | {"Ret":1 | {"Ret":1
	unproven | 200 | constructor | - | {}
	serverError | 502 | - | - | -
	contradictory | 200 | a | 1 | {"a":1,"data":[{"status":"rejected"}]}
	contradictory | 200 | a | 1 | {"a":1,"data":[{"status":1006}]}
	contradictory | 200 | a | 1 | {"a":1,"success":false}
	contradictory | 200 | status | 1 | {"status":"1","data":[{"id":"a1","status":"failed"}]}
	`),
)('as %s, with HTTP %s the line %j, %j does not tell of %s', (why, status, field, value, body) => {
	const answers = readAnswers({ answer: [{ field, value }] });
	const verdict = read(body, { answers, httpStatus: Number(status) });
	expect(verdict).toMatchObject({ kind: 'unclear', why });
});

test.each(
	cells(`
	accepted,accepted,accepted | Ret | [0,0,0]
	accepted,unclear,accepted | Ret | [9001,-1,9003]
	accepted,unclear,accepted | Ret | [9001,{"error":"x"},9003]
	accepted,unclear,unclear | data.0.state | [{"state":1},{"state":2},{}]
	`),
)('%s are rows, each by its own, also beside a line of %s: %s', (kinds, field, data) => {
	const answers = readAnswers({ answer: [{ field, value: '1' }] });
	const { rows } = read(`{"Ret":1,"data":${data}}`, { answers, rows: rowsOf('1,1,1') });
	expect(rows?.map(({ kind }) => kind).join()).toBe(kinds);
});

test.each(
	cells(`
	88123 | 1 | RetStatus | 1 | value | {"RetStatus":1,"Value":"88123"}
	7,8 | 1,1 | a | 1 | b.c | {"a":1,"b":{"c":[7,8]}}
	7,8 | 1,1 | a | 1 | b.c | {"a":1,"b":[{"c":7},{"c":8}]}
	7 8 | 2 | a | 1 | b.c | {"a":1,"b":[{"c":7},{"c":8}]}
	, | 1,1 | a | 1 | b | {"a":1,"b":7}
	- | 1 | a | 1 | b | {"a":1,"b":"none"}
	9001 | 1 | a | 1 | - | {"a":1,"data":[9001]}
	7, | 1,1 | a | 1 | b | {"a":1,"b":[7,8],"data":[9001,-1]}
	- | 1 | a | - | - | {"a":"x"}
	- | 1 | - | - | - | -
	123456 | 1 | - | ok-* | - | OK-123456
	Ab-17x9 | 1 | - | OK-* | - | OK-Ab-17x9
	none | 1 | - | OK-* | - | OK-failed
	none | 1 | - | OK-* | - | NOT OK-123456
	none | 1 | - | OK-* | - | OK-123456 no
	7,8 | 1,1 | - | *|* | - | 7|8
	9001 | 1 | d | {"data":["*"]} | - | {"d":"{\\"data\\":[\\"9001\\"]}"}
	9001 | 1 | - | <string>OK *</string> | - | <string>OK ۹۰۰۱</string>
	`),
)('the ids %s for rows of %s gives the line %j, %j, %j of %s', (ids, sizes = '', ...more) => {
	const [field, value, idField, body] = more;
	const answers = readAnswers({ answer: [{ field, value, idField }] });
	const given = read(body, { answers, rows: rowsOf(sizes) }).rows;
	expect(given?.map((row) => row.ids.join(' ')).join() ?? 'none').toBe(ids);
});

/** What is shown of an answer: JSON, or a text. */
const shownOf = (text: string): Json => (/^[[{]/.test(text) ? (JSON.parse(text) as Json) : text);

test.each(
	cells(`
	RetStatus | 1 | - | - | {"x":"a","RetStatus":1}
	RetStatus | 2 | - | against | {"Value":"0","RetStatus":2,"StrRetStatus":"CreditNotEnough"}
	RetStatus | 1 | Value | - | {"Value":"8812345","RetStatus":1,"StrRetStatus":"Ok"}
	data.b.state | y | - | - | {"status":"x","data":{"b":{"state":"y"}}}
	state | x | - | - | {"state":"x","status":"y"}
	meta.message | Account blocked | - | against | {"meta":{"status":200,"message":"Account blocked"},"data":null}
	info | اعتبار کافی نیست | - | against | {"success":true,"info":"اعتبار کافی نیست"}
	RetStatus | 1 | - | - | {"RetStatus":1,"a":"8812345","b":"8812346"}
	state | x | - | - | {"state":" x "}
	data.0.state | x | - | - | {"data":[{"state":"x"}]}
	video | x | - | - | {"video":"x"}
	state | true? | - | - | {"state":"true?"}
	state | untrue | - | against | {"state":"untrue"}
	0 | x | - | - | ["x"]
	- | 17 OK | - | - | 17 OK
	- | OK 17 | - | - | OK 17
	- | * OK | - | - | 123456 OK
	0 | 0 | 1 | - | [0,"8812345"]
	- | Message queued | - | - | Message queued
	- | ${'x'.repeat(60)} | - | - | ${'x'.repeat(60)}
	state | ${'x'.repeat(60)} | - | - | {"state":"${'x'.repeat(60)}"}
	data.state | x | - | - | {"a":"${'x'.repeat(200)}","data":{"state":"x"}}
	- | OK-* | - | - | OK-123456
	- | - | - | - | -
	`),
)(
	'the line %j, %j, %j is to be taught (%s) of %s',
	(field, value, idField, against, shown = '') => {
		const isAgainst = against !== '';
		for (const response of [shownOf(shown), shown === '' ? '' : shownOf(shown.replace(/^O/, ' O'))])
			expect(lineFor(response)).toEqual({ line: { field, value, idField }, isAgainst });
	},
);

test.each([
	...lines('{"data":[17]}\n{"data":{"989121234567":{"status":"x"}}}\n[17]\n{"id":7}\n{}\n*')
		.concat('{"a":true,"b":200,"c":"ok"}')
		.map((text): [Json] => [shownOf(text)]),
	[17],
	['a\nb'],
	['x'.repeat(61)],
	[{ state: ' ' }],
	[{ data: 'abcdefghijk'.split('') }],
	[{ ...Object.fromEntries([...Array(200).keys()].map((at) => [`k${at}`, at])), state: 'x' }],
	[{ status: 'x'.repeat(61), a: 'x\ny', b: '***' }],
])('there is no line to teach %j', (response) => {
	expect(lineFor(response)).toEqual({ line: undefined, isAgainst: false });
});

test.each(
	cells(`
	{"credit":"1,234,567"} | 1234567
	{"Credit":"1'234'567.5"} | 1234567.5
	{"credit":"۱٬۲۳۴٬۵۶۷"} | 1234567
	{"credit":"1234.5"} | 1234.5
	{"credit":["-5"]} | -5
	{"meta":{"status":200},"data":["1000.5"]} | 1000.5
	{"data":[{"credit":0}]} | 0
	{"response":{"credit":7},"credit":null} | 7
	{"smsCredit":5,"creditLimit":7,"metadata":8,"database":9} | null
	{"credit":null} | null
	{"credit":" "} | null
	{"data":[1,2]} | null
	{"data":[{"credit":5},{"credit":7}]} | null
	{"data":"none"} | null
	{"credit":"unlimited"} | "unlimited"
	"OK" | null
	null | null
	{} | null
	`).map((row) => row.map((cell) => JSON.parse(cell) as Json)),
)('the credit in %j is %j', (response = null, credit = null) => {
	expect(readCredit(response)).toBe(credit);
});

test.each(
	cells(`
	1.234 | 0,500 | 1,500 | 12 345 | 0,500,000 | 1234,567,890 | 1,234 567 | 01,234,567 | 1,234 IRR
	12,34 | 1 2 | 12345678901234567 | 1e5 | $5 | 1.234,50 | 1,234,56 | 1,234.50
	`).flat(),
)('the credit %s may be more than one, and stays as it came', (credit) => {
	expect(readCredit({ credit })).toBe(credit);
});
