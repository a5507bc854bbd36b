import type { VNode } from 'preact';

import type { FaultView, View } from '../api/view.ts';
import type { Fault } from '../faults/faults.ts';
import { type Shared, counted, html } from './html.ts';
import type { FaultAction } from '../faults/table.ts';

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
		times !== undefined ? `, ${times} more to come.` : probability ? '.' : '. Strikes every time.',
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
					html`<li class="fault ${one.fault.times === undefined ? 'fault-lasting' : ''}">
						<p><b>${one.effect}</b><br />${aimOf(one)}</p>
						<button
							type="button"
							onClick=${() => change('PUT', '/faults', without(view, one.fault))}
						>
							Switch off
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
				['1', 'the next time'],
				['3', 'the next 3 times'],
				['chance', 'half the time'],
				['', 'every time'],
			])}
			<button type="submit" class="main-button">Switch on</button>
		</form>
	</section>`;
}

/** What can go wrong, ready to be switched on. All others can be set from the command line. */
export const CHOICES: ReadonlyArray<[name: string, fault: FaultAction]> = [
	['Slow answers (5 s)', { kind: 'delay', ms: 5000 }],
	['Taken, but the connection drops', { kind: 'drop', when: 'after' }],
	['Connection drops, nothing sent', { kind: 'drop', when: 'before' }],
	['Taken, but half of the answer is missing', { kind: 'truncate' }],
	['Service down (503)', { kind: 'status', status: 503 }],
	['Too many requests (wait 3 s)', { kind: 'tooManyRequests', retryAfter: 3 }],
	['Login refused', { kind: 'unauthorized' }],
	['No credit (1006)', { kind: 'refuse', code: 1006 }],
	['Number refused (1010)', { kind: 'refuse', code: 1010 }],
	['Sender refused (1002)', { kind: 'refuse', code: 1002 }],
	['Daily cap reached (1009)', { kind: 'refuse', code: 1009 }],
	['Not at this hour (1013)', { kind: 'refuse', code: 1013 }],
	['Password expired (1015)', { kind: 'refuse', code: 1015 }],
	['Web page instead of an answer (403)', { kind: 'html', status: 403 }],
	['Answers of another service', { kind: 'family', family: 'retStatus' }],
];

const identityOf = ({ match, fault }: Fault): string => JSON.stringify([match, fault]);

/** The faults but for this one, whatever is left of it. */
export const without = ({ faults }: View, fault: Fault): Fault[] =>
	faults.map((one) => one.fault).filter((one) => identityOf(one) !== identityOf(fault));
