import type { VNode } from 'preact';
import { html } from './html.ts';
import { piecesOf } from './richText.ts';
import { search } from './state.ts';

const partMark = (): VNode =>
	html`<span class="part-end" title="A message part ends here" aria-hidden="true"></span>`;

/** The text of a message as a phone shows it, with thin marks where its parts end. */
export function BubbleText({ text, partEnds = [] }: { text: string; partEnds?: number[] }): VNode {
	const pieces = piecesOf(text, search.value, partEnds);
	return html`<p class="bubble-text" dir="auto">
		${pieces.map(({ text: words, found, href, partEnds: ends }) => {
			const marked = found ? html`<mark>${words}</mark>` : words;
			const shown =
				href === undefined
					? marked
					: html`<a href=${href} target="_blank" rel="noopener noreferrer">${marked}</a>`;
			return [shown, ends && partMark()];
		})}
	</p>`;
}
