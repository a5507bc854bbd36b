import type { VNode } from 'preact';
import { html } from './html.ts';

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
