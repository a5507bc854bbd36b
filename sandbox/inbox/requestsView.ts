import type { VNode } from 'preact';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import type { RequestView } from '../api/views.ts';
import { faultName } from './faultWords.ts';
import { html } from './html.ts';
import { Newest } from './newest.ts';
import { SearchBar } from './searchBar.ts';
import { outcome, search, shownRequest, summary } from './state.ts';
import { counted, exactly, figure, timeWithSeconds } from './time.ts';
import { useVirtual } from './virtual.ts';

const ROW = 60;
const FILTERS = ['accepted', 'refused', 'fault'];

const nameOf = (path: string): string => path.split('?')[0]?.split('/').at(-1) ?? path;

function state({ accepted, underWay }: RequestView): [style: string, word: string] {
	if (underWay) return ['waits', 'Waits'];
	return accepted ? ['good', 'Accepted'] : ['bad', 'Refused'];
}

function Line({ request }: { request: RequestView }): VNode {
	const { method, path, at, status, fault, reason, destinations, destination } = request;
	const [style, word] = state(request);
	const more = destinations > 1 ? ` and ${figure(destinations - 1)} more` : '';
	return html`
		<time title=${exactly(Date.parse(at))}>${timeWithSeconds(Date.parse(at))}</time>
		<span class="request-name"><b>${nameOf(path)}</b> <span class="muted">${method}</span></span>
		<span class="request-for" dir="auto"
			>${destination === undefined ? '' : destination + more}</span
		>
		<span class="request-why" dir="auto"
			>${fault === undefined ? '' : `Fault: ${faultName(fault)}. `}${reason ?? ''}</span
		>
		<span class="tag tag-${style}">${word}${status === undefined ? '' : ` · ${status}`}</span>
	`;
}

/** Every request that reached the service, the newest first. */
export function RequestsView(): VNode {
	const scroller = useRef<HTMLDivElement>(null);
	// Delivery is no property of a request.
	const wanted = FILTERS.includes(outcome.value) ? outcome.value : '';
	const list = useMemo(() => new Newest(search.value, wanted), [search.value, wanted]);
	const all = list.rows.value;
	const {
		rows,
		list: virtual,
		total: height,
	} = useVirtual({ count: all.length, height: ROW, scroller });
	useEffect(() => void list.refresh(), [list, summary.value?.revision]);
	useEffect(() => {
		if ((rows.at(-1)?.index ?? 0) >= all.length - 10) void list.more();
	});
	const onKeyDown = (event: KeyboardEvent): void => {
		const steps: Record<string, number> = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1 };
		const step = steps[event.key];
		const row = (event.target as HTMLElement).closest<HTMLElement>('[data-index]');
		if (step === undefined) return;
		const to = Math.max(
			0,
			Math.min(all.length - 1, row === null ? 0 : Number(row.dataset['index']) + step),
		);
		virtual.scrollToIndex(to, { align: 'auto' });
		requestAnimationFrame(() =>
			scroller.current?.querySelector<HTMLElement>(`[data-index="${to}"] button`)?.focus(),
		);
		event.preventDefault();
		event.stopPropagation();
	};
	return html`<div class="requests-pane">
		<div class="requests-head">
			<h1 class="title">Requests</h1>
			<p class="lead">${counted(summary.value?.requests ?? 0, 'request')} reached the service</p>
			<${SearchBar} known=${FILTERS} />
		</div>
		${
			all.length === 0 &&
			html`<p class="empty">${list.done.value ? 'No request fits.' : 'Looking …'}</p>`
		}
		<div
			class="requests"
			id="requests"
			ref=${scroller}
			tabindex="0"
			role="region"
			aria-label="Requests, the newest first"
			onKeyDown=${onKeyDown}
		>
			<div class="virtual" role="list" style=${{ height: `${height}px` }}>
				${rows.map(({ index, start }) => {
					const request = all[index];
					return (
						request &&
						html`<div
							class="request"
							role="listitem"
							key=${request.id}
							data-index=${index}
							aria-posinset=${index + 1}
							aria-setsize=${all.length}
							style=${{ transform: `translateY(${start}px)` }}
						>
							<button type="button" onClick=${() => (shownRequest.value = request.id)}>
								<${Line} request=${request} />
							</button>
						</div>`
					);
				})}
			</div>
		</div>
	</div>`;
}
