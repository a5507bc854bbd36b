import type { VNode } from 'preact';
import type { FaultView } from '../api/inbox.ts';
import { faults, removeAllFaults, removeFault } from './faultList.ts';
import { aimOf, effectOf, faultName, strikesOf } from './faultWords.ts';
import { html } from './html.ts';
import { outcome, trying } from './state.ts';
import { go, placeHref } from './route.ts';
import { exactly } from './time.ts';

function Line({ view }: { view: FaultView }): VNode {
	const { fault, struck, lastAt, inForce } = view;
	const action = inForce ? 'Switch off' : 'Forget';
	const name = faultName(fault.fault.kind);
	return html`<li class="fault ${inForce ? '' : 'fault-spent'}">
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
			aria-label=${`${action}: ${name}`}
			onClick=${() => void trying(removeFault(fault))}
		>
			${action}
		</button>
	</li>`;
}

const Lines = ({ views }: { views: FaultView[] }): VNode =>
	html`<ul class="faults">
		${views.map((view, index) => html`<${Line} view=${view} key=${index} />`)}
	</ul>`;

/** The faults that the next request meets, the presets as well as those that were set in another way, and those used up. */
export function InForce(): VNode {
	const list = faults.value;
	const live = list.filter(({ inForce }) => inForce);
	const spent = list.filter(({ inForce }) => !inForce);
	const struck = list.some((view) => view.struck > 0);
	return html`<section class="card" aria-labelledby="in-force">
		<div class="card-head">
			<h2 id="in-force">In force now</h2>
			${
				list.length > 0 &&
				html`<button type="button" class="button" onClick=${() => void trying(removeAllFaults())}>
					${live.length > 0 ? 'Switch all off' : 'Forget all'}
				</button>`
			}
		</div>
		${
			live.length === 0
				? html`<p class="muted">None: every good request is taken and answered.</p>`
				: html`<${Lines} views=${live} />`
		}
		${
			spent.length > 0 &&
			html`<h3>Used up</h3>
				<${Lines} views=${spent} />`
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
