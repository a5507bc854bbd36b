import type { VNode } from 'preact';
import type { FaultView } from '../api/inbox.ts';
import { faults, removeAllFaults, removeFault } from './faultList.ts';
import { aimOf, effectOf, faultName, strikesOf } from './faultWords.ts';
import { html } from './html.ts';
import { outcome, trying } from './state.ts';
import { go, placeHref } from './route.ts';
import { exactly } from './time.ts';

function Line({ view }: { view: FaultView }): VNode {
	const { fault, struck, lastAt } = view;
	const spent = fault.times === 0;
	const name = faultName(fault.fault.kind);
	return html`<li class="fault ${spent ? 'fault-spent' : ''}">
		<div>
			<p class="fault-name">${name}</p>
			<p>${aimOf(fault)}. ${effectOf(fault.fault)}</p>
			<p class="fault-count">
				${strikesOf(fault, struck)}${lastAt && `, last ${exactly(Date.parse(lastAt))}`}
			</p>
		</div>
		<button
			type="button"
			class="button"
			aria-label=${`Switch off: ${name}`}
			onClick=${() => void trying(removeFault(fault))}
		>
			Switch off
		</button>
	</li>`;
}

/** The faults that the next request meets, the presets as well as those that were set in another way. */
export function InForce(): VNode {
	const list = faults.value;
	const struck = list.some((view) => view.struck > 0);
	return html`<section class="card" aria-labelledby="in-force">
		<div class="card-head">
			<h2 id="in-force">In force now</h2>
			${
				list.length > 0 &&
				html`<button type="button" class="button" onClick=${() => void trying(removeAllFaults())}>
					Switch all off
				</button>`
			}
		</div>
		${
			list.length === 0
				? html`<p class="muted">None: every good request is taken and answered.</p>`
				: html`<ul class="faults">
						${list.map((view, index) => html`<${Line} view=${view} key=${index} />`)}
					</ul>`
		}
		${
			struck &&
			html`<button
				type="button"
				class="link"
				onClick=${() => {
					outcome.value = 'fault';
					go(placeHref('requests'));
				}}
			>
				Show the requests that were struck
			</button>`
		}
	</section>`;
}
