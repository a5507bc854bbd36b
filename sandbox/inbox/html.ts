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

const PATHS = {
	call: 'M6 3h3l2 5-2.5 1.5a11 11 0 0 0 6 6L16 13l5 2v3a3 3 0 0 1-3 3C10 21 3 14 3 6a3 3 0 0 1 3-3z',
	clock: 'M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16zM12 8v4l3 2',
	sent: 'M5 13l4 4L19 7',
	delivered: 'M2 13l4 4L16 7M11 16l1 1L22 7',
	failed: 'M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16zM12 8v5M12 16v.01',
	refused: 'M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16zM6.5 6.5l11 11',
	fault: 'M13 2L4 14h7l-1 8 9-12h-7z',
	details: 'M5 12v.01M12 12v.01M19 12v.01',
	back: 'M15 5l-7 7 7 7',
} as const;

type IconName = keyof typeof PATHS;

/** A drawing that says nothing a screen reader would need: a text stands beside it. */
export const icon = (name: IconName): VNode =>
	html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d=${PATHS[name]} /></svg>`;

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

const STAGES: Record<NonNullable<ItemView['stage']>, [name: string, icon: IconName]> = {
	scheduled: ['Scheduled', 'clock'],
	queued: ['Queued', 'clock'],
	sent: ['Sent', 'sent'],
	delivered: ['Delivered', 'delivered'],
	failed: ['Failed', 'failed'],
	unreported: ['No report', 'failed'],
	held: ['Held', 'failed'],
};

/** The mark and the word for how far a text has come, or that it was not sent. */
export function Stage({ item, brief }: { item: ItemView; brief?: boolean }): VNode | null {
	const { stage, taken } = item;
	if (taken && stage === undefined) return null;
	const [name, mark] = stage ? STAGES[stage] : (['Not sent', 'refused'] as const);
	return html`<span class="stage-${stage ?? 'refused'}">
		${icon(mark)}<span class=${brief ? 'unseen' : ''}>${name}</span>
	</span>`;
}
