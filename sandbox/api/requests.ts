import type { FastifyInstance } from 'fastify';
import { requestById } from '../state.ts';
import type { Query } from '../threads/query.ts';
import type { RecordedRequest } from '../types.ts';
import type { Inbox } from './inbox.ts';
import { count, onlyParameters } from './query.ts';
import type { RequestView } from './views.ts';
import { requestHasOutcome, requestView, wholeRequestView } from './views.ts';

export interface RequestsPage {
	/** All that were recorded, whether they fit or not. */
	total: number;
	/** The newest first. */
	requests: RequestView[];
	/** Where to go on; absent at the end. */
	before?: number;
}

const fits = (request: RecordedRequest, { search, outcome }: Query): boolean =>
	(outcome === undefined || requestHasOutcome(request, outcome)) &&
	[request.id, request.path, request.body, request.answer ?? ''].some((value) =>
		value.toLowerCase().includes(search),
	);

/** Goes back from `before` until it has found enough; a whole list is never looked at for its first page. */
function pageOf(inbox: Inbox, query: Query, before: number, limit: number): RequestsPage {
	const { requests, underWay } = inbox.state;
	const lower = { ...query, search: query.search.trim().toLowerCase() };
	const found: RequestView[] = [];
	let place = Math.min(before, requests.length);
	while (place > 0 && found.length < limit) {
		place -= 1;
		const request = requests[place];
		if (request !== undefined && fits(request, lower))
			found.push(requestView(request, underWay.has(request)));
	}
	return { total: requests.length, requests: found, ...(place > 0 && { before: place }) };
}

type Given = Record<string, unknown>;

/** Adds the list of requests, and each one whole, with its password masked as it was recorded. */
export function addRequests(
	app: FastifyInstance,
	inbox: Inbox,
	queryIn: (given: Given) => Query,
	limitIn: (given: Given) => number,
): void {
	app.get('/requests', ({ query }) => {
		const given = onlyParameters(query, ['search', 'outcome', 'before', 'limit']);
		const before = count(given, 'before', Number.MAX_SAFE_INTEGER);
		return pageOf(inbox, queryIn(given), before, limitIn(given));
	});
	app.get<{ Params: { id: string } }>('/requests/:id', ({ params }, reply) => {
		const request = requestById(inbox.state, params.id);
		return request === undefined
			? reply.code(404).send({ error: 'no such request, or it was cleared' })
			: wholeRequestView(request, inbox.state.underWay.has(request));
	});
}
