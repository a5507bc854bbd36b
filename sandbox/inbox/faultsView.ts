import type { VNode } from 'preact';
import { useEffect } from 'preact/hooks';
import { AccountPanel } from './accountPanel.ts';
import { CustomFault } from './customFault.ts';
import { DeliveryPanel } from './deliveryPanel.ts';
import { loadFaults } from './faultList.ts';
import { html } from './html.ts';
import { InForce } from './inForce.ts';
import { PresetCard } from './presetCard.ts';
import { PRESETS } from './presets.ts';
import { summary } from './state.ts';

/** The place to rehearse what a flow does on a bad day. */
export function FaultsView(): VNode {
	const news = summary.value;
	useEffect(() => void loadFaults().catch(() => undefined), [news?.faults, news?.struck]);
	return html`<div class="panels">
		<h1 class="title">Rehearse a bad day</h1>
		<p class="lead">Switch a fault on, run your flow, and see what it makes of it.</p>
		<div class="presets">
			${PRESETS.map((preset) => html`<${PresetCard} preset=${preset} key=${preset.id} />`)}
		</div>
		<div class="columns">
			<div><${InForce} /><${CustomFault} /></div>
			<div><${AccountPanel} /><${DeliveryPanel} /></div>
		</div>
	</div>`;
}
