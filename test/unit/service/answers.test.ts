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
	['a', { success: true, error: null }],
	['a 5270000001', '[5270000001]'],
	['a 5270000001', ok([{ messageId: 5270000001, id: 1, status: 13 }])],
	['a 77', { success: true, error: [], data: { id: 77 } }],
	['a', { success: true, error: '', credit: 1000, cost: 120, time: '2026-11-28 10:00:00' }],
	['a 5270000001', ok([5270000001], 'پیام با موفقیت ارسال شد')],
	['a 90071', { return: { status: 200, message: 'ok' }, entries: [{ messageid: '90071' }] }],
	['a 77', { success: true, call_id: '77', code: '4821', destination: '09120000000' }],
	['a x-1', { success: true, total: 1, sent: 1, failed: 0, id: 'x-1' }],
	['a,a,a', { success: true, queued: 3 }, THREE],
	['a,a', ' sent 09120000000 \n', TWO],
	['a 7280147-12', 'success | 989120000000 | 7280147-12'],
	['a 12345678901234567890', '{"meta":{"status":200},"data":[12345678901234567890]}'],
	// Ids that are not believed, or fewer than there are numbers.
	...[1, 17, 999, 1007, 1099].flatMap((id): Array<[string, unknown, string[][]?]> => [
		['a!', ok([id])],
		['a!', ok(id)],
		['a!,a!', ok([id, id + 1 < 1100 ? id + 1 : 2]), TWO],
		['unclear', [id]],
		['unclear', { data: [id, id] }, TWO],
	]),
	['a 1100', ok([1100])],
	['a!,a!', ok([9001, 9001]), TWO],
	['u,a 9001', ok([17, 9001]), TWO],
	['a 9001 9002!', ok([9001, 9002]), GROUP],
	['a 9001!', ok([9001]), GROUP],
	['a 9001 9003!', { data: [9001, { error: 'x' }, 9003] }, GROUP],
	['unclear', { data: [9001, 9002] }, GROUP],
	['a!,a!,a!', ok([9001, 9002]), THREE],
	['a!,a!,a!', ok([9001, 9002, 9003, 9004]), THREE],
	['unclear', ok([9001, -1]), THREE],
	['unclear', { data: [9001, 9002] }, THREE],
	['unclear', ok([{ to: '0935', id: 1 }]), ONE],
	// Each row by its own entry.
	['a 9001,u,a 9003', ok([9001, -1, 9003]), THREE],
	['a 9001,r,a 9003', ok([9001, { status: 1010, message: 'refused' }, 9003]), THREE],
	['a 5,r,u', { data: [{ id: 5 }, { to: '09120000001', success: false }, {}] }, THREE],
	['u 9001,r', { x: 'odd', data: [9001, { error: 'y' }] }, TWO],
	['r,r', { success: false, data: [{ error: 'a' }, { error: 'b' }] }, TWO],
	['a 1 2,u', { data: [{ id: 1 }, { id: 2 }, 'x'] }, [['1', '2'], ['3']]],
	['unclear', [0, '8812345'], TWO],
	['unclear', [null, 900001], TWO],
	['refused', [{ status: 1010, message: 'refused' }]],
	['refused', { data: [1, 2, 3].map(() => ({ error: 'x' })) }, GROUP],
])('%s is what an answer gives that reads %j', (said, body, rows = ONE) => {
	expect(judged(body, rows)).toBe(said);
});

describe('an acceptance is none', () => {
	/** What stands beside a success, or within it. */
	const AGAINST: object[] = [
		...[{ data: { 0: { id: 'a1-1', mobile: '98912', status: 'INV-NUMBER' } } }, { data: [] }],
		...[{ total_rejected_recipients: 1, total_accepted_recipients: 0, id: '7001' }, { ids: [] }],
		...[{ sent_count: 0, failed_count: 1 }, { not_sent: ['09120000000'] }, { messages: [] }],
		...[{ undelivered: 1 }, { skipped: 2 }, { deliveryStatus: 'UNDELIV' }, { accepted: '۰' }],
		...[{ data: { '989120000000': { id: 'a1', status: 'sent' } } }, { unsuccessful: 1 }],
		...[{ data: { '09120000000': '5270000001' } }, { bad_numbers: '0912,0913' }, { valid: false }],
		...[{ report: { state: 'REJECTD' } }, { recipients: [] }, { '989120000000': 'blocked' }],
		...[{ a: { b: { c: { d: { e: { rejected: 1 } } } } } }, { delivered: false }, { total: 0 }],
		...[{ dlr: 'UNDELIV' }, { summary: '1 rejected' }, { warnings: ['x'] }, { blocked: true }],
		...[{ call_id: 0 }, { message_id: 'None' }, { error_count: 1 }, { list: [{ state: 'x' }] }],
		...[{ data: [null] }, { data: [0] }, { data: [''] }, { data: [{}] }, { data: [[9001]] }],
		...[{ data: [{ id: 9001, status: 'Blacklisted' }] }, { data: [{ id: 9001, status: 5 }] }],
		...[{ sent: 0 }, { failed: 1 }, { error: 'x' }, { code: 801 }, { status: { id: 200 } }],
		...[{ type: 'error' }, { x: 1 }, { result: 'Number is in blacklist' }, { state: 20 }],
		...[{ d: { errors: { '0912': 'x' } } }, { isSuccess: {} }, { errorCode: 'ER-00' }],
	];
	const WORDS = [
		...['0 numbers accepted for delivery.', 'Sent to 0/1', 'هیچ پیامی ارسال نشد', 'REJECTD'],
		...['the number is blocked', 'not sent', 'Partially sent', 'اعتبار کافی نیست'],
	];

	test.each(AGAINST)('beside %j', (against) => {
		for (const success of [{ success: true }, { status: 200 }, { meta: { status: 200 } }])
			expect(judged({ ...success, ...against }, ONE)).toBe('unclear');
		const within = { success: true, data: { id: 77 }, more: against };
		expect(judged(within, ONE)).toBe('unclear');
	});

	test.each(WORDS)('in the words "%s"', (message) => {
		expect(judged({ status: 200, message }, ONE)).toBe('unclear');
		expect(judged(ok([5270000001], message), ONE)).toBe('unclear');
		expect(judged(message, ONE)).toBe('unclear');
	});

	/** Of each language's words for what was not done one sentence; `unique` and `unicode` are none. */
	const DOUBTS =
		'no not none never only but zero low bad already unsent undelivered unavailable cannot unable failed error errors rejected refused denied deny declined invalid illegal incorrect insufficient inactive blocked blacklisted forbidden wrong missing expired exceeded limited partial skipped ignored dropped duplicate empty held cancelled restricted ناموفق نامعتبر نشد نیست ندارد نمی عدم غیر خطا مسدود محدود منقضی اشتباه کافی'.split(
			' ',
		);
	test.each([...DOUBTS, "don't", 'رد شد'])('in a sentence with "%s"', (word) => {
		const said = (message: string) => judged({ status: 200, message }, ONE);
		expect(said(`it is ${word} so`)).toBe('unclear');
		// In Arabic's letters.
		expect(said(`it is ${word.replaceAll('ی', 'ي').replaceAll('ک', 'ك')} so`)).toBe('unclear');
		expect(said('it is unique, and in unicode')).toBe('a');
	});

	test.each<[unknown, string[][]]>([
		[zero([]), ONE],
		[zero([17]), ONE],
		[zero([9001]), TWO],
		[zero([9001, -1]), TWO],
		[zero([9001, 9002]), GROUP],
		[{ meta: { status: 0 }, data: [9001] }, ONE],
		[{ status: 0, message: 'success', data: [9001] }, ONE],
		[{ success: true, sent: 2 }, THREE],
		[{ success: true, numbers: ['0912', '0913'] }, GROUP],
		[{ sent: 1 }, THREE],
		[{ code: 200, destination: '09120000000' }, ONE],
	])('of %j', (body, rows) => {
		expect(judged(body, rows)).toBe('unclear');
	});
});

test.each<[object | string, string | undefined, string | undefined, number?]>([
	[
		{ meta: { status: 1010, message: 'no' }, data: null, Invalids: ['0Invalid'] },
		'1010',
		'no',
		406,
	],
	[{ meta: { code: '۱۰۰۲' } }, '1002', '۱۰۰۲'],
	[{ meta: { status: 99_999 }, data: [] }, '99999', undefined],
	[{ success: false, error: 'no such file' }, undefined, 'no such file'],
	[{ status: '1006', message: 'a', error: 'b' }, '1006', 'b'],
	[{ error: { code: 1006, message: 'credit' } }, '1006', 'credit'],
	[{ errors: { destination: ['must be a number'] } }, undefined, 'must be a number'],
	[{ status: 'Rejected' }, undefined, 'Rejected'],
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
	['mixed', { success: false, sent_count: 2 }, 200, THREE],
	['mixed', { error: 'x', queued: ['0912'] }],
	['mixed', ok([9001]), 402],
	['contradictory', { success: true }, 429],
	['contradictory', { success: true, error: 'slow' }],
	['unproven', { error: 'Message sent successfully' }],
	['contradictory', { meta: { status: 1006, message: 'Success' } }],
	['unproven', { errors: [{ to: '09120000001', error: 'x' }] }, 200, THREE],
	['unproven', { code: 500 }],
	['unproven', { ErrorCode: '000', ErrorMessage: 'Done' }],
	['unproven', 'credit is not enough'],
	['unproven', { report: { success: false } }],
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
	['refused', { code: 801 }],
	['refused', { status: 'error' }],
	['refused', '', 404],
	['unclear', 'Invalid username or password'],
	['unclear', '"taken"'],
	['unclear', '<p>x</p>'],
	['unclear', { success: true }, 400],
])('%s is the answer to a query that reads %j (HTTP %s)', (kind, body, httpStatus = 200) => {
	expect(read(body, { sends: false, rows: [], httpStatus }).kind).toBe(kind);
});

const counted = (ids: string, numbers: string) =>
	`The service's answer has ${ids} for ${numbers}. Look in the panel of your provider which of them were taken.`;
const disbelieved = (id: number) =>
	`The service's answer has ${id} in the place of a message ID, and an ID is believed from 1100 on, and once. Look in the panel of your provider for the ID.`;
const taken = (...ids: string[]) => ({ kind: 'accepted', ids });
const doubted = (response: unknown, words = 'success') => ({
	...{ kind: 'unclear', why: 'unproven', words, ids: [], response },
});
test.each<[body: unknown, rows: string[][], said: object[] | object, httpStatus?: number]>([
	[
		ok([1, 2, 3, 4].map((id) => id + 9000)),
		GROUP,
		[{ warning: counted('4 message IDs', '3 numbers') }],
	],
	[ok([9001]), GROUP, [{ ...taken('9001'), warning: counted('1 message ID', '3 numbers') }]],
	[ok([9001, 9002]), ONE, [{ warning: counted('2 message IDs', '1 number') }]],
	[ok([17]), ONE, [{ ...taken(), warning: disbelieved(17) }]],
	[ok([9001, 9001]), TWO, [9001, 9001].map((id) => ({ ...taken(), warning: disbelieved(id) }))],
	[ok([9001, 'odd', -1]), THREE, [taken('9001'), doubted('odd'), doubted(-1)]],
	[ok([0, 'odd', 9001]), [['1', '2'], ['3']], [doubted([0, 'odd']), taken('9001')]],
	[
		ok([9001, { status: 1010, message: 'no' }]),
		TWO,
		[
			taken('9001'),
			{ kind: 'refused', code: '1010', words: 'no', response: { status: 1010, message: 'no' } },
		],
	],
	[
		{ success: false, data: [{ error: 'a' }, { error: 'b', code: 1010 }] },
		TWO,
		[
			{ kind: 'refused', words: 'a' },
			{ kind: 'refused', words: 'b', code: '1010' },
		],
	],
	[
		{ success: true, failed: 1, data: [{ id: 9001 }, { error: 'y' }] },
		TWO,
		[
			{ kind: 'unclear', ids: ['9001'] },
			{ kind: 'refused', words: 'y' },
		],
	],
	...[{}, { message: 'all' }].map((more): [unknown, string[][], object] => [
		{ success: false, ...more, data: [{ code: 1006, message: 'no credit' }] },
		ONE,
		{ kind: 'refused', code: '1006', words: 'message' in more ? 'all' : 'no credit' },
	]),
	[{ success: true, error: 'x', data: [9001] }, ONE, { why: 'mixed', words: 'x' }],
	[ok([9001]), ONE, { why: 'mixed', words: 'success' }, 404],
	[ok([{ error: 'a' }, { error: 'b' }]), TWO, { why: 'contradictory', words: 'a' }, 422],
	[{ message: 'no route' }, TWO, { kind: 'refused', words: 'no route' }, 404],
	['{"meta":{"status":200', ONE, { why: 'truncated' }],
	['<html>', ONE, { why: 'webPage' }],
	...[300, 302, 399].map((status): [unknown, string[][], object, number] => [
		...([{ a: 1 }, ONE, { why: 'redirect' }, status] as const),
	]),
	...[199, 206, 408].map((status): [unknown, string[][], object, number] => [
		...([{ a: 1 }, ONE, { why: 'noProof' }, status] as const),
	]),
])('of %j is said, of each row or of all', (body, rows, said, ...[httpStatus = 200]) => {
	const verdict = read(body, { rows, httpStatus });
	if (!Array.isArray(said)) return expect(verdict).toMatchObject(said);
	expect(verdict.rows).toMatchObject(said);
	return expect(verdict.rows?.map(({ warning }) => warning)).toEqual(
		(said as Array<{ warning?: string }>).map(({ warning }) => warning),
	);
});
