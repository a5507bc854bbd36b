import type { VNode } from 'preact';
import { html } from './html.ts';

const LINK = /\bhttps?:\/\/[^\s<>"'،؛]+/gi;
/** What stands after a link in a sentence, rather than in it. */
const AFTER_LINK = /[.,;:!?)\]}»]+$/;

interface Stretch {
	start: number;
	end: number;
}

const linksIn = (text: string): Stretch[] =>
	[...text.matchAll(LINK)].flatMap(({ 0: match, index }) => {
		const address = match.replace(AFTER_LINK, '');
		return URL.canParse(address) ? [{ start: index, end: index + address.length }] : [];
	});

function foundIn(text: string, wanted: string): Stretch[] {
	const found: Stretch[] = [];
	const lower = text.toLowerCase();
	// Some letters change their length in lower case; then a mark would be beside the word.
	if (wanted === '' || lower.length !== text.length) return found;
	for (let at = lower.indexOf(wanted); at >= 0; at = lower.indexOf(wanted, at + wanted.length))
		found.push({ start: at, end: at + wanted.length });
	return found;
}

const holding = (stretches: Stretch[], at: number): Stretch | undefined =>
	stretches.find(({ start, end }) => start <= at && at < end);

/** A text as a phone shows it: links lead out, what was searched for is marked, and so is where a message part ends. */
export function Text(props: { text: string; search: string; partEnds: number[] }): VNode {
	const { text, search, partEnds } = props;
	const links = linksIn(text);
	const found = foundIn(text, search.trim().toLowerCase());
	const cuts = new Set([0, text.length, ...partEnds]);
	for (const { start, end } of [...links, ...found]) cuts.add(start).add(end);
	const places = [...cuts].sort((a, b) => a - b);
	return html`<p class="bubble" dir="auto">
		${places.slice(1).map((end, index) => {
			const start = places[index] ?? 0;
			const words = text.slice(start, end);
			const marked = holding(found, start) ? html`<mark>${words}</mark>` : words;
			const link = holding(links, start);
			const shown =
				link === undefined
					? marked
					: html`<a
							href=${text.slice(link.start, link.end)}
							target="_blank"
							rel="noopener noreferrer"
							>${marked}</a
						>`;
			const mark = html`<span class="part-end" title="A message part ends here"></span>`;
			return [shown, partEnds.includes(end) && mark];
		})}
	</p>`;
}
