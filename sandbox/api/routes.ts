import type { FastifyInstance, FastifyPluginCallback } from 'fastify';
import { InvalidSetting } from '../faults/validate.ts';
import { clear } from '../state.ts';
import type { Query } from '../threads/query.ts';
import { addEvents } from './events.ts';
import type { Inbox } from './inbox.ts';
import { count, onlyParameters, outcomeIn, words } from './query.ts';
import { addRequests } from './requests.ts';

/** The paths below `/_sandbox`, for those who ask what there is. */
export const INBOX_ROUTES = [
	'GET /_sandbox/inbox/summary',
	'GET /_sandbox/inbox/events',
	'GET /_sandbox/inbox/recipients?search=&outcome=&offset=&limit=',
	'GET /_sandbox/inbox/recipients/DESTINATION/messages?search=&outcome=&from=&limit=',
	'POST /_sandbox/inbox/recipients/DESTINATION/read?count=',
	'GET /_sandbox/inbox/requests?search=&outcome=&before=&limit=',
	'GET /_sandbox/inbox/requests/ID',
	'GET /_sandbox/inbox/overview',
	'GET /_sandbox/inbox/faults',
	'POST /_sandbox/inbox/clear',
];

const MOST = 200;

const queryIn = (given: Record<string, unknown>): Query => ({
	search: words(given, 'search'),
	outcome: outcomeIn(given),
});

function limitIn(given: Record<string, unknown>): number {
	const limit = count(given, 'limit', 50);
	if (limit > MOST) throw new InvalidSetting(`limit must be at most ${MOST}`);
	return limit;
}

function addThreads(app: FastifyInstance, inbox: Inbox): void {
	app.get('/recipients', (request) => {
		const given = onlyParameters(request.query, ['search', 'outcome', 'offset', 'limit']);
		return inbox.recipients(queryIn(given), count(given, 'offset', 0), limitIn(given));
	});
	app.get<{ Params: { destination: string } }>(
		'/recipients/:destination/messages',
		({ query, params }) => {
			const given = onlyParameters(query, ['search', 'outcome', 'from', 'limit']);
			const from = count(given, 'from', undefined);
			return inbox.items(params.destination, queryIn(given), from, limitIn(given));
		},
	);
	app.post<{ Params: { destination: string } }>(
		'/recipients/:destination/read',
		({ query, params }) => {
			const given = onlyParameters(query, ['count']);
			inbox.markRead(params.destination, count(given, 'count', Number.MAX_SAFE_INTEGER));
			return inbox.summary();
		},
	);
}

/** The inbox's own API: what the page asks. */
export const inboxRoutes =
	(inbox: Inbox): FastifyPluginCallback =>
	(app, _options, done) => {
		app.addHook('onSend', (_request, reply, payload, next) => {
			void reply.header('cache-control', 'no-store');
			next(null, payload);
		});
		addEvents(app, inbox);
		addThreads(app, inbox);
		addRequests(app, inbox, queryIn, limitIn);
		app.get('/summary', () => inbox.summary());
		app.get('/overview', () => inbox.overview());
		app.get('/faults', () => inbox.faults());
		app.post('/clear', () => {
			clear(inbox.state);
			inbox.feed.startedOver();
			return inbox.summary();
		});
		done();
	};
