/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import htm from 'htm';
import type { VNode } from 'preact';
import { h } from 'preact';
import type { ItemView, View } from '../api/view.ts';

/** Markup in a template: `${…}` is always text, a property or an element, never markup. */
// The library's types are those of its CommonJS form; the page loads the other one.
export const html = (htm as unknown as typeof htm.default).bind(h) as (
	strings: TemplateStringsArray,
	...values: unknown[]
) => VNode;

/** What the parts of the page share: all that is shown, and how to change it. */
export interface Shared {
	view: View;
	search: string;
	/** The phone that is open, and the request that is shown whole. */
	phone: string | undefined;
	request: string | undefined;
	showRequest: (id: string | undefined) => void;
	/** Changes something of the sandbox; what is wrong is told on the page. */
	change: (method: 'PUT' | 'POST', path: string, body?: unknown) => void;
}

/** A sign that says nothing a screen reader would need: a text stands beside it. */
export const sign = (glyph: string): VNode => html`<span aria-hidden="true">${glyph} </span>`;

const clock = new Intl.DateTimeFormat([], { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
const day = new Intl.DateTimeFormat([], { day: 'numeric', month: 'short' });
const exact = new Intl.DateTimeFormat([], { dateStyle: 'medium', timeStyle: 'medium' });

/** A time as short as it can be understood, exactly where one points at it. */
export const time = (at: string): VNode => {
	const when = new Date(at);
	const isToday = when.toDateString() === new Date().toDateString();
	return html`<time datetime=${at} title=${exact.format(when)}>
		${(isToday ? clock : day).format(when)}
	</time>`;
};

const numbers = new Intl.NumberFormat('en');

/** `1 part`, `100,000 parts` */
export const counted = (count: number, what: string): string =>
	`${numbers.format(count)} ${what}${count === 1 ? '' : 's'}`;

const STAGES: Record<NonNullable<ItemView['stage']>, [name: string, glyph: string]> = {
	scheduled: ['Scheduled', '◷'],
	queued: ['Queued', '◷'],
	sent: ['Sent', '✓'],
	delivered: ['Delivered', '✓✓'],
	failed: ['Failed', '⚠'],
	unreported: ['No report', '⚠'],
	held: ['Held', '⚠'],
};

/** The mark and the word for how far a text has come, or that it was not sent. */
export function Stage({ item, brief }: { item: ItemView; brief?: boolean }): VNode | null {
	const { stage, taken } = item;
	if (taken && stage === undefined) return null;
	const [name, glyph] = stage ? STAGES[stage] : ['Not sent', '⊘'];
	return html`<span class="stage-${stage ?? 'refused'}">
		${sign(glyph)}<span class=${brief ? 'unseen' : ''}>${name}</span>
	</span>`;
}
