import * as fc from 'fast-check';

import { cells, lines } from '../../lines.ts';
import { runsOf } from '../fuzz.ts';
import { read } from './read.ts';

/** Names of members in the answers that public clients and manuals of such services show; in these no value is a yes. */
const NAMES = [
	'',
	...`
		RetStatus StrRetStatus Value return entries message Message Code status Status state code
		statusCode error errorCode error_text statustext success IsSuccessful data result results
		messages meta response d Recipients cost number balance credit type requestId JobId to sent
		accepted queued invalid_numbers rejected info details 0 sent_count total failed not_sent
		989120000000 __proto__ constructor
	`
		.trim()
		.split(/\s+/),
];
const NOTHING = [
	...[null, false, 0, -1, 2, 14, 301, 406, 1006, 3.5],
	...cells(`
	- | InvalidUsernameOrPassword | REJECTD | اعتبار کافی نیست | not queued | 0 sent | ok, but no
	unsuccessful | ERR-17 | None | N/A | 0 | -1 | 13 | 406 | 2026-11-25
	`).flat(),
];
const { answer } = fc.letrec<{ answer: unknown; object: unknown }>((tie) => ({
	answer: fc.oneof(
		{ depthSize: 'small', withCrossShrink: true },
		fc.constantFrom<unknown>(...NOTHING),
		tie('object'),
		fc.array(tie('answer'), { maxLength: 3 }),
	),
	object: fc.dictionary(fc.constantFrom(...NAMES), tie('answer'), { minKeys: 1, maxKeys: 5 }),
}));
const ONE = [['09120000000']];
const THREE = [['09120000000'], ['09120000001'], ['09120000002']];
const ROWS = [ONE, THREE, [THREE.flat()]];

test('an answer that proves no acceptance is never taken for one, whoever gives it', () => {
	fc.assert(
		fc.property(answer, fc.constantFrom(...ROWS), (said, rows) => {
			const body = typeof said === 'string' ? said : JSON.stringify(said);
			expect([body, read(body, { rows }).kind]).not.toEqual([body, 'accepted']);
		}),
		runsOf(10_000),
	);
});

/** Refusals, and what only sounds like one, as people write them. */
const SAYINGS = lines(`
	اعتبار ندارید
	شما مجوز ارسال ندارید
	حساب شما معلق است
	پیام شما ارسال نشد
	متن در حال بررسی است
	الرصيد غير كاف
	تم رفض الرسالة
	Guthaben aufgebraucht
	Account suspended
	Sender is banned
	Please top up
	the panel is on hold
	El crédito se ha agotado
	Crédit épuisé
	Недостаточно средств
	Kredi bitti
	余额不足
	審査中です
	잔액 부족
	क्रेडिट समाप्त
	sent to nobody
	ok?
	not ok
	unsuccessful
	Message was not sent
	success: false
	sent 0 of 1
	done, but refused
	queued for review
	accepted by nobody
	OK - credit 0
	ارسال شد؟
	با موفقیت ارسال نشد
`);
const LETTERS = 'abzéßñøÆйжяاهیپךمあア漢한กक';
const words = fc.oneof(
	fc.constantFrom(...SAYINGS),
	fc
		.array(fc.string({ unit: fc.constantFrom(...LETTERS), minLength: 3, maxLength: 9 }), {
			minLength: 1,
			maxLength: 6,
		})
		.map((all) => all.join(' '))
		// By chance.
		.filter((text) => !/^(?:ok|sent|done|success)$/i.test(text)),
);
/** Names that services give their words, and any other. */
const name = fc.oneof(
	fc.constantFrom(
		...`
		message msg info description statusText StrRetStatus note title error error_message cost
		credit balance time from to id ref requestId type currency data result detail warnings وضعیت
		x sent queued accepted delivery deliveryStatus code parts messageId
		`
			.trim()
			.split(/\s+/),
	),
	fc.string({ unit: fc.constantFrom(...LETTERS), minLength: 1, maxLength: 8 }),
);
const YES: Array<(more: object) => object> = [
	(more) => ({ success: true, ...more }),
	(more) => ({ status: 'ok', ...more }),
	(more) => ({ status: 200, ...more }),
	(more) => ({ meta: { status: 200, ...more }, data: null }),
	(more) => ({ meta: { status: 200, message: 'success' }, ...more }),
	(more) => ({ response: { result: 'success' }, ...more }),
];
/** Around the words: where they stand in a member, a list, or deeper. */
const AROUND: Array<(member: string, text: string) => object> = [
	(member, text) => ({ [member]: text }),
	(member, text) => ({ [member]: [text] }),
	(member, text) => ({ [member]: { text } }),
	(member, text) => ({ data: { [member]: text } }),
	(member, text) => ({ errors: { [member]: [text] } }),
	(member, text) => ({ more: { inner: [{ [member]: text }] } }),
];

test('beside a yes without IDs no words are taken but praise, in any language and any place', () => {
	fc.assert(
		fc.property(
			words,
			name,
			fc.constantFrom(...YES),
			fc.constantFrom(...AROUND),
			fc.constantFrom(...ROWS),
			(text, member, yes, around, rows) => {
				const body = yes(around(member, text));
				expect([body, read(body, { rows }).kind]).toEqual([body, 'unclear']);
			},
		),
		runsOf(5000),
	);
});

test('beside an ID for each number words are a warning, which shows them', () => {
	const names = fc.constantFrom('message', 'note', 'x', 'warning', 'وضعیت');
	fc.assert(
		fc.property(words, names, fc.constantFrom(ONE, THREE), (text, member, rows) => {
			const data = rows.map((_, at) => 900_001 + at);
			const verdict = read({ meta: { status: 200, [member]: text }, data }, { rows });
			expect(verdict.rows?.map(({ kind, ids }) => [kind, ids])).toEqual(
				data.map((id) => ['accepted', [String(id)]]),
			);
			for (const row of verdict.rows ?? [])
				expect(row.warning).toContain(JSON.stringify(text).slice(0, 100));
		}),
		runsOf(1000),
	);
});

test('what no ID makes up for does so at any depth and under any name: a status, a count', () => {
	const odd = [{ rejected: 1 }, { state: 'x' }, { sent: 0 }, { error: 'x' }, { delivered: false }];
	const path = fc.array(
		fc.constantFrom(
			...NAMES.filter((one) => !/proto|err|^data|^d$|^messages|entries|result|^[0\d]*$/i.test(one)),
		),
		{ maxLength: 30 },
	);
	fc.assert(
		fc.property(fc.constantFrom<object>(...odd), path, (against, names) => {
			const inner = names.reduce<object>((value, one) => ({ [one]: value }), against);
			for (const body of [
				{ ok: true, more: inner },
				{ ok: true, data: [900_001], more: inner },
			])
				expect([body, read(body).kind]).toEqual([body, 'unclear']);
		}),
		runsOf(2000),
	);
});
