import type { VNode } from 'preact';
import type { FaultView } from '../api/view.ts';
import type { Fault } from '../faults/faults.ts';
import { CHOICES, without } from './faultList.ts';
import { counted, html, type Shared } from './html.ts';

const HOSTS = { sms: 'texts', call: 'calls and credit' };

/** Which requests a fault is about, how often it has struck, and may still. */
function aimOf({ fault: { match = {}, times }, struck }: FaultView): string {
	const { host, path, destination, probability } = match;
	const parts = [
		host === undefined ? 'All requests' : `Requests about ${HOSTS[host]}`,
		destination === undefined ? '' : ` for ${destination}`,
		path === undefined ? '' : ` to ${path}`,
		probability === undefined ? '' : `, ${Math.round(probability * 100)} % of them`,
		struck === 0 ? '. Has not struck yet' : `. Struck ${counted(struck, 'time')}`,
		times === undefined ? '.' : times === 0 ? ', used up.' : `, ${times} more to come.`,
	];
	return parts.join('');
}

const select = (name: string, label: string, options: Array<[value: string, name: string]>) =>
	html`<label>
		${label}
		<select name=${name}>
			${options.map(([value, shown]) => html`<option value=${value}>${shown}</option>`)}
		</select>
	</label>`;

/** The fault that a filled form means. */
function chosenIn(form: HTMLFormElement): Fault {
	const { what, whom, often } = Object.fromEntries(new FormData(form)) as Record<string, string>;
	const match: Fault['match'] =
		whom === 'sms' || whom === 'call' ? { host: whom } : whom ? { destination: whom } : {};
	if (often === 'chance') match.probability = 0.5;
	const [, fault = { kind: 'truncate' }] = CHOICES[Number(what)] ?? [];
	return {
		match,
		...(Number(often) > 0 && { times: Number(often) }),
		fault,
	};
}

/** A bad day, to be rehearsed: what is in force, and what can be. */
export function Faults({ view, phone, change }: Shared): VNode {
	const add = (event: Event & { currentTarget: HTMLFormElement }): void => {
		event.preventDefault();
		const fault = chosenIn(event.currentTarget);
		change('PUT', '/faults', [...without(view, fault), fault]);
	};
	const known = view.phones.find(({ destination }) => destination === phone);
	return html`<section class="card" aria-label="Faults">
		<h2>Faults</h2>
		<ul class="faults">
			${view.faults.map(
				(one) =>
					html`<li class="fault ${one.fault.times === 0 ? 'fault-over' : ''}">
						<p><b>${one.effect}</b><br />${aimOf(one)}</p>
						<button
							type="button"
							onClick=${() => change('PUT', '/faults', without(view, one.fault))}
						>
							${one.fault.times === 0 ? 'Forget' : 'Switch off'}
						</button>
					</li>`,
			)}
		</ul>
		<form class="choose" onSubmit=${add}>
			${select(
				'what',
				'What goes wrong',
				CHOICES.map(([name], index) => [String(index), name]),
			)}
			${select('whom', 'For', [
				['', 'all requests'],
				['sms', 'texts'],
				['call', 'calls and credit'],
				...(phone === undefined ? [] : [[phone, known?.shown ?? phone] as [string, string]]),
			])}
			${select('often', 'How often', [
				['', 'every time'],
				['1', 'the next time'],
				['3', 'the next 3 times'],
				['chance', 'half the time'],
			])}
			<button type="submit" class="main-button">Switch on</button>
		</form>
	</section>`;
}
