// Read before n8n (`node --import`): it answers any Host, also that of a web page whose name has been pointed at this machine.
import { Server } from 'node:http';

const LOOPBACK = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/i;

const { emit } = Server.prototype;
Server.prototype.emit = function (event, request, answer, ...more) {
	const isAsked = event === 'request' || event === 'upgrade';
	if (!isAsked || LOOPBACK.test(request.headers.host ?? ''))
		return emit.call(this, event, request, answer, ...more);
	// 421 Misdirected Request (RFC 9110, 15.5.20); what would become a web socket has no answer yet.
	if (event === 'request') answer.writeHead(421).end('Only names of this machine are answered.');
	else answer.destroy();
	return true;
};
