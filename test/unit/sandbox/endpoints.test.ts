import { describe, expect, test } from '@jest/globals';
import { GOOD, LOGIN, PATHS, SMS, ITEM, postForm, postJson, useSandbox } from './client.ts';

const sandbox = useSandbox();
const post = (path: keyof typeof PATHS, fields: unknown) =>
	postJson(sandbox().url + PATHS[path], fields);
const form = (path: keyof typeof PATHS, fields: Record<string, string>) =>
	postForm(sandbox().url + PATHS[path], fields);

describe('a text to one number or several', () => {
	test('is answered with one id per destination, as JSON numbers with every digit', async () => {
		const { status, text, headers } = await post('send', {
			...SMS,
			destination: '09120000000,989120000001,+4915100000',
		});
		expect(status).toBe(200);
		expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
		expect(text).toBe(
			'{"meta":{"status":200,"message":"success"},"data":[9007199254741993,9007199254741995,9007199254741997]}',
		);
	});

	test('is recorded once per destination, with the id that was answered', async () => {
		await post('send', { ...SMS, destination: '0912,0913', scheduled: '2028-02-29 23:59' });
		const common = {
			kind: 'sms',
			source: '3000',
			message: 'hello',
			scheduled: '2028-02-29 23:59',
			requestId: 'request-1',
		};
		expect(sandbox().messages()).toEqual([
			{ ...common, id: '9007199254741993', destination: '0912', at: expect.any(String) },
			{ ...common, id: '9007199254741995', destination: '0913', at: expect.any(String) },
		]);
	});

	test('is taken as a multipart form too', async () => {
		const { status, text } = await form('send', {
			...SMS,
			destination: '0912,0913',
			scheduled: '2026-01-02 03:04',
		});
		expect(status).toBe(200);
		expect(text).toContain('"data":[9007199254741993,9007199254741995]');
		expect(sandbox().messages()).toHaveLength(2);
		expect(sandbox().requests()[0]).toMatchObject({
			encoding: 'multipart',
			loginCorrect: true,
			accepted: true,
		});
	});
});

test('no id survives being read as an ordinary JSON number', async () => {
	const { text } = await post('bulk', { ...LOGIN, data: Array.from({ length: 50 }, () => ITEM) });
	const read = (JSON.parse(text) as { data: number[] }).data.map(String);
	const ids = sandbox()
		.messages()
		.map(({ id }) => id);
	expect(read).toHaveLength(50);
	expect(read.filter((id) => ids.includes(id))).toEqual([]);
});

test('a bulk is answered with one id per message, in order', async () => {
	const data = [
		{ ...ITEM, destination: '0912', send_to_blacklist: 1 },
		{ source: '4000', destination: '0913', message: 'second' },
	];
	const { status, text } = await post('bulk', { ...LOGIN, data });
	expect(status).toBe(200);
	expect(text).toBe(
		'{"meta":{"status":200,"message":"success"},"data":[9007199254741993,9007199254741995]}',
	);
	const [first, second] = sandbox().messages();
	expect(first).toMatchObject({
		id: '9007199254741993',
		source: '3000',
		destination: '0912',
		sendToBlacklist: 1,
	});
	expect(second).toMatchObject({
		id: '9007199254741995',
		source: '4000',
		destination: '0913',
		message: 'second',
	});
	expect(second).not.toHaveProperty('sendToBlacklist');
});

describe('the status query', () => {
	test('shows known ids as delivered and others as unknown, in the order asked', async () => {
		await post('send', SMS);
		const at = sandbox().messages()[0]?.at.slice(0, 19).replace('T', ' ');
		const { status, text } = await post('status', {
			...LOGIN,
			msgid: '9007199254741999,9007199254741993,no-such',
		});
		expect(status).toBe(200);
		expect(text).toBe(
			'{"meta":{"code":200,"message":"success"},"data":[' +
				'{"MsgID":9007199254741999,"Status":-1,"SendTime":"0000-00-00 00:00:00","DeliverTime":"0000-00-00 00:00:00"},' +
				`{"MsgID":9007199254741993,"Status":6,"SendTime":"${at}","DeliverTime":"${at}"},` +
				'{"MsgID":"no-such","Status":-1,"SendTime":"0000-00-00 00:00:00","DeliverTime":"0000-00-00 00:00:00"}]}',
		);
	});

	test('is taken as a multipart form too', async () => {
		const { status, text } = await form('status', { ...LOGIN, msgid: '5' });
		expect(status).toBe(200);
		expect(text).toContain('"MsgID":5,"Status":-1');
	});
});

describe('calls', () => {
	test('that play a file are answered with a call id and recorded', async () => {
		const { status, text } = await post('voice', GOOD.voice);
		expect([status, text]).toEqual([200, '{"success":true,"error":null,"call_id":"call-1"}']);
		expect(sandbox().messages()).toEqual([
			{
				id: 'call-1',
				kind: 'voiceFile',
				fileId: '77',
				destination: '09120000000',
				requestId: 'request-1',
				at: expect.any(String),
			},
		]);
	});

	test('that speak a code are answered with a call id and recorded, leading zeros kept', async () => {
		const { status, text } = await post('code', GOOD.code);
		expect([status, text]).toEqual([200, '{"success":true,"error":null,"call_id":"call-1"}']);
		expect(sandbox().messages()[0]).toMatchObject({
			kind: 'otp',
			code: '004217',
			destination: '09120000000',
		});
	});

	test('and texts count their ids apart', async () => {
		await post('voice', GOOD.voice);
		await post('send', SMS);
		await post('code', GOOD.code);
		expect(
			sandbox()
				.messages()
				.map(({ id }) => id),
		).toEqual(['call-1', '9007199254741993', 'call-2']);
	});
});

test('the credit goes down by one per destination', async () => {
	await post('send', { ...SMS, destination: '0912,0913,0914' });
	await post('bulk', { ...LOGIN, data: [ITEM, ITEM] });
	await post('voice', GOOD.voice);
	await post('status', GOOD.status);
	const { status, text } = await post('credit', LOGIN);
	expect([status, text]).toEqual([200, '{"success":true,"error":null,"credit":994}']);
});
