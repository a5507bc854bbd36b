import { describe, expect, test } from '@jest/globals';
import type { Summary } from '../../../sandbox/api/inbox.ts';
import { startSandbox } from '../../../sandbox/index.ts';
import { PATHS, SMS, call, postJson, useSandbox } from './client.ts';

const sandbox = useSandbox();

interface Event {
	id: string;
	data: Summary;
}

/** Reads server-sent events one by one, as a page does. */
async function listen(url: string, lastId?: string) {
	const leave = new AbortController();
	const headers = new Headers(lastId === undefined ? [] : [['last-event-id', lastId]]);
	const response = await fetch(`${url}/_sandbox/inbox/events`, { headers, signal: leave.signal });
	const reader = (response.body as ReadableStream<Uint8Array>).getReader();
	const decoder = new TextDecoder();
	let text = '';
	return {
		type: response.headers.get('content-type'),
		leave: () => leave.abort(),
		/** The next event; undefined where the stream has ended. */
		async next(): Promise<Event | undefined> {
			for (;;) {
				const found = /id: (.*)\nevent: change\ndata: (.*)\n\n/.exec(text);
				if (found !== null) {
					text = text.slice(found.index + found[0].length);
					return { id: found[1] ?? '', data: JSON.parse(found[2] ?? '') as Summary };
				}
				const { done, value } = await reader.read();
				if (done) return undefined;
				text += decoder.decode(value, { stream: true });
			}
		},
	};
}

describe('events', () => {
	test('tell the present at once, and every change after it', async () => {
		const stream = await listen(sandbox().url);
		expect(stream.type).toBe('text/event-stream; charset=utf-8');
		expect((await stream.next())?.data).toMatchObject({ messages: 0, credit: 1000 });
		await postJson(sandbox().url + PATHS.send, SMS);
		expect((await stream.next())?.data).toMatchObject({ messages: 1, unread: 1, credit: 999 });
		sandbox().setAccount({ credit: 5 });
		expect((await stream.next())?.data).toMatchObject({ credit: 5 });
		sandbox().setDelivery({ sentAfter: 3 });
		expect((await stream.next())?.data).toMatchObject({ delivery: { sentAfter: 3 } });
		stream.leave();
	});

	test('gather a burst', async () => {
		const stream = await listen(sandbox().url);
		await stream.next();
		await Promise.all(Array.from({ length: 50 }, () => postJson(sandbox().url + PATHS.send, SMS)));
		let events = 0;
		for (let messages = 0; messages < 50; events += 1)
			messages = (await stream.next())?.data.messages ?? 0;
		expect(events).toBeLessThan(50);
		stream.leave();
	});

	test('tell who comes back what was missed, and nothing where nothing was', async () => {
		const first = await listen(sandbox().url);
		const { id = '' } = (await first.next()) ?? {};
		first.leave();
		const second = await listen(sandbox().url, id);
		await postJson(sandbox().url + PATHS.send, SMS);
		// Had it told the present at once, this would have been 0.
		expect((await second.next())?.data.messages).toBe(1);
		second.leave();
		const third = await listen(sandbox().url, id);
		expect((await third.next())?.data.messages).toBe(1);
		third.leave();
	});

	test('do not tell again what was there before somebody came', async () => {
		const first = await listen(sandbox().url);
		await first.next();
		// Told to the first one some time later, while the second one sees it at once.
		sandbox().setAccount({ credit: 5 });
		const second = await listen(sandbox().url);
		expect((await second.next())?.data.credit).toBe(5);
		expect((await first.next())?.data.credit).toBe(5);
		sandbox().setAccount({ credit: 4 });
		expect((await second.next())?.data.credit).toBe(4);
		first.leave();
		second.leave();
	});

	test('say that everything before is gone', async () => {
		const stream = await listen(sandbox().url);
		const before = await stream.next();
		sandbox().reset();
		const after = await stream.next();
		expect(after?.data.epoch).toBeGreaterThan(before?.data.epoch ?? Infinity);
		await call(`${sandbox().url}/_sandbox/inbox/clear`, { method: 'POST' });
		expect((await stream.next())?.data.epoch).toBeGreaterThan(after?.data.epoch ?? Infinity);
		stream.leave();
	});

	test('never carry the password', async () => {
		const stream = await listen(sandbox().url);
		sandbox().setAccount({ password: 'another-secret' });
		for (let i = 0; i < 2; i += 1) {
			const told = JSON.stringify(await stream.next());
			expect(told).not.toMatch(/demo-password|another-secret|password/);
		}
		stream.leave();
	});

	test('end when the sandbox is closed', async () => {
		const fresh = await startSandbox();
		const stream = await listen(fresh.url);
		await stream.next();
		const ended = stream.next().catch(() => undefined);
		await fresh.close();
		expect(await ended).toBeUndefined();
	});
});
