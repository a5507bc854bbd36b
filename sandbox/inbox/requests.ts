import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { RecordedRequest } from '../types.ts';
import type { RequestView } from '../api/view.ts';
import { counted, html, time, type Shared } from './html.ts';

/** A request word for word, without the password, and its answer. */
function Whole({ id, status }: { id: string; status: number | undefined }): VNode {
	const [whole, setWhole] = useState<Partial<RecordedRequest> & { error?: string }>();
	useEffect(() => {
		void fetch(`/_sandbox/inbox/requests/${id}`)
			.then((answer) => answer.json())
			.then(setWhole)
			.catch((error: unknown) => setWhole({ error: String(error) }));
		// Again when it was answered.
	}, [id, status]);
	if (whole === undefined) return html`<p class="hint">…</p>`;
	const { error, method, path, contentType, encoding, fields, body, answer } = whole;
	if (error !== undefined) return html`<p class="hint">${error}</p>`;
	const sent = encoding === 'json' && body !== '' ? JSON.stringify(fields, null, 2) : body;
	return html`<div class="whole">
		<p>${method} ${path}<br />${contentType}</p>
		<h3>Request</h3>
		<pre dir="auto" tabindex="0">${sent || 'The body could not be read.'}</pre>
		<h3>Answer</h3>
		<pre dir="auto" tabindex="0">${answer ?? 'None.'}</pre>
	</div>`;
}

function outcomeOf({ accepted, fault, reason = '' }: RequestView): string {
	if (fault !== undefined) return `Fault: ${fault}. ${reason}`;
	return accepted ? 'Accepted' : reason;
}

function Line({
	one,
	open,
	onOpen,
}: {
	one: RequestView;
	open: boolean;
	onOpen: () => void;
}): VNode {
	const { id, at, path, status, accepted, fault } = one;
	const look = fault !== undefined ? 'struck' : accepted ? 'accepted' : 'refused';
	return html`<li class="request request-${look}">
		<button type="button" aria-expanded=${open} onClick=${onOpen}>
			<b>${path.split('/').at(-1)}</b>
			<span class="status">${status || '–'}</span>
			${time(at)}
			<span class="outcome"> ${outcomeOf(one)} </span>
		</button>
		${open && html`<${Whole} id=${id} status=${status} />`}
	</li>`;
}

/** The requests behind the messages, the newest first: those of the open phone, or all. */
export function Requests({ view, phone, request, showRequest }: Shared): VNode {
	const items = view.phones.find(({ destination }) => destination === phone)?.items ?? [];
	const own = new Set(items.map(({ requestId }) => requestId));
	const shown = view.newest.filter(({ id }) => phone === undefined || own.has(id));
	const isListed = shown.some(({ id }) => id === request);
	return html`<section class="card" aria-label="Requests">
		<h2>Requests${phone !== undefined && ' of this phone'}</h2>
		${request !== undefined && !isListed && html`<${Whole} id=${request} status=${undefined} />`}
		<ul class="requests">
			${shown.map(
				(one) =>
					html`<${Line}
						key=${one.id}
						one=${one}
						open=${one.id === request}
						onOpen=${() => showRequest(one.id === request ? undefined : one.id)}
					/>`,
			)}
		</ul>
		<p class="hint">${shown.length} of ${counted(view.requests, 'request')}</p>
	</section>`;
}
