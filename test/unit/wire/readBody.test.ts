import { getEventListeners, once } from 'node:events';
import { Readable } from 'node:stream';

import { LARGEST_ANSWER, readBody } from '../../../nodes/SmsVoiceGateway/wire/exchange.ts';

const never = () => new AbortController().signal;
const read = (chunks: Array<Buffer | string>, contentType = '', deadline = never()) =>
	readBody(Readable.from(chunks), contentType, deadline);

describe('The body of an answer', () => {
	test.each<[Array<Buffer | string>, string, string]>([
		[[], '', ''],
		[['{"a":', '1}'], 'application/json', '{"a":1}'],
		[[Buffer.from('سلام').subarray(0, 3), Buffer.from('سلام').subarray(3)], '', 'سلام'],
		[[Buffer.from('ä', 'latin1')], 'text/plain; charset=iso-8859-1', 'ä'],
		[[Buffer.from('ä', 'latin1')], 'text/plain; CHARSET = "latin1"', '\ufffd'],
		[[Buffer.from('ä', 'latin1')], 'text/plain; charset= "latin1"; a=b', 'ä'],
		[[Buffer.from('ä')], 'text/plain; charset=unheard-of', 'ä'],
		[[Buffer.from('ä', 'latin1')], 'text/plain; charset=unheard-of', '\ufffd'],
		[[Buffer.from('سلام')], 'application/json; charset=iso-8859-1', 'سلام'],
		[[Buffer.from('سلام').subarray(0, 3)], 'text/plain; charset=windows-1256', 'ط³ظ'],
		[[Buffer.from([0xd3, 0xe1, 0xc7, 0xe3])], 'text/plain; charset=windows-1256', 'سلام'],
		[[Buffer.from('ok', 'utf16le')], 'application/json; charset=utf-16le', 'ok'],
	])('of %j with the type "%s" is the text %j', async (chunks, contentType, text) => {
		expect(await read(chunks, contentType)).toEqual({ text, end: 'complete' });
	});

	test('is read up to its bound, and no byte further', async () => {
		const chunk = Buffer.alloc(LARGEST_ANSWER / 2, 'x');
		const whole = await read([chunk, chunk]);
		expect([whole.end, whole.text.length]).toEqual(['complete', LARGEST_ANSWER]);
		const cut = await read([chunk, chunk, 'x']);
		expect([cut.end, cut.text.length]).toEqual(['tooLarge', LARGEST_ANSWER]);
	});

	test('keeps what came before the connection broke', async () => {
		async function* breaking() {
			yield Buffer.from('half');
			await Promise.resolve();
			throw new Error('reset');
		}
		const stream = Readable.from(breaking());
		expect(await readBody(stream, '', never())).toEqual({ text: 'half', end: 'truncated' });
		expect(stream.destroyed).toBe(true);
	});

	test('may be closed without a word, also within a character, which is left out', async () => {
		const stream = new Readable({ read: () => undefined });
		stream.push(Buffer.from('سلام').subarray(0, 3));
		const reading = readBody(stream, '', never());
		setImmediate(() => stream.destroy());
		expect(await reading).toEqual({ text: 'س', end: 'truncated' });
	});

	test('may break once more, when all of it is there', async () => {
		const stream = Readable.from(['x']);
		const reading = readBody(stream, '', never());
		await once(stream, 'end');
		stream.emit('error', new Error('reset'));
		expect(await reading).toEqual({ text: 'x', end: 'complete' });
	});

	test('is not waited for longer than its deadline, and leaves no listener there', async () => {
		const deadline = new AbortController();
		const { signal } = deadline;
		const stream = new Readable({ read: () => undefined });
		stream.push('half');
		const reading = readBody(stream, '', signal);
		setImmediate(() => deadline.abort());
		expect(await reading).toEqual({ text: 'half', end: 'truncated' });
		expect(getEventListeners(signal, 'abort')).toEqual([]);
	});

	test('is not read at all where the deadline is past', async () => {
		const stream = new Readable({ read: () => undefined });
		stream.push('half');
		expect(await readBody(stream, '', AbortSignal.abort())).toMatchObject({ end: 'truncated' });
	});

	test('that came in time leaves no listener and no open stream', async () => {
		const { signal } = new AbortController();
		const stream = Readable.from(['x']);
		expect(await readBody(stream, '', signal)).toEqual({ text: 'x', end: 'complete' });
		expect(getEventListeners(signal, 'abort')).toEqual([]);
		expect(stream.destroyed).toBe(true);
	});
});
