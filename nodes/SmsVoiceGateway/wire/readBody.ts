import type { Answer } from '../service/answer';

/** More than any answer of a messaging service: a hundred thousand ids of 20 digits are 2 MB. */
export const LARGEST_ANSWER = 8 * 1024 * 1024;

/** What is needed of Node's stream; shipped code may not import its type. */
interface AnswerStream {
	readonly destroyed: boolean;
	on(event: 'data' | 'end' | 'error' | 'close', listener: (chunk?: unknown) => void): unknown;
	destroy(): unknown;
}

/**
 * Reads a body as text, up to LARGEST_ANSWER bytes (unpacked) and until `deadline`. Never throws: whatever comes
 * in between leaves what was read so far.
 */
export async function readBody(
	stream: AnswerStream,
	contentType: string,
	deadline: AbortSignal,
): Promise<{ text: string; end: Answer['end'] }> {
	const chunks: Buffer[] = [];
	let size = 0;
	let cut: () => void = () => undefined;
	// By its events: Node's iterator of a stream takes longer than all else here.
	const end = await new Promise<Answer['end']>((resolve) => {
		cut = () => resolve('brokenOff');
		// What was destroyed, or is past its deadline, gives no event any more.
		if (stream.destroyed || deadline.aborted) cut();
		deadline.addEventListener('abort', cut);
		stream.on('data', (chunk) => {
			const bytes = Buffer.isBuffer(chunk) ? chunk : Buffer.from(String(chunk));
			size += bytes.length;
			if (size > LARGEST_ANSWER) resolve('tooLarge');
			else chunks.push(bytes);
		});
		stream.on('end', () => resolve('complete'));
		stream.on('error', cut);
		// Once it has ended this says nothing any more.
		stream.on('close', cut);
	});
	deadline.removeEventListener('abort', cut);
	stream.destroy();
	return { text: decode(Buffer.concat(chunks), contentType, end), end };
}

/**
 * Bytes that are UTF-8 are read as that, whatever the label says: servers put it there by default. What is not, or holds
 * NULs, as UTF-16 does, goes by the charset that the answer names where it is known.
 */
function decode(bytes: Buffer, contentType: string, end: Answer['end']): string {
	try {
		// What was cut may end within a character.
		const cut = { stream: end !== 'complete' };
		const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes, cut);
		if (!text.includes('\0')) return text;
	} catch {
		// It is none.
	}
	const label = /charset=\s*"?([^";\s]+)/i.exec(contentType)?.[1];
	try {
		return new TextDecoder(label).decode(bytes);
	} catch {
		return new TextDecoder().decode(bytes);
	}
}
