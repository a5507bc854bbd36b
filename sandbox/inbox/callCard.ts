import type { VNode } from 'preact';
import type { ItemView } from '../api/views.ts';
import { html } from './html.ts';
import { icon } from './icons.ts';

/** Read one by one: as a number, 004217 would be four thousand two hundred and seventeen. */
const spoken = (code: string): string => [...code].join(', ');

function Code({ code }: { code: string }): VNode {
	return html`<p class="code" dir="ltr">
		<span class="unseen">The code is ${spoken(code)}</span>
		${[...code].map((digit) => html`<span class="digit" aria-hidden="true">${digit}</span>`)}
	</p>`;
}

/** A call, as the phone's list of calls would show it, with what was heard. */
export function CallCard({ item }: { item: ItemView }): VNode {
	const { kind, code = '', fileId = '', taken } = item;
	return html`<div class="call ${taken ? '' : 'call-missed'}">
		<span class="call-mark">${icon('call')}</span>
		<div class="call-words">
			<p class="call-title">${kind === 'otp' ? 'Call with a one-time code' : 'Voice call'}</p>
			${
				kind === 'otp'
					? html`<${Code} code=${code} />`
					: html`<p class="call-file">
							${icon('sound')} Plays voice file <b dir="auto">${fileId}</b>
						</p>`
			}
		</div>
	</div>`;
}
