import type { VNode } from 'preact';
import { useEffect } from 'preact/hooks';
import type { Fault } from '../faults/types.ts';
import type { Host } from '../types.ts';
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
	const refusing = (host: Host): Fault | undefined =>
		faults.value.find(
			({ fault: { match, fault }, inForce }) =>
				inForce &&
				match?.destination === destination &&
				fault.kind === 'refuse' &&
				(match.host ?? host) === host,
		)?.fault;
	const refuse = async (host: Host, other: Host): Promise<void> => {
		const fault = refusing(host);
		if (fault === undefined) return addFaults([REFUSE_NUMBER(destination, host)]);
		await removeFault(fault);
		if (fault.match?.host === undefined) await addFaults([REFUSE_NUMBER(destination, other)]);
	};
	const failed = news?.delivery.failed ?? [];
	const fails = failed.includes(destination);
	const others = failed.filter((number) => number !== destination);
	return html`<div class="quick" role="group" aria-label="Faults of this phone">
		<${Toggle}
			name="Refuse texts"
			on=${refusing('sms') !== undefined}
			change=${() => refuse('sms', 'call')}
		/>
		<${Toggle}
			name="Refuse calls"
			on=${refusing('call') !== undefined}
			change=${() => refuse('call', 'sms')}
		/>
		<${Toggle}
			name="Fail delivery"
			on=${fails}
			change=${() => put('/delivery', { failed: fails ? others : [...others, destination] })}
		/>
	</div>`;
}
