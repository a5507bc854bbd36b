import type { VNode } from 'preact';
import { html } from './html.ts';
import { clearSearch } from './searchBar.ts';
import { outcome, summary } from './state.ts';

/** What to do where nothing has come yet. */
export const EmptyInbox = (): VNode =>
	html`<div class="empty">
		<div class="empty-phone" aria-hidden="true"><span></span><span></span><span></span></div>
		<h2>No messages yet</h2>
		<p>Run a flow in n8n, and the phones light up here.</p>
		<dl class="facts">
			<dt>Base address, SMS and call</dt>
			<dd><code>${location.origin}</code></dd>
			<dt>User name</dt>
			<dd><code>${summary.value?.username ?? ''}</code></dd>
		</dl>
		<p class="hint">The terminal that started the sandbox shows the password.</p>
	</div>`;

export const NothingFound = (): VNode =>
	html`<div class="empty">
		<h2>Nothing fits</h2>
		<p>No phone has a message like that.</p>
		<button
			type="button"
			class="button"
			onClick=${() => {
				clearSearch();
				outcome.value = '';
			}}
		>
			Show all
		</button>
	</div>`;
