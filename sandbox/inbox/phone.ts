import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { Avatar } from './avatar.ts';
import { html } from './html.ts';
import { icon } from './icons.ts';
import { QuickFaults } from './quickFaults.ts';
import { go, placeHref } from './route.ts';
import { clock, now, outcome, search } from './state.ts';
import type { ThreadFacts } from './thread.ts';
import { Thread } from './thread.ts';
import { counted, timeOfDay } from './time.ts';

function StatusBar(): VNode {
	void clock.value;
	return html`<div class="status-bar" aria-hidden="true">
		<span>${timeOfDay(now())}</span><span class="island"></span>
		<span class="signal"><i></i><i></i><i></i><i></i></span>
	</div>`;
}

/** One phone, with everything that was meant for it. */
export function Phone({ destination }: { destination: string }): VNode {
	const [facts, setFacts] = useState<ThreadFacts>();
	const [everything, setEverything] = useState(false);
	const asked = search.value.trim() !== '' || outcome.value !== '';
	const narrowed = asked && !everything;
	const shown = facts?.shown ?? destination;
	return html`<section class="phone-pane" aria-label=${`Phone ${destination}`}>
		<header class="phone-head">
			<button
				type="button"
				class="round only-narrow"
				aria-label="Back to the phones"
				onClick=${() => go(placeHref('messages'))}
			>
				${icon('back')}
			</button>
			<${Avatar} destination=${destination} />
			<div class="phone-name">
				<h2 dir="auto">${shown}</h2>
				<p>${facts ? counted(facts.all, 'message') : '…'}</p>
			</div>
			<${QuickFaults} destination=${destination} />
		</header>
		<div class="phone">
			<${StatusBar} />
			${
				asked &&
				facts !== undefined &&
				html`<p class="narrowed">
					${narrowed ? `${facts.total} of ${counted(facts.all, 'message')} fit` : 'All messages'}
					<button type="button" class="link" onClick=${() => setEverything(!everything)}>
						${narrowed ? 'Show all' : 'Show only what fits'}
					</button>
				</p>`
			}
			<${Thread} destination=${destination} narrowed=${narrowed} onFacts=${setFacts} />
		</div>
	</section>`;
}
