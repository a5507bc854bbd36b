import type { VNode } from 'preact';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { signal } from '@preact/signals';
import type { RecipientsPage } from '../api/inbox.ts';
import type { RecipientView } from '../api/views.ts';
import { get } from './ask.ts';
import { EmptyInbox, NothingFound } from './empty.ts';
import { html } from './html.ts';
import { Paged } from './paged.ts';
import { RecipientRow, inBrief } from './recipientRow.ts';
import { go, route, threadHref } from './route.ts';
import { announcement, outcome, search, summary } from './state.ts';
import { useVirtual } from './virtual.ts';

const ROW = 76;

/** The phone that the keys are at, by its place in the list. */
export const active = signal(-1);

const load = async (offset: number, limit: number) => {
	const asked = { search: search.peek(), outcome: outcome.peek(), offset, limit };
	const { total, recipients } = await get<RecipientsPage>('/inbox/recipients', asked);
	return { total, items: recipients };
};

function tell(before: RecipientView | undefined, after: RecipientView | undefined): void {
	if (before === undefined || after === undefined || before.latest.id === after.latest.id) return;
	const { shown, latest } = after;
	announcement.value = `${latest.taken ? 'New' : 'Not sent'}, for ${shown}: ${inBrief(latest)}`;
}

/** All phones, the one with the latest message first. */
export function Recipients(): VNode {
	const scroller = useRef<HTMLDivElement>(null);
	const list = useMemo(() => new Paged<RecipientView>(load), [search.value, outcome.value]);
	const total = list.total.value;
	void list.revision.value;
	const {
		list: virtual,
		rows,
		total: height,
	} = useVirtual({ count: total ?? 0, height: ROW, scroller });
	const first = useRef<RecipientView>(undefined);
	const top = list.at(0);

	useEffect(() => list.refresh(), [list, summary.value?.revision]);
	useEffect(() => {
		active.value = -1;
		virtual.scrollToOffset(0);
	}, [list]);
	useEffect(() => list.need(rows[0]?.index ?? 0, rows.at(-1)?.index ?? 0));
	useEffect(() => {
		tell(first.current, top);
		if (top !== undefined) first.current = top;
	}, [top?.latest.id]);

	const move = (to: number): void => {
		if (total === undefined || total === 0) return;
		active.value = Math.max(0, Math.min(total - 1, to));
		virtual.scrollToIndex(active.value, { align: 'auto' });
	};
	const onKeyDown = (event: KeyboardEvent): void => {
		const steps: Record<string, number> = {
			ArrowDown: 1,
			j: 1,
			ArrowUp: -1,
			k: -1,
			PageDown: 8,
			PageUp: -8,
		};
		const step = steps[event.key];
		const chosen = list.at(active.value);
		if (step !== undefined) move(active.value + step);
		else if (event.key === 'Home') move(0);
		else if (event.key === 'End') move((total ?? 1) - 1);
		else if ((event.key === 'Enter' || event.key === ' ') && chosen)
			go(threadHref(chosen.destination));
		else return;
		event.preventDefault();
		event.stopPropagation();
	};

	if (total === 0) {
		const asked = search.value.trim() !== '' || outcome.value !== '';
		return asked ? html`<${NothingFound} />` : html`<${EmptyInbox} />`;
	}
	const isRendered = rows.some(({ index }) => index === active.value && list.at(index));
	return html`<div
		class="recipients"
		id="recipients"
		ref=${scroller}
		role="listbox"
		aria-label="Phones"
		tabindex="0"
		aria-activedescendant=${isRendered ? `phone-${active.value}` : undefined}
		onKeyDown=${onKeyDown}
		onFocus=${() => active.value < 0 && move(0)}
	>
		<div class="virtual" role="presentation" style=${{ height: `${height}px` }}>
			${rows.map(({ index, start }) => {
				const view = list.at(index);
				const style = { transform: `translateY(${start}px)` };
				if (view === undefined)
					return html`<div
						class="row row-waiting"
						role="presentation"
						key=${index}
						style=${style}
					></div>`;
				const open = view.destination === route.value.destination;
				return html`<div
					class="row ${open ? 'row-open' : ''} ${index === active.value ? 'row-active' : ''}"
					role="option"
					id="phone-${index}"
					key=${view.destination}
					style=${style}
					aria-selected=${open ? 'true' : 'false'}
					aria-setsize=${total}
					aria-posinset=${index + 1}
					onClick=${() => {
						active.value = index;
						go(threadHref(view.destination));
					}}
				>
					<${RecipientRow} view=${view} />
				</div>`;
			})}
		</div>
	</div>`;
}
