import { describe, expect, test } from '@jest/globals';
import type { INodeParameters } from 'n8n-workflow';

import type { FamilyName } from '../../../sandbox/index.ts';
import { everythingIn } from '../stage/everything.ts';
import {
	detailsOf,
	gateway,
	getCredit,
	getStatus,
	ID,
	playVoiceFile,
	send,
	sendBulk,
	sendCode,
} from '../stage/gateway.ts';

const { sandbox, credentials, run, answerWith } = gateway();

const goOn = { node: { onError: 'continueRegularOutput' } } as const;

describe('the message ids of an accepted text', () => {
	test.each<[string, string, string[]]>([
		['numbers above 2^53', `{"meta":{"status":200},"data":[${ID[0]},${ID[1]}]}`, [ID[0], ID[1]]],
		[
			'numbers of 25 digits',
			'{"meta":{"status":200},"data":[1234567890123456789012345]}',
			['1234567890123456789012345'],
		],
		['no small number', '{"meta":{"status":200},"data":[17]}', []],
		['text', '{"meta":{"status":200},"data":["a-17","0018"]}', ['a-17', '0018']],
		['one id that is not in a list', `{"meta":{"status":200},"data":${ID[0]}}`, [ID[0]]],
		[
			'records',
			`{"meta":{"status":200},"data":[{"MsgID":${ID[0]}},{"msg_id":"2"},{"id":3}]}`,
			[ID[0], '2', '3'],
		],
		['an object without ids', '{"meta":{"status":200},"data":{"batch":true}}', []],
		['no data', '{"meta":{"status":200}}', []],
	])('are strings with every digit: %s', async (_, answer, messageIds) => {
		answerWith(answer);
		const { json } = await run(send());
		expect(json).toMatchObject([{ outcome: 'accepted', messageIds }]);
	});

	test('stand in the response with every digit too', async () => {
		const { json } = await run(send());
		expect(json[0]?.response).toMatchObject({ data: [ID[0]] });
	});
});

describe('an answer of an unknown shape', () => {
	test.each<[string, string, string]>([
		['another object', '{"RetStatus":1,"Value":"88"}', '{"RetStatus":1,"Value":"88"}'],
		['a code of others', '{"resultCode":"3001","x":"b0"}', '{"resultCode":"3001","x":"b0"}'],
		['a list', '[1,"two",null]', '[1,"two",null]'],
		['a number', '17', '17'],
		['a string', '"taken"', 'taken'],
		['null', 'null', 'null'],
		['plain text', 'OK, but later', 'OK, but later'],
		['nothing', '', 'it is empty'],
	])('proves nothing, and is shown: %s', async (_, answer, shown) => {
		sandbox().setFaults([
			{ fault: { kind: 'raw', body: answer, contentType: 'text/plain', accept: true } },
		]);
		for (const parameters of [send(), sendBulk(), playVoiceFile(), sendCode()]) {
			const { items } = await run(parameters, goOn);
			expect(items[0]?.json.error).toContain(`nor that it refused it: ${shown} (HTTP 200)`);
			expect(detailsOf(items[0])).toMatchObject({ outcome: 'unknown' });
			expect(detailsOf(items[0]).advice).toContain("add under 'Answers' of the credential");
		}
	});

	// The sandbox's families of services: taken, taught, refused.
	test.each<[FamilyName, string, string, Array<string | undefined>]>([
		['retStatus', 'RetStatus', '1', ['unknown', 'accepted', 'unknown']],
		['codeFirst', '0', '0', ['unknown', 'accepted', 'unknown']],
		['returnEntries', 'return.status', '200', ['accepted', 'accepted', 'rejected']],
		['aspNet', 'data.0', '', ['accepted', 'accepted', 'rejected']],
		['asmx', '', 'OK', ['accepted', 'accepted', 'unknown']],
		['words', '', 'Message queued', ['unknown', 'accepted', 'unknown']],
	])('of the family %s is taught by %j = %j', async (family, field, value, outcomes) => {
		const taught = credentials({ answers: { answer: [{ field, value, means: 'accepted' }] } });
		for (const parameters of [send(), sendBulk(), playVoiceFile()]) {
			const ended: unknown[] = [];
			for (const [login, refuse] of [
				[credentials(), false],
				[taught, false],
				[taught, true],
			] as const) {
				sandbox().setFaults([{ fault: { kind: 'family', family, refuse } }]);
				const { items } = await run(parameters, { ...goOn, credentials: login });
				ended.push(items[0]?.json.outcome ?? detailsOf(items[0]).outcome);
			}
			expect(ended).toEqual(outcomes);
		}
	});

	test('means what the credential teaches', async () => {
		const teach = (means: string, value: string) =>
			credentials({ answers: { answer: [{ field: 'RetStatus', value, means }] } });
		answerWith({ RetStatus: 1, Value: '88' });
		for (const parameters of [send(), sendBulk(), playVoiceFile(), sendCode()]) {
			const endsAs = async (means: string, value: string) => {
				const { items } = await run(parameters, { ...goOn, credentials: teach(means, value) });
				return items[0]?.json.outcome ?? detailsOf(items[0]).outcome;
			};
			expect(await endsAs('accepted', '1')).toBe('accepted');
			expect(await endsAs('rejected', '1')).toBe('rejected');
			expect(await endsAs('accepted', '2')).toBe('unknown');
		}
	});

	test.each(['.', '..', ' . ', '. .'])(
		'means nothing by a line that every answer would match, with %j as its field: nothing is sent',
		async (field) => {
			const answers = { answer: [{ field, value: ' ', means: 'accepted' }] };
			const { error } = await run(send(), { credentials: credentials({ answers }) });
			expect(error?.message).toBe(
				"'Answers' of the credential has no field that leads anywhere in line 1",
			);
			expect(sandbox().requests()).toEqual([]);
		},
	);

	test('means nothing by a line whose meaning is no known one', async () => {
		const answers = {
			answer: [
				{ field: 'a', means: 'accepted' },
				{ field: 'b', means: 'refused' },
			],
		};
		const { error } = await run(send(), { credentials: credentials({ answers }) });
		expect(error?.message).toBe(`'Answers' of the credential holds "refused" as what line 2 means`);
		expect(sandbox().requests()).toEqual([]);
	});

	test('loses an echoed login and the text that holds the password, and nothing else', async () => {
		const { password, username } = sandbox();
		answerWith({
			meta: { status: 200 },
			data: [1],
			echo: { username, password, source: '3000' },
			note: `pw=${password}`,
		});
		const { json, run: whole } = await run(send());
		expect(json[0]?.response).toEqual({
			meta: { status: 200 },
			data: [1],
			echo: { source: '3000' },
			note: '***',
		});
		expect(everythingIn(whole)).not.toContain(password);
	});
});

describe('a refusal inside an answer with HTTP 200', () => {
	const sendings: Array<[string, () => INodeParameters]> = [
		['send', send],
		['sendBulk', sendBulk],
		['getStatus', getStatus],
		['playVoiceFile', playVoiceFile],
		['sendCode', sendCode],
		['getCredit', () => getCredit],
	];
	test.each(sendings)('fails the item of %s', async (_, parametersOf) => {
		answerWith({ meta: { status: 1006, message: 'اعتبار کافی نیست' }, data: null });
		const { error } = await run(parametersOf());
		expect(error?.message).toBe(
			'The service refused the request: "اعتبار کافی نیست" (code 1006, HTTP 200)',
		);
		expect(error?.description).toBe(
			'The credit of your account is used up. Top up the account, then run what was refused again.',
		);
		expect(error?.httpCode).toBe('200');
	});

	test.each<[string, unknown, string]>([
		[
			'meta.status as text',
			{ meta: { status: '1002', message: 'no' }, data: null },
			'"no" (code 1002, HTTP 200)',
		],
		['meta.code', { meta: { code: 1002, message: 'no' } }, '"no" (code 1002, HTTP 200)'],
		['meta without words', { meta: { status: 1002 }, data: null }, 'request (code 1002, HTTP 200)'],
		[
			'the call host’s envelope',
			{ success: false, error: 'no such file' },
			'"no such file" (HTTP 200)',
		],
		['an error in an object', { success: false, error: { message: 'no' } }, '"no" (HTTP 200)'],
		['a flat status in a word', { status: 'Rejected' }, '"Rejected" (HTTP 200)'],
		['a flat status as a code', { status: '1002' }, '"1002" (code 1002, HTTP 200)'],
	])('is seen in %s', async (_, answer, says) => {
		answerWith(answer);
		const { items } = await run(send(), goOn);
		expect(items).toHaveLength(1);
		expect(items[0]?.json.error).toContain(says);
		expect(detailsOf(items[0]).outcome).toBe('rejected');
	});

	test('comes in the sandbox’s own envelope of either host', async () => {
		sandbox().setFaults([
			{ fault: { kind: 'refuse', code: 1014, message: 'links are not allowed', status: 200 } },
		]);
		const text = await run(send(), goOn);
		expect(text.json[0]).toEqual({
			error: 'The service refused the request: "links are not allowed" (code 1014, HTTP 200)',
			outcome: 'rejected',
			code: '1014',
			httpStatus: 200,
			destination: '09120000000',
			advice:
				"This sender number may not send links. Use a sender number that may, or take the link out of the text ('Send and Wait' needs one).",
		});
		const call = await run(sendCode(), goOn);
		expect(call.json[0]).toMatchObject({
			error: 'The service refused the request: "links are not allowed" (HTTP 200)',
			...{ outcome: 'rejected', httpStatus: 200, destination: '09120000000' },
		});
	});
});

describe('a refusal', () => {
	test.each<[number, RegExp]>([
		[1001, /^The message template is not active\. ./],
		[1002, /^The sender number is not active\. ./],
		[1004, /^A fault inside the service\. ./],
		[1005, /^The reseller's credit is used up\. ./],
		[1006, /^The credit of your account is used up\. ./],
		[1008, /^A field was refused\. ./],
		[1009, /^The daily limit of the web service is reached\. ./],
		[1010, /^The destination was refused\. ./],
		[1013, /^Promotional texts are not allowed at this hour\. ./],
		[1014, /^This sender number may not send links\. ./],
		[1015, /^The web-service password has expired\. ./],
	])('with code %s shows the words, the meaning and what to do', async (code, advice) => {
		answerWith({ meta: { status: code, message: 'the words of the service' }, data: null }, 400);
		const { items } = await run(send(), goOn);
		expect(items[0]?.json.error).toBe(
			`The service refused the request: "the words of the service" (code ${code}, HTTP 400)`,
		);
		expect(detailsOf(items[0])).toMatchObject({
			outcome: 'rejected',
			code: String(code),
			httpStatus: 400,
			advice: expect.stringMatching(advice),
		});
	});

	test('with a code that nobody knows shows words and code all the same', async () => {
		answerWith({ meta: { status: 1999, message: 'odd' }, data: null }, 400);
		const { json } = await run(send(), goOn);
		expect(json[0]).toMatchObject({
			error: 'The service refused the request: "odd" (code 1999, HTTP 400)',
			code: '1999',
			advice: expect.stringContaining('It was not sent'),
		});
	});

	test('never shows the password, even where the service echoes it', async () => {
		const { password } = sandbox();
		answerWith(
			{ meta: { status: 1008, message: `password ${password} is wrong` }, data: null },
			401,
		);
		for (const more of [goOn, {}]) {
			const { run: whole, json, error } = await run(send(), more);
			expect(json[0]?.error ?? error?.message).toContain('"***"');
			expect(everythingIn(whole)).not.toContain(password);
		}
	});

	test('of the sandbox for a number it does not take names the destination', async () => {
		const { items } = await run(send({ destination: '+989120000000' }), goOn);
		expect(items[0]?.json.error).toMatch(/\(code 1010, HTTP 406\)$/);
		expect(detailsOf(items[0])).toMatchObject({
			outcome: 'rejected',
			code: '1010',
			httpStatus: 406,
			destination: '+989120000000',
		});
	});

	test('for lack of credit keeps back the rest in stop mode', async () => {
		sandbox().setAccount({ credit: 1 });
		const { error } = await run(send(), { rows: [{}, {}, {}] });
		expect(error?.message).toBe(
			'The service refused the request: "credit is not enough" (code 1006, HTTP 402)',
		);
		expect(error?.context).toMatchObject({ itemIndex: 1 });
		expect(sandbox().requests()).toHaveLength(2);
	});

	test.each<[string, () => INodeParameters]>([
		['send', send],
		['sendCode', sendCode],
	])('of the login tells so, and the login is tried once, by %s', async (_, parametersOf) => {
		sandbox().setAccount({ password: 'another password' });
		const { error } = await run(parametersOf(), {
			credentials: {
				username: 'demo',
				password: 'demo-password',
				smsBaseUrl: sandbox().url,
				callBaseUrl: sandbox().url,
			},
		});
		sandbox().setAccount({ password: 'demo-password' });
		expect(error?.message).toMatch(
			/^The service refused the request: "username or password is wrong" \(/,
		);
		expect(error?.description).toMatch(/^The login was refused\. Check username and password/);
		expect(sandbox().requests()).toHaveLength(1);
	});
});

test('a 429 that says that the message was taken is not sent again', async () => {
	answerWith({ meta: { status: 200, message: 'success' }, data: [9001] }, 429);
	const { items } = await run(send(), { node: { onError: 'continueRegularOutput' } });
	expect(items[0]?.json).toMatchObject({ outcome: 'unknown' });
	expect(sandbox().requests()).toHaveLength(1);
});
