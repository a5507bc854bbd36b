import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { put } from './ask.ts';
import { html } from './html.ts';
import { summary, trying } from './state.ts';
import { figure } from './time.ts';

/** What is left to pay with, and what it is set to. */
export function AccountPanel(): VNode {
	const [credit, setCredit] = useState('1000');
	const set = (value: number) => void trying(put('/account', { credit: value }));
	return html`<form
		class="card"
		aria-labelledby="account"
		onSubmit=${(event: Event) => {
			event.preventDefault();
			set(Number(credit));
		}}
	>
		<h2 id="account">Account</h2>
		<p class="big" aria-live="polite">
			${figure(summary.value?.credit ?? 0)} <span class="muted">credit left</span>
		</p>
		<p class="muted">Each part of a text costs 1 for each destination, and each call 1.</p>
		<div class="line">
			<label for="credit">Set credit to</label>
			<input
				id="credit"
				type="number"
				min="0"
				step="any"
				required
				value=${credit}
				onInput=${({ currentTarget }: { currentTarget: HTMLInputElement }) =>
					setCredit(currentTarget.value)}
			/>
			<button type="submit" class="button">Set</button>
			<button type="button" class="button" onClick=${() => set(0)}>Empty it</button>
		</div>
	</form>`;
}
