import type { VNode } from 'preact';
import type { ItemView } from '../api/views.ts';
import { BubbleText } from './bubbleText.ts';
import { CallCard } from './callCard.ts';
import { faultName } from './faultWords.ts';
import { html } from './html.ts';
import { icon } from './icons.ts';
import { shownRequest } from './state.ts';
import { Ticks, currentStage } from './ticks.ts';
import { counted, exactly, timeOfDay } from './time.ts';

function Trouble({ item }: { item: ItemView }): VNode | null {
	const { taken, fault, reason } = item;
	const struck = fault === undefined ? '' : `Fault: ${faultName(fault)}. `;
	if (!taken)
		return html`<p class="trouble trouble-refused">
			${icon('refused')}<span><b>Not sent.</b> ${struck}${reason ?? ''}</span>
		</p>`;
	if (fault === undefined) return null;
	return html`<p class="trouble trouble-fault">
		${icon('faults')}<span>${struck}The message was taken all the same.</span>
	</p>`;
}

function Schedule({ item }: { item: ItemView }): VNode | null {
	if (item.scheduled === undefined) return null;
	const waits = currentStage(item) === 'scheduled';
	return html`<p class="schedule">
		${icon('scheduled')}<span>${waits ? 'Waits for' : 'Was scheduled for'} ${item.scheduled}</span>
	</p>`;
}

const partsText = ({ parts, encoding }: ItemView): string =>
	parts === undefined ? '' : `${counted(parts, 'part')}, ${encoding}`;

/** One message, refused or taken, or one call. */
export function Bubble({ item }: { item: ItemView }): VNode {
	const { kind, text = '', partEnds, at, taken, requestId, parts } = item;
	const state = taken ? (currentStage(item) ?? 'taken') : 'refused';
	return html`<div class="bubble-row bubble-${state} ${item.fault ? 'bubble-struck' : ''}">
		<${Schedule} item=${item} />
		${
			kind === 'sms'
				? html`<div class="bubble"><${BubbleText} text=${text} partEnds=${partEnds} /></div>`
				: html`<${CallCard} item=${item} />`
		}
		<${Trouble} item=${item} />
		<p class="bubble-foot">
			<time datetime=${new Date(at).toISOString()} title=${exactly(at)}>${timeOfDay(at)}</time>
			${parts !== undefined && html`<span class="parts">${partsText(item)}</span>`}
			<${Ticks} item=${item} />
			<button
				type="button"
				class="quiet"
				aria-label=${`Show the request of this ${kind === 'sms' ? 'message' : 'call'}`}
				title="Show the request"
				onClick=${() => (shownRequest.value = requestId)}
			>
				${icon('details')}
			</button>
		</p>
	</div>`;
}
