import { effect, signal } from '@preact/signals';
import type { VNode } from 'preact';
import type { Outcome } from '../threads/item.ts';
import { html } from './html.ts';
import { icon } from './icons.ts';
import { outcome, search } from './state.ts';

const OUTCOMES: ReadonlyArray<[Outcome | '', string]> = [
	['', 'All outcomes'],
	['accepted', 'Accepted'],
	['refused', 'Refused by the service'],
	['fault', 'Struck by a fault'],
	['scheduled', 'Scheduled'],
	['queued', 'Queued now'],
	['sent', 'Sent, not delivered yet'],
	['delivered', 'Delivered'],
	['failed', 'Delivery failed'],
];

/** What stands in the field, which is ahead of what is looked for. */
const typed = signal(search.value);
effect(() => {
	typed.value = search.value;
});

let waiting: ReturnType<typeof setTimeout> | undefined;

/** Looks when the person pauses. */
function lookFor(words: string): void {
	typed.value = words;
	clearTimeout(waiting);
	waiting = setTimeout(() => (search.value = words), 120);
}

/** Looks for nothing any more, and at once. */
export function clearSearch(): void {
	clearTimeout(waiting);
	typed.value = '';
	search.value = '';
}

/** Search and filter, shared by the phones and the requests. */
export function SearchBar({ known }: { known: readonly string[] }): VNode {
	const offered = OUTCOMES.filter(([value]) => value === '' || known.includes(value));
	return html`<div class="search-bar" role="search">
		<label class="search">
			<span class="unseen">Search numbers, texts and message ids</span>
			${icon('search')}
			<input
				id="search"
				type="search"
				placeholder="Number, text or id"
				dir="auto"
				autocomplete="off"
				spellcheck=${false}
				maxlength="500"
				value=${typed.value}
				onInput=${({ currentTarget }: { currentTarget: HTMLInputElement }) =>
					lookFor(currentTarget.value)}
			/>
			<kbd aria-hidden="true">/</kbd>
		</label>
		<label class="filter">
			<span class="unseen">Outcome</span>
			<select
				id="outcome"
				value=${outcome.value}
				onChange=${({ currentTarget }: { currentTarget: HTMLSelectElement }) =>
					(outcome.value = currentTarget.value as Outcome | '')}
			>
				${offered.map(
					([value, name]) =>
						html`<option value=${value} selected=${value === outcome.value}>${name}</option>`,
				)}
			</select>
		</label>
	</div>`;
}
