import type { VNode } from 'preact';
import { useEffect } from 'preact/hooks';
import { put } from './ask.ts';
import { addFaults, faults, loadFaults, removeFault } from './faultList.ts';
import { html } from './html.ts';
import { REFUSE_NUMBER } from './presets.ts';
import { summary, trying } from './state.ts';

interface Switch {
	name: string;
	on: boolean;
	change: () => Promise<void>;
}

const Toggle = ({ name, on, change }: Switch): VNode =>
	html`<button
		type="button"
		class="pill"
		aria-pressed=${on ? 'true' : 'false'}
		onClick=${() => void trying(change())}
	>
		${name}
	</button>`;

/** A bad day for this phone alone, at hand where it is looked at. */
export function QuickFaults({ destination }: { destination: string }): VNode {
	const news = summary.value;
	useEffect(() => void loadFaults().catch(() => undefined), [news?.faults, news?.struck]);
	const refusing = faults.value.find(
		({ fault }) => fault.match?.destination === destination && fault.fault.kind === 'refuse',
	);
	const failed = news?.delivery.failed ?? [];
	const fails = failed.includes(destination);
	const others = failed.filter((number) => number !== destination);
	return html`<div class="quick" role="group" aria-label="Faults of this phone">
		<${Toggle}
			name="Refuse this number"
			on=${refusing !== undefined}
			change=${() =>
				refusing ? removeFault(refusing.fault) : addFaults([REFUSE_NUMBER(destination)])}
		/>
		<${Toggle}
			name="Fail delivery"
			on=${fails}
			change=${() => put('/delivery', { failed: fails ? others : [...others, destination] })}
		/>
	</div>`;
}
