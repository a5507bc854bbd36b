import type { VNode } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { ItemsPage } from '../api/inbox.ts';
import type { ItemView } from '../api/views.ts';
import { get, post } from './ask.ts';
import { Bubble } from './bubble.ts';
import { html } from './html.ts';
import { Paged } from './paged.ts';
import { now, outcome, search, summary } from './state.ts';
import { dayName, sameDay } from './time.ts';
import { useVirtual } from './virtual.ts';

/** About the height of a message with one line. */
const GUESS = 92;
/** So near to the end, the list follows what arrives. */
const NEAR = 120;

const pathOf = (destination: string): string =>
	`/inbox/recipients/${encodeURIComponent(destination)}`;

/** How a message stands to the one before it. */
function Heading({ item, before }: { item: ItemView; before: ItemView | undefined }): VNode | null {
	const newDay = before === undefined || !sameDay(before.at, item.at);
	const from = item.kind === 'sms' ? (item.source ?? '') : 'Voice gateway';
	const fromBefore = before?.kind === 'sms' ? (before.source ?? '') : 'Voice gateway';
	const newSender = newDay || from !== fromBefore;
	if (!newDay && !newSender) return null;
	return html`
		${newDay && html`<p class="day"><span>${dayName(item.at, now())}</span></p>`}
		${newSender && from !== '' && html`<p class="sender" dir="auto">${from}</p>`}
	`;
}

export interface ThreadFacts {
	shown: string;
	all: number;
	total: number;
}

interface Props {
	destination: string;
	/** Whether only what fits search and filter is shown. */
	narrowed: boolean;
	onFacts: (facts: ThreadFacts) => void;
}

/** The messages of one phone: the newest at the end, as phones show them. */
export function Thread({ destination, narrowed, onFacts }: Props): VNode {
	const scroller = useRef<HTMLDivElement>(null);
	const [unread, setUnread] = useState(0);
	const query = narrowed ? { search: search.value, outcome: outcome.value } : {};
	const load = async (from: number, limit: number) => {
		const page = await get<ItemsPage>(`${pathOf(destination)}/messages`, { ...query, from, limit });
		onFacts({ shown: page.shown, all: page.all, total: page.total });
		setUnread(page.unread);
		return { total: page.total, items: page.items };
	};
	const list = useMemo(() => new Paged<ItemView>(load), [destination, JSON.stringify(query)]);
	const total = list.total.value ?? 0;
	void list.revision.value;
	const {
		list: virtual,
		rows,
		total: height,
	} = useVirtual({
		...{ count: total, height: GUESS, scroller, paddingStart: 12, paddingEnd: 16 },
	});
	const following = useRef(true);
	const top = useRef(0);
	const place = useRef(-1);

	useEffect(() => void list.count(), [list]);
	useEffect(() => list.refresh(), [list, summary.value?.revision]);
	useEffect(() => {
		if (rows.length > 0) list.need((rows[0]?.index ?? 0) - 1, rows.at(-1)?.index ?? 0);
	});
	useLayoutEffect(() => {
		const box = scroller.current;
		if (box !== null && following.current) box.scrollTop = box.scrollHeight;
		// The height changes, too, when guesses become measures.
	}, [list, total, height]);
	useEffect(() => {
		const look = () => {
			if (unread > 0 && document.visibilityState === 'visible')
				void post(`${pathOf(destination)}/read`).catch(() => undefined);
		};
		look();
		document.addEventListener('visibilitychange', look);
		return () => document.removeEventListener('visibilitychange', look);
	}, [destination, unread]);

	const onScroll = (): void => {
		const box = scroller.current;
		if (box === null) return;
		const isNear = box.scrollHeight - box.scrollTop - box.clientHeight < NEAR;
		// A list that grows leaves its end behind as well; only who goes up wants to stay there.
		if (isNear || box.scrollTop < top.current) following.current = isNear;
		top.current = box.scrollTop;
	};
	/** The element may come a moment after the list has scrolled to it. */
	const focus = (index: number, tries = 10): void => {
		const row = scroller.current?.querySelector<HTMLElement>(`[data-index="${index}"]`);
		if (row) row.focus({ preventScroll: true });
		else if (tries > 0) requestAnimationFrame(() => focus(index, tries - 1));
	};
	const onKeyDown = (event: KeyboardEvent): void => {
		const steps: Record<string, number> = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1 };
		const step = steps[event.key];
		const row = (event.target as HTMLElement).closest<HTMLElement>('[data-index]');
		if (step !== undefined && total > 0) {
			const from = row === null ? total : Number(row.dataset['index']);
			place.current = Math.max(0, Math.min(total - 1, from + step));
			virtual.scrollToIndex(place.current, { align: 'auto' });
			focus(place.current);
		} else if (event.key === 'Enter' && row !== null && event.target === row)
			row.querySelector('button')?.click();
		else return;
		event.preventDefault();
		event.stopPropagation();
	};

	return html`<div
		class="messages"
		id="messages"
		ref=${scroller}
		tabindex="0"
		role="region"
		aria-label="Messages of this phone"
		onScroll=${onScroll}
		onKeyDown=${onKeyDown}
	>
		<div class="virtual" role="list" style=${{ height: `${height}px` }}>
			${rows.map(({ index, start }) => {
				const item = list.at(index);
				return html`<div
					class="message"
					role="listitem"
					tabindex="-1"
					key=${index}
					data-index=${index}
					aria-setsize=${total}
					aria-posinset=${index + 1}
					ref=${virtual.measureElement}
					style=${{ transform: `translateY(${start}px)` }}
				>
					${
						item === undefined
							? html`<div class="bubble-waiting"></div>`
							: html`<${Heading} item=${item} before=${list.at(index - 1)} />
									<${Bubble} item=${item} />`
					}
				</div>`;
			})}
		</div>
	</div>`;
}
