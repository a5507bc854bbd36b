import { cells, lines } from '../../lines.ts';
import { bodyOf, ok, read, rowsOf } from './read.ts';

/** The first letter of each row's verdict, with its ids, and `!` where it has a warning; the whole where no row has one. */
function judged(body: unknown, sizes = '1'): string {
	const { kind, rows: each } = read(body, { rows: rowsOf(sizes) });
	const said = each?.map((one) => {
		const ids = one.ids.map((id) => ` ${id}`).join('');
		return `${one.kind.charAt(0)}${ids}${one.warning === undefined ? '' : '!'}`;
	});
	return said?.join() ?? kind;
}

/** A yes beside nothing, so many levels inside. */
const deep = (levels: number) =>
	`{"success":true,${'"error":{'.repeat(levels + 1)}${'}'.repeat(levels + 2)}`;

test.each(
	cells(`
	// The service's own forms, and what others of its kind write.
	a 5270000001 | 1 | ok [5270000001]
	a 5270000001 | 1 | {"meta":{"code":200,"message":"success"},"data":[5270000001]}
	a 5270000001 | 1 | zero [5270000001]
	a 5270000001,a 5270000002 | 1,1 | zero ["5270000001",5270000002]
	a 1 2 3 | 3 | {"messages":[{"id":1},{"id":2},{"id":3}]}
	a call-7 | 1 | {"success":true,"error":null,"call_id":"call-7"}
	a 5270000001 | 1 | [5270000001]
	a 5270000001 | 1 | ok [{"id":1,"messageId":5270000001}]
	a | 1 | {"success":true,"error":"","credit":1000,"cost":120,"time":"2026-11-28 10:00:00"}
	a 5270000001 | 1 | {"meta":{"status":200,"message":"success"},"data":[5270000001],"server_time":1764325260,"cost":0.5,"balance":"1,200"}
	a 900001 | 1 | {"meta":{"status":200,"message":"موفق"},"data":["900001"]}
	a 90071 | 1 | {"return":{"status":200,"message":"ok"},"entries":[{"messageid":"90071"}]}
	a,a,a | 1,1,1 | {"success":true,"queued":3}
	a,a | 1,1 | sent
	a 12345678901234567890 | 1 | {"meta":{"status":200},"data":[12345678901234567890]}
	a 8,a 9 | 1,1 | {"ids":[8,9]}
	a 100000 | 1 | [100000]
	a 9001 | 1 | {"data":9001}
	a 7 | 1 | {"success":true,"id":7,"data":{"message_id":9001}}
	a,a | 1,1 | {"success":true,"bulkId":77}
	a | 1 | {"success":true,"error":"noerror"}
	a | 1 | {"success":true,"error":"no_errors"}
	a 100000 | 1 | ["100000"]
	a a-17 | 1 | ok ["a-17"]

	// What is very deep is something.
	a | 1 | ${deep(15)}
	unclear | 1 | ${deep(16)}

	// Taken, with something beside the ID that is not understood: a word, or a member.
	a 5270000001! | 1 | {"meta":{"status":200,"message":"not sent"},"data":[5270000001]}
	a 5270000001! | 1 | {"meta":{"status":200,"message":"success"},"data":[5270000001],"links":{"self":"https://x.y"}}
	a 7!,a 8 | 1,1 | {"data":[{"id":7,"note":"slow"},{"id":8}]}
	a 7! | 1 | {"data":[{"id":7,"note":"before 2026-11-28"}]}
	a 7! | 1 | {"data":[{"id":7,"note":"sent. successfully"}]}
	a 7! | 1 | {"id":7,"data":9001}

	// Ids that are not believed, or another number of them than there are numbers.
	a 1100 | 1 | ok [1100]
	unclear | 1 | [99999]
	unclear | 1 | ok ["1099"]
	unclear | 1 | ok ["a17"]
	unclear | 1 | ["a-1777"]
	unclear | 1,1 | ok [9001,9001]
	u,a 9001 | 1,1 | ok [17,9001]
	unclear | 3 | ok [9001,9002]
	unclear | 3 | {"data":[9001,{"error":"x"},9003]}
	unclear | 1,1,1 | ok [9001,9002]
	unclear | 1,1,1 | ok [9001,9002,9003,9004]
	unclear | 1 | ok [{"to":"0935","id":1}]
	unclear | 1,1 | {"data":[{"to":"09120000001","id":1},{"to":"09120000000","id":2}]}
	a 1,a 2 | 1,1 | {"data":[{"to":"+989120000000","id":1},{"to":"","id":2}]}
	a 1! | 1 | {"data":[{"to":"0912-000-0000 (Sara)","id":1}]}

	// Each row by its own entry.
	a 9001,u,a 9003 | 1,1,1 | ok [9001,-1,9003]
	a 9001,r,a 9003 | 1,1,1 | ok [9001,{"status":1010,"message":"refused"},9003]
	a 5,r,u | 1,1,1 | {"data":[{"id":5},{"to":"09120000001","success":false},{}]}
	refused | 1,1 | {"success":false,"data":[{"error":"a"},{"error":"b"}]}
	refused | 1 | {"data":[],"messages":[{"success":false}]}
	unclear | 2 | {"data":[{"id":1},{"error":true}]}
	unclear | 1 | {"data":[{"status":"ok"}],"note":"but no"}
	a 1 2,u | 2,1 | {"data":[{"id":1},{"id":2},"x"]}
	unclear | 1,1 | [null,900001]
	a,u | 1,1 | {"data":[{"status":"ok"},{"status":"ok","note":"but no"}]}
	refused | 3 | {"data":[{"error":true},{"error":true},{"error":true}]}
	unclear | 1 | {"success":true,"data":[{"error":true}]}
	`),
)('%s is what an answer to rows of %s gives that reads %s', (said, sizes = '', body = '') => {
	expect(judged(bodyOf(body), sizes)).toBe(said);
});

test.each([1, 17, 999, 1007, 1099])('a small number is no id: %i', (id) => {
	for (const body of [ok([id]), ok(id), [id]]) expect(judged(body)).toBe('unclear');
	for (const body of [ok([id, 2]), { data: [id, id] }]) expect(judged(body, '1,1')).toBe('unclear');
});

describe('an acceptance is none', () => {
	test.each(
		lines(`
		{"data":{"0":{"id":"a1-1","mobile":"98912","status":"INV-NUMBER"}}}
		{"total_rejected_recipients":1,"total_accepted_recipients":0,"id":"7001"}
		{"sent_count":0,"failed_count":1}
		{"undelivered":1}
		{"deliveryStatus":"UNDELIV"}
		{"data":{"989120000000":{"id":"a1","status":"sent"}}}
		{"data":{"09120000000":"5270000001"}}
		{"bad_numbers":"0912,0913"}
		{"report":{"state":"REJECTD"}}
		{"989120000000":"blocked"}
		{"a":{"b":{"c":{"d":{"e":{"rejected":1}}}}}}
		{"summary":"1 rejected"}
		{"warnings":["x"]}
		{"message_id":"None"}
		{"list":[{"state":"x"}]}
		{"data":[[9001]]}
		{"data":[{"id":9001,"status":"Blacklisted"}]}
		{"result":"Number is in blacklist"}
		{"d":{"errors":{"0912":"x"}}}
		{"errorCode":"ER-00"}
		{"report":{"success":true}}
		{"more":{"id":9001}}
		`),
	)('beside %s, or with it inside', (against) => {
		for (const success of [{ success: true }, { status: 200 }, { meta: { status: 200 } }])
			expect(judged({ ...success, ...JSON.parse(against) })).toBe('unclear');
	});

	test.each(
		cells(`
		1 | zero []
		1 | zero null
		1 | zero [17]
		1,1 | zero [9001]
		1 | {"meta":{"status":0},"data":[9001]}
		1 | {"meta":{"status":0,"message":"x"},"data":[9001]}
		1 | {"status":0,"message":"success","data":[9001]}
		1 | {"success":true,"meta":{"status":0,"message":"success"}}
		1,1,1 | {"success":true,"sent":2}
		3 | {"success":true,"numbers":["0912","0913"]}
		1,1,1 | {"sent":1}
		1 | {"message":"success"}
		`),
	)('for rows of %s of %s', (sizes = '', body = '') => {
		expect(judged(bodyOf(body), sizes)).toBe('unclear');
	});
});

test.each(lines('OK\naccepted\nQueued\nSENT\nموفق\ndelivered'))(
	'the word "%s" praises, as an answer and as a status',
	(word) => {
		for (const body of [word, ` ${word} \n`, { status: word }, { status: ` ${word}! ` }])
			expect([body, judged(body)]).toEqual([body, 'a']);
	},
);

test.each(
	lines(`
	Message sent successfully
	Your message has been queued.
	The SMS was sent
	done
	Successful.
	successfully sent
	Messages  accepted
	no error
	No errors
	Request completed
	با موفقیت ارسال شد
	پیام شما با موفقیت ارسال شد
	عملیات موفقیت‌آمیز بود
	انجام شد
	پيام با موفقيت ثبت گرديد
	پیامک در صف ارسال قرار گرفت
	درخواست شما ثبت شد
	در صف ارسال
	`),
)('the sentence "%s" is no reason for doubt beside a yes, and none itself', (message) => {
	for (const body of [
		{ success: true, message },
		{ status: 200, info: message },
		ok(null, message),
	])
		expect(judged(body)).toBe('a');
	expect(judged({ message })).toBe('unclear');
});

test.each(
	lines(`
	7
	900001
	7280147-12
	a-17
	0A00
	call-7
	SM12
	0000123
	msg-9
	a-1.5
	1.5-7
	7-2026-11-28
	${'1'.repeat(200)}
	12:34/5
	3f2504e0-4f89-11d3-9a0c-0305e82c3301
	SM0123456789abcdef0123456789abcdef
	deadbeefdeadbeef1
	`),
)('%s under the name of an ID is one', (id) => {
	expect(judged({ message_id: id })).toBe(`a ${id}`);
});

test.each([
	...'0|00|-1|ERR-17|none|rejected|blocked1|x y1|2026-11-28|1.5|12.5|1.25||error 5|call-|abcd-123'.split(
		'|',
	),
	...['deadbeefdeadbeef', 'é1', 'x'.repeat(201), '1'.repeat(201), 0, -5, 1.5, true],
])('%j under the name of an ID is none', (id) => {
	expect(judged({ message_id: id })).toBe('unclear');
});
