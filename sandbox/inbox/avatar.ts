import type { VNode } from 'preact';
import { html } from './html.ts';

/** A colour of its own for each number. */
const hueOf = (text: string): number =>
	// Steps of the golden angle keep neighbours apart.
	([...text].reduce((sum, character) => sum * 31 + (character.codePointAt(0) ?? 0), 7) % 9973) *
	137.508;

/** A round mark with the end of the number, by which people tell numbers apart. */
export const Avatar = ({ destination }: { destination: string }): VNode =>
	html`<span
		class="avatar"
		style=${{ '--hue': Math.round(hueOf(destination) % 360) }}
		aria-hidden="true"
		>${destination.slice(-2)}</span
	>`;
