import type { VNode } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { html } from './html.ts';
import { icon } from './icons.ts';
import { helpShown } from './state.ts';

const KEYS: ReadonlyArray<[string[], string]> = [
	[['/'], 'Search'],
	[['j', '↓'], 'Next phone, message or request'],
	[['k', '↑'], 'The one before'],
	[['Enter'], 'Open the phone; show the request of a message'],
	[['Esc'], 'Close, or back to the phones'],
	[['1', '2', '3', '4'], 'Messages, requests, overview, faults'],
	[['?'], 'These keys'],
];

/** The keys, in a window. */
export function Help(): VNode {
	const dialog = useRef<HTMLDialogElement>(null);
	useEffect(() => {
		if (helpShown.value) dialog.current?.showModal();
		else dialog.current?.close();
	}, [helpShown.value]);
	const close = () => (helpShown.value = false);
	return html`<dialog class="window" ref=${dialog} aria-labelledby="keys-title" onClose=${close}>
		<header class="drawer-head">
			<h2 id="keys-title">Keys</h2>
			<button type="button" class="round" aria-label="Close" onClick=${close}>
				${icon('close')}
			</button>
		</header>
		<dl class="keys">
			${KEYS.map(
				([keys, words]) =>
					html`<dt>${keys.map((key) => html`<kbd>${key}</kbd> `)}</dt>
						<dd>${words}</dd>`,
			)}
		</dl>
	</dialog>`;
}
