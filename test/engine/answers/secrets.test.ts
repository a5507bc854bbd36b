import {
	bulk,
	CONTINUE,
	EVERY,
	everythingIn,
	gateway,
	getCredit,
	getStatus,
	type INodeParameters,
	rowsFor,
	send,
	sendCode,
} from '../stage/index.ts';

import { FORMS, isStillIn } from '../../secretForms.ts';

const { sandbox, credentials, run, answerWith } = gateway();

/** One of all characters that some form escapes, and words. */
const PASSWORDS = [`pä"s's/w\\rd+&<> 7%41`, 'correct horse battery', 'S3cret!!'];
const CODE = '048213';

/** Every operation; that with a code makes a redactor of its own. */
const OPERATIONS: Array<[string, INodeParameters]> = [
	...EVERY,
	['send, multipart', send({ options: { bodyFormat: 'multipart' } })],
];

const FORM_NAMES = Object.keys(FORMS);

/** Answers that hold a text: accepted, refused, of both, suspicious, and none that can be read. */
const ANSWERS: Array<[string, number, (text: string) => unknown]> = [
	['an acceptance', 200, (said) => ({ meta: { status: 200 }, data: [1], said })],
	['an acceptance with a name', 200, (said) => ({ success: true, call_id: '7', [said]: said })],
	['a refusal', 200, (said) => ({ success: false, error: said })],
	['a refusal by status', 400, (said) => ({ meta: { status: 1008, message: said } })],
	['both', 200, (said) => ({ success: true, error: said })],
	['suspicion', 200, (said) => ({ message: `error: ${said}` })],
	['text', 200, (said) => `OK: ${said}`],
	['a page', 200, (said) => `<html>${said}</html>`],
	['half of it', 200, (said) => `{"said":"${said}`],
	['a failure', 500, (said) => said],
];

/** In the output of a run that continues, and in the error of one that stops. */
test.each(
	// Each with the first, in which all characters are, and with one of the others in turn.
	OPERATIONS.flatMap(([name, one], at) =>
		[0, 1 + (at % 2)].map((of) => [name, PASSWORDS[of] ?? '', one] as const),
	),
)(
	'%s shows the password %j in no form, whatever the answer is',
	async (_, password, parameters) => {
		sandbox().setAccount({ password });
		const login = credentials({ password });
		const found: string[] = [];
		for (const [name, status, answer] of ANSWERS) {
			// All forms in one answer, each a word of its own.
			const said = FORM_NAMES.map((form) => `(${FORMS[form]?.(password)})`).join(' ');
			answerWith(answer(said), status);
			for (const node of [CONTINUE, {}]) {
				const { run: whole } = await run(parameters, { credentials: login, node });
				const shown = everythingIn(whole);
				for (const form of FORM_NAMES) {
					if (shown.includes(FORMS[form]?.(password) ?? '')) found.push(`${name}: ${form}`);
				}
				if (isStillIn(password, shown)) found.push(`${name}: Base64`);
			}
		}
		expect(found).toEqual([]);
		expect(sandbox().requests()).toHaveLength(2 * ANSWERS.length);
	},
);

test('sendCode shows its code in no answer, also as a number, in other digits, or glued to a word', async () => {
	const found: string[] = [];
	for (const [name, status, answer] of ANSWERS) {
		const said = `${CODE} code${CODE} ۰۴۸۲۱۳ 48213 %22${CODE}%22 ${FORMS.Base64?.(CODE)}`;
		const echo = answer(said);
		answerWith(typeof echo === 'string' ? echo : { ...(echo as object), code: 48213 }, status);
		const { items, error } = await run(sendCode({ code: '={{ "0" + "48213" }}' }), {
			node: CONTINUE,
		});
		const shown = everythingIn([items, error]);
		for (const form of ['48213', '۴۸۲۱۳', FORMS.Base64?.(CODE) ?? '']) {
			if (shown.includes(form)) found.push(`${name}: ${form}`);
		}
	}
	expect(found).toEqual([]);
});

const COUNT = 300;
const to = { destination: '={{ $json.to }}' };

/** Rows that share one request. */
const sized = { options: { speed: { values: { batchSize: COUNT } } } };
const SHARING: Array<[string, INodeParameters]> = [
	['Send Bulk', bulk(sized.options)],
	['Send', send({ ...to, ...sized })],
	['Get Status', getStatus({ messageIds: to.destination, ...sized })],
	['Get Credit', { ...getCredit, options: {} }],
];

const ids = (count: number) =>
	Array.from({ length: count }, (_, index) => String(9_000_000 + index));
const LONG = 'x'.repeat(300_000);

const LARGE: Array<[string, unknown]> = [
	['one id too few', { status: 200, data: ids(COUNT - 1), more: LONG }],
	['all ids', { status: 200, data: ids(COUNT), more: LONG }],
	['a text of its own', LONG],
	['long words', { status: 200, message: LONG, data: ids(3) }],
	['a long refusal', { status: 400, message: LONG }],
];

test.each(
	SHARING.flatMap(([name, one]) => LARGE.map(([what, said]) => [name, what, one, said] as const)),
)(
	'%s gives out no more than a few times what came in: %s',
	async (_, _what, parameters, answer) => {
		answerWith(answer);
		const rows = rowsFor(COUNT);
		const { items } = await run(parameters, { rows, node: CONTINUE });
		expect(items).toHaveLength(COUNT);
		expect(sandbox().requests()).toHaveLength(1);
		const cameIn = JSON.stringify(rows).length + JSON.stringify(answer).length;
		expect(JSON.stringify(items).length).toBeLessThan(3 * cameIn);
	},
);
