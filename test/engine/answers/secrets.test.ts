import { expect, test } from '@jest/globals';
import type { INodeParameters } from 'n8n-workflow';

import { FORMS, isStillIn } from '../../secretForms.ts';
import { everythingIn } from '../stage/everything.ts';
import {
	gateway,
	getCredit,
	getStatus,
	playVoiceFile,
	send,
	sendBulk,
	sendCode,
	sendJson,
} from '../stage/gateway.ts';
import { CONTINUE, bulk, rowsFor } from '../stage/rows.ts';

const { sandbox, credentials, run, answerWith } = gateway();

/** Of all characters that some form escapes. */
const PASSWORD = `pä"s's/w\\rd+&<> 7%41`;
const CODE = '048213';

const MESSAGES = [
	{ source: '3000', destination: '09120000000', message: 'x', send_to_blacklist: 0 },
];

/** Every operation; that with a code makes a redactor of its own. */
const OPERATIONS: Array<[string, INodeParameters]> = [
	['send', send()],
	['send, multipart', send({ options: { bodyFormat: 'multipart' } })],
	['sendBulk', sendBulk()],
	['sendBulk from JSON', sendJson(JSON.stringify(MESSAGES))],
	['getStatus', getStatus()],
	['playVoiceFile', playVoiceFile()],
	['sendCode', sendCode({ code: CODE })],
	['getCredit', getCredit],
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

test.each(OPERATIONS)(
	'%s shows the password in no form, whatever the answer is',
	async (_name, parameters) => {
		sandbox().setAccount({ password: PASSWORD });
		const login = credentials({ password: PASSWORD });
		const found: string[] = [];
		for (const [name, status, answer] of ANSWERS) {
			// All forms in one answer, each a word of its own.
			const said = FORM_NAMES.map((form) => `(${FORMS[form]?.(PASSWORD)})`).join(' ');
			answerWith(answer(said), status);
			const { run: whole } = await run(parameters, {
				credentials: login,
				node: { onError: 'continueRegularOutput' },
			});
			const shown = everythingIn(whole);
			for (const form of FORM_NAMES) {
				if (shown.includes(FORMS[form]?.(PASSWORD) ?? '')) found.push(`${name}: ${form}`);
			}
			if (isStillIn(PASSWORD, shown)) found.push(`${name}: Base64`);
		}
		expect(found).toEqual([]);
		expect(sandbox().requests()).toHaveLength(ANSWERS.length);
	},
);

test('sendCode shows its code in no answer, also as a number, in other digits, or glued to a word', async () => {
	const found: string[] = [];
	for (const [name, status, answer] of ANSWERS) {
		const said = `${CODE} code${CODE} ۰۴۸۲۱۳ 48213 %22${CODE}%22 ${FORMS.Base64?.(CODE)}`;
		const echo = answer(said);
		answerWith(typeof echo === 'string' ? echo : { ...(echo as object), code: 48213 }, status);
		const { items, error } = await run(sendCode({ code: '={{ "0" + "48213" }}' }), {
			node: { onError: 'continueRegularOutput' },
		});
		const shown = everythingIn([items, error]);
		for (const form of ['48213', '۴۸۲۱۳', FORMS.Base64?.(CODE) ?? '']) {
			if (shown.includes(form)) found.push(`${name}: ${form}`);
		}
	}
	expect(found).toEqual([]);
});

const COUNT = 1000;
const to = { destination: '={{ $json.to }}' };

/** Rows that share one request. */
const SHARING: Array<[string, INodeParameters]> = [
	['Send Bulk', bulk({ speed: { values: { batchSize: COUNT } } })],
	['Send', send({ ...to, options: { speed: { values: { batchSize: COUNT } } } })],
	[
		'Get Status',
		getStatus({
			messageIds: '={{ $json.to }}',
			options: { speed: { values: { batchSize: COUNT } } },
		}),
	],
	['Get Credit', { resource: 'report', operation: 'getCredit', options: {} }],
];

const ids = (count: number) =>
	Array.from({ length: count }, (_, index) => String(9_000_000 + index));
const LONG = 'x'.repeat(1_000_000);

test.each(
	SHARING.flatMap(([name, parameters]) =>
		(
			[
				['one id too few', { status: 200, data: ids(COUNT - 1), more: LONG }],
				['all ids', { status: 200, data: ids(COUNT), more: LONG }],
				['a text of its own', LONG],
				['long words', { status: 200, message: LONG, data: ids(3) }],
				['a long refusal', { status: 400, message: LONG }],
			] as const
		).map(([what, answer]) => [name, what, parameters, answer] as const),
	),
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
