import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { Delivery } from '../delivery/settings.ts';
import { put } from './ask.ts';
import { html } from './html.ts';
import { summary, trying } from './state.ts';

interface Draft {
	sentAfter: string;
	deliveredAfter: string;
	failed: string;
	waitsForSchedule: boolean;
	timeZone: string;
}

const draftOf = (delivery: Delivery): Draft => ({
	sentAfter: String(delivery.sentAfter),
	deliveredAfter: String(delivery.deliveredAfter),
	failed: delivery.failed.join('\n'),
	waitsForSchedule: delivery.waitsForSchedule,
	timeZone: delivery.timeZone,
});

const settingsOf = (draft: Draft): Delivery => ({
	sentAfter: Number(draft.sentAfter),
	deliveredAfter: Number(draft.deliveredAfter),
	failed: draft.failed.split(/[\s,]+/).filter((number) => number !== ''),
	waitsForSchedule: draft.waitsForSchedule,
	timeZone: draft.timeZone.trim(),
});

const ZONES = [
	'UTC',
	'Asia/Tehran',
	'Asia/Dubai',
	'Europe/Berlin',
	'Europe/London',
	'America/New_York',
];

type Field = { currentTarget: HTMLInputElement & HTMLTextAreaElement };

/** How texts get from queued to delivered. */
export function DeliveryPanel(): VNode | null {
	const settings = summary.value?.delivery;
	const shown = JSON.stringify(settings);
	const [draft, setDraft] = useState<Draft | undefined>(undefined);
	// What was changed elsewhere replaces what is written here: the panel never shows what is not so.
	useEffect(() => setDraft(settings && draftOf(settings)), [shown]);
	if (draft === undefined) return null;
	const input =
		(key: keyof Draft) =>
		({ currentTarget }: Field) =>
			setDraft({ ...draft, [key]: currentTarget.value });
	const seconds = (key: 'sentAfter' | 'deliveredAfter', name: string) =>
		html`<label for=${key}>${name}</label>
			<input
				id=${key}
				type="number"
				min="0"
				max="86400"
				step="any"
				required
				value=${draft[key]}
				onInput=${input(key)}
			/>`;
	return html`<form
		class="card"
		aria-labelledby="delivery"
		onSubmit=${(event: Event) => {
			event.preventDefault();
			void trying(put('/delivery', settingsOf(draft)));
		}}
	>
		<h2 id="delivery">Delivery</h2>
		<p class="muted">
			Texts go from queued to sent to delivered, and the status query follows. It holds for those
			that are on their way, too.
		</p>
		<div class="grid">
			${seconds('sentAfter', 'Sent after, seconds')}
			${seconds('deliveredAfter', 'Delivered after, seconds')}
			<label for="failed">Numbers whose delivery fails</label>
			<textarea id="failed" rows="2" value=${draft.failed} onInput=${input('failed')}></textarea>
			<label for="timeZone">Time zone of schedules</label>
			<input
				id="timeZone"
				list="zones"
				required
				value=${draft.timeZone}
				onInput=${input('timeZone')}
			/>
			<datalist id="zones">${ZONES.map((zone) => html`<option value=${zone}></option>`)}</datalist>
		</div>
		<label class="check">
			<input
				type="checkbox"
				checked=${draft.waitsForSchedule}
				onChange=${({ currentTarget }: Field) =>
					setDraft({ ...draft, waitsForSchedule: currentTarget.checked })}
			/>
			Scheduled texts wait for their time
		</label>
		<button type="submit" class="button">Save</button>
	</form>`;
}
