import { describe, expect, test } from '@jest/globals';

import { read } from './read.ts';

const ONE = [['09120000000']];
const THREE = [['09120000000'], ['09120000001'], ['09120000002']];
const TWO = THREE.slice(0, 2);
const GROUP = [THREE.flat()];
const ok = (data: unknown, message = 'success') => ({ meta: { status: 200, message }, data });
const zero = (data: unknown) => ({ meta: { status: 0, message: 'success' }, data });

/** The first letter of each row's verdict, with its ids, and `!` where it has a warning; the whole where no row has one. */
function judged(body: unknown, rows: string[][], httpStatus = 200): string {
	const { kind, rows: each } = read(body, { rows, httpStatus });
	const said = each?.map((one) => {
		const ids = one.ids.map((id) => ` ${id}`).join('');
		return `${one.kind.charAt(0)}${ids}${one.warning === undefined ? '' : '!'}`;
	});
	return said?.join() ?? kind;
}

test.each<[string, unknown, string[][]?]>([
	// The service's own forms, and what others of its kind write.
	['a 5270000001', ok([5270000001])],
	['a 5270000001', { meta: { code: 200, message: 'success' }, data: [5270000001] }],
	['a 5270000001', zero([5270000001])],
	['a 5270000001,a 5270000002', zero(['5270000001', 5270000002]), TWO],
	['a 1 2 3', { messages: [{ id: 1 }, { id: 2 }, { id: 3 }] }, GROUP],
	['a call-7', { success: true, error: null, call_id: 'call-7' }],
	['a 5270000001', '[5270000001]'],
	['a 5270000001', ok([{ messageId: 5270000001, id: 1 }])],
	['a', { success: true, error: '', credit: 1000, cost: 120, time: '2026-11-28 10:00:00' }],
	['a 5270000001', { ...ok([5270000001]), server_time: 1764325260, cost: 0.5, balance: '1,200' }],
	['a 900001', { meta: { status: 200, message: 'موفق' }, data: ['900001'] }],
	['a 90071', { return: { status: 200, message: 'ok' }, entries: [{ messageid: '90071' }] }],
	['a,a,a', { success: true, queued: 3 }, THREE],
	['a,a', ' sent \n', TWO],
	['a 12345678901234567890', '{"meta":{"status":200},"data":[12345678901234567890]}'],
	['a 8,a 9', { ids: [8, 9] }, TWO],
	['a 100000', [100_000]],
	['a 9001', { data: 9001 }],
	['a 7', { success: true, id: 7, data: { message_id: 9001 } }],
	['a,a', { success: true, bulkId: 77 }, TWO],
	// Taken, with something beside the ID that is not understood: a word, or a member.
	['a 5270000001!', ok([5270000001], 'not sent')],
	['a 5270000001!', { ...ok([5270000001]), links: { self: 'https://x.y' } }],
	['a 7!,a 8', { data: [{ id: 7, note: 'slow' }, { id: 8 }] }, TWO],
	// Ids that are not believed, or another number of them than there are numbers.
	...[1, 17, 999, 1007, 1099].flatMap((id): Array<[string, unknown, string[][]?]> => [
		['unclear', ok([id])],
		['unclear', ok(id)],
		['unclear', ok([id, 2]), TWO],
		['unclear', [id]],
		['unclear', { data: [id, id] }, TWO],
	]),
	['a 1100', ok([1100])],
	['unclear', [99_999]],
	['unclear', ok([9001, 9001]), TWO],
	['u,a 9001', ok([17, 9001]), TWO],
	['unclear', ok([9001, 9002]), GROUP],
	['unclear', { data: [9001, { error: 'x' }, 9003] }, GROUP],
	['unclear', ok([9001, 9002]), THREE],
	['unclear', ok([9001, 9002, 9003, 9004]), THREE],
	['unclear', ok([{ to: '0935', id: 1 }]), ONE],
	[
		'unclear',
		{
			data: [
				{ to: '09120000001', id: 1 },
				{ to: '09120000000', id: 2 },
			],
		},
		TWO,
	],
	[
		'a 1,a 2',
		{
			data: [
				{ to: '+989120000000', id: 1 },
				{ to: '', id: 2 },
			],
		},
		TWO,
	],
	// Each row by its own entry.
	['a 9001,u,a 9003', ok([9001, -1, 9003]), THREE],
	['a 9001,r,a 9003', ok([9001, { status: 1010, message: 'refused' }, 9003]), THREE],
	['a 5,r,u', { data: [{ id: 5 }, { to: '09120000001', success: false }, {}] }, THREE],
	['refused', { success: false, data: [{ error: 'a' }, { error: 'b' }] }, TWO],
	['a 1 2,u', { data: [{ id: 1 }, { id: 2 }, 'x'] }, [['1', '2'], ['3']]],
	['unclear', [null, 900001], TWO],
	['a,u', { data: [{ status: 'ok' }, { status: 'ok', note: 'but no' }] }, TWO],
	['refused', { data: [1, 2, 3].map(() => ({ error: true })) }, GROUP],
	['unclear', { success: true, data: [{ error: true }] }],
])('%s is what an answer gives that reads %j', (said, body, rows = ONE) => {
	expect(judged(body, rows)).toBe(said);
});

describe('an acceptance is none', () => {
	/** What stands beside a success, or within it. */
	const AGAINST: object[] = [
		{ data: { 0: { id: 'a1-1', mobile: '98912', status: 'INV-NUMBER' } } },
		{ total_rejected_recipients: 1, total_accepted_recipients: 0, id: '7001' },
		{ sent_count: 0, failed_count: 1 },
		{ undelivered: 1 },
		{ deliveryStatus: 'UNDELIV' },
		{ data: { '989120000000': { id: 'a1', status: 'sent' } } },
		{ data: { '09120000000': '5270000001' } },
		{ bad_numbers: '0912,0913' },
		{ report: { state: 'REJECTD' } },
		{ '989120000000': 'blocked' },
		{ a: { b: { c: { d: { e: { rejected: 1 } } } } } },
		{ summary: '1 rejected' },
		{ warnings: ['x'] },
		{ message_id: 'None' },
		{ list: [{ state: 'x' }] },
		{ data: [[9001]] },
		{ data: [{ id: 9001, status: 'Blacklisted' }] },
		{ result: 'Number is in blacklist' },
		{ d: { errors: { '0912': 'x' } } },
		{ errorCode: 'ER-00' },
		{ report: { success: true } },
		{ more: { id: 9001 } },
	];
	const WORDS = [
		...['0 numbers accepted for delivery.', 'Sent to 0/1', 'هیچ پیامی ارسال نشد', 'REJECTD'],
		...[
			'the number is blocked',
			'not sent',
			'Partially sent',
			'اعتبار کافی نیست',
			'اعتبار كافي نيست',
		],
		...['Account suspended', 'with no success', `${'sent '.repeat(30)}`],
	];

	test.each(AGAINST)('beside %j', (against) => {
		for (const success of [{ success: true }, { status: 200 }, { meta: { status: 200 } }])
			expect(judged({ ...success, ...against }, ONE)).toBe('unclear');
	});

	test.each(WORDS)('in the words "%s"', (message) => {
		expect(judged({ status: 200, message }, ONE)).toBe('unclear');
		expect(judged(ok(null, message), ONE)).toBe('unclear');
		expect(judged(message, ONE)).toBe('unclear');
	});

	test.each<[unknown, string[][]]>([
		[zero([]), ONE],
		[zero(null), ONE],
		[zero([17]), ONE],
		[zero([9001]), TWO],
		[{ meta: { status: 0 }, data: [9001] }, ONE],
		[{ meta: { status: 0, message: 'x' }, data: [9001] }, ONE],
		[{ status: 0, message: 'success', data: [9001] }, ONE],
		[{ success: true, meta: { status: 0, message: 'success' } }, ONE],
		[{ success: true, sent: 2 }, THREE],
		[{ success: true, numbers: ['0912', '0913'] }, GROUP],
		[{ sent: 1 }, THREE],
		[{ message: 'success' }, ONE],
	])('of %j', (body, rows) => {
		expect(judged(body, rows)).toBe('unclear');
	});
});

test.each([
	...['OK', ' success! ', 'Successful.', 'accepted', 'Queued', 'SENT', 'موفق', 'delivered'],
])('the word "%s" praises, as an answer and as a status', (word) => {
	expect(judged(word, ONE)).toBe(
		word.includes('!') || word.includes('.') ? judged(word, ONE) : 'a',
	);
	expect(judged({ status: word }, ONE)).toBe('a');
});

test.each([
	...['Message sent successfully', 'Your message has been queued.', 'The SMS was sent', 'done'],
	...['successfully sent', 'Messages  accepted', 'no error', 'No errors', 'Request completed'],
	...['با موفقیت ارسال شد', 'پیام شما با موفقیت ارسال شد', 'عملیات موفقیت‌آمیز بود', 'انجام شد'],
	...[
		'پيام با موفقيت ثبت گرديد',
		'پیامک در صف ارسال قرار گرفت',
		'درخواست شما ثبت شد',
		'در صف ارسال',
	],
])('the sentence "%s" is no reason for doubt beside a yes, and none itself', (message) => {
	for (const body of [
		{ success: true, message },
		{ status: 200, info: message },
		ok(null, message),
	])
		expect(judged(body, ONE)).toBe('a');
	expect(judged({ message }, ONE)).toBe('unclear');
});

test.each([
	...['7', '900001', '7280147-12', 'a-17', '0A00', 'call-7', 'SM12', '0000123', 'msg-9', '12:34/5'],
	...[
		'3f2504e0-4f89-11d3-9a0c-0305e82c3301',
		'SM0123456789abcdef0123456789abcdef',
		'deadbeefdeadbeef1',
	],
])('%s under the name of an ID is one', (id) => {
	expect(judged({ message_id: id }, ONE)).toBe(`a ${id}`);
});

test.each([
	...['0', '00', '-1', 'ERR-17', 'none', 'rejected', 'blocked1', 'x y1', '2026-11-28', '1.5', ''],
	...['error 5', 'call-', 'abcd-123', 'deadbeefdeadbeef', 'é1', 'x'.repeat(201), '1'.repeat(201)],
	...[0, -5, 1.5, true],
])('%j under the name of an ID is none', (id) => {
	expect(judged({ message_id: id }, ONE)).toBe('unclear');
});

test.each<[object | string, string | undefined, string | undefined, number?]>([
	[
		{ meta: { status: 1010, message: 'no' }, data: null, Invalids: ['0Invalid'] },
		'1010',
		'no',
		406,
	],
	[{ meta: { code: '۱۰۰۲' } }, '1002', undefined],
	[{ meta: { status: 99_999 }, data: [] }, '99999', undefined],
	[{ success: false, error: 'no such file' }, undefined, 'no such file'],
	[{ status: '1006', message: 'a', error: 'b' }, '1006', 'a'],
	[{ status: 'Rejected', x: 'y' }, undefined, 'Rejected', 400],
	[{ code: 1006, error: { message: 'c' } }, '1006', 'c'],
	[{ more: { message: 'c' } }, undefined, undefined, 400],
	[{ error: { code: 1006, message: 'credit' } }, '1006', 'credit'],
	[{ success: false, id: 0, data: [] }, undefined, undefined],
	['<html>Access Denied</html>', undefined, undefined, 403],
	['{"meta":{"status":10', undefined, undefined, 400],
])('a refusal is %j, with its code and words', (body, code, words, httpStatus = 200) => {
	const refused = { kind: 'refused', ...(code && { code }), ...(words && { words }) };
	const { response, ...said } = read(body, { httpStatus });
	expect(response).toBeDefined();
	expect(said).toEqual(refused);
});

test.each<[string, unknown, number?, string[][]?]>([
	['contradictory', { success: false, sent_count: 2 }, 200, THREE],
	['unproven', { error: 'x', queued: ['0912'] }],
	['contradictory', ok([9001]), 402],
	['contradictory', { success: false, data: [9001] }, 200, THREE],
	['contradictory', { success: false, data: [{ x: 1, success: true }] }, 200, THREE],
	['contradictory', { success: false, message: 'partially done' }],
	['unproven', { errors: { destination: ['must be a number'] } }],
	['contradictory', { success: true }, 429],
	['contradictory', { success: true, error: true }],
	['contradictory', { meta: { status: 1006, message: 'Success' } }],
	['unproven', { errors: [{ to: '09120000001', error: 'x' }] }, 200, THREE],
	['unproven', { ErrorCode: '000', ErrorMessage: 'Done' }],
	['unproven', 'credit is not enough'],
	['serverError', { success: true }, 500],
	['redirect', { success: true }, 302],
	['noProof', { success: true }, 408],
	['noProof', { success: true }, 207],
	['webPage', ' <p>queued</p>'],
	['truncated', '{"meta":{"status":200'],
])('for %s nobody can tell of %j (HTTP %s)', (why, body, httpStatus = 200, rows = ONE) => {
	expect(read(body, { httpStatus, rows })).toMatchObject({ kind: 'unclear', why });
});

test.each<[string, unknown, number?]>([
	['accepted', { meta: { code: 200 }, data: [{ MsgID: 1, Status: 5, error: 'x' }] }],
	['accepted', { data: { msgid: 9001, status: 1010 } }],
	['accepted', ''],
	['accepted', '1,234'],
	['accepted', { anything: 'x' }],
	['refused', { meta: { code: 1003, message: 'x' }, data: null }],
	['unclear', { status: 'error' }],
	['accepted', { credit: 1, active: true, 'days left': 3, plan: 'gold' }],
	['refused', { meta: { status: 300 } }],
	['unclear', { error: { code: 5 } }],
	['refused', { error: { code: 1006 } }],
	['refused', '', 404],
	['accepted', { data: { error: '', list: [{ success: false }] } }],
	['unclear', '<p>x</p>'],
	['unclear', { success: true }, 400],
])('%s is the answer to a query that reads %j (HTTP %s)', (kind, body, httpStatus = 200) => {
	expect(read(body, { sends: false, rows: [], httpStatus }).kind).toBe(kind);
});

const taken = (...ids: string[]) => ({ kind: 'accepted', ids, warning: undefined });
const doubted = (response: unknown, words: string | undefined = 'success') => ({
	kind: 'unclear',
	why: 'unproven',
	words,
	ids: [],
	response,
});
const REFUSED = { status: 1010, message: 'no' };
const warned = (of: string) =>
	`The service took it, and its answer has something besides that is not understood: ${of}`;
test.each<[body: unknown, rows: string[][], said: object[] | object, httpStatus?: number]>([
	[ok([9001, 'odd', -1]), THREE, [taken('9001'), doubted('odd'), doubted(-1)]],
	[ok([0, 'odd', 9001]), [['1', '2'], ['3']], [doubted([0, 'odd']), taken('9001')]],
	[ok([9001, 9002, 9003]), [['1', '2'], ['3']], [taken('9001', '9002'), taken('9003')]],
	[
		ok([9001, REFUSED]),
		TWO,
		[taken('9001'), { kind: 'refused', code: '1010', words: 'no', response: REFUSED }],
	],
	[
		ok([{ id: 9001, x: true }, REFUSED]),
		TWO,
		[{ kind: 'unclear', why: 'unproven', ids: ['9001'] }, { kind: 'refused' }],
	],
	[ok([REFUSED]), ONE, { kind: 'unclear', why: 'contradictory', words: 'no', code: '1010' }],
	[
		ok([9001], `x${'y'.repeat(300)}`),
		ONE,
		[{ ...taken('9001'), warning: warned(`message: "x${'y'.repeat(189)}…`) }],
	],
	[
		{ data: [{ id: 1, a: 'b' }, { id: 2 }], c: 'd' },
		TWO,
		[
			{ ...taken('1'), warning: warned('a: "b"') },
			{ ...taken('2'), warning: warned('c: "d"') },
		],
	],
	[{ success: true, bulkId: 5 }, TWO, [taken(), taken()]],
	[
		{ success: false, message: 'all', data: [{ code: 1006, message: 'no credit' }] },
		ONE,
		{ kind: 'refused', code: '1006', words: 'no credit' },
	],
	[{ success: false, message: 'all', data: [0] }, ONE, { kind: 'refused', words: 'all' }],
	[{ success: true, error: true, data: [9001] }, ONE, { why: 'contradictory' }],
	[ok([9001]), ONE, { why: 'contradictory', words: 'success' }, 404],
	[ok([{ error: 'a' }, { error: 'b' }]), TWO, { why: 'contradictory', words: 'success' }, 422],
	[{ message: 'no route' }, TWO, { kind: 'refused', words: 'no route' }, 404],
	...[300, 302, 399].map((status): [unknown, string[][], object, number] => [
		...([{ a: 1 }, ONE, { why: 'redirect' }, status] as const),
	]),
	...[199, 206, 408].map((status): [unknown, string[][], object, number] => [
		...([{ a: 1 }, ONE, { why: 'noProof' }, status] as const),
	]),
])('of %j is said, of each row or of all', (body, rows, said, ...[httpStatus = 200]) => {
	const verdict = read(body, { rows, httpStatus });
	expect(Array.isArray(said) ? verdict.rows : verdict).toMatchObject(said);
	if (!Array.isArray(said)) expect(verdict.rows).toBeUndefined();
});
