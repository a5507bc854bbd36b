import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from '@jest/globals';
import { come } from '../../../host/found.ts';
import type { FaultView, ItemsPage, RecipientsPage, Summary } from '../../../sandbox/api/inbox.ts';
import type { Overview } from '../../../sandbox/api/overview.ts';
import type { RequestsPage } from '../../../sandbox/api/requests.ts';
import type { Fault } from '../../../sandbox/index.ts';
import { ITEM, LOGIN, PATHS, SMS, call, postJson, useSandbox } from './client.ts';

const sandbox = useSandbox();
const ask = (path: string, method = 'GET') =>
	call(`${sandbox().url}/_sandbox/inbox${path}`, { method });
const read = async <T>(path: string): Promise<T> => JSON.parse((await ask(path)).text) as T;
const post = (path: keyof typeof PATHS, fields: object) =>
	postJson(sandbox().url + PATHS[path], { ...LOGIN, ...fields });
const send = (fields: object = {}) => post('send', { ...SMS, ...fields });
const recipients = (query = '') => read<RecipientsPage>(`/recipients${query}`);
const thread = (destination: string, query = '') =>
	read<ItemsPage>(`/recipients/${encodeURIComponent(destination)}/messages${query}`);
const summary = () => read<Summary>('/summary');
const names = ({ recipients: list }: RecipientsPage) => list.map(({ destination }) => destination);
const texts = ({ items }: ItemsPage) => items.map(({ text }) => text);

describe('the list of phones', () => {
	test('has the one with the latest message first', async () => {
		await send({ destination: '0912,0913,0914' });
		await send({ destination: '0912', message: 'again' });
		const page = await recipients();
		expect(names(page)).toEqual(['0912', '0914', '0913']);
		expect(page).toMatchObject({ total: 3, offset: 0 });
		expect(page.recipients[0]).toMatchObject({
			count: 2,
			unread: 2,
			latest: { text: 'again', source: '3000', taken: true, stage: 'delivered' },
		});
	});

	test('comes in parts', async () => {
		await send({ destination: '1,2,3,4,5' });
		expect(names(await recipients('?offset=1&limit=2'))).toEqual(['4', '3']);
		expect(names(await recipients('?offset=4&limit=9'))).toEqual(['1']);
		expect(await recipients('?offset=9')).toMatchObject({ total: 5, recipients: [] });
	});

	test('shows numbers with spaces, and never with another digit', async () => {
		await send({ destination: '09121234567,989121234567,+4915112345678,12' });
		const shown = (await recipients()).recipients.map((one) => one.shown);
		expect(shown).toEqual(['12', '+49 1511 2345678', '98 912 123 4567', '0912 123 4567']);
	});

	test('keeps every message in its order, from every kind of request', async () => {
		await send();
		await post('bulk', { data: [ITEM, { ...ITEM, message: 'second' }] });
		await post('code', { destination: ITEM.destination, code: '004217' });
		await post('voice', { destination: ITEM.destination, file_id: '77' });
		const { items } = await thread(ITEM.destination);
		expect(items.map(({ kind, text, code, fileId }) => text ?? code ?? fileId ?? kind)).toEqual([
			...['hello', 'hello', 'second', '004217', '77'],
		]);
		expect(items.map(({ index }) => index)).toEqual([0, 1, 2, 3, 4]);
	});
});

describe('a thread', () => {
	test('comes from its end, and in parts from anywhere', async () => {
		for (let i = 0; i < 6; i += 1) await send({ message: `m${i}` });
		const end = await thread(SMS.destination, '?limit=2');
		expect([texts(end), end.from, end.total, end.all]).toEqual([['m4', 'm5'], 4, 6, 6]);
		expect(texts(await thread(SMS.destination, '?from=1&limit=3'))).toEqual(['m1', 'm2', 'm3']);
	});

	test('shows parts, their ends and the encoding', async () => {
		await send({ message: 'س'.repeat(135) });
		expect((await thread(SMS.destination)).items[0]).toMatchObject({
			...{ parts: 3, encoding: 'UCS-2', partEnds: [67, 134] },
		});
	});

	test('shows what was refused, with the reason, for every phone it was meant for', async () => {
		await send({ destination: '0912,0913', source: '' });
		await post('bulk', { data: [ITEM, { ...ITEM, destination: '+98912' }] });
		expect((await thread('0913')).items).toEqual([
			expect.objectContaining({
				taken: false,
				text: 'hello',
				reason: 'field "source" is empty (code 1008)',
			}),
		]);
		expect((await thread('+98912')).items[0]).toMatchObject({ taken: false, text: 'hello' });
		expect((await thread(ITEM.destination)).total).toBe(1);
		expect((await thread('0913')).items[0]).not.toHaveProperty('stage');
		expect(sandbox().messages()).toEqual([]);
	});

	test('shows which fault struck, whether the message was taken or not', async () => {
		const fault = (fault: Fault['fault']) => sandbox().setFaults([{ times: 1, fault }]);
		fault({ kind: 'refuse', code: 1006, message: 'no credit' });
		await send({ message: 'first' });
		fault({ kind: 'truncate' });
		await send({ message: 'second' }).catch(() => undefined);
		const { items } = await thread(SMS.destination);
		expect(items).toMatchObject([
			{ text: 'first', taken: false, fault: 'refuse', reason: 'no credit (code 1006)' },
			{ text: 'second', taken: true, fault: 'truncate' },
		]);
	});

	test('of nobody is empty', async () => {
		expect(await thread('0')).toMatchObject({ total: 0, all: 0, items: [] });
	});

	test('has no entry for a request that is for no phone', async () => {
		await post('credit', {});
		await post('status', { msgid: '1' });
		await post('credit', { username: 'wrong' });
		expect((await recipients()).total).toBe(0);
		expect((await summary()).requests).toBe(3);
	});
});

test('a fault that is used up is shown as such, and is in force no longer', async () => {
	sandbox().setFaults([{ times: 1, fault: { kind: 'unauthorized' } }]);
	const shown = async () => [
		(await summary()).faults,
		(await read<FaultView[]>('/faults'))[0]?.inForce,
	];
	expect(await shown()).toEqual([1, true]);
	await send();
	expect(await shown()).toEqual([0, false]);
});

describe('search and filter', () => {
	const fill = async () => {
		await send({ destination: '09120000001', message: 'Pizza is ready' });
		await send({ destination: '09120000002', message: 'سلام دنیا', scheduled: '2099-01-01 00:00' });
		await send({ destination: '09120000003', message: 'late' });
		await send({ destination: '09120000004', source: '', message: 'wrong' });
		sandbox().setFaults([
			{ times: 1, match: { destination: '09120000005' }, fault: { kind: 'unauthorized' } },
		]);
		await send({ destination: '09120000005', message: 'struck' });
	};

	test.each([
		['PIZZA', ['09120000001']],
		['دنیا', ['09120000002']],
		['0912 000 0003', ['09120000003']],
		['9007199254741995', ['09120000002']],
		['+9120000004', ['09120000004']],
		['nothing of the kind', []],
		['<script>', []],
		['  ', ['09120000005', '09120000004', '09120000003', '09120000002', '09120000001']],
	])('for %j', async (search, found) => {
		await fill();
		expect(names(await recipients(`?search=${encodeURIComponent(search)}`))).toEqual(found);
	});

	test.each([
		['accepted', ['3', '2', '1']],
		['refused', ['4']],
		['fault', ['5']],
		['scheduled', ['2']],
		['queued', []],
		['sent', []],
		['delivered', ['2', '1']],
		['failed', ['3']],
	])('for %s', async (outcome, found) => {
		await fill();
		sandbox().setDelivery({ failed: ['09120000003'] });
		const list = await recipients(`?outcome=${outcome}`);
		expect(names(list)).toEqual(found.map((end) => `0912000000${end}`));
		for (const name of names(list))
			expect((await thread(name, `?outcome=${outcome}`)).total).toBe(1);
		expect((await thread('09120000001', '?outcome=refused')).total).toBe(0);
	});

	test('by delivery follows the clock', async () => {
		sandbox().setDelivery({ sentAfter: 1000, deliveredAfter: 2000 });
		await send();
		expect((await recipients('?outcome=queued')).total).toBe(1);
		sandbox().setDelivery({ sentAfter: 0 });
		expect((await recipients('?outcome=queued')).total).toBe(0);
		expect((await recipients('?outcome=sent')).total).toBe(1);
		sandbox().setDelivery({ deliveredAfter: 0.2 });
		await come(async () => (await recipients('?outcome=delivered')).total > 0);
	});

	test('in a thread finds the texts, or all where the number itself was searched', async () => {
		await send({ message: 'one' });
		await send({ message: 'two' });
		const found = await thread(SMS.destination, '?search=TWO');
		expect([texts(found), found.total, found.all]).toEqual([['two'], 1, 2]);
		expect((await thread(SMS.destination, '?search=0912')).total).toBe(2);
	});
});

describe('unread marks', () => {
	test('go when a thread is read, up to what was seen, and come with a new message', async () => {
		await send({ destination: '0912,0913' });
		await send({ destination: '0912' });
		expect((await summary()).unread).toBe(3);
		await ask('/recipients/0912/read?count=1', 'POST');
		expect((await recipients()).recipients[0]?.unread).toBe(1);
		await ask('/recipients/0912/read', 'POST');
		expect((await summary()).unread).toBe(1);
		await ask('/recipients/0912/read?count=1', 'POST');
		expect((await summary()).unread).toBe(1);
		await send({ destination: '0912' });
		expect((await thread('0912')).unread).toBe(1);
	});

	test('of an unknown number are nothing', async () => {
		expect((await ask('/recipients/nobody/read', 'POST')).status).toBe(200);
	});
});

describe('requests', () => {
	const list = (query = '') => read<RequestsPage>(`/requests${query}`);
	const ids = ({ requests }: RequestsPage) => requests.map(({ id }) => id);

	test('come the newest first, and go on from where they ended', async () => {
		for (let i = 0; i < 5; i += 1) await send();
		const first = await list('?limit=2');
		expect([ids(first), first.total]).toEqual([['request-5', 'request-4'], 5]);
		const second = await list(`?limit=2&before=${first.before}`);
		expect(ids(second)).toEqual(['request-3', 'request-2']);
		expect(await list(`?limit=2&before=${second.before}`)).not.toHaveProperty('before');
	});

	test('are found by text and outcome', async () => {
		await send({ message: 'Findable' });
		await send({ source: '' });
		await post('credit', {});
		expect(ids(await list('?search=findABLE'))).toEqual(['request-1']);
		expect(ids(await list('?outcome=refused'))).toEqual(['request-2']);
		expect(ids(await list('?outcome=accepted'))).toEqual(['request-3', 'request-1']);
		expect(ids(await list('?outcome=fault'))).toEqual([]);
	});

	test('are shown whole, without the password', async () => {
		await send({ message: 'my demo-password' });
		const { text } = await ask('/requests/request-1');
		expect(text).not.toContain('demo-password');
		expect(JSON.parse(text)).toMatchObject({
			id: 'request-1',
			path: PATHS.send,
			accepted: true,
			underWay: false,
			headers: { 'content-type': 'application/json' },
			body: expect.stringContaining('"password":"***"'),
			answer: expect.stringContaining('"data":[9007199254741993]'),
		});
		expect((await ask('/requests/request-2')).status).toBe(404);
	});

	test('that wait for their answer are said to', async () => {
		sandbox().setFaults([{ times: 1, fault: { kind: 'delay', ms: 500 } }]);
		const sent = send();
		let found = await list();
		while (found.total === 0) found = await list();
		expect(found.requests[0]).toMatchObject({ underWay: true, fault: 'delay', accepted: false });
		expect((await recipients()).total).toBe(0);
		await sent;
		expect((await list()).requests[0]).toMatchObject({ underWay: false, accepted: true });
		expect((await thread(SMS.destination)).items[0]).toMatchObject({ taken: true, fault: 'delay' });
	});
});

describe('clear', () => {
	test('forgets what came in, and keeps account, faults, delivery and the counting of ids', async () => {
		sandbox().setFaults([{ match: { destination: '1' }, fault: { kind: 'truncate' } }]);
		sandbox().setDelivery({ failed: ['2'] });
		await send();
		await ask('/clear', 'POST');
		expect([sandbox().messages(), sandbox().requests()]).toEqual([[], []]);
		expect(await summary()).toMatchObject({
			...{ messages: 0, recipients: 0, unread: 0, requests: 0, credit: 999, faults: 1 },
			delivery: { failed: ['2'] },
		});
		expect((await send()).text).toContain('[9007199254741995]');
		expect(sandbox().requests()[0]?.id).toBe('request-2');
		expect((await ask('/requests/request-2')).status).toBe(200);
		expect((await thread(SMS.destination)).all).toBe(1);
	});

	test('does not lose what is accepted after it', async () => {
		sandbox().setFaults([{ times: 1, fault: { kind: 'delay', ms: 300 } }]);
		const sent = send();
		while (sandbox().requests().length === 0) await sleep(10);
		await ask('/clear', 'POST');
		await sent;
		expect((await thread(SMS.destination)).items[0]).toMatchObject({ taken: true, fault: 'delay' });
		expect(sandbox().requests()).toHaveLength(1);
	});
});

describe('faults', () => {
	const list = () => read<Array<{ fault: Fault; struck: number }>>('/faults');

	test('say how often they have struck, also when others come and go', async () => {
		const slow: Fault = { match: { destination: '0912' }, fault: { kind: 'delay', ms: 1 } };
		sandbox().setFaults([slow, { times: 5, fault: { kind: 'unauthorized' } }]);
		await send({ destination: '0912' });
		await send();
		expect(await list()).toMatchObject([
			{ fault: slow, struck: 1, lastAt: expect.any(String) },
			{ fault: { times: 3 }, struck: 2 },
		]);
		expect((await summary()).struck).toBe(3);
		sandbox().setFaults([{ fault: { kind: 'truncate' } }, slow]);
		expect((await list()).map(({ struck }) => struck)).toEqual([0, 1]);
	});

	test('never show the password', async () => {
		sandbox().setFaults([{ fault: { kind: 'raw', body: 'demo-password' } }]);
		expect(JSON.stringify(await list())).not.toContain('demo-password');
	});
});

test('the overview sums up', async () => {
	sandbox().setDelivery({ failed: ['2'] });
	await send({ destination: '1,2', message: 'س'.repeat(135) });
	await post('voice', { destination: '1', file_id: '7' });
	await send({ source: '' });
	sandbox().setFaults([{ fault: { kind: 'drop', when: 'before' } }]);
	await send().catch(() => undefined);
	const { timeline, ...sums } = await read<Overview>('/overview');
	expect(sums).toEqual({
		...{ phones: 3, accepted: 3, refused: 1, faults: 1, texts: 2, calls: 1, parts: 6 },
		byParts: [0, 0, 2, 0, 0],
		byEncoding: { 'GSM-7': 0, 'UCS-2': 2 },
		stages: { scheduled: 0, queued: 0, sent: 0, delivered: 1, failed: 1 },
	});
	const sum = (list: number[]) => list.reduce((a, b) => a + b, 0);
	expect([sum(timeline.accepted), sum(timeline.refused), sum(timeline.faults)]).toEqual([3, 1, 1]);
	expect(timeline.starts).toHaveLength(timeline.accepted.length);
});

test('the credit goes down by parts', async () => {
	await send({ destination: '1,2', message: 'س'.repeat(135) });
	expect((await summary()).credit).toBe(994);
	await post('bulk', { data: [{ ...ITEM, message: 'a'.repeat(161) }, ITEM] });
	expect((await summary()).credit).toBe(991);
	await post('code', { destination: '1', code: '1' });
	expect((await summary()).credit).toBe(990);
	sandbox().setAccount({ credit: 2 });
	expect((await send({ message: 'س'.repeat(135) })).status).toBe(402);
	expect((await summary()).credit).toBe(2);
});

test.each([
	'/recipients?limit=1000',
	'/recipients?outcome=lost',
	'/recipients?page=1',
	'/recipients?offset=-1',
	'/recipients/1/messages?from=x',
	'/requests?before=x',
	`/recipients?search=${'x'.repeat(501)}`,
])('%s is refused', async (path) => {
	const { status, text } = await ask(path);
	expect([status, JSON.parse(text)]).toEqual([400, { error: expect.any(String) }]);
});

test('nothing of the inbox is a request to the service', async () => {
	for (const path of ['/summary', '/recipients', '/requests', '/overview', '/faults', '/nowhere'])
		await ask(path);
	expect(sandbox().requests()).toEqual([]);
});

test('100,000 messages are answered in parts, as few as were asked for', async () => {
	sandbox().setAccount({ credit: 1e9 });
	for (let batch = 0; batch < 100; batch += 1) {
		const data = Array.from({ length: 1000 }, (_, i) => ({
			...ITEM,
			destination: String(9_120_000_000 + batch * 1000 + i),
			message: `No. ${batch * 1000 + i}`,
		}));
		await post('bulk', { data });
	}
	expect(await summary()).toMatchObject({ messages: 100_000, recipients: 100_000 });
	const page = await recipients('?offset=50000&limit=3');
	expect([page.total, names(page)]).toEqual([100_000, ['9120049999', '9120049998', '9120049997']]);
	expect((await recipients('?search=No.%204711')).total).toBe(11);
});
