import type { VNode } from 'preact';
import type { ItemView } from '../api/views.ts';
import type { Stage } from '../delivery/progress.ts';
import { stageOf } from '../delivery/progress.ts';
import { html } from './html.ts';
import { icon } from './icons.ts';
import { clock, now, summary } from './state.ts';

const NAMES: Record<Stage, string> = {
	scheduled: 'Scheduled',
	queued: 'Queued',
	sent: 'Sent',
	delivered: 'Delivered',
	failed: 'Failed',
};

/** Where a text is at this instant; it is drawn again until it has arrived. */
export function currentStage(item: ItemView): Stage | undefined {
	const settings = summary.value?.delivery;
	if (item.stage === undefined || settings === undefined) return undefined;
	const stage = stageOf(item, settings, now());
	if (stage !== 'delivered' && stage !== 'failed') void clock.value;
	return stage;
}

/** The mark and the word for how far a text has come. */
export function Ticks({ item, brief = false }: { item: ItemView; brief?: boolean }): VNode | null {
	const stage = currentStage(item);
	if (stage === undefined) return null;
	return html`<span class="ticks ticks-${stage}">
		${icon(stage)}<span class=${brief ? 'unseen' : ''}>${NAMES[stage]}</span>
	</span>`;
}
