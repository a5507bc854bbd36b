import type { FastifyReply } from 'fastify';
import type { Answer } from './answer.ts';

/** Sends the answer, or breaks the connection where and how the answer says. */
export function send(
	reply: FastifyReply,
	{ status, body, contentType, headers = {}, ending }: Answer,
): FastifyReply {
	if (ending === undefined)
		return reply
			.code(status)
			.headers({ ...headers, 'content-type': contentType })
			.send(body);
	reply.hijack();
	if (ending === 'dropped') {
		reply.raw.destroy();
		return reply;
	}
	const bytes = Buffer.from(body);
	reply.raw.writeHead(status, {
		...headers,
		'content-type': contentType,
		'content-length': bytes.length,
	});
	reply.raw.write(bytes.subarray(0, Math.floor(bytes.length / 2)), () => reply.raw.destroy());
	return reply;
}
