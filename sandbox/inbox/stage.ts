import type { VNode } from 'preact';
import type { ItemView } from '../api/view.ts';
import { html, icon, type IconName } from './html.ts';

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
	const [name, mark]: [string, IconName] = taken && stage ? STAGES[stage] : ['Not sent', 'refused'];
	return html`<span class="stage stage-${stage ?? 'refused'}">
		${icon(mark)}<span class=${brief ? 'unseen' : ''}>${name}</span>
	</span>`;
}
