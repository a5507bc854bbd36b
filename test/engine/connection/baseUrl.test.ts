import { describe, expect, test } from '@jest/globals';
import type { INodeParameters } from 'n8n-workflow';

import {
	gateway,
	getCredit,
	getStatus,
	PATH,
	playVoiceFile,
	send,
	sendBulk,
	sendCode,
} from '../stage/gateway.ts';

const { sandbox, run, credentials } = gateway();

/** Every operation, with the host that it goes to. */
const OPERATIONS: Array<[keyof typeof PATH, 'smsBaseUrl' | 'callBaseUrl', INodeParameters]> = [
	['send', 'smsBaseUrl', send()],
	['sendBulk', 'smsBaseUrl', sendBulk()],
	['getStatus', 'smsBaseUrl', getStatus()],
	['playVoiceFile', 'callBaseUrl', playVoiceFile()],
	['sendCode', 'callBaseUrl', sendCode()],
	['getCredit', 'callBaseUrl', getCredit],
];
/** Nothing listens here. */
const ELSEWHERE = 'http://127.0.0.1:9';
const LABEL = { smsBaseUrl: 'SMS Base URL', callBaseUrl: 'Call Base URL' };

describe.each(OPERATIONS)('the address of %s', (operation, field, parameters) => {
	const other = field === 'smsBaseUrl' ? 'callBaseUrl' : 'smsBaseUrl';

	// How an address may be written is said in test/unit/wire/baseUrl.test.ts.
	test.each([
		['as it is', ''],
		['with slashes and white space at its end', '// \n'],
		['with the path of an endpoint', '/webservice/v2rest/sendsms'],
		['with the beginning of one', '/v1/'],
	])(`is its host and path, ${field} %s`, async (_, ending) => {
		const { error } = await run(parameters, {
			credentials: credentials({ [field]: sandbox().url + ending, [other]: ELSEWHERE }),
		});
		expect(error).toBeUndefined();
		expect(
			sandbox()
				.requests()
				.map(({ path, accepted }) => [path, accepted]),
		).toEqual([[PATH[operation], true]]);
	});

	test.each([
		['/gateway', '/gateway'],
		['/a/b//', '/a/b'],
	])(`keeps the path prefix of ${field}: %s`, async (prefix, path) => {
		await run(parameters, {
			credentials: credentials({ [field]: sandbox().url + prefix, [other]: ELSEWHERE }),
		});
		expect(
			sandbox()
				.requests()
				.map((request) => request.path),
		).toEqual([path + PATH[operation]]);
	});

	test.each<[string, (url: string) => unknown, string]>([
		['is empty', () => '', 'is empty'],
		['is missing', () => undefined, 'is empty'],
		[
			'is not encrypted',
			() => 'http://192.0.2.1',
			'holds "http://192.0.2.1", which would send the password unencrypted',
		],
		[
			'carries a login',
			(url) => url.replace('//', '//me:secret@'),
			'carries a user name or password',
		],
	])('is refused by its field’s name, with nothing sent, where it %s', async (_, urlOf, says) => {
		const { error } = await run(parameters, {
			credentials: credentials({ [field]: urlOf(sandbox().url) as string, [other]: sandbox().url }),
			rows: [{}, {}],
		});
		expect(error?.message).toContain(`'${LABEL[field]}' of the credential `);
		expect(error?.message).toContain(says);
		expect(error?.message).not.toContain('secret');
		expect(error?.description).not.toBe('');
		expect(sandbox().requests()).toEqual([]);
	});

	test(`does not depend on the ${other}`, async () => {
		const { error } = await run(parameters, { credentials: credentials({ [other]: 'nonsense?' }) });
		expect(error).toBeUndefined();
		expect(sandbox().requests()).toHaveLength(1);
	});
});

test('plain http to another machine is taken where the credential allows it', async () => {
	// A dry run: nothing may really go to that address.
	const { json, error } = await run(send({ options: { dryRun: true } }), {
		credentials: credentials({ smsBaseUrl: 'http://192.0.2.1/', allowPlainHttp: true }),
	});
	expect(error).toBeUndefined();
	expect(json[0]?.request).toMatchObject({ url: `http://192.0.2.1${PATH.send}` });
});

test('localhost needs no permission', async () => {
	const { error } = await run(send(), {
		credentials: credentials({ smsBaseUrl: sandbox().url.replace('127.0.0.1', 'localhost') }),
	});
	expect(error).toBeUndefined();
	expect(sandbox().requests()).toHaveLength(1);
});

test('a wrong address fails every item, each with its own error, where the node continues', async () => {
	const { items } = await run(send(), {
		credentials: credentials({ smsBaseUrl: 'nonsense' }),
		rows: [{}, {}],
		node: { onError: 'continueRegularOutput' },
	});
	expect(items).toMatchObject(
		[0, 1].map((item) => ({
			json: {
				error: `'SMS Base URL' of the credential holds "nonsense", which is not a web address`,
				outcome: 'rejected',
			},
			pairedItem: { item },
		})),
	);
	expect(sandbox().requests()).toEqual([]);
});
