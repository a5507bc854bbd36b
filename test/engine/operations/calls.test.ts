import { describe, expect, test } from '@jest/globals';

import { everythingIn } from '../stage/everything.ts';
import { gateway, PATH, playVoiceFile, sendCode } from '../stage/gateway.ts';
import { leaving } from '../stage/rows.ts';

const { sandbox, run, body, answerWith } = gateway('vm');

describe('a voice-file call', () => {
	test('is a POST of the file id, the number and the login as JSON', async () => {
		const { items } = await run(playVoiceFile());
		expect(sandbox().requests()).toMatchObject([
			{ method: 'POST', path: PATH.playVoiceFile, encoding: 'json', accepted: true },
		]);
		expect(sandbox().requests()[0]?.contentType).toMatch(/^application\/json\b/);
		expect(body()).toEqual({ file_id: '77', destination: '09120000000' });
		expect(items).toEqual([
			{
				json: {
					outcome: 'accepted',
					destination: '09120000000',
					callId: 'call-1',
					response: { success: true, error: null, call_id: 'call-1' },
				},
				pairedItem: { item: 0 },
			},
		]);
	});

	test.each<[string, string, string]>([
		['a JSON number', '={{ 77 }}', '77'],
		['text around which there are spaces', ' f-77 ', 'f-77'],
		['a leading zero', '007', '007'],
	])('sends the file id as a string: %s', async (_, fileId, sent) => {
		await run(playVoiceFile({ fileId }));
		expect(body().file_id).toBe(sent);
	});

	test.each([
		['empty', '={{ "" }}', 'is empty'],
		['missing in the item', '={{ $json.nothing }}', 'is empty'],
		['a list', '={{ [77] }}', 'holds [77], which is neither text nor a whole number'],
		['a fraction', '={{ 7.5 }}', 'holds 7.5, which is neither text nor a whole number'],
	])('is not placed where the file id is %s', async (_, fileId, says) => {
		const { error } = await run(playVoiceFile({ fileId }));
		expect(error?.message).toBe(`'Voice File ID' of item 0 ${says}`);
		expect(sandbox().requests()).toEqual([]);
	});

	test('shows its request in a dry run and is not placed', async () => {
		const { json } = await run(playVoiceFile({ options: { dryRun: true } }));
		expect(leaving(sandbox())).toEqual([]);
		expect(json).toEqual([
			{
				outcome: 'dryRun',
				destination: '09120000000',
				request: {
					method: 'POST',
					url: sandbox().url + PATH.playVoiceFile,
					format: 'json',
					body: { file_id: '77', destination: '09120000000' },
				},
			},
		]);
	});
});

describe('a code call', () => {
	test('is a POST of the code, the number and the login as JSON', async () => {
		await run(sendCode());
		expect(sandbox().requests()).toMatchObject([
			{ method: 'POST', path: PATH.sendCode, encoding: 'json', accepted: true },
		]);
		expect(body()).toEqual({ code: '048213', destination: '09120000000' });
	});

	test('does not echo the code in its output', async () => {
		const { items, run: whole } = await run(sendCode({ code: '={{ "0482" + "13" }}' }));
		expect(items).toEqual([
			{
				json: {
					outcome: 'accepted',
					destination: '09120000000',
					callId: 'call-1',
					response: { success: true, error: null, call_id: 'call-1' },
				},
				pairedItem: { item: 0 },
			},
		]);
		expect(everythingIn(whole.data.resultData)).not.toContain('048213');
	});

	test.each<[string, string, string]>([
		['a JSON number', '={{ 48213 }}', '48213'],
		['a leading zero', '048213', '048213'],
		['letters', 'AB-12', 'AB-12'],
		['Persian digits, which stay what they are', '۰۴۸', '۰۴۸'],
	])('sends the code as a string: %s', async (_, code, sent) => {
		await run(sendCode({ code }));
		expect(body().code).toBe(sent);
	});

	test.each([
		['empty', '={{ "" }}', 'is empty'],
		['blank', '={{ " " }}', 'is empty'],
		['missing in the item', '={{ $json.nothing }}', 'is empty'],
		['null', '={{ null }}', 'is empty'],
	])('is not placed where the code is %s', async (_, code, says) => {
		const { error } = await run(sendCode({ code }));
		expect(error?.message).toBe(`'Code' of item 0 ${says}`);
		expect(sandbox().requests()).toEqual([]);
	});

	test('shows neither code nor password in a dry run', async () => {
		const { json, run: whole } = await run(
			sendCode({ code: '={{ "0482" + "13" }}', options: { dryRun: true } }),
		);
		expect(leaving(sandbox())).toEqual([]);
		expect(json).toMatchObject([
			{
				outcome: 'dryRun',
				destination: '09120000000',
				request: { url: sandbox().url + PATH.sendCode, body: { code: '***' } },
			},
		]);
		expect(everythingIn(whole.data.resultData)).not.toContain('048213');
		expect(everythingIn(whole)).not.toContain(sandbox().password);
	});
});

describe.each([
	['playVoiceFile', playVoiceFile],
	['sendCode', sendCode],
] as const)('the answer to %s', (_operation, parametersOf) => {
	test.each<[string, unknown, string]>([
		['call_id', { success: true, call_id: 17 }, '17'],
		['callId', { success: true, callId: 'c-17' }, 'c-17'],
		['id', { success: true, id: '17' }, '17'],
		['an id under data', { success: true, data: { call_id: 17 } }, '17'],
	])('gives the call id from %s', async (_, answer, callId) => {
		answerWith(answer);
		const { json } = await run(parametersOf());
		expect(json).toMatchObject([{ outcome: 'accepted', callId, response: answer }]);
	});

	test('keeps every digit of a call id that is a long number', async () => {
		answerWith('{"success":true,"call_id":9007199254741993}');
		const { json } = await run(parametersOf());
		expect(json).toMatchObject([
			{ callId: '9007199254741993', response: { call_id: '9007199254741993' } },
		]);
	});

	test.each<[string, unknown]>([
		['without an id', { success: true, error: null }],
		['that is a word', 'OK'],
		['that has more', { status: 'ok', time: 1, more: { a: null } }],
	])('comes through whole %s', async (_, answer) => {
		answerWith(answer);
		const { json } = await run(parametersOf());
		expect(json).toEqual([{ outcome: 'accepted', destination: '09120000000', response: answer }]);
	});
});
