import type { EventEmitter } from 'node:events';
import type { FastifyPluginCallback, FastifyReply } from 'fastify';
import { checked, isText, partOf } from '../settings.ts';
import { clear, type State } from '../state.ts';
import { viewOf } from './view.ts';

/** Proxies and browsers end a connection on which nothing comes for long. */
const HEARTBEAT_MS = 15_000;

/** Long enough to gather a burst into one event, short enough to look immediate. */
const GATHER_MS = 60;

const QUERY = partOf({
	search: ['must be one text of at most 500 characters', (one) => isText(one) && one.length <= 500],
});

const searchIn = (query: unknown): string => {
	const { search = '' } = checked({ ...Object(query) }, QUERY, 'query');
	return String(search);
};

/** Sends the view as server-sent events: one now, and one after each change and when a text moves on by itself. */
function stream(
	reply: FastifyReply,
	state: () => State,
	changes: EventEmitter,
	search: string,
): void {
	reply.hijack();
	const { raw } = reply;
	raw.writeHead(200, {
		'content-type': 'text/event-stream; charset=utf-8',
		'cache-control': 'no-store',
	});
	let timer: NodeJS.Timeout | undefined;
	let due = Infinity;
	const tellIn = (ms: number): void => {
		if (Date.now() + ms >= due) return;
		clearTimeout(timer);
		due = Date.now() + ms;
		timer = setTimeout(tell, ms).unref();
	};
	const tell = (): void => {
		clearTimeout(timer);
		due = Infinity;
		// Who reads slower than it changes gets the newest later, and not all of it.
		if (raw.writableNeedDrain) return tellIn(GATHER_MS);
		const now = Date.now();
		const view = viewOf(state(), search, now);
		raw.write(`data: ${JSON.stringify(view)}\n\n`);
		tellIn(Math.min((view.movesAt ?? Infinity) - now + 1, HEARTBEAT_MS));
	};
	tell();
	const soon = () => tellIn(GATHER_MS);
	changes.on('change', soon);
	// Also when the sandbox closes: it cuts every connection.
	raw.on('close', () => {
		changes.off('change', soon);
		clearTimeout(timer);
	});
}

/** The inbox's own API: what the page asks. */
export const inboxRoutes =
	(state: () => State, changes: EventEmitter): FastifyPluginCallback =>
	(app, _options, done) => {
		app.get('/', ({ query }) => viewOf(state(), searchIn(query), Date.now()));
		app.get('/events', ({ query }, reply) => stream(reply, state, changes, searchIn(query)));
		app.get<{ Params: { id: string } }>(
			'/requests/:id',
			({ params }, reply) =>
				state().requests.get(params.id) ??
				reply.code(404).send({ error: 'no such request, or it was cleared' }),
		);
		app.post('/clear', () => {
			clear(state());
			changes.emit('change');
			return { cleared: true };
		});
		done();
	};
