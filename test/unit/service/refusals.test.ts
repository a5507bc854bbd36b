import { cells } from '../../lines.ts';
import { bodyOf, ok, read, rowsOf } from './read.ts';

test.each(
	cells(`
	406 | 1010 | no | {"meta":{"status":1010,"message":"no"},"data":null,"Invalids":["0Invalid"]}
	200 | 1002 | - | {"meta":{"code":"۱۰۰۲"}}
	200 | -12 | - | {"success":-12}
	200 | 99999 | - | {"meta":{"status":99999},"data":[]}
	200 | - | no such file | {"success":false,"error":"no such file"}
	200 | 1006 | a | {"status":"1006","message":"a","error":"b"}
	400 | - | Rejected | {"status":"Rejected","x":"y"}
	200 | 1006 | c | {"code":1006,"error":{"message":"c"}}
	400 | - | - | {"more":{"message":"c"}}
	200 | 1006 | credit | {"error":{"code":1006,"message":"credit"}}
	200 | - | - | {"success":false,"id":0,"data":[]}
	403 | - | - | <html>Access Denied</html>
	400 | - | - | {"meta":{"status":10
	`),
)('with HTTP %s, code "%s" and words "%s" a refusal is %s', (httpStatus, code, words, body) => {
	const { response, ...said } = read(body, { httpStatus: Number(httpStatus) });
	expect(response).toBeDefined();
	expect(said).toEqual({ kind: 'refused', code: code || undefined, words: words || undefined });
});

test.each(
	cells(`
	contradictory | 200 | 1,1,1 | {"success":false,"sent_count":2}
	unproven | 200 | 1 | {"error":"x","queued":["0912"]}
	contradictory | 402 | 1 | ok [9001]
	contradictory | 200 | 1,1,1 | {"success":false,"data":[9001]}
	contradictory | 200 | 1,1,1 | {"success":false,"data":[{"x":1,"success":true}]}
	contradictory | 200 | 1 | {"success":false,"message":"partially done"}
	unproven | 200 | 1 | {"errors":{"destination":["must be a number"]}}
	contradictory | 429 | 1 | {"success":true}
	contradictory | 200 | 1 | {"success":true,"error":true}
	contradictory | 200 | 1 | {"meta":{"status":1006,"message":"Success"}}
	unproven | 200 | 1,1,1 | {"errors":[{"to":"09120000001","error":"x"}]}
	unproven | 200 | 1 | {"ErrorCode":"000","ErrorMessage":"Done"}
	unproven | 200 | 1 | credit is not enough
	unproven | 200 | 1 | {"success":true,"note":"x"}
	unproven | 200 | 1 | {"meta":{"status":0},"data":[9001]}
	unproven | 200 | 1 | {"response":{"code":801}}
	serverError | 500 | 1 | {"success":true}
	redirect | 302 | 1 | {"success":true}
	noProof | 408 | 1 | {"success":true}
	noProof | 207 | 1 | {"success":true}
	webPage | 200 | 1 | <p>queued</p>
	truncated | 200 | 1 | {"meta":{"status":200
	`),
)(
	'as %s, with HTTP %s and rows of %s, nobody can tell of %s',
	(why, status, sizes = '', body = '') => {
		const asked = { httpStatus: Number(status), rows: rowsOf(sizes) };
		expect(read(bodyOf(body), asked)).toMatchObject({ kind: 'unclear', why });
	},
);

test.each(
	cells(`
	accepted | 200 | {"meta":{"code":200},"data":[{"MsgID":1,"Status":5,"error":"x"}]}
	accepted | 200 | {"data":{"msgid":9001,"status":1010}}
	accepted | 200 | -
	accepted | 200 | 1,234
	accepted | 200 | 1,234 IRR
	unclear | 200 | no such user
	unclear | 200 | * no such user
	accepted | 200 | {"anything":"x"}
	refused | 200 | {"meta":{"code":1003,"message":"x"},"data":null}
	unclear | 200 | {"status":"error"}
	accepted | 200 | {"credit":1,"active":true,"days left":3,"plan":"gold"}
	refused | 200 | {"meta":{"status":300}}
	unclear | 200 | {"error":{"code":5}}
	refused | 200 | {"error":{"code":1006}}
	refused | 404 | -
	accepted | 200 | {"data":{"error":"","list":[{"success":false}]}}
	unclear | 200 | <p>x</p>
	unclear | 400 | {"success":true}
	`),
)('%s is the answer to a query with HTTP %s that reads %s', (kind, status, body) => {
	expect(read(body, { sends: false, rows: [], httpStatus: Number(status) }).kind).toBe(kind);
});

const taken = (...ids: string[]) => ({ kind: 'accepted', ids, warning: undefined });
const doubted = (response: unknown) => ({
	kind: 'unclear',
	why: 'unproven',
	words: 'success',
	ids: [],
	response,
});
const REFUSED = { status: 1010, message: 'no' };
const warned = (of: string) =>
	`The service took it, and its answer has something besides that is not understood: ${of}`;
test.each([
	[ok([9001, 'odd', null]), '1,1,1', [taken('9001'), doubted('odd'), doubted(null)]],
	[ok([0, 'odd', 9001]), '2,1', [doubted([0, 'odd']), taken('9001')]],
	[ok([9001, 9002, 9003]), '2,1', [taken('9001', '9002'), taken('9003')]],
	[
		ok([9001, REFUSED]),
		'1,1',
		[taken('9001'), { kind: 'refused', code: '1010', words: 'no', response: REFUSED }],
	],
	[
		ok([{ id: 9001, x: true }, REFUSED]),
		'1,1',
		[{ kind: 'unclear', why: 'unproven', ids: ['9001'] }, { kind: 'refused' }],
	],
	[ok([REFUSED]), '1', { kind: 'unclear', why: 'contradictory', words: 'no', code: '1010' }],
	[
		ok([9001], `x${'y'.repeat(300)}`),
		'1',
		[{ ...taken('9001'), warning: warned(`message: "x${'y'.repeat(189)}…`) }],
	],
	[
		{ data: [{ id: 1, a: 'b' }, { id: 2 }], c: { d: 'e' } },
		'1,1',
		[
			{ ...taken('1'), warning: warned('a: "b"') },
			{ ...taken('2'), warning: warned('c') },
		],
	],
	[{ success: true, bulkId: 5 }, '1,1', [taken(), taken()]],
	[
		{ success: false, message: 'all', data: [{ code: 1006, message: 'no credit' }] },
		'1',
		{ kind: 'refused', code: '1006', words: 'no credit' },
	],
	[
		{ success: false, message: 'all', data: [{}, { code: 1006 }] },
		'1,1',
		{ kind: 'refused', code: '1006', words: undefined },
	],
	[{ success: false, message: 'all', data: [0] }, '1', { kind: 'refused', words: 'all' }],
	[{ success: true, error: true, data: [9001] }, '1', { why: 'contradictory' }],
	[ok([9001]), '1', { why: 'contradictory', words: 'success' }, 404],
	[ok([{ error: 'a' }, { error: 'b' }]), '1,1', { why: 'contradictory', words: 'success' }, 422],
	[{ message: 'no route' }, '1,1', { kind: 'refused', words: 'no route' }, 404],
])('of %j is said, of each row or of all', (body, sizes, said, httpStatus = 200) => {
	const verdict = read(body, { rows: rowsOf(sizes), httpStatus });
	expect(Array.isArray(said) ? verdict.rows : verdict).toMatchObject(said);
	if (!Array.isArray(said)) expect(verdict.rows).toBeUndefined();
});

test.each([
	['redirect', 300, 302, 399],
	['noProof', 199, 206, 408],
])('whatever it says, an answer is %s with HTTP %i, %i and %i', (why, ...statuses) => {
	for (const httpStatus of statuses) expect(read({ a: 1 }, { httpStatus })).toMatchObject({ why });
});
