import type { VNode } from 'preact';
import { useId, useState } from 'preact/hooks';
import type { Fault } from '../faults/types.ts';
import type { Host } from '../types.ts';
import { addFaults, faults, removeFault } from './faultList.ts';
import { html } from './html.ts';
import type { Preset, Setting } from './presets.ts';
import { trying } from './state.ts';

const HOW_OFTEN: Record<string, [name: string, more: (fault: Fault) => Fault]> = {
	always: ['Every time', (fault) => fault],
	once: ['The next time', (fault) => ({ ...fault, times: 1 })],
	thrice: ['The next 3 times', (fault) => ({ ...fault, times: 3 })],
	chance: [
		'Half the time, by chance',
		(fault) => ({ ...fault, match: { ...fault.match, probability: 0.5 } }),
	],
};

const WHICH: Record<string, [name: string, host?: Host]> = {
	all: ['All'],
	sms: ['Only texts', 'sms'],
	call: ['Only calls', 'call'],
};

interface InputProps {
	setting: Setting;
	id: string;
	value: string;
	onValue: (value: string) => void;
}

function SettingInput({ setting, id, value, onValue }: InputProps): VNode {
	const isNumber = setting.kind === 'number';
	return html`<label for=${id}>${setting.name}</label>
		<input
			id=${id}
			required
			type=${isNumber ? 'tel' : 'number'}
			pattern=${isNumber ? '\\+?[0-9]+' : undefined}
			title=${isNumber ? 'Digits, as they come in requests' : undefined}
			placeholder=${isNumber ? '09120000000' : undefined}
			min=${isNumber ? undefined : '0'}
			max=${isNumber ? undefined : '60'}
			step=${isNumber ? undefined : 'any'}
			value=${value}
			onInput=${({ currentTarget }: { currentTarget: HTMLInputElement }) =>
				onValue(currentTarget.value)}
		/>`;
}

interface ChoiceProps {
	id: string;
	name: string;
	from: Record<string, [name: string, ...unknown[]]>;
	value: string;
	onValue: (value: string) => void;
}

const Choice = ({ id, name, from, value, onValue }: ChoiceProps): VNode =>
	html`<label for=${id}>${name}</label>
		<select
			id=${id}
			onChange=${({ currentTarget }: { currentTarget: HTMLSelectElement }) =>
				onValue(currentTarget.value)}
		>
			${Object.entries(from).map(
				([key, [shown]]) => html`<option value=${key} selected=${key === value}>${shown}</option>`,
			)}
		</select>`;

const sameKind = (a: Fault, b: Fault): boolean =>
	JSON.stringify(a.fault) === JSON.stringify(b.fault) &&
	a.match?.destination === b.match?.destination;

/** One bad day with a switch, for whichever requests it was meant. It is on where the list of faults has it, whoever put it there. */
export function PresetCard({ preset }: { preset: Preset }): VNode {
	const { title, words, setting, make } = preset;
	const id = useId();
	const [value, setValue] = useState(setting?.start ?? '');
	const [which, setWhich] = useState('all');
	const [often, setOften] = useState('always');
	const inForce = faults.value.find(
		({ fault, inForce }) => inForce && sameKind(fault, make(value)),
	);
	const on = inForce !== undefined;
	const change = (): Promise<void> => {
		const more = HOW_OFTEN[often]?.[1] ?? ((fault: Fault) => fault);
		const host = WHICH[which]?.[1];
		const made = make(value);
		const aimed = host === undefined ? made : { ...made, match: { ...made.match, host } };
		return on ? removeFault(inForce.fault) : addFaults([more(aimed)]);
	};
	return html`<form
		class="card preset ${on ? 'preset-on' : ''}"
		aria-labelledby="${id}-title"
		onSubmit=${(event: Event) => {
			event.preventDefault();
			void trying(change());
		}}
	>
		<h2 id="${id}-title">${title}</h2>
		<p>${words}</p>
		<div class="preset-settings">
			${
				setting !== undefined &&
				html`<${SettingInput}
					setting=${setting}
					id="${id}-value"
					value=${value}
					onValue=${setValue}
				/>`
			}
			<${Choice}
				id="${id}-which"
				name="Which requests"
				from=${WHICH}
				value=${which}
				onValue=${setWhich}
			/>
			<${Choice}
				id="${id}-often"
				name="How often"
				from=${HOW_OFTEN}
				value=${often}
				onValue=${setOften}
			/>
		</div>
		<button type="submit" class="switch" role="switch" aria-checked=${on ? 'true' : 'false'}>
			<span class="knob" aria-hidden="true"></span>
			<span class="unseen">${title}</span>
			<span aria-hidden="true">${on ? 'On' : 'Off'}</span>
		</button>
	</form>`;
}
