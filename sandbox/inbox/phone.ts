import type { VNode } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

import type { ItemView } from '../api/view.ts';
import { type Shared, Stage, counted, html, sign, time } from './html.ts';

function Trouble({ item: { taken, fault, reason = '' } }: { item: ItemView }): VNode | null {
	const struck = fault === undefined ? '' : `Fault: ${fault}. `;
	if (taken && fault === undefined) return null;
	return taken
		? html`<p class="trouble trouble-fault">${sign('ϟ')}${struck}Taken all the same.</p>`
		: html`<p class="trouble">${sign('⊘')}<b>Not sent.</b> ${struck}${reason}</p>`;
}

const Call = ({ item: { code, fileId } }: { item: ItemView }): VNode =>
	html`<div class="bubble call">
		<span class="call-mark">${sign('✆')}</span>
		${
			code === undefined
				? html`<span><b>Call that plays a voice file</b><br />${fileId}</span>`
				: html`<span><b>Call with a one-time code</b><br /><span class="code">${code}</span></span>`
		}
	</div>`;

/** One message, refused or taken, or one call. */
function Bubble({ item, showRequest }: { item: ItemView } & Shared): VNode {
	const { kind, message = '', at, taken, fault, scheduled, stage, requestId, parts } = item;
	const look = taken ? `item-${stage ?? 'taken'}` : 'item-refused';
	return html`<li class="item ${look} ${fault === undefined ? '' : 'item-struck'}">
		${
			scheduled !== undefined &&
			html`<p class="foot">
				${sign('◷')}${stage === 'scheduled' ? 'Waits for' : 'Was scheduled for'} ${scheduled}
			</p>`
		}
		${kind === 'sms' ? html`<${Text} text=${message} />` : html`<${Call} item=${item} />`}
		<${Trouble} item=${item} />
		<p class="foot">
			${time(at)}
			${parts !== undefined && html`<span>${counted(parts.parts, 'part')}, ${parts.encoding}</span>`}
			${taken && html`<${Stage} item=${item} />`}
			<button
				type="button"
				class="quiet"
				aria-label="Show the request of this ${kind === 'sms' ? 'message' : 'call'}"
				title="Show the request"
				onClick=${() => showRequest(requestId)}
			>
				${sign('⋯')}
			</button>
		</p>
	</li>`;
}

const ENDS = { failed: 'Delivery fails', unreported: 'No report', held: 'Held inside' } as const;
type End = keyof typeof ENDS;

/** How texts to this phone are to end. */
function Delivery({ view, change, phone = '' }: Shared): VNode {
	const ends = Object.keys(ENDS) as End[];
	const chosen = ends.find((end) => view.delivery[end].includes(phone));
	const choose = (end: string): void => {
		const without = ends.map((one) => {
			const others = view.delivery[one].filter((number) => number !== phone);
			return [one, one === end ? [...others, phone] : others];
		});
		change('PUT', '/delivery', Object.fromEntries(without));
	};
	return html`<select
		aria-label="Delivery to this phone"
		class="pill"
		onChange=${({ currentTarget }: { currentTarget: HTMLSelectElement }) =>
			choose(currentTarget.value)}
	>
		<option value="" selected=${chosen === undefined}>Delivered</option>
		${ends.map((end) => html`<option value=${end} selected=${end === chosen}>${ENDS[end]}</option>`)}
	</select>`;
}

/** The phone that is open, as whoever holds it sees it. */
export function Phone(shared: Shared): VNode {
	const { view, phone, search } = shared;
	const screen = useRef<HTMLUListElement>(null);
	const found = view.phones.find(({ destination }) => destination === phone);
	const { items = [], shown = phone } = found ?? {};
	// At the end, where the newest is, whenever there is more.
	useLayoutEffect(
		() => screen.current?.scrollTo(0, screen.current.scrollHeight),
		[items.at(-1)?.id, items.length],
	);
	if (phone === undefined)
		return html`<section class="phone-pane">
			<p class="empty">Choose a phone to see what it got.</p>
		</section>`;
	return html`<section class="phone-pane" aria-label="Phone ${shown}">
		<header class="phone-head">
			<a href="#" class="back pill" aria-label="Back to all phones">${sign('‹')}</a>
			<div>
				<h2>${shown}</h2>
				<p class="hint">${counted(items.length, 'message')}${search === '' ? '' : ' found'}</p>
			</div>
			<${Delivery} ...${shared} />
		</header>
		<ul class="phone" ref=${screen} tabindex="0" aria-label="Messages">
			${items.map((item, index) => {
				const { kind, source, id } = item;
				const before = items[index - 1];
				const sender = kind === 'sms' ? source : 'Voice gateway';
				const isNew = before?.source !== source || before?.kind !== kind;
				return [
					isNew && html`<li class="sender" key="${id} from">${sender}</li>`,
					html`<${Bubble} key=${id} item=${item} ...${shared} />`,
				];
			})}
			${items.length === 0 && html`<li class="empty">Nothing here.</li>`}
		</ul>
	</section>`;
}

const LINK = /(\bhttps?:\/\/[^\s<>"'،؛]*[^\s<>"'،؛.,;:!?)\]}»])/i;

/** A text as a phone shows it: as it is, with links that lead out where they are clicked. */
export const Text = ({ text }: { text: string }): VNode =>
	html`<p class="bubble" dir="auto">
		${text
			.split(LINK)
			.map((piece, index) =>
				index % 2 === 0
					? piece
					: html`<a href=${piece} target="_blank" rel="noopener noreferrer">${piece}</a>`,
			)}
	</p>`;
