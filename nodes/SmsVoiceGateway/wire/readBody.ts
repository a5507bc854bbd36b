/** More than any answer of a messaging service: a hundred thousand ids of 20 digits are 2 MB. */
export const LARGEST_ANSWER = 8 * 1024 * 1024;

/** What is needed of Node's stream; shipped code may not import its type. */
export interface AnswerStream extends AsyncIterable<unknown> {
	destroy(error?: Error): unknown;
}

/** An answer's body as text, and whether all of it was read. */
export interface Body {
	text: string;
	end: 'complete' | 'brokenOff' | 'tooLarge';
}

/**
 * Reads a body up to LARGEST_ANSWER bytes (unpacked) and until `deadline`. Never throws: whatever comes
 * in between leaves what was read so far.
 */
export async function readBody(
	stream: AnswerStream,
	contentType: string,
	deadline: AbortSignal,
): Promise<Body> {
	const chunks: Buffer[] = [];
	let size = 0;
	let end: Body['end'] = 'complete';
	const cut = () => stream.destroy(new Error('The answer took too long'));
	deadline.addEventListener('abort', cut);
	try {
		if (deadline.aborted) cut();
		for await (const chunk of stream) {
			const bytes = Buffer.isBuffer(chunk) ? chunk : Buffer.from(String(chunk));
			size += bytes.length;
			if (size > LARGEST_ANSWER) {
				end = 'tooLarge';
				break;
			}
			chunks.push(bytes);
		}
	} catch {
		end = 'brokenOff';
	} finally {
		deadline.removeEventListener('abort', cut);
		stream.destroy();
	}
	return { text: decode(Buffer.concat(chunks), contentType), end };
}

/** The charset that the answer names where it is known, else UTF-8. */
function decode(bytes: Buffer, contentType: string): string {
	const label = /charset=\s*"?([^";\s]+)/i.exec(contentType)?.[1];
	try {
		return new TextDecoder(label).decode(bytes);
	} catch {
		return new TextDecoder().decode(bytes);
	}
}
